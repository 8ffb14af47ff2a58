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

	"github.com/spf13/afero"
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
		var grow func(next *[]*gamefile.Node, depth int)
		n := 0
		grow = func(next *[]*gamefile.Node, depth int) {
			for range rng.IntN(3) {
				n++
				node := &gamefile.Node{Move: gamefile.Move{At: start.point(2 + rng.IntN(61)), Side: start.side, Comment: strings.Repeat("c", rng.IntN(2))}}
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
		"want as many parents as moves":        {Width: 3, Height: 3, First: "x", Moves: []int{0}},
		"move 1 follows move 1":                {Width: 3, Height: 3, First: "x", Moves: []int{0}, Parents: []int{0}},
		"move 1 is off the board":              {Width: 3, Height: 3, First: "x", Moves: []int{18}, Parents: []int{-1}},
		"move 2 follows move 0":                {Width: 3, Height: 3, First: "x", Moves: []int{0, 3}, Parents: []int{-1, -2}},
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

func TestOpen(t *testing.T) {
	folder := map[string]string{
		"game/Plocha.dat": strings.Repeat("-----\r\n", 4) + "-x-o-\r\n", "game/Tah.dat": "o", "game/Info.dat": "rule 1\ntimeout_turn 700\n",
	}
	got, err := open(openRequest{Files: named(folder)})
	require.NoError(t, err)
	assert.Equal(t, strings.Repeat("-", 20)+"-x-o-", got.Start)
	assert.Equal(t, "o", got.First)
	assert.Equal(t, uint(1), got.Rule)
	assert.Equal(t, int64(700), got.Turn)

	got, err = open(openRequest{Files: named(map[string]string{"a.psq": "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,12\n"})})
	require.NoError(t, err)
	assert.Equal(t, moves(square(7, 7), square(8, 8)), got.Moves)
	assert.Equal(t, map[int]int64{1: 12}, got.Times)
	assert.Equal(t, int64(-1), got.Turn)

	// Text has the size that the page shows, if the moves fit.
	for text, width := range map[string]int{"h8i9": 9, "h8t20": 20} {
		got, err = open(openRequest{Width: 9, Height: 9, Files: named(map[string]string{"text": text})})
		require.NoError(t, err)
		assert.Equal(t, width, got.Width, text)
	}

	openings := "8,-3, 6,-4\n6,6, 4,6\n"
	for _, size := range []int{0, 9, 15, 20} {
		got, err = open(openRequest{Width: size, Height: size, Files: named(map[string]string{"text": openings})})
		require.NoError(t, err, size)
		assert.Equal(t, []int{20, 20, 2}, []int{got.Width, got.Height, len(got.Moves)}, size)
		assert.Contains(t, got.Warnings, "text: 2 openings: the first was read")
	}
	_, err = open(openRequest{Width: 15, Height: 15, Files: named(map[string]string{"text": "h8z99"})})
	assert.EqualError(t, err, "text:1: move 2: z99 is off the board of 15 columns and 15 rows", "no board of 99x99")

	for want, files := range map[string]map[string]string{
		"want a folder with one game": {"a/PLOCHA.DAT": "-", "b/plocha.dat": "-"},
		"want a file":                 {}, "want one game": {"a.sgf": "", "b.sgf": ""}, "unknown format": {"a.lib": "\x01\x02"}, "as Yixin-Board writes them": {"a.sav": "\x01\x02"},
		"b.psq:2: move 1": {"b.psq": "Piskvorky 15x15, 11:11, 0\n99,8,0\n"},
	} {
		_, err := open(openRequest{Files: named(files)})
		assert.ErrorContains(t, err, want)
	}
}

func TestSave(t *testing.T) {
	s := newServer(t)
	game, err := open(openRequest{Files: named(map[string]string{"a.psq": "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,12\n"})})
	require.NoError(t, err)
	game.Turn = 1500
	for format, want := range map[string]string{
		"psq": "Piskvorky 15x15", "sgf": "(;FF[4]GM[4]", "text": "h8i7", "textTop": "h8i9",
	} {
		f, err := s.save(saveRequest{format, *game})
		require.NoError(t, err)
		assert.True(t, strings.HasPrefix(string(f.Content), want), string(f.Content))
	}
	f, err := s.save(saveRequest{"folder", *game})
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
	}
	assert.Equal(t, []string{"PLOCHA.DAT", "TAH.DAT", "TIMEOUTS.DAT", "INFO.DAT", "MSG.DAT"}, names)
	for _, format := range []string{"home", "exe"} {
		_, err = s.save(saveRequest{format, *game})
		assert.Error(t, err)
	}
}

// A folder is saved under the names that it has, and keeps its limits.
func TestHome(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"plocha.dat": strings.Repeat("-----\n", 5), "TAH.DAT": "x", "Info.Dat": "rule 1\ntimeout_turn 700\ntimeout_match 9000\ntime_left 8000\nmax_memory 1000000\nfolder /keep\n", "msg.dat": "old",
	} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
	}
	s := newServer(t)
	var err error
	s.home, err = newHome(s.disk, filepath.Join(dir, "plocha.dat"))
	require.NoError(t, err)
	game, err := s.home.read()
	require.NoError(t, err)
	game.add(-1, gamefile.Move{Side: 1})
	_, err = s.save(saveRequest{"home", *game})
	require.NoError(t, err)
	read := func(name string) string {
		text, err := os.ReadFile(filepath.Join(dir, name))
		require.NoError(t, err)
		return strings.ReplaceAll(string(text), "\r\n", "\n")
	}
	assert.Equal(t, "x----\n"+strings.Repeat("-----\n", 4), read("plocha.dat"))
	assert.Equal(t, "o\n", read("TAH.DAT"))
	assert.Equal(t, "old", read("msg.dat"))
	assert.Equal(t, "max_memory 1000000\ntimeout_match 9000\ntimeout_turn 700\ngame_type 1\nrule 1\ntime_left 8000\nfolder /keep\n", read("Info.Dat"))

	// In renju the first player is x: where o began, the page swaps the sides, and swaps them back.
	require.NoError(t, os.WriteFile(filepath.Join(dir, "Info.Dat"), []byte("rule 4\n"), 0o644))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "plocha.dat"), []byte("ox---\n--o--\n"+strings.Repeat("-----\n", 3)), 0o644))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "TAH.DAT"), []byte("x"), 0o644))
	game, err = s.home.read()
	require.NoError(t, err)
	assert.Equal(t, "xo-----x"+strings.Repeat("-", 17), game.Start)
	assert.Equal(t, "o", game.First)
	assert.Contains(t, strings.Join(game.Warnings, "\n"), "o moved first")
	_, err = s.save(saveRequest{"home", *game})
	require.NoError(t, err)
	assert.Equal(t, "ox---\n--o--\n"+strings.Repeat("-----\n", 3), read("plocha.dat"))
	assert.Equal(t, "x\n", read("TAH.DAT"))

	_, err = newHome(s.disk, filepath.Join(dir, "none"))
	assert.ErrorIs(t, err, os.ErrNotExist)
	file := filepath.Join(dir, "a.psq")
	require.NoError(t, os.WriteFile(file, []byte("Piskvorky 15x15, 11:11, 0\n8,8,0\n"), 0o644))
	s.home, err = newHome(s.disk, file)
	require.NoError(t, err)
	game, err = s.home.read()
	require.NoError(t, err)
	game.add(0, gamefile.Move{Side: 2})
	for range 2 { // what it held at the start stays
		saved, err := s.save(saveRequest{"home", *game})
		require.NoError(t, err)
		assert.Equal(t, "a.psq.bak", saved.Backup)
		assert.Contains(t, read("a.psq"), "8,8,0\n1,1,0\n")
		assert.Equal(t, "Piskvorky 15x15, 11:11, 0\n8,8,0\n", read("a.psq.bak"))
	}
	s.home, err = newHome(afero.NewReadOnlyFs(s.disk), file)
	require.NoError(t, err)
	_, err = s.save(saveRequest{"home", *game})
	assert.ErrorContains(t, err, "a.psq.bak: ")
}

// What cannot be read is not offered for writing, but a folder without a game may get one.
func TestHomeThatCannotBeRead(t *testing.T) {
	dir := t.TempDir()
	for name, want := range map[string]struct{ content, format, problem string }{
		"good.sgf":   {"(;GM[4]SZ[15];B[hh])", "sgf", ""},
		"bad.sgf":    {"(;GM[4]SZ[99];B[aa])", "", "bad.sgf:1: "},
		"good.txt":   {"h8i9", "", ""},
		"empty":      {"", "folder", "the folder holds no PLOCHA.DAT; the page can save one there"},
		"bad":        {"xyz\n???", "", "PLOCHA.DAT"},
		"empty.txt":  {"", "", "unknown format"},
		"who? moves": {"o--\n---\n---\n", "folder", ""},
	} {
		path := filepath.Join(dir, name)
		switch {
		case filepath.Ext(name) != "":
			require.NoError(t, os.WriteFile(path, []byte(want.content), 0o644))
		default:
			require.NoError(t, os.Mkdir(path, 0o755))
			if want.content != "" {
				require.NoError(t, os.WriteFile(filepath.Join(path, "PLOCHA.DAT"), []byte(want.content), 0o644))
			}
		}
		s := newServer(t)
		var err error
		s.home, err = newHome(s.disk, path)
		require.NoError(t, err)
		got := s.greet("")
		assert.Equal(t, want.format, got.HomeFormat, name)
		if want.problem == "" {
			assert.Empty(t, got.Problem, name)
		} else {
			assert.Contains(t, got.Problem, want.problem, name)
			assert.Nil(t, got.Game, name)
		}
		if name == "who? moves" {
			assert.Equal(t, "x", got.Game.First)
			assert.Contains(t, strings.Join(got.Game.Warnings, "\n"), "neither TAH.DAT nor the stones tell who moves")
		}
	}
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
		got, err := newServer(t).save(saveRequest{"sgf", game})
		require.NoError(t, err)
		if want == "" {
			assert.NotContains(t, string(got.Content), "RE[")
		} else {
			assert.Contains(t, string(got.Content), want)
		}
	}
}
