package docs

import (
	"errors"
	"flag"
	"io"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/fileproto/options"
)

func TestSplit(t *testing.T) {
	const text = "a -b 'c d' \"e;f\" # g\n    for r in 0 1; do go run ./x -r $r -o p$r.q; done\n\na \\\n  b | ./c \"\" && d > f\n"
	assert.Equal(t, [][]string{
		{"a", "-b", "c d", "e;f"}, {"for", "r", "in", "0", "1"}, {"do", "go", "run", "./x", "-r", "1", "-o", "p1.q"}, {"done"},
		{"a", "b"}, {"./c", ""}, {"d"}, {"f"},
	}, split(text))
}

func TestCode(t *testing.T) {
	const page = "Text `go\nrun .` more.\n\n    ./a -x\n    b\n\n- item `c`\n\n      d `e`\n"
	assert.Equal(t, []string{"    ./a -x\n    b\n", "      d `e`\n", "go run .", "c"}, code(page))
}

// The file brain parses its commands of all pages.
func TestCommandsOfTheFileBrain(t *testing.T) {
	Parse(t, func(args []string, _, stderr io.Writer) int {
		if _, err := options.Parse(args); err != nil && !errors.Is(err, flag.ErrHelp) {
			_, _ = io.WriteString(stderr, err.Error())
			return 2
		}
		return 0
	}, ".", "tahoun", "tahoun.exe")
}

// What pages give to the go command are packages with such tests and benchmarks.
func TestCommandsOfGo(t *testing.T) {
	known := flag.NewFlagSet("go", flag.ContinueOnError)
	known.SetOutput(io.Discard)
	var patterns [3]string
	for i, name := range []string{"run", "bench", "fuzz"} {
		known.StringVar(&patterns[i], name, "", "")
	}
	for _, name := range []string{"v", "update"} {
		known.Bool(name, false, "")
	}
	for _, name := range []string{"tags", "o", "cpu"} {
		known.String(name, "", "")
	}
	for _, page := range all(t) {
		for _, piece := range code(Read(t, page)) {
			base := Root(t)
			for _, words := range split(piece) {
				if len(words) == 2 && words[0] == "cd" {
					base = filepath.Join(base, words[1])
				}
				goes := -1
				for i := range words[1:] {
					if words[i] == "go" && (words[i+1] == "test" || words[i+1] == "build") {
						goes = i
					}
				}
				if goes < 0 {
					continue
				}
				patterns = [3]string{}
				var packages []string
				for args := words[goes+2:]; len(args) > 0; {
					require.NoError(t, known.Parse(args), "%s: %q", page, words)
					if args = known.Args(); len(args) > 0 {
						packages, args = append(packages, args[0]), args[1:]
					}
				}
				checkGo(t, base, page, packages, patterns[:])
			}
		}
	}
}

func checkGo(t *testing.T, base, page string, packages, patterns []string) {
	for _, p := range packages {
		dir, below := strings.CutSuffix(p, "/...")
		dir = filepath.Join(base, filepath.FromSlash(dir))
		_, err := os.Stat(dir)
		assert.NoError(t, err, page)
		if below {
			continue
		}
		for i, pattern := range patterns {
			if pattern == "" || pattern == "-" {
				continue
			}
			found, err := regexp.Compile(`(?m)^func ` + []string{"Test", "Benchmark", "Fuzz"}[i] + `(\w*)\(`)
			require.NoError(t, err)
			want := regexp.MustCompile(pattern)
			tests, err := filepath.Glob(filepath.Join(dir, "*_test.go"))
			require.NoError(t, err)
			matches := false
			for _, file := range tests {
				text, err := os.ReadFile(file)
				require.NoError(t, err)
				for _, f := range found.FindAllStringSubmatch(string(text), -1) {
					matches = matches || want.MatchString(strings.TrimSuffix(strings.TrimPrefix(f[0], "func "), "("))
				}
			}
			assert.True(t, matches, "%s: go test %s: nothing matches %s", page, p, pattern)
		}
	}
}

var (
	link    = regexp.MustCompile(`\]\(([^)#\s]*)(#[^)\s]*)?\)`)
	heading = regexp.MustCompile(`(?m)^#+ (.+)$`)
	named   = regexp.MustCompile(`^[\w-]+(/[\w.-]+)+\.(go|md|sh|jsonl)$`)
)

// Links lead to files that exist, and to headings of pages. Source files between backquotes exist too.
func TestFilesThatPagesName(t *testing.T) {
	for _, page := range all(t) {
		text := Read(t, page)
		dir := path.Dir(page)
		for _, l := range link.FindAllStringSubmatch(block.ReplaceAllString(text, ""), -1) {
			to := l[1]
			if strings.Contains(to, ":") {
				continue
			}
			target := path.Join(dir, to)
			if to == "" {
				target = page
			}
			_, err := os.Stat(filepath.Join(Root(t), filepath.FromSlash(target)))
			if assert.NoError(t, err, page) && l[2] != "" {
				assert.Contains(t, anchors(Read(t, target)), l[2], "%s: %s", page, l[0])
			}
		}
		for _, s := range span.FindAllStringSubmatch(text, -1) {
			if named.MatchString(s[1]) {
				_, fromRoot := os.Stat(filepath.Join(Root(t), filepath.FromSlash(s[1])))
				_, fromHere := os.Stat(filepath.Join(Root(t), filepath.FromSlash(path.Join(dir, s[1]))))
				assert.True(t, fromRoot == nil || fromHere == nil, "%s names %s", page, s[1])
			}
		}
	}
}

// anchors returns the targets that a page's headings are, as GitHub makes them.
func anchors(page string) (all []string) {
	for _, h := range heading.FindAllStringSubmatch(page, -1) {
		text := regexp.MustCompile(`[^\w\- ]`).ReplaceAllString(strings.ToLower(h[1]), "")
		all = append(all, "#"+strings.ReplaceAll(text, " ", "-"))
	}
	return all
}
