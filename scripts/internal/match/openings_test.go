package match_test

import (
	"io/fs"
	"path/filepath"
	"testing"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/scripts/internal/gamefile"
	"tahoun/scripts/internal/match"
)

func at(x, y int) board.Point { return board.Point{X: x, Y: y} }

func terms(width, height int, rule board.Rule) match.Terms {
	return match.Terms{Width: width, Height: height, Rule: rule, Spare: min(25, width*height/9)}
}

func openings(t *testing.T, text string) (all []match.Opening) {
	t.Helper()
	for line, err := range gamefile.Lines("o.txt", []byte(text), gamefile.Options{}) {
		require.NoError(t, err)
		all = append(all, match.Opening{Stones: line.Stones, From: line.From})
	}
	return all
}

// load loads openings for a board of 15x15 from files with their content.
func load(t *testing.T, files map[string]string, source match.Source) (match.Book, error) {
	t.Helper()
	disk := afero.NewMemMapFs()
	for name, content := range files {
		require.NoError(t, afero.WriteFile(disk, name, []byte(content), 0o644))
	}
	return source.Load(disk, terms(15, 15, board.Freestyle))
}

// froms returns where openings come from.
func froms(all []match.Opening) (from []string) {
	for _, o := range all {
		from = append(from, o.From)
	}
	return from
}

// A folder's files are read by name, whatever their formats.
func TestLoadFolder(t *testing.T) {
	book, err := load(t, map[string]string{
		"book/b.sgf": "(;SZ[15];B[hh];W[ii])\n(;GM[4]\n;B[aa])", "book/a.txt": "# text\nh8i9\n0,0, 1,1, 2,5\n",
		"book/c.psq": "Piskvorky 20x20, 0:0, 0\n11,11,0\n", "book/.hidden": "?", "book/d.sgf": "(;SZ[15])", "book/below/d.txt": "?",
	}, match.Source{Path: "book"})
	require.NoError(t, err)
	assert.Equal(t, []string{"a.txt:2", "a.txt:3", "b.sgf:1", "b.sgf:2", "c.psq"}, froms(book.Fitting))
	assert.Equal(t, []string{"b.sgf:2: no size (SZ): taken for 15x15"}, book.Warnings)
	assert.Equal(t, []board.Point{at(0, 0), at(1, -1)}, book.Fitting[0].Stones)
	assert.Equal(t, []board.Point{at(0, 0), at(1, 1)}, book.Fitting[2].Stones)
	assert.Equal(t, []board.Point{at(0, 0)}, book.Fitting[4].Stones, "10,10 is the centre of a board of 20x20")
}

// A file, a game or a line that cannot be read spoils none of the others, and each file with such a thing has a warning.
func TestLoadGoesOn(t *testing.T) {
	book, err := load(t, map[string]string{
		"book/a.txt": "h8i9\nnonsense\n0,0, 1,1\nmore\n", "book/b.sgf": "(;SZ[99];B[hh])(;SZ[15];B[hh];W[ii])",
		"book/c.psq": "Piskvorky 200x200, 0:0, 0\n", "book/d.psq": "Piskvorky 15x15, 0:0, 0\n8,8,0\n",
	}, match.Source{Path: "book"})
	require.NoError(t, err)
	assert.Equal(t, []string{"a.txt:1", "a.txt:3", "b.sgf:1", "d.psq"}, froms(book.Fitting))
	assert.Equal(t, []string{
		`a.txt: 2 openings left out that cannot be read, the first: a.txt:2: want a square such as h8, got "nonsense"`,
		"b.sgf: 1 openings left out that cannot be read, the first: b.sgf:1: SGF has letters for 52 columns and rows, the board has 99x99",
		"c.psq: 1 openings left out that cannot be read, the first: c.psq:1: want a board of 1 to 120 columns and rows, got 200x200",
	}, book.Warnings)
}

// One opening of a file can be chosen by its number, broken ones included in the count.
func TestLoadNumber(t *testing.T) {
	files := map[string]string{
		"o.txt": "# two\nh8\nnonsense\nh9\n", "g.sgf": "(;SZ[15];B[hh])\n(;SZ[15];B[ii])", "a#3": "h8\n", "dir/a": "h8\n",
	}
	for path, want := range map[string]string{
		"o.txt#1": "o.txt:2", "o.txt#3": "o.txt:4", "g.sgf#2": "g.sgf:2", "a#3": "a#3:1", "a#3#1": "a#3:1",
	} {
		book, err := load(t, files, match.Source{Path: path})
		require.NoError(t, err)
		assert.Equal(t, []string{want}, froms(book.Fitting))
	}
	for path, want := range map[string]string{
		"o.txt#2": `match: o.txt:3: want a square such as h8, got "nonsense"`,
		"o.txt#4": "match: o.txt: want one of the openings 1 to 3, got 4",
		"dir#1":   "match: dir: want the number of an opening behind a file, this is a folder",
	} {
		_, err := load(t, files, match.Source{Path: path})
		assert.EqualError(t, err, want)
	}
}

// Openings that are cut to the same stones count once. A finished game is an opening only if it is cut.
func TestLoadPlies(t *testing.T) {
	games := map[string]string{"o.txt": "h8a1 i8a2 j8a3 k8a4 l8\n" + "h8a1b1\nh8a2\nh8\n"}
	book, err := load(t, games, match.Source{Path: "o.txt", Plies: 2})
	require.NoError(t, err)
	assert.Equal(t, []string{"o.txt:1", "o.txt:3", "o.txt:4"}, froms(book.Fitting))
	book, err = load(t, games, match.Source{Path: "o.txt"})
	require.NoError(t, err)
	assert.Equal(t, []string{"o.txt:2", "o.txt:3", "o.txt:4"}, froms(book.Fitting))
	require.Len(t, book.Refused, 1)
	assert.EqualError(t, book.Refused[0], "match: opening o.txt:1: 11,7 finishes a row")
}

func TestLoadRefuses(t *testing.T) {
	for content, want := range map[string]string{
		"# only words\n": "match: o.txt: no openings",
		"h9h9\nh8h8\n":   "match: o.txt:1: two stones on h9",
		"9,9\n": "o.txt: no opening fits; the first: match: opening o.txt:1: 16,16 is off the board of 15 columns " +
			"and 15 rows",
	} {
		_, err := load(t, map[string]string{"o.txt": content}, match.Source{Path: "o.txt"})
		assert.EqualError(t, err, want)
	}
	_, err := load(t, nil, match.Source{Path: "none"})
	assert.ErrorIs(t, err, fs.ErrNotExist)
}

func TestFit(t *testing.T) {
	five := "0,0, 0,1, 1,0, 1,1, 2,0, 2,1, 3,0, 3,1, 4,0\n"
	foul := "0,0, 5,5, 1,0, 5,6, 2,1, 6,1, 2,2, 6,3, 2,0\n"
	all := openings(t, "7,7\n8,0\n"+five+foul+"-3,-7\n")
	walled := terms(15, 15, board.Renju)
	walled.Walls = []board.Point{at(4, 0)}
	fitting, refused := match.Fit(all, walled)
	require.Len(t, fitting, 1)
	assert.Equal(t, "o.txt:1", fitting[0].From)
	var said []string
	for _, err := range refused {
		said = append(said, err.Error())
	}
	assert.Equal(t, []string{
		"match: opening o.txt:2: 15,7 is off the board of 15 columns and 15 rows",
		"match: opening o.txt:3: 11,7 finishes a row",
		"match: opening o.txt:4: 9,7 is forbidden to x",
		"match: opening o.txt:5: 4,0 is a wall",
	}, said)
}

// TestShippedOpenings: all of them fit the board and the rule that their file names.
func TestShippedOpenings(t *testing.T) {
	const dir = "../../../testdata/openings"
	for name, terms := range map[string]match.Terms{
		"caro-15-even.txt":       terms(15, 15, board.Caro),
		"exact-five-15.txt":      terms(15, 15, board.ExactFive),
		"exact-five-20-even.txt": terms(20, 20, board.ExactFive),
		"exact-five-20.txt":      terms(20, 20, board.ExactFive),
		"freestyle-15.txt":       terms(15, 15, board.Freestyle),
		"freestyle-20-even.txt":  terms(20, 20, board.Freestyle),
		"freestyle-20.txt":       terms(20, 20, board.Freestyle),
		"renju-15-even.txt":      terms(15, 15, board.Renju),
		"renju-15.txt":           terms(15, 15, board.Renju),
	} {
		book, err := match.Source{Path: filepath.Join(dir, name)}.Load(afero.NewOsFs(), terms)
		require.NoError(t, err)
		assert.Empty(t, book.Refused, name)
		assert.GreaterOrEqual(t, len(book.Fitting), 50, name)
	}
	files, err := filepath.Glob(dir + "/*.txt")
	require.NoError(t, err)
	assert.Len(t, files, 9, "a file that is not tested")
}

func TestHash(t *testing.T) {
	a := match.Hash(openings(t, "0,0, 1,1\n2,2\n"))
	assert.Equal(t, a, match.Hash(openings(t, "# moved\n0,0,1,1\n\n2,2\n")))
	assert.NotEqual(t, a, match.Hash(openings(t, "0,0, 1,1\n2,3\n")))
	assert.NotEqual(t, a, match.Hash(openings(t, "0,0\n1,1, 2,2\n")))
}
