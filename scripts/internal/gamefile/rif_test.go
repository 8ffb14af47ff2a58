package gamefile_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/scripts/internal/gamefile"
)

// rifGame is a game of RenjuNet with these moves.
func rifGame(moves string) string {
	return "<game id=\"1\" black=\"1\" white=\"2\" bresult=\"0\"><move>" + moves + "</move><info/></game>\n"
}

func TestRIF(t *testing.T) {
	g := sample(t, "renju.rif")
	assert.Equal(t, gamefile.RIF, g.Format)
	assert.Equal(t, "x7,7 o8,6 x9,7 o6,8 x5,9", tree(g.Next))
	assert.Equal(t, []string{"Jan Novák", "Petr & Pavel Ryba"}, []string{g.X.Name, g.O.Name})
	assert.Equal(t, []string{"Spring Cup, round 2", "2001-05-04", "B+"}, []string{g.Title, g.Date, g.Result})
	assert.Equal(t, "a short game\nopening rule: RIF\nalternatives (alt): i10 g6", g.Comment)
	assert.True(t, g.RuleKnown)
	assert.Equal(t, board.Renju, g.Rule)
	assert.Equal(t, []string{
		"Jan Novák, Petr & Pavel Ryba, Spring Cup, round 2, 2001-05-04, B+, renju, 5",
		"Petr & Pavel Ryba, Jan Novák, Friendly, 2002, 0, 3",
	}, summaries(g))
	content := strings.ReplaceAll(string(rifHead())+rifGame("h8 h8 i9")+rifGame("a1 b2"), "\n", "\r\n")
	g, err := gamefile.Read("g.xml", []byte(content), gamefile.Options{Game: 2})
	require.NoError(t, err)
	assert.Equal(t, "x0,14 o1,13", tree(g.Next))
	assert.Equal(t, 2, g.Number)
	assert.False(t, g.RuleKnown, "no rule in it")
	g, err = gamefile.Read("g.xml", []byte(content), gamefile.Options{Game: 1})
	require.NoError(t, err)
	assert.Equal(t, "x7,7 x8,6", tree(g.Next))
	assert.Contains(t, g.Warnings, "g.xml: 1 moves left out, the first: move 2: h8 already holds x")
}

func rifHead() string { return "<?xml version=\"1.0\"?>\n<!DOCTYPE database>\n<database>\n<games>\n" }

// TestRIFDamaged: a broken game does no harm to the others, and each is read as far as it goes.
func TestRIFDamaged(t *testing.T) {
	tests := []struct {
		name, text string
		want       []string
	}{
		{"cut within a game", rifGame("h8 i9") + "<game id=\"2\" black=\"1\"><move>j10 a1", []string{"g.rif:5 0,0 1,-1", "g.rif:6 2,-2 -7,7; g.rif:6: the end of the game is missing"}},
		{"cut within a tag", rifGame("h8 i9") + "<game id=\"2", []string{"g.rif:5 0,0 1,-1", "g.rif:6: no XML: line 1: unexpected EOF"}},
		{"the end of a game is missing", "<game><move>h8</move>\n" + rifGame("i9"), []string{
			"g.rif:5 0,0; g.rif:5: the end of the game is missing", "g.rif:6 1,-1"}},
		{"no moves", "<game id=\"1\"/>" + rifGame("i9"), []string{"g.rif:5", "g.rif:5 1,-1"}},
		{"a game in a comment", "<!-- " + rifGame("h8") + "-->" + rifGame("i9"), []string{"g.rif:6 1,-1"}},
		{"a comment without an end", rifGame("i9") + "<!-- " + rifGame("h8"), []string{"g.rif:5 1,-1"}},
		{"a bare & in it", "<game id=\"1\" round=\"A&B\"><move>h8</move><info>a & b</info></game>", []string{"g.rif:5 0,0"}},
		{"broken after its moves", "<game><move>h8</move><info>a < b</info></game>" + rifGame("i9"), []string{
			"g.rif:5 0,0; g.rif:5: no XML: line 1: expected element name after <: what follows in this game is left out", "g.rif:5 1,-1"}},
		{"another end", "<game><info>a</b></info><move>h8</move></game>" + rifGame("i9"), []string{
			"g.rif:5: no XML: line 1: unexpected end element </b>", "g.rif:5 1,-1"}},
		{"broken before its moves", "<game><info>a < b</info><move>h8</move></game>" + rifGame("i9"), []string{
			"g.rif:5: no XML: line 1: expected element name after <", "g.rif:5 1,-1"}},
		{"a word among the moves", rifGame("h8 pass i9"), []string{
			`g.rif:5 0,0; g.rif:5: 1 moves left out, the first: move 2: want a square such as h8, got "pass"; g.rif:5: move 2 is not in turn: the opening ends before it`}},
		{"none", "</games>", []string{"g.rif: want a game of RenjuNet, got none"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for line, err := range gamefile.Lines("g.rif", []byte(rifHead()+tt.text), gamefile.Options{}) {
				if err != nil {
					got = append(got, err.Error())
					continue
				}
				text := line.From
				for _, p := range line.Stones {
					text += " " + p.String()
				}
				got = append(got, strings.Join(append([]string{text}, line.Warnings...), "; "))
			}
			assert.Equal(t, tt.want, got)
		})
	}
}

// TestRIFLarge: a database of more bytes than other files may have is read, and one game of it can be chosen.
func TestRIFLarge(t *testing.T) {
	const games = 1000
	content := []byte(rifHead() + strings.Repeat(rifGame("h8 i9 j10"), games-2) + "<!--" + strings.Repeat("-", 16<<20) + "-->" +
		rifGame("b2") + rifGame("a1"))
	g, err := gamefile.Read("g.rif", content, gamefile.Options{Game: games})
	require.NoError(t, err)
	assert.Equal(t, "x0,14", tree(g.Next))
	assert.Len(t, g.Games, games)
}

// TestRIFCharsets: what is no UTF-8 has the encoding that the file names.
func TestRIFCharsets(t *testing.T) {
	players := "<player id=\"1\" name=\"Fran\xe7ois\"/><player id=\"2\" name=\"Zo\xeb\"/>"
	g := read(t, "g.rif", "<?xml version='1.0' encoding='windows-1252'?>\n<database>"+players+rifGame("h8"))
	assert.Equal(t, []string{"François", "Zoë"}, []string{g.X.Name, g.O.Name})
	assert.Equal(t, "W+", g.Result)
	assert.Empty(t, g.Warnings)
}
