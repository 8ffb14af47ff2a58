package main

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/scripts/internal/gamefile"
)

// A tree that goes to a game and back is the same.
func TestTree(t *testing.T) {
	for seed := range 200 {
		rng := rand.New(rand.NewPCG(uint64(seed), 7))
		g := &gamefile.Game{}
		start, err := line{Width: 9, Height: 7, First: "x", Start: "x#" + strings.Repeat("-", 61)}.play()
		require.NoError(t, err)
		g.Start, g.First, g.Comment = start.board, start.side, "start"
		g.Marks = gamefile.Crosses(start.point(3))
		var grow func(next *[]*gamefile.Node, depth int)
		n := 0
		grow = func(next *[]*gamefile.Node, depth int) {
			for range rng.IntN(3) {
				n++
				move := gamefile.Move{At: start.point(2 + rng.IntN(61)), Side: start.side}
				move.Comment = strings.Repeat("c", rng.IntN(2))
				if rng.IntN(3) == 0 {
					move.Marks = []gamefile.Mark{{At: start.point(rng.IntN(63)), Kind: gamefile.Label, Text: "a"}}
				}
				node := &gamefile.Node{Move: move}
				*next = append(*next, node)
				if depth < 6 {
					grow(&node.Next, depth+1)
				}
			}
		}
		grow(&g.Next, 0)
		tree := newTree(g)
		require.Len(t, tree.Moves, n)
		back, err := tree.game()
		require.NoError(t, err)
		require.Equal(t, g.Next, back.Next)
		require.Equal(t, g.Marks, back.Marks)
		require.Equal(t, tree.mainLine().Moves, append([]int{}, codes(back)...))
	}
}

func codes(g *gamefile.Game) (all []int) {
	t := newTree(&gamefile.Game{Start: g.Start, First: g.First})
	for _, n := range g.MainLine() {
		t.add(len(t.Moves)-1, n.Move)
	}
	return t.Moves
}

func TestWrongTrees(t *testing.T) {
	for want, tree := range map[string]tree{
		"want as many parents as moves": {Width: 3, Height: 3, First: "x", Moves: []int{0}},
		"move 1 follows move 1":         {Width: 3, Height: 3, First: "x", Moves: []int{0}, Parents: []int{0}},
		"move 1 is off the board":       {Width: 3, Height: 3, First: "x", Moves: []int{18}, Parents: []int{-1}},
		"a mark after move 1 is off the board": {
			Width: 3, Height: 3, First: "x", Moves: []int{0}, Parents: []int{-1}, Marks: map[int][]sign{0: {{At: 9}}},
		},
		"move 2 follows move 0": {
			Width: 3, Height: 3, First: "x", Moves: []int{0, 3}, Parents: []int{-1, -2},
		},
		"want a board of 1 to 120 columns and": {First: "x"},
	} {
		_, err := tree.game()
		if want == "move 2 follows move 0" {
			want = "move 2 follows move -1"
		}
		assert.ErrorContains(t, err, want)
	}
}

func named(files map[string]string) (all []namedFile) {
	for name, content := range files {
		all = append(all, namedFile{name, []byte(content)})
	}
	return all
}

// TestOpenOneOfSeveral: each game of a file can be chosen, also of the file of the command line, which is then not
// saved to.
func TestOpenOneOfSeveral(t *testing.T) {
	const content = "(;SZ[15]PB[Ann]PW[Bob];B[aa])(;SZ[99])(;SZ[15]GN[third]RU[Renju];B[bb];W[cc])"
	games := []listed{
		{X: "Ann", O: "Bob", Rule: -1, Moves: 1},
		{Broken: "1: SGF has letters for 52 columns and rows, the board has 99x99", Rule: -1},
		{Title: "third", Rule: 4, Moves: 2},
	}
	path := filepath.Join(t.TempDir(), "c.sgf")
	require.NoError(t, os.WriteFile(path, []byte(content), 0o644))
	s := newServer(t)
	var err error
	s.home, err = newHome(s.disk, path)
	require.NoError(t, err)
	hello := s.greet("")
	assert.Equal(t, games, hello.Game.Games)
	assert.Equal(t, 1, hello.Game.Number)
	assert.Empty(t, hello.HomeFormat, "a save would leave one game")
	opened, err := s.shelf.open(openRequest{Files: named(map[string]string{"c.sgf": content}), Game: 3})
	require.NoError(t, err)
	assert.Equal(t, games, opened.Games)
	assert.Equal(t, hello.Game.File, opened.File)
	for _, withList := range []bool{true, false} {
		got, err := s.game(gameRequest{File: hello.Game.File, Game: 3, List: withList})
		require.NoError(t, err)
		assert.Equal(t, withList, got.Games != nil)
		got.Games = opened.Games
		assert.Equal(t, opened, got)
	}
	_, err = s.game(gameRequest{File: hello.Game.File, Game: 2})
	assert.EqualError(t, err, "c.sgf:1: SGF has letters for 52 columns and rows, the board has 99x99")
}

// A merge gets the moves of all games of a file.
func TestTreeForMerge(t *testing.T) {
	for text, want := range map[string][]int{
		"(;SZ[15];B[aa])": moves(0),
		"(;SZ[15];B[aa];W[ba])(;SZ[15];B[aa];W[ca])": {0, 3, 5},
	} {
		got, err := new(shelf).tree(openRequest{Files: named(map[string]string{"c.sgf": text})})
		require.NoError(t, err)
		assert.Equal(t, want, got.Moves)
		assert.Empty(t, got.Games)
	}
	_, err := new(shelf).tree(openRequest{})
	assert.EqualError(t, err, "want a file")
}

// TestShelf: the files that were opened last are kept, each once.
func TestShelf(t *testing.T) {
	s := newServer(t)
	var ids []string
	for n := range mostShelved + 1 {
		text := strings.Repeat("(;SZ[15];B[hh])", n+2)
		for range 2 {
			got, err := s.shelf.open(openRequest{Files: named(map[string]string{"c.sgf": text})})
			require.NoError(t, err)
			ids = append(ids, got.File)
		}
	}
	for i, id := range ids {
		_, err := s.game(gameRequest{File: id, Game: 1})
		if i < 2 {
			assert.Equal(t, errNotKept, err)
		} else {
			assert.NoError(t, err)
		}
	}
	one, err := s.shelf.open(openRequest{Files: named(map[string]string{"c.sgf": "(;SZ[15])"})})
	require.NoError(t, err)
	assert.Empty(t, one.File, "a file of one game needs no list")
}

func TestOpen(t *testing.T) {
	folder := map[string]string{
		"game/Plocha.dat": strings.Repeat("-----\r\n", 4) + "-x-o-\r\n", "game/Tah.dat": "o",
		"game/Info.dat": "rule 1\ntimeout_turn 700\n",
	}
	got, err := new(shelf).open(openRequest{Files: named(folder)})
	require.NoError(t, err)
	assert.Equal(t, strings.Repeat("-", 20)+"-x-o-", got.Start)
	assert.Equal(t, "o", got.First)
	assert.Equal(t, uint(1), got.Rule)
	assert.Equal(t, int64(700), got.Turn)

	got, err = new(shelf).open(openRequest{Files: named(map[string]string{"a.psq": "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,12\n"})})
	require.NoError(t, err)
	assert.Equal(t, moves(square(7, 7), square(8, 8)), got.Moves)
	assert.Equal(t, map[int]int64{1: 12}, got.Times)
	assert.Equal(t, int64(-1), got.Turn)

	// Text has the size that the page shows, if the moves fit.
	for text, width := range map[string]int{"h8i9": 9, "h8t20": 20} {
		got, err = new(shelf).open(openRequest{Width: 9, Height: 9, Files: named(map[string]string{"text": text})})
		require.NoError(t, err)
		assert.Equal(t, width, got.Width, text)
	}

	openings := "8,-3, 6,-4\n6,6, 4,6\n"
	for _, size := range []int{0, 9, 15, 20} {
		got, err = new(shelf).open(openRequest{Width: size, Height: size, Files: named(map[string]string{"text": openings})})
		require.NoError(t, err, size)
		assert.Equal(t, []int{20, 20, 2}, []int{got.Width, got.Height, len(got.Moves)}, size)
		assert.Contains(t, got.Warnings, "text: 2 games: number 1 was read")
	}
	_, err = new(shelf).open(openRequest{Width: 15, Height: 15, Files: named(map[string]string{"text": "h8z99"})})
	assert.EqualError(t, err, "text:1: move 2: z99 is off the board of 15 columns and 15 rows", "no board of 99x99")

	for want, files := range map[string]map[string]string{
		"want a folder with one game": {"a/PLOCHA.DAT": "-", "b/plocha.dat": "-"},
		"want a file":                 {}, "want one game": {"a.sgf": "", "b.sgf": ""},
		"unknown format": {"a.lib": "\x01\x02"}, "as Yixin-Board writes them": {"a.sav": "\x01\x02"},
		"b.psq:1: want a board": {"b.psq": "Piskvorky 150x15, 11:11, 0\n99,8,0\n"},
	} {
		_, err := new(shelf).open(openRequest{Files: named(files)})
		assert.ErrorContains(t, err, want)
	}
}

func TestSave(t *testing.T) {
	s := newServer(t)
	files := named(map[string]string{"a.psq": "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,12\n"})
	game, err := new(shelf).open(openRequest{Files: files})
	require.NoError(t, err)
	game.Turn = 1500
	for format, want := range map[string]string{
		"psq": "Piskvorky 15x15", "sgf": "(;FF[4]GM[4]", "text": "h8i7", "textTop": "h8i9",
	} {
		f, err := s.save(saveRequest{Format: format, Game: *game})
		require.NoError(t, err)
		assert.True(t, strings.HasPrefix(string(f.Content), want), string(f.Content))
	}
	f, err := s.save(saveRequest{Format: "folder", Game: *game})
	require.NoError(t, err)
	z, err := zip.NewReader(bytes.NewReader(f.Content), int64(len(f.Content)))
	require.NoError(t, err)
	var names []string
	for _, entry := range z.File {
		r, err := entry.Open()
		require.NoError(t, err)
		text, err := io.ReadAll(r)
		require.NoError(t, err)
		if names = append(names, entry.Name); entry.Name == "TIMEOUTS.DAT" {
			assert.Equal(t, fmt.Sprintf("1\n%d\n", 1<<31-1), string(text))
		}
		assert.NotContains(t, string(text), "folder")
	}
	assert.Equal(t, []string{"PLOCHA.DAT", "TAH.DAT", "TIMEOUTS.DAT", "INFO.DAT", "MSG.DAT"}, names)
	for _, format := range []string{"home", "exe"} {
		_, err = s.save(saveRequest{Format: format, Game: *game})
		assert.Error(t, err)
	}
}

// A library lacks the rule: a person who knows that saves it, also to the file that was named at the start.
func TestSaveLibrary(t *testing.T) {
	game := openGameOf(t, "(;SZ[15]RU[freestyle];B[hh](;W[ih])(;W[hi]))")
	s := newServer(t)
	got, err := s.save(saveRequest{Format: "lib", Game: *game})
	require.NoError(t, err)
	assert.Equal(t, saved{Lost: []gamefile.Loss{gamefile.LostFacts}}, got)
	got, err = s.save(saveRequest{Format: "lib", Game: *game, Agreed: true})
	require.NoError(t, err)
	again, err := new(shelf).open(openRequest{Files: []namedFile{got.namedFile}})
	require.NoError(t, err)
	assert.Equal(t, game.Moves, again.Moves)
	assert.Equal(t, game.Parents, again.Parents)

	dir := t.TempDir()
	writeFiles(t, dir, map[string]string{"a.lib": string(got.Content)})
	p := openHome(t, dir, "a.lib")
	p.game.Rule, p.game.RuleKnown = 0, true
	p.game.add(0, gamefile.Move{Side: 2})
	ask := saveRequest{Format: "home", Game: *p.game, Digest: p.digest}
	got, err = p.server.save(ask)
	require.NoError(t, err)
	assert.NotEmpty(t, got.Lost)
	assert.Equal(t, []string{"a.lib"}, p.names())
	ask.Agreed = true
	_, err = p.server.save(ask)
	require.NoError(t, err)
	p.reload()
	assert.Len(t, p.game.Moves, 4)

	_, err = s.save(saveRequest{Format: "lib", Game: *openGameOf(t, "(;SZ[20])")})
	assert.EqualError(t, err, "a RenLib .lib holds boards of 15x15 alone, this one has 20x20")
}

func openGameOf(t *testing.T, sgf string) *tree {
	t.Helper()
	game, err := new(shelf).open(openRequest{Files: named(map[string]string{"a.sgf": sgf})})
	require.NoError(t, err)
	return game
}

// A tree that is saved as SGF and opened again has each of its facts: players, title, date, result and rule, the start
// with its stones and walls, variations, comments and marks.
func TestSGFKeepsAllOfATree(t *testing.T) {
	odd := `a [b] c: \d\` + "\n; (e) ] 黒 Žluť"
	whole := tree{
		Width: 15, Height: 12, RuleKnown: true, Start: "x#" + strings.Repeat("-", 15*12-3) + "o", First: "x", X: "Ann ]", O: "黒 \\",
		Title: "Cup: 1", Date: "2020-01-02", Result: "W+T", Comment: odd,
		Moves: []int{10, 13, 20, 31, 21}, Parents: []int{-1, 0, 1, 0, -1},
		Comments: map[int]string{0: odd, 3: "two\n\nlines"},
		Marks: map[int][]sign{
			-1: {{3, "LB", "a]b:c"}, {4, "TR", ""}, {5, "MA", ""}}, 1: {{6, "LB", "1"}, {7, "LB", `\`}, {8, "SQ", ""}, {5, "CR", ""}},
			4: {{10, "MA", ""}},
		},
	}
	for _, r := range rules() {
		whole.Rule = r
		f, err := newServer(t).save(saveRequest{Format: "sgf", Game: whole})
		require.NoError(t, err)
		got, err := new(shelf).open(openRequest{Files: []namedFile{f.namedFile}})
		require.NoError(t, err)
		assert.Empty(t, got.Warnings)
		want := whole
		want.Times, want.Turn, want.Format, want.Warnings = got.Times, got.Turn, got.Format, got.Warnings
		// The reader goes through a variation to its end before the next one, as the page numbers nodes.
		require.Equal(t, want, *got, r)
	}
}

// Puzzles are games of one file: each has its position set up, its solution, and the move of the game as a variation.
func TestSavePuzzles(t *testing.T) {
	empty := strings.Repeat("-", 13)
	puzzle := func(first, start string, moves ...int) tree {
		return tree{Width: 5, Height: 3, First: first, Start: start, Title: "move 3", Comment: first + " to move",
			Moves: moves, Parents: []int{-1, 0, -1}, Comments: map[int]string{2: "a blunder: it allowed a win in 3"}}
	}
	all := []tree{puzzle("x", "xo"+empty, 4, 7, 6), puzzle("o", "x-"+empty, 5, 8, 7), puzzle("o", "xo"+empty, 5, 8, 7)}
	f, err := newServer(t).save(saveRequest{Format: "puzzles", Games: all})
	require.NoError(t, err)
	assert.Equal(t, "puzzles.sgf", f.Name)
	for i, want := range all {
		got, err := new(shelf).open(openRequest{Files: []namedFile{f.namedFile}, Game: i + 1})
		require.NoError(t, err)
		assert.Len(t, got.Games, len(all))
		assert.Equal(t, []string{want.Start, want.First, want.Comment}, []string{got.Start, got.First, got.Comment})
		assert.Equal(t, want.Moves, got.Moves)
		assert.Equal(t, want.Parents, got.Parents)
		assert.Equal(t, want.Comments, got.Comments)
	}
	_, err = newServer(t).save(saveRequest{Format: "puzzles", Games: append(all, tree{First: "x"})})
	assert.ErrorContains(t, err, "puzzle 4: want a board")
}

// A finished game is saved with its result.
func TestResults(t *testing.T) {
	for want, l := range map[string]line{
		"RE[B+]": {Width: 5, Height: 2, First: "x", Moves: []int{0, 11, 2, 13, 4, 15, 6, 17, 8}},
		"RE[W+]": {Width: 5, Height: 2, First: "o", Moves: []int{1, 10, 3, 12, 5, 14, 7, 16, 9}},
		"RE[0]":  {Width: 1, Height: 1, First: "x", Moves: []int{0}},
		"":       {Width: 5, Height: 2, First: "x", Moves: []int{0}},
	} {
		game := tree{Width: l.Width, Height: l.Height, First: l.First, Moves: l.Moves}
		for n := range l.Moves {
			game.Parents = append(game.Parents, n-1)
		}
		got, err := newServer(t).save(saveRequest{Format: "sgf", Game: game})
		require.NoError(t, err)
		if want == "" {
			assert.NotContains(t, string(got.Content), "RE[")
		} else {
			assert.Contains(t, string(got.Content), want)
		}
	}
}

// TestSavePSQAsks: a person agrees before .psq leaves out variations, which the page does not send.
func TestSavePSQAsks(t *testing.T) {
	ask := saveRequest{Format: "psq", Game: *openGameOf(t, "(;SZ[15];B[hh];W[ii])"), Variations: true}
	got, err := newServer(t).save(ask)
	require.NoError(t, err)
	assert.Equal(t, saved{Lost: []gamefile.Loss{gamefile.LostVariations}}, got)
	ask.Agreed = true
	got, err = newServer(t).save(ask)
	require.NoError(t, err)
	assert.NotEmpty(t, got.Content)
}
