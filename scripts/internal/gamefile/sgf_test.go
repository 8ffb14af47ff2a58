package gamefile_test

import (
	"io"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"

	"tahoun/board"
	"tahoun/board/boardtest"
	"tahoun/scripts/internal/gamefile"
)

func TestSGF(t *testing.T) {
	g := sample(t, "variations.sgf")
	assert.Equal(t, gamefile.SGF, g.Format)
	assert.Equal(t, 15, g.Start.Width())
	assert.Equal(t, 12, g.Start.Height())
	assert.Equal(t, `o7,6"main [line] \\ here"(x8,7"first\nsecond" o8,8)(x6,5(o6,6)(o5,5 x4,4))`, tree(g.Next))
	assert.Equal(t, "set up: two lines\nof one comment", g.Comment)
	assert.Equal(t, []board.Stone{board.X, board.X, board.O, board.Empty},
		[]board.Stone{g.Start.At(at(7, 7)), g.Start.At(at(2, 3)), g.Start.At(at(8, 6)), g.Start.At(at(3, 2))})
	assert.Equal(t, 6, g.Start.Count(board.X), "a rectangle less a square, and one more")
	assert.Equal(t, board.O, g.First)
	assert.Equal(t, board.Renju, g.Rule)
	assert.True(t, g.RuleKnown)
	assert.Equal(t, []string{"Žluťoučký", "kůň: white", "W+R", "2026-11-27", "a title"}, []string{g.X.Name, g.O.Name, g.Result, g.Date, g.Title})
	assert.Equal(t, 12345*time.Millisecond, g.Next[0].Left)
	assert.Equal(t, []board.Point{at(0, 0), at(1, 0)}, g.Next[0].Marks)
	assert.Empty(t, g.Warnings)
}

func TestSGFTolerates(t *testing.T) {
	tests := []struct{ name, text, tree, warning string }{
		{"FF[3] and its long names", "(;FFile[3]GaMe[4]SiZe[15];Black[hh];White[ii])", "x7,7 o8,8", ""},
		{"blanks everywhere", "\n ( ; GM [4] SZ\n[15] \t; B [hh]\n;W[ii]\n )\n", "x7,7 o8,8", ""},
		{"c-gomoku-cli", "(;FF[4]GM[4]GN[1]EV[a x b]DT[2026.11.27 10:00:00]RO[1.1]RU[4]SZ[15]PB[a]PW[b]RE[B+1]TE[five]\n" +
			";B[hh]C[opening move]\n;W[ii]C[12ms])\n\n", `x7,7"opening move" o8,8"12ms"`, ""},
		{"words before and after", "From: a@b\n(;GM[4]SZ[15];B[hh];W[ii]) the end", "x7,7 o8,8", ""},
		{"line ends of Windows", "(;GM[4]SZ[15]\r\n;B[hh]C[a\r\nb];W[ii]\r\n)", `x7,7"a\nb" o8,8`, ""},
		{"a root without a size", "(;GM[4];B[hh];W[ii])", "x7,7 o8,8", "g.sgf: no size (SZ): taken for 15x15"},
		{"another game's number", "(;GM[1]SZ[15];B[hh])", "x7,7", "g.sgf: the game (GM) is \"1\": gomoku is 4"},
		{"two games", "(;SZ[15];B[hh])\n(;SZ[15];B[aa])", "x7,7", "g.sgf: more than one game: the first was read"},
		{"passes", "(;SZ[15];B[hh];W[];B[tt]C[pass];W[ii])", `x7,7"pass" o8,8`, "g.sgf: 2 passes left out: gomoku has none"},
		{"a missing bracket", "(;SZ[15];B[hh](;W[ii]", "x7,7 o8,8", "g.sgf: the last ) is missing"},
		{"a move in the root", "(;SZ[15]B[hh];W[ii])", "x7,7 o8,8", ""},
		{"letters and numbers", "(;SZ[15];B[h8];W[A1];B[O15])", "x7,7 o0,14 x14,0", ""},
		{"points past z", "(;SZ[30:20];B[Dt];W[aa])", "x29,19 o0,0", ""},
		{"unknown properties", "(;SZ[15]XX[a]b[c][d\\]];B[hh]LB[aa:1][bb:2]TE[1]SBKV[0.5])", "x7,7", ""},
		{"escapes and soft line ends", `(;SZ[15];B[hh]C[a\]b\\c\:d` + "\\\ne])", `x7,7"a]b\\c:de"`, ""},
		{"comments of nodes without a move", "(;SZ[15];C[one];B[hh];C[two];C[three];W[ii])", `x7,7"two\nthree" o8,8`, ""},
		{"both sides move twice", "(;SZ[15];W[hh];W[ii];B[aa];B[bb])", "o7,7 o8,8 x0,0 x1,1", ""},
		{"no moves", "(;SZ[15])", "", ""},
		{"only brackets that branch", "(;SZ[15](;B[hh](;W[ii](;B[jj]))(;W[aa])))", "x7,7(o8,8 x9,9)(o0,0)", ""},
		{"variations of the first move", "(;SZ[15](;B[hh])(;B[ii]))", "(x7,7)(x8,8)", ""},
		{"a coloured terminal", "(;SZ[15];B[hh]C[\x1b[31m\u202ea\tb\\]])", `x7,7"?[31m?a b]"`, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g := read(t, "g.sgf", tt.text)
			assert.Equal(t, gamefile.SGF, g.Format)
			assert.Equal(t, tt.tree, tree(g.Next))
			assert.Equal(t, tt.warning, strings.Join(g.Warnings, ";"))
			requireSame(t, g, read(t, "again", sgf(t, g)))
		})
	}
}

func TestSGFRefuses(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"a stone on a stone", "(;SZ[15];B[hh]\n;W[ii]\n;B[hh])", "g.sgf:3: move 3: B[hh] already holds x"},
		{"on a set-up stone", "(;SZ[15]AW[hh]\n;B[hh])", "g.sgf:2: move 1: B[hh] already holds o"},
		{"off the board", "(;SZ[15:12];B[hm])", "g.sgf:1: move 1: B[hm] is off the board of 15 columns and 12 rows"},
		{"tt on a large board is a square", "(;SZ[20];B[tt];W[tt])", "g.sgf:1: move 2: W[tt] already holds x"},
		{"no square", "(;SZ[15];B[hh];W[i])", `g.sgf:1: move 2: want two letters for a square, got "i"`},
		{"in a variation", "(;SZ[15];B[hh](;W[ii])\n(;W[hh]))", "g.sgf:2: move 2: W[hh] already holds x"},
		{"a value without its end", "(;SZ[15]\n;B[hh]C[ab\\]\n)", "g.sgf:2: want ] at the end of the value that begins here"},
		{"no value", "(;SZ[15];B)", `g.sgf:1: want [ after the property "B"`},
		{"a property outside", "(SZ[15];B[hh])", `g.sgf:1: want ; before the property "SZ"`},
		{"a stray character", "(;SZ[15];B[hh]?)", `g.sgf:1: want ( or ; or ) or the name of a property, got "?"`},
		{"a bracket too soon", "()", "g.sgf:1: want (;, got )"},
		{"no bracket", ";B[hh]", "g.sgf:1: want ( before the first ;"},
		{"a bracket alone", "(", "g.sgf:1: want (; at the start of a game"},
		{"a size of words", "(;SZ[big])", `g.sgf:1: want a size such as SZ[15] or SZ[15:12], got "big"`},
		{"too large", "(;SZ[53])", "g.sgf:1: SGF has letters for 52 columns and rows, the board has 53x53"},
		{"far too large", "(;SZ[1000000])", "g.sgf:1: want a board of 1 to 120 columns and rows, got 1000000x1000000"},
		{"stones set later", "(;SZ[15];B[hh];AW[ii])", "g.sgf:1: want stones (AW) before the first move only"},
		{"a list off the board", "(;SZ[15]AB[aa:zz])", "g.sgf:1: aa:zz is off the board of 15 columns and 15 rows"},
		{"lists without end", "(;SZ[52]AB" + strings.Repeat("[aa:ZZ]", 400) + ")", "g.sgf:1: more than 1048576 squares in lists"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { assert.Equal(t, tt.want, refusal("g.sgf", tt.text)) })
	}
}

// TestSGFCharsets: a text has the encoding that the record names, even where bytes of it look like brackets.
func TestSGFCharsets(t *testing.T) {
	for charset, encode := range map[string]func(string) (string, error){
		"UTF-8":      func(s string) (string, error) { return s, nil },
		"GBK":        simplifiedchinese.GBK.NewEncoder().String,
		"Shift_JIS":  japanese.ShiftJIS.NewEncoder().String,
		"gb18030":    simplifiedchinese.GB18030.NewEncoder().String,
		"euc-jp":     japanese.EUCJP.NewEncoder().String,
		"ISO-8859-1": func(string) (string, error) { return "\xe9t\xe9", nil },
		"":           func(string) (string, error) { return "\xe9t\xe9", nil },
		"unheard-of": func(string) (string, error) { return "\xe9t\xe9", nil },
	} {
		want := "黒表十ソ予 乱"
		if encoded, _ := encode(want); strings.HasPrefix(encoded, "\xe9t") {
			want = "été"
		}
		encoded, err := encode(want)
		require.NoError(t, err)
		g := read(t, "g.sgf", "(;GM[4]CA["+charset+"]SZ[15]PB["+strings.ReplaceAll(encoded, `\]`, `\\]`)+"];B[hh])")
		assert.Equal(t, want, g.X.Name, charset)
		assert.Equal(t, "x7,7", tree(g.Next))
	}
	assert.Equal(t, "kůň", read(t, "g.sgf", utf16("(;GM[4]SZ[15]PB[kůň];B[hh])")).X.Name)
}

// TestSGFGuessedCharsets: text without CA, or with a CA that lies, is decoded before it is parsed: the second byte of a
// character may be a bracket or a backslash.
func TestSGFGuessedCharsets(t *testing.T) {
	for _, tt := range []struct {
		name     string
		encoding encoding.Encoding
		x, said  string // the comment has bytes 5B to 5D
	}{
		{"GBK", simplifiedchinese.GBK, "王小明", "這裡乗風是敗着，黑棋必胜"},
		{"Big5", traditionalchinese.Big5, "李大功", "許功蓋說這裡可以贏"},
		{"Shift_JIS", japanese.ShiftJIS, "山田太郎", "この表のソフトは十分に能力がある"},
		{"EUC-KR", korean.EUCKR, "김철수", "백이 여기서 이겼습니다"},
		{"Windows-1250", charmap.Windows1250, "Jiří Černý", "tady křížek vyhrál"},
		{"Windows-1251", charmap.Windows1251, "Иван Смирнов", "здесь чёрные выиграли"},
	} {
		for ca, note := range map[string]string{
			"":          "no encoding named, and no UTF-8: taken for " + tt.name,
			"CA[UTF-8]": `it names the encoding "UTF-8", but its text looks like ` + tt.name + ": taken for that",
		} {
			content, err := tt.encoding.NewEncoder().String("(;GM[4]" + ca + "SZ[15]PB[" + tt.x + "];B[hh]C[" + tt.said + "];W[ii])")
			require.NoError(t, err)
			g := read(t, "g.sgf", content)
			assert.Equal(t, tt.x, g.X.Name)
			assert.Equal(t, "x7,7"+strconv.Quote(tt.said)+" o8,8", tree(g.Next))
			assert.Equal(t, []string{"g.sgf: " + note}, g.Warnings)
			openings, err := list("g.sgf", content, gamefile.Options{})
			require.NoError(t, err)
			assert.Equal(t, []string{"g.sgf:1 0,0 1,1; g.sgf: " + note}, openings)
		}
	}
	g := read(t, "g.sgf", "(;GM[4]CA[GBK]SZ[15]PB[王小明];B[hh])")
	assert.Equal(t, "王小明", g.X.Name)
	assert.Equal(t, []string{`g.sgf: it names the encoding "GBK", but is valid as UTF-8: taken for that`}, g.Warnings)
}

func TestSGFRulesAndResults(t *testing.T) {
	for text, want := range map[string]board.Rule{
		"Five or more": 0, "Freestyle": 0, "0": 0, "Gomoku": 0, "1": board.ExactFive,
		"Exactly five, continuous": board.ExactFive | board.Continuous, "Exactly five and caro": board.ExactFive | board.Caro,
		"4": board.Renju, "renju": board.Renju, "Caro": board.Caro, "Standard": board.ExactFive,
	} {
		g := read(t, "g", "(;SZ[15]RU["+text+"])")
		assert.True(t, g.RuleKnown, text)
		assert.Equal(t, want, g.Rule, text)
		requireSame(t, g, read(t, "again", sgf(t, g)))
	}
	for _, text := range []string{"", "Japanese", "renju, soosorv"} {
		assert.False(t, read(t, "g", "(;SZ[15]RU["+text+"])").RuleKnown, text)
	}
	for text, want := range map[string]string{
		"": "", "B+": "B+", "W+R": "W+R", "b+resign": "B+R", "W+Time": "W+T", "B+F": "B+F", "B+1": "B+", "0": "0", "Draw": "0",
		"Void": "Void", "?": "?", "1-0": "?",
	} {
		g := read(t, "g", "(;SZ[15]RE["+text+"])")
		assert.Equal(t, want, g.Result, text)
		requireSame(t, g, read(t, "again", sgf(t, g)))
	}
}

// TestSGFWalls: walls are marks of the root in our own files and in no others.
func TestSGFWalls(t *testing.T) {
	g := &gamefile.Game{Start: boardtest.Parse("#x-\n-o#\n---"), First: board.O}
	requireSame(t, g, read(t, "g", sgf(t, g)))
	assert.Zero(t, read(t, "g", "(;SZ[15]AP[Other:1]MA[aa])").Start.Count(board.Wall))
	g.Start = board.New(53, 3)
	assert.EqualError(t, gamefile.WriteSGF(io.Discard, g), "SGF has letters for 52 columns and rows, the board has 53x3")
}

// TestSGFDeep: as many brackets as a file holds cost no stack.
func TestSGFDeep(t *testing.T) {
	assert.Equal(t, "g.sgf:1: more than 1048576 variations within each other", refusal("g.sgf", strings.Repeat("(;", 2_000_000)))
	assert.Equal(t, "g.sgf:1: more than 1048576 nodes", refusal("g.sgf", "(;SZ[15];B[hh]"+strings.Repeat("(;W[aa])", 1_100_000)))
	g := read(t, "g.sgf", "(;SZ[15](;B[hh]"+strings.Repeat("(;C[a]", 100_000))
	assert.Len(t, g.Next[0].Comment, 199_999)
}
