// Package docs helps tests to hold the repository's pages against its programs: their commands, their figures, and the
// files that they name.
package docs

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// names are the pages that tell how things are now, from the repository's root.
var names = []string{"README.md", "scripts/*/README.md", "scripts/arena/*.md", "search/tried/README.md", "testdata/*/README.md"}

// Root returns the repository's root.
func Root(t testing.TB) string {
	t.Helper()
	dir, err := os.Getwd()
	require.NoError(t, err)
	for {
		if _, err := os.Stat(filepath.Join(dir, "LICENSE")); err == nil {
			return dir
		}
		require.NotEqual(t, dir, filepath.Dir(dir), "not in the repository")
		dir = filepath.Dir(dir)
	}
}

// Read returns the content of a page by its name from the root, with lines that end in \n.
func Read(t testing.TB, name string) string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(Root(t), filepath.FromSlash(name)))
	require.NoError(t, err)
	return strings.ReplaceAll(string(content), "\r\n", "\n")
}

// Says checks that a page has a text, wherever its lines end. Tests make the text from the figures of the code.
func Says(t testing.TB, name, text string) {
	t.Helper()
	flat := strings.Join(strings.Fields(Read(t, name)), " ")
	assert.True(t, strings.Contains(flat, text), "%s: want %q", name, text)
}

// Table checks that a page has, between two marks, the output of a command, and with update writes it there.
func Table(t testing.TB, name, command, output string, update bool) {
	t.Helper()
	begin, end := "<!-- the output of "+command+" -->\n\n", "\n<!-- its end -->\n"
	before, rest, begins := strings.Cut(Read(t, name), begin)
	was, after, ends := strings.Cut(rest, end)
	require.True(t, begins && ends, "%s: want %q and %q", name, begin, end)
	if update {
		path := filepath.Join(Root(t), filepath.FromSlash(name))
		require.NoError(t, os.WriteFile(path, []byte(before+begin+output+end+after), 0o644))
		return
	}
	assert.Equal(t, output, was, "%s; the flag -update of this test writes it", name)
}

// all returns the names of all pages.
func all(t testing.TB) (pages []string) {
	root := Root(t)
	seen := map[string]bool{}
	for _, pattern := range names {
		found, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(pattern)))
		require.NoError(t, err)
		require.NotEmpty(t, found, pattern)
		for _, path := range found {
			name, err := filepath.Rel(root, path)
			require.NoError(t, err)
			if name = filepath.ToSlash(name); !seen[name] {
				seen[name] = true
				pages = append(pages, name)
			}
		}
	}
	return pages
}

var (
	block = regexp.MustCompile(`(?m)^(?: {4}| {6}).*\n(?:(?: {4}| {6}).*\n)*`)
	span  = regexp.MustCompile("`([^`]+)`")
)

// code returns the pieces of code of a page: its indented blocks, and the spans between backquotes outside them.
func code(page string) (pieces []string) {
	pieces = block.FindAllString(page, -1)
	for _, s := range span.FindAllStringSubmatch(block.ReplaceAllString(page, ""), -1) {
		pieces = append(pieces, strings.Join(strings.Fields(s[1]), " "))
	}
	return pieces
}

// A Command is a command of a page.
type Command struct {
	Page string
	Args []string // behind the program
}

// Commands returns the commands of all pages that run a program: by go run and its folder, or by one of its names.
func Commands(t testing.TB, folder string, names ...string) (found []Command) {
	for _, page := range all(t) {
		for _, piece := range code(Read(t, page)) {
			for _, words := range split(piece) {
				if args, ok := argsOf(words, folder, names); ok {
					found = append(found, Command{page, args})
				}
			}
		}
	}
	return found
}

// argsOf returns the arguments of a program in a command. Before it there may be others that run it, such as taskset.
func argsOf(words []string, folder string, names []string) (args []string, ok bool) {
	for i, w := range words {
		if w == folder && i > 1 && words[i-2] == "go" && words[i-1] == "run" {
			return words[i+1:], true
		}
		base, here := strings.CutPrefix(strings.ReplaceAll(w, `\`, "/"), "./")
		for _, name := range names {
			if base == name && (here || i == 0) {
				return words[i+1:], true
			}
		}
	}
	return nil, false
}

// Parse holds that a program parses its commands of all pages. It asks each for the help behind its flags, so that they
// are read and nothing is done, and looks for the repository's files that it names.
func Parse(t *testing.T, run func(args []string, stdout, stderr io.Writer) int, folder string, names ...string) {
	commands := Commands(t, folder, names...)
	require.NotEmpty(t, commands)
	for _, c := range commands {
		var out, said bytes.Buffer
		code := run(append(c.Args[:len(c.Args):len(c.Args)], "-h"), &out, &said)
		if n := len(c.Args); code != 0 && n == 1 && strings.HasPrefix(c.Args[0], "-") { // a flag that is named without its value
			code = run([]string{c.Args[0], "0", "-h"}, &out, &said)
		}
		assert.Zero(t, code, "%s: %q: %s", c.Page, c.Args, &said)
		for _, word := range c.Args {
			exists(t, c.Page, word)
		}
	}
}

var ours = regexp.MustCompile(`(?:^|[=:])((?:testdata|scripts|search|board|fileproto)/[^\s:]+)$`)

// exists checks that a file of the repository exists if a word of a command names one.
func exists(t testing.TB, page, word string) {
	if parts := ours.FindStringSubmatch(word); parts != nil {
		_, err := os.Stat(filepath.Join(Root(t), filepath.FromSlash(parts[1])))
		assert.NoError(t, err, page)
	}
}
