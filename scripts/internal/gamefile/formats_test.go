package gamefile

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// samples returns the content of each file of testdata by its name.
func samples(t *testing.T) map[string][]byte {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join("testdata", "*.*"))
	require.NoError(t, err)
	all := map[string][]byte{}
	for _, path := range paths {
		content, err := os.ReadFile(path)
		require.NoError(t, err)
		all[filepath.Base(path)] = content
	}
	return all
}

// TestEachFormatHasASample: each row recognises a file of testdata and reads it.
func TestEachFormatHasASample(t *testing.T) {
	found := map[Format]bool{}
	for name, content := range samples(t) {
		s := newSource(name, content, Options{})
		g, err := s.game()
		require.NoError(t, err, name)
		found[g.Format] = true
	}
	for _, f := range formats {
		assert.True(t, found[f.name], "testdata has no sample of %s", f.name)
		delete(found, f.name)
	}
	assert.Empty(t, found)
}

// TestEachWriterIsReadBack: a game that a row writes is recognised by that row, and has the same moves.
func TestEachWriterIsReadBack(t *testing.T) {
	written := map[Format]bool{}
	for name, content := range samples(t) {
		g, err := Read(name, content, Options{})
		require.NoError(t, err, name)
		for _, f := range formats {
			if f.write == nil || len(g.Next) == 0 {
				continue
			}
			var out bytes.Buffer
			if f.write(&out, g) != nil {
				continue // it has no place for walls, or for sides that do not take turns
			}
			again, err := Read("copy", out.Bytes(), Options{Width: g.Start.Width(), Height: g.Start.Height()})
			require.NoError(t, err, "%s as %s", name, f.name)
			assert.Equal(t, f.name, again.Format, name)
			want, wantSide := g.Last()
			got, side := again.Last()
			assert.Equal(t, want, got, "%s as %s", name, f.name)
			assert.Equal(t, wantSide, side, "%s as %s", name, f.name)
			written[f.name] = true
		}
	}
	for _, f := range formats {
		assert.Equal(t, f.write != nil, written[f.name], f.name)
	}
}

// TestEachFormatIsDocumented: every text for people names each row, by its example or the last word of its name.
func TestEachFormatIsDocumented(t *testing.T) {
	scripts := filepath.Join("..", "..")
	for path, wanted := range map[string]func(format) bool{
		"board/README.md":          func(format) bool { return true },
		"board/page/texts/en.json": func(format) bool { return true },
		"arena/README.md":          func(f format) bool { return f.lines != nil },
		"arena/OPTIONS.md":         func(f format) bool { return f.lines != nil },
	} {
		content, err := os.ReadFile(filepath.Join(scripts, path))
		require.NoError(t, err)
		for _, f := range formats {
			words := strings.Fields(string(f.name))
			if word := words[len(words)-1]; wanted(f) && f.example == "" {
				assert.Contains(t, string(content), word, path)
			} else if wanted(f) {
				assert.Contains(t, string(content), f.example, path)
			}
		}
		for _, extension := range Extensions() {
			if strings.HasSuffix(path, ".html") {
				assert.Contains(t, string(content), `data-save="`+extension+`"`, path)
			}
		}
	}
}

// TestNames: the lists for messages and usages name each row once.
func TestNames(t *testing.T) {
	for _, f := range formats {
		assert.Equal(t, 1, strings.Count(" "+Names(), " "+string(f.name)), f.name)
		assert.Equal(t, f.lines != nil, strings.Contains(NamesOfOpenings(), string(f.name)), f.name)
	}
	for _, extension := range Extensions() {
		assert.NotNil(t, Writer(extension), extension)
	}
	assert.Nil(t, Writer("txt"), "such a file may hold anything else")
	assert.Nil(t, Writer(""))
}
