package gamefile_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/scripts/internal/gamefile"
)

// list returns the openings of a file as text, "o.txt:1 0,0 1,1", and the error at the end.
func list(name, content string, o gamefile.Options) (all []string, err error) {
	for line, err := range gamefile.Lines(name, []byte(content), o) {
		if err != nil {
			return all, err
		}
		text := line.From
		for _, p := range line.Stones {
			text += " " + p.String()
		}
		all = append(all, strings.Join(append([]string{text}, line.Warnings...), "; "))
	}
	return all, nil
}

func TestLines(t *testing.T) {
	square := func(side int) gamefile.Options { return gamefile.Options{Width: side, Height: side} }
	tests := []struct {
		name, file, content string
		o                   gamefile.Options
		want                []string
	}{
		{"offsets", "o.txt", "\uFEFF# a comment\n\n0,0, 1,-1 , -2,+3\r\n  -7,7 # behind it\n", square(15),
			[]string{"o.txt:3 0,0 1,-1 -2,3", "o.txt:4 -7,7"}},
		{"offsets off the board", "o.txt", "100,0\n", square(15), []string{"o.txt:1 100,0"}},
		{"squares from the bottom", "o.txt", "# h8\nh8i9j10 # three\n\nH8, I9\n1. h8 i9 2. g7\n", square(15),
			[]string{"o.txt:2 0,0 1,-1 2,-2", "o.txt:4 0,0 1,-1", "o.txt:5 0,0 1,-1 -1,1"}},
		{"squares on other boards", "o.txt", "k10aa1\n", gamefile.Options{Width: 20, Height: 30},
			[]string{"o.txt:1 0,5 16,14"}},
		{"squares without a size", "o.txt", "h8\n", gamefile.Options{}, []string{"o.txt:1 0,0"}},
		{"squares from the top", "o.txt", "h8h1\n", gamefile.Options{Width: 15, Height: 15, FromTop: true},
			[]string{"o.txt:1 0,0 0,-7"}},
		{"addresses", "o.txt", "# two\nhttps://x.example/#/h8i9\n#/h8\n", square(15),
			[]string{"o.txt:2 0,0 1,-1", "o.txt:3 0,0"}},
		{"both kinds", "o.lib", "0,0\nh8i9\n", square(15), []string{"o.lib:1 0,0", "o.lib:2 0,0 1,-1"}},
		{"SGF of several games", "g.txt",
			"Games: (;SZ[15];B[hh];W[ii](;B[jj])(;B[aa]))\n\n(;SZ[20]AB[kk];W[kl])\n(;SZ[15]\n;B[aa]\n", square(9),
			[]string{"g.txt:1 0,0 1,1 2,2", "g.txt:3 0,0 0,1", "g.txt:4 -7,-7; g.txt:4: the last ) is missing"}},
		{"SGF, not in turn", "g.sgf", "(;SZ[15];B[hh];B[ii];W[jj])(;SZ[15]AB[hh][ii];W[jj])(;SZ[15])", square(15), []string{
			"g.sgf:1 0,0; g.sgf:1: move 2 is not in turn: the opening ends before it",
			"g.sgf:1; g.sgf:1: left out: want stones of x and o in turn on a board without walls", "g.sgf:1",
		}},
		{"a record of Piskvork", "x", "Piskvorky 20x20, 0:0, 0\n11,11,0\n12,11,5\n-1\n", square(15), []string{"x 0,0 1,0"}},
		{"a library", "a.lib",
			lib(libHeader, 0, 0, 0x78, 0, 0x79, sibling, 0x69, sibling|leaf, 0x68, leaf, 0x88, 0, 0x89, leaf), square(20),
			[]string{"a.lib, leaf 1 0,0 1,0 1,-1", "a.lib, leaf 2 0,0 1,0 0,-1", "a.lib, leaf 3 0,0 0,1 1,1"}},
		{"a library with a pass", "a.lib",
			lib(libHeader, 0x78, 0, 0x79, sibling|leaf, 0, noMove, 0x69, leaf), square(15),
			[]string{"a.lib, leaf 1 0,0 1,0", "a.lib; a.lib: 1 branches after a pass left out"}},
		{"a library, cut", "a.lib", lib(libHeader, 0x78, 0, 0x79, sibling|leaf, 0x69), square(15),
			[]string{"a.lib, leaf 1 0,0 1,0", "a.lib; a.lib: an odd byte at the end is ignored; " +
				"a.lib: the file ends early: it was cut, or RenLib saved a position or a branch alone"}},
		{"nothing", "o.txt", "# only words\n", square(15), nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := list(tt.file, tt.content, tt.o)
			require.NoError(t, err)
			assert.Equal(t, tt.want, got)
		})
	}
}

// An error names the file and the line, after the openings before it.
func TestLinesRefuse(t *testing.T) {
	tests := []struct{ name, content, want string }{
		{"letters", "0,0, a,1", `o.txt:1: want numbers with commas between them, got "a"`},
		{"half a stone", "0,0\n0,0, 1", "o.txt:2: want pairs of numbers, got 3 numbers"},
		{"a comma too many", "0,0,", `o.txt:1: want numbers with commas between them, got ""`},
		{"twice the same", "0,0, 1,1, 0,0", "o.txt:1: two stones on 0,0"},
		{"far away", "0,999", "o.txt:1: want offsets from -120 to 120, got 999"},
		{"a square twice", "h8\nh8i9h8", "o.txt:2: two stones on h8"},
		{"no square", "h8\n\nh8 and i9", `o.txt:3: want a square such as h8, got "and"`},
		{"a pass", "h8 pass i9", "o.txt:1: want stones of x and o in turn, got a pass"},
		{"a word", "openings\n", `o.txt:1: want a square such as h8, got "openings"`},
		{"an empty address", "x/#/\n", "o.txt:1: want squares such as h8i9, got none"},
		{"a drawn board", "---\n-x-\n", `o.txt:1: want numbers with commas between them, got "---"`},
		{"SGF, second game", "(;SZ[15]\n;B[hh])\n(;SZ[99]\n;B[hh]\n;W[hh])",
			"o.txt:4: SGF has letters for 52 columns and rows, the board has 99x99"},
		{"a record of Piskvork", "\nPiskvorky 0x15, 0:0, 0\n", "o.txt:2: want a board of 1 to 120 columns and rows, got 0x15"},
		{"a large record of Piskvork", "Piskvorky 15x15\n" + strings.Repeat("\n", 1<<20), "o.txt: larger than 1 MiB"},
		{"a library", lib(libHeader, 0x70, 0), "o.txt: byte 20: move 1: the square of byte 70 is off the board of 15 columns and 15 rows"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := list("o.txt", tt.content, gamefile.Options{Width: 15, Height: 15})
			assert.EqualError(t, err, tt.want)
		})
	}
}

// A game or a line that cannot be read spoils none of the others.
func TestLinesGoOn(t *testing.T) {
	for content, want := range map[string][]string{
		"0,0\n1,1, x\nh8i9\nnonsense\n1,1": {
			"o:1 0,0", `o:2: want numbers with commas between them, got "x"`, "o:3 0,0 1,-1",
			`o:4: want a square such as h8, got "nonsense"`, "o:5 1,1",
		},
		"(;SZ[15];B[hh])\n(;SZ[99];B[hh](;W[ii])(;W[jj]))(;SZ[15];B[ii])": {
			"o:1 0,0", "o:2: SGF has letters for 52 columns and rows, the board has 99x99", "o:2 1,1",
		},
	} {
		var got []string
		for line, err := range gamefile.Lines("o", []byte(content), gamefile.Options{}) {
			if err != nil {
				got = append(got, err.Error())
				continue
			}
			got = append(got, strings.TrimSuffix(fmt.Sprintln(append([]any{line.From}, points(line)...)...), "\n"))
		}
		assert.Equal(t, want, got)
	}
}

func points(l gamefile.Line) (all []any) {
	for _, p := range l.Stones {
		all = append(all, p)
	}
	return all
}

// Nothing is read on after an opening at which the reader stops.
func TestLinesStop(t *testing.T) {
	for name, content := range map[string]string{
		"list": "h8\nh9\n?", "SGF": "(;SZ[15];B[hh])(;SZ[15];B[ii])(;SZ[-1])",
		"library": lib(libHeader, 0x78, 0, 0x79, sibling|leaf, 0x7A, sibling|leaf, 0x7B, leaf),
	} {
		var seen int
		for _, err := range gamefile.Lines(name, []byte(content), gamefile.Options{}) {
			require.NoError(t, err)
			if seen++; seen == 2 {
				break
			}
		}
		assert.LessOrEqual(t, seen, 2)
	}
}

// A list larger than the part that the format is found by is read to its end.
func TestLinesOfLargeList(t *testing.T) {
	gamefile.LimitText(t, 40)
	for name, line := range map[string]string{"offsets": "0,0, 1,1\n", "text": "h8i9\n", "PlayOK": "[Black \"a\"]\n1. h8 i9\n"} {
		stones := 0
		for opening, err := range gamefile.Lines(name, []byte(strings.Repeat(line, 20)), gamefile.Options{}) {
			require.NoError(t, err, name)
			stones += len(opening.Stones)
		}
		assert.Equal(t, 40, stones, name)
	}
}

// A library with seven variations at each of five plies is read whole.
func TestLinesOfLargeLibrary(t *testing.T) {
	leaves := 0
	for line, err := range gamefile.Lines("large.lib", largeLibrary(7, 5), gamefile.Options{}) {
		require.NoError(t, err)
		require.Len(t, line.Stones, 5)
		leaves++
	}
	assert.Equal(t, 7*7*7*7*7, leaves)
}

// largeLibrary is a library in which each ply has so many variations, each in a column of its own.
func largeLibrary(wide, plies int) []byte {
	text := []byte(libHeader)
	var add func(ply int)
	add = func(ply int) {
		for i := range wide {
			flags := 0
			if i < wide-1 {
				flags |= sibling
			}
			if ply == plies-1 {
				flags |= leaf
			}
			text = append(text, byte(i*16+ply+1), byte(flags))
			if ply < plies-1 {
				add(ply + 1)
			}
		}
	}
	add(0)
	return text
}

// BenchmarkLargeLibrary reads a library of 960,799 moves, and its lines from a list of openings.
func BenchmarkLargeLibrary(b *testing.B) {
	library, openings := largeLibrary(7, 7), []byte(nil)
	for line := range gamefile.Lines("large.lib", library, gamefile.Options{}) {
		for i, p := range line.Stones {
			openings = fmt.Appendf(openings, "%s%d,%d", strings.Repeat(", ", min(i, 1)), p.X, p.Y)
		}
		openings = append(openings, '\n')
	}
	for name, content := range map[string][]byte{"large.lib": library, "openings.txt": openings} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				lines := 0
				for _, err := range gamefile.Lines(name, content, gamefile.Options{}) {
					require.NoError(b, err)
					lines++
				}
				require.Equal(b, 823543, lines)
			}
		})
	}
}

// FuzzLines: the openings of any content have their stones on different squares, and an error names the file in one
// line.
func FuzzLines(f *testing.F) {
	addSamples(f)
	for _, text := range []string{
		"h8i9\n1. a1 b2\n0,0, 1,1\n", "(;SZ[15];B[hh])\n(;SZ[15]AW[ii];B[hh])", "https://x/#/h8i9",
		"# a #/b\n#/h8", "(;B[aa](;W[bb])(;W[cc]))(", "\xff\xfeh\x008\x00",
	} {
		f.Add("o.txt", []byte(text))
	}
	f.Add("o.lib", []byte(lib(libHeader, 0x78, 0, 0x79, sibling|leaf, 0, noMove, 0x69, leaf)))
	f.Fuzz(func(t *testing.T, name string, content []byte) {
		for line, err := range gamefile.Lines(name, content, gamefile.Options{Width: 15, Height: 15}) {
			if err != nil {
				require.True(t, strings.HasPrefix(err.Error(), name+":"), err)
				require.NotContains(t, strings.TrimPrefix(err.Error(), name), "\n", "one line")
				require.Empty(t, line)
				continue
			}
			require.True(t, strings.HasPrefix(line.From, name), line.From)
			seen := map[board.Point]bool{}
			for _, p := range line.Stones {
				require.False(t, seen[p], fmt.Sprint(line))
				seen[p] = true
			}
		}
	})
}
