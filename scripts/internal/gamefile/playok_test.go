package gamefile_test

import (
	"encoding/base64"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"

	"tahoun/board"
	"tahoun/scripts/internal/gamefile"
)

const playOKHead = "[Black \"Jan\"]\n[White \"Petr\"]\n[Date \"2026.06.22\"]\n[Time \"17:06:43\"]\n[GameType \"61,15\"]\n\n"

// TestPlayOK: the seats of the tags, the choice of a colour and the result tell who was x and who won.
func TestPlayOK(t *testing.T) {
	moves := "x3,4 o4,2 x4,1 o3,5"
	tests := []struct{ name, text, tree, x, o, result string }{
		{"no choice", "1. d11 e13 2. e14 d10 1-0\n", moves, "Jan", "Petr", "B+"},
		{"the second took o", "1. d11 e13 2. e14 white 3. -- d10 4. e9 f9 0-1\n", moves + " x4,6 o5,6", "Jan", "Petr", "W+"},
		{"the second took x", "1. d11 e13 2. e14 black 3. d10 1-0\n", moves, "Petr", "Jan", "W+"},
		{"the first took o after five", "1. d11 e13 2. e14 d10 3. -- e9 4. white -- 5. f9 g9 0-1", moves + " x4,6 o5,6 x6,6",
			"Petr", "Jan", "B+"},
		{"the first took x after five", "1. d11 e13 2. e14 d10 3. -- e9 4. black f9 0-1", moves + " x4,6 o5,6", "Jan", "Petr", "W+"},
		{"a draw", "1. d11 e13 2. e14 d10 1/2-1/2", moves, "Jan", "Petr", "0"},
		{"not finished", "1. d11 e13 2. e14 d10 *", moves, "Jan", "Petr", "?"},
		{"without a result", "1. d11 e13 2. e14 d10", moves, "Jan", "Petr", ""},
		{"in several lines", "1. d11 e13\r\n2. e14\n d10 1-0", moves, "Jan", "Petr", "B+"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g := read(t, "game.txt", playOKHead+tt.text)
			assert.Equal(t, gamefile.PlayOK, g.Format)
			assert.Equal(t, tt.tree, tree(g.Next))
			assert.Equal(t, []string{tt.x, tt.o, tt.result}, []string{g.X.Name, g.O.Name, g.Result})
			assert.Equal(t, "2026-06-22", g.Date)
			assert.Equal(t, board.ExactFive, g.Rule)
			assert.True(t, g.RuleKnown)
			assert.Empty(t, g.Warnings)
		})
	}
	five := "1. a1 a15 2. b1 b15 3. c1 c15 4. d1 d15 5. e1 "
	assert.Equal(t, "B+", read(t, "g", playOKHead+five+"0-1").Result, "the row counts more than the result")
	assert.Equal(t, 19, read(t, "g", "[GameType \"61,19\"]\n1. s19 0-1").Start.Width())
	bare := read(t, "g", "1. d11 e13 2. e14 white 3. -- d10 0-1")
	assert.Equal(t, gamefile.Text, bare.Format)
	assert.Equal(t, moves, tree(bare.Next))
	assert.Equal(t, "W+", bare.Result)
}

// TestPlayOKLinks: an address holds the moves, or the record in base64.
func TestPlayOKLinks(t *testing.T) {
	record := base64.RawURLEncoding.EncodeToString([]byte(playOKHead + "1. h8 i9 2. j8 1-0"))
	for _, text := range []string{
		"https://www.playok.com/p/?g=gm+h8i9j8#3\n", "www.playok.com/p/?g=gm+h8i9j8", "https://www.playok.com/p/?g=gm%2Bh8i9j8",
		"https://www.playok.com/en/p/?lang=en&g=gm+h8+i9+j8&x=1#2", "https://www.playok.com/p/?g=gm." + record + "#1",
	} {
		g := read(t, "text", text)
		assert.Equal(t, gamefile.PlayOK, g.Format, text)
		assert.Equal(t, "x7,7 o8,6 x9,7", tree(g.Next), text)
		assert.Equal(t, board.ExactFive, g.Rule)
		assert.Empty(t, g.Warnings)
		lines, err := list("o.txt", text, gamefile.Options{Width: 15, Height: 15})
		assert.NoError(t, err, text)
		assert.Equal(t, []string{"o.txt:1 0,0 1,-1 2,0"}, lines, text)
	}
	lines, err := list("o.txt", "# two\nhttps://www.playok.com/p/?g=gm+h8i9#1\nhttps://www.playok.com/p/?g=gm+h8#3\n", gamefile.Options{})
	assert.NoError(t, err)
	assert.Equal(t, []string{"o.txt:2 0,0 1,-1", "o.txt:3 0,0"}, lines)
	assert.Equal(t, "g: the address of PlayOK holds no moves: open its .txt there and save it",
		refusal("g", "https://www.playok.com/p/?g=gm148862421#38"))
	assert.Equal(t, "g: the address of PlayOK holds no record in base64", refusal("g", "https://www.playok.com/p/?g=gm.!!!"))
}

// TestPlayOKGames: of several records in a file each can be chosen, and a broken one spoils no others.
func TestPlayOKGames(t *testing.T) {
	text := playOKHead + "1. h8 i9 1-0\n\n\n" + playOKHead + "1. O-O\n" + "[Black \"Eva\"]\n1. a1 b2\n2. c3 0-1\n"
	for number, want := range map[int]string{0: "x7,7 o8,6", 1: "x7,7 o8,6", 3: "x0,14 o1,13 x2,12"} {
		g, err := gamefile.Read("g", []byte(text), gamefile.Options{Game: number})
		assert.NoError(t, err)
		assert.Equal(t, want, tree(g.Next))
		assert.Len(t, g.Games, 3)
	}
	_, err := gamefile.Read("g", []byte(text), gamefile.Options{Game: 2})
	assert.EqualError(t, err, `g:16: a record of PlayOK: want a square such as h8, got "O-O"`)
	var got []string
	for line, err := range gamefile.Lines("g", []byte(text), gamefile.Options{}) {
		if err != nil {
			got = append(got, err.Error())
			continue
		}
		got = append(got, fmt.Sprint(line.From, " ", line.Stones))
	}
	assert.Equal(t, []string{"g:1 [0,0 1,-1]", `g:16: a record of PlayOK: want a square such as h8, got "O-O"`, "g:17 [-7,7 -6,6 -5,5]"}, got)
}

func TestPlayOKDamaged(t *testing.T) {
	g := read(t, "g", playOKHead+"1. d11 e13 2. d11 d10 1-0")
	assert.Equal(t, "x3,4 o4,2 o3,5", tree(g.Next))
	assert.Equal(t, []string{"g: 1 moves left out, the first: move 3: d11 already holds x"}, g.Warnings)
	assert.Equal(t, `g:7: a record of PlayOK: want a square such as h8, got "O-O"`, refusal("g", playOKHead+"1. O-O"))
	assert.Equal(t, `g: want a size such as "61,15" for GameType, got "61,999"`, refusal("g", "[GameType \"61,999\"]\n1. h8"))
}
