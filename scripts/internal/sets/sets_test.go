package sets

import (
	"testing"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/search/weights"
)

// write writes a file of weights for set.
func write[T any](t *testing.T, disk afero.Fs, name, set string, w *T) {
	t.Helper()
	head := weights.Head{{Name: "set", Value: set}}
	require.NoError(t, afero.WriteFile(disk, name, weights.Encode(head, w), 0o644))
}

func TestLoad(t *testing.T) {
	disk := afero.NewMemMapFs()
	w := new(weights.Weights)
	w.ThreatValue[1] = 7
	write(t, disk, "a.bin", "freestyle", w)
	write(t, disk, "b.bin", "caro", new(weights.Weights))
	write(t, disk, "old.bin", "caro", &[7]int16{})

	got, err := Load(disk, "a.bin,b.bin")
	require.NoError(t, err)
	assert.Len(t, got, 2)
	assert.Equal(t, w, got["freestyle"].Weights)
	assert.Regexp(t, "^freestyle-[0-9a-f]{12}$", got["freestyle"].Name)
	assert.True(t, got.Serve("caro", board.Caro))

	none, err := Load(disk, "")
	require.NoError(t, err)
	assert.Empty(t, none)
	for files, says := range map[string]string{
		"gone.bin":          "gone.bin",
		"a.bin,":            "want a file of weights",
		"b.bin,old.bin":     "old.bin: weights of another layout: want {[",
		"a.bin,b.bin,a.bin": "a.bin: weights for freestyle twice",
	} {
		_, err := Load(disk, files)
		assert.ErrorContains(t, err, says)
	}
}

// What cannot be a file of weights is not read to its end, and a damaged one is seen.
func TestLoadRefuses(t *testing.T) {
	disk := afero.NewMemMapFs()
	w := new(weights.Weights)
	write(t, disk, "caro-0123456789ab.bin", "caro", w)
	require.NoError(t, afero.WriteFile(disk, "long.bin", make([]byte, weights.MaxSize+1), 0o644))
	write(t, disk, "damaged.bin", "caro", w)
	content, err := afero.ReadFile(disk, "damaged.bin")
	require.NoError(t, err)
	content[len(content)/2] ^= 4
	require.NoError(t, afero.WriteFile(disk, "damaged.bin", content, 0o644))
	for file, says := range map[string]string{
		"caro-0123456789ab.bin": "caro-0123456789ab.bin: damaged or renamed",
		"long.bin":              "long.bin: more than 16777216 bytes: want a file of weights",
		"damaged.bin":           "damaged.bin: damaged: the checksum",
	} {
		_, err := Load(disk, file)
		assert.ErrorContains(t, err, says)
	}
}
