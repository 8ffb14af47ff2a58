package gamefile_test

import (
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/scripts/internal/gamefile"
)

func TestPSQ(t *testing.T) {
	g := sample(t, "tournament.psq")
	assert.Equal(t, gamefile.PSQ, g.Format)
	assert.Equal(t, 20, g.Start.Width())
	assert.Equal(t, 18, g.Start.Height())
	assert.Equal(t, "x9,8 o10,9 x9,9 o10,8 x9,7", tree(g.Next))
	assert.Equal(t, 1500*time.Millisecond, g.MainLine()[4].Time)
	assert.Equal(t, gamefile.Player{Name: "first", Turn: time.Second}, g.X)
	assert.Equal(t, gamefile.Player{Name: "second brain", Turn: 5 * time.Second}, g.O)
	assert.Equal(t, "B+T", g.Result)
	assert.False(t, g.RuleKnown)
	assert.Empty(t, g.Warnings)
}

// TestPSQDialects: the records of all versions of Piskvork and of programs that write alike.
func TestPSQDialects(t *testing.T) {
	head, moves := "Piskvorky 15x15, 0:4, 0\n", "8,8,0\n9,9,98\n"
	tests := []struct{ name, text, x, o, result string }{
		{"saved by hand", head + moves + "-1\n", "", "", "?"},
		{"Gomocup, x won", head + moves + "FIRST.zip\nSECOND.zip\n-1\n1,Freestyle15_1\n", "FIRST.zip", "SECOND.zip", "B+"},
		{"Gomocup, o won", head + moves + "FIRST.zip\nSECOND.zip\n-1\n2,Renju_1\n", "FIRST.zip", "SECOND.zip", "W+"},
		{"Gomocup, a draw", head + moves + "FIRST.zip\nSECOND.zip\n-1\n0,Standard\n", "FIRST.zip", "SECOND.zip", "0"},
		{"Gomocup without a code", head + moves + "FIRST.zip\nSECOND.zip\n1,Freestyle\n", "FIRST.zip", "SECOND.zip", "B+"},
		{"Gomocup without names", head + moves + "-1\n2,Freestyle\n", "", "", "W+"},
		{"names that are numbers", head + moves + "7\n-1\n0\n", "7", "-1", "?"},
		{"without a code", head + moves, "", "", ""},
		{"with names alone", head + moves + "homo-1\nbrain\n", "homo-1", "brain", ""},
		{"the second began", "Piskvorky 15x15, 0:4, 1\n" + moves + "one\ntwo\n0\n", "two", "one", "?"},
		{"names that begin with digits", head + moves + "\"5,5\"\n\"2 threads\"\n0\n", "5,5", "2 threads", "?"},
		{"line ends of Windows, no last one", strings.ReplaceAll(head+moves+"a\nb\n-2", "\n", "\r\n"), "a", "b", "W+F"},
		{"line ends of old Macs", strings.ReplaceAll(head+moves+"a\nb\n-2", "\n", "\r"), "a", "b", "W+F"},
		{"without times", head + "8,8\n9,9\n", "", "", ""},
		{"blanks", "  Piskvorky  15x15 ,0:4,0 \n\n 8 , 8 , 0 \n\n9,9, 98\n 15 \n", "", "", "W+T"},
		{"a size alone", "piskvorky 15x15\n8,8,0\n9,9,98\n", "", "", ""},
		{"a byte order mark", "\uFEFF" + head + moves + "kůň\nb\n0\n", "kůň", "b", "?"},
		{"bytes of Windows", head + moves + "\x8elu\x9dou\xe8k\xfd k\xf9\xf2\nb\n0\n", "Žluťoučký kůň", "b", "?"},
		{"UTF-16", utf16(head + moves + "kůň\nb\n0\n"), "kůň", "b", "?"},
		{"control characters in a name", head + moves + "\x1b[31mred\nb\n0\n", "?[31mred", "b", "?"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g := read(t, "game.psq", tt.text)
			assert.Equal(t, "x7,7 o8,8", tree(g.Next))
			assert.Equal(t, []string{tt.x, tt.o}, []string{g.X.Name, g.O.Name})
			assert.Equal(t, tt.result, g.Result)
		})
	}
}

// TestPSQHeads: other programs write other things after the size.
func TestPSQHeads(t *testing.T) {
	for head, ignored := range map[string]string{
		"15x15 , 0 - 0": "0 - 0", "15x15, 4:4, 2": "4:4, 2", "15x15 renju": "renju", "15x15,": "", "15x15": "",
	} {
		g := read(t, "game.psq", "Piskvorky "+head+"\r\n8,8,0\r\n9,9,0\r\n")
		assert.Equal(t, "x7,7 o8,8", tree(g.Next), head)
		if ignored == "" {
			assert.Empty(t, g.Warnings, head)
		} else {
			assert.Equal(t, []string{fmt.Sprintf("game.psq: %q after the size is ignored: want level:level, 0 or 1", ignored)}, g.Warnings)
		}
	}
}

// utf16 returns a text as old editors of Windows save it.
func utf16(text string) string {
	content := []byte{0xFF, 0xFE}
	for _, r := range text {
		content = append(content, byte(r), byte(r>>8))
	}
	return string(content)
}

func TestPSQWinner(t *testing.T) {
	row := "Piskvorky 15x15, 4:4, 0\n1,1,0\n1,2,0\n2,1,0\n2,2,0\n3,1,0\n3,2,0\n4,1,0\n4,2,0\n"
	assert.Equal(t, "B+", read(t, "g", row+"5,1,0\n0\n").Result)
	assert.Equal(t, "W+", read(t, "g", row+"9,9,0\n5,2,0\n0\n").Result)
	assert.Equal(t, "?", read(t, "g", row+"9,9,0\n0\n").Result)
	assert.Equal(t, "B+", read(t, "g", row+"5,1,0\na\nb\n-1\n").Result, "Gomocup's records end so")
	assert.Equal(t, "W+", read(t, "g", row+"5,1,0\na\nb\n-1\n2,T\n").Result, "the result that is written counts more")
	assert.Equal(t, "", read(t, "g", row+"5,1,0\n").Result)
}

// TestPSQLeavesOut: a line that cannot be read costs no more than itself. The sides of the moves after it stay.
func TestPSQLeavesOut(t *testing.T) {
	head := "Piskvorky 15x12, 4:4, 0\n"
	tests := []struct{ name, text, tree, warnings string }{
		{"another separator", head + "1,1,0\n7;8\n2,2,0\na\nb\n-1\n", "x0,0 x1,1",
			`1 moves left out, the first: line 3: want x,y,time, got "7;8"`},
		{"a stone on a stone", head + "1,1,0\n\n2,2,0\n1,1,0\n3,3,0\n", "x0,0 o1,1 o2,2",
			"1 moves left out, the first: move 3: line 5: 1,1 already holds x"},
		{"off the board", head + "1,13,0\n0,5,0\n3,3,0\n", "x2,2",
			"2 moves left out, the first: move 1: line 2: 1,13 is off the board of 15 columns and 12 rows"},
		{"text after the code", head + "1,1,0\n-1\nsome trailing junk\nmore\n", "x0,0",
			`2 lines at the end left out, the first: line 4, "some trailing junk"`},
		{"text after Gomocup's result", head + "1,1,0\na\nb\n-1\n1,T\nmore", "x0,0",
			`1 lines at the end left out, the first: line 7, "more"`},
		{"one name", head + "1,1,0\na\n", "x0,0", `1 lines at the end left out, the first: line 3, "a"`},
		{"three names", head + "1,1,0\na\nb\nc\n", "x0,0", `1 lines at the end left out, the first: line 5, "c"`},
		{"too many lines", head + strings.Repeat("name\n", 15000), "", "596 lines left out: a board has no room for so many moves; " +
			`14402 lines at the end left out, the first: line 4, "name"`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g := read(t, "game.psq", tt.text)
			assert.Equal(t, tt.tree, tree(g.Next))
			assert.Equal(t, tt.warnings, strings.ReplaceAll(strings.Join(g.Warnings, "; "), "game.psq: ", ""))
		})
	}
	g := read(t, "g", head+"1,1,0\na\nb\n-1\n1,Standard15_1\n")
	assert.Equal(t, []any{"Standard15_1", board.ExactFive, true}, []any{g.Title, g.Rule, g.RuleKnown})
	assert.Equal(t, []string{`g: the rule is that of the tournament's name, "Standard15_1"`}, g.Warnings)
	assert.False(t, read(t, "g", head+"1,1,0\na\nb\n-1\n1,Fastgame\n").RuleKnown)
}

func TestPSQRefuses(t *testing.T) {
	wantHead := `game.psq:1: want "Piskvorky WIDTHxHEIGHT, level:level, 0", got `
	tests := []struct{ name, text, want string }{
		{"a head without a size", "Piskvorky, 1:1, 0\n", wantHead + `"Piskvorky, 1:1, 0"`},
		{"too large", "\nPiskvorky 121x20, 4:4, 0\n", "game.psq:2: want a board of 1 to 120 columns and rows, got 121x20"},
		{"no board", "Piskvorky 0x20, 4:4, 0\n", "game.psq:1: want a board of 1 to 120 columns and rows, got 0x20"},
		{"a number too large", "Piskvorky 99999999999x20, 4:4, 0\n", wantHead + `"Piskvorky 99999999999x20, 4:4, 0"`},
		{"another text", "hello", wantHead + `"hello"`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { assert.Equal(t, tt.want, refusal("game.psq", tt.text)) })
	}
}

// TestPSQWritten: a record is the same after it was written, on boards of all sizes.
func TestPSQWritten(t *testing.T) {
	g := sample(t, "tournament.psq")
	content, err := os.ReadFile("testdata/tournament.psq")
	require.NoError(t, err)
	assert.Equal(t, string(content), psq(t, g))
	requireSame(t, g, read(t, "again", psq(t, g)))
	for side := 1; side <= board.MaxSide; side++ {
		g := &gamefile.Game{Start: board.New(side, board.MaxSide+1-side), First: board.X}
		g.AddLine(gamefile.Move{At: at(side-1, board.MaxSide-side), Side: board.X, Time: time.Second})
		requireSame(t, g, read(t, "again", psq(t, g)))
	}
}

// TestPSQOfASetup: stones of a set-up position become moves; what cannot is refused.
func TestPSQOfASetup(t *testing.T) {
	g := &gamefile.Game{Start: board.New(15, 15), First: board.X}
	g.Start.Set(at(1, 1), board.O)
	g.Start.Set(at(2, 2), board.X)
	g.AddLine(gamefile.Move{At: at(3, 3), Side: board.X})
	assert.Equal(t, "x2,2 o1,1 x3,3", tree(read(t, "g", psq(t, g)).Next))
	g.First = board.O
	refused := func(want string) {
		require.EqualError(t, gamefile.WritePSQ(io.Discard, g), ".psq: "+want)
	}
	refused("the format has no place for 1 stones of x and 1 of o with o to move")
	g.First, g.Next[0].Side = board.X, board.O
	refused("move 3: the format has no place for two moves of o in a row")
	g.Start.Set(at(0, 0), board.Wall)
	refused("the format has no place for walls")
}

// TestLostInPSQ: a person hears that .psq has no place for comments, marks and variations.
func TestLostInPSQ(t *testing.T) {
	for text, want := range map[string][]gamefile.Loss{
		"(;SZ[15];B[hh];W[ii])":               nil,
		"(;SZ[15]C[a];B[hh])":                 {gamefile.LostTexts},
		"(;SZ[15];B[hh]TR[aa];W[ii])":         {gamefile.LostTexts},
		"(;SZ[15];B[hh](;W[ii]C[a])(;W[gg]))": {gamefile.LostTexts, gamefile.LostVariations},
	} {
		g, err := gamefile.Read("a.sgf", []byte(text), gamefile.Options{})
		require.NoError(t, err)
		lost, err := gamefile.Lost("psq", g)
		require.NoError(t, err)
		assert.Equal(t, want, lost, text)
	}
}
