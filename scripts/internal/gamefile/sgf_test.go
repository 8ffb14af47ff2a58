package gamefile_test

import (
	"bytes"
	"fmt"
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
	assert.Equal(t, `o7,6"main [line] \\ here"{MA0,0}{MA1,0}(x8,7"first\nsecond" o8,8)(x6,5(o6,6)(o5,5 x4,4))`, tree(g.Next))
	assert.Equal(t, "set up: two lines\nof one comment", g.Comment)
	assert.Equal(t, []board.Stone{board.X, board.X, board.O, board.Empty},
		[]board.Stone{g.Start.At(at(7, 7)), g.Start.At(at(2, 3)), g.Start.At(at(8, 6)), g.Start.At(at(3, 2))})
	assert.Equal(t, 6, g.Start.Count(board.X), "a rectangle less a square, and one more")
	assert.Equal(t, board.O, g.First)
	assert.Equal(t, board.Renju, g.Rule)
	assert.True(t, g.RuleKnown)
	assert.Equal(t, []string{"Žluťoučký", "kůň: white", "W+R", "2026-11-27", "a title"}, []string{g.X.Name, g.O.Name, g.Result, g.Date, g.Title})
	assert.Equal(t, 12345*time.Millisecond, g.Next[0].Left)
	assert.Equal(t, "{MA0,0}{MA1,0}", marks(g.Next[0].Marks))
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
		{"two games", "(;SZ[15];B[hh])\n(;SZ[15];B[aa])", "x7,7", "g.sgf: 2 games: number 1 was read"},
		{"passes", "(;SZ[15];B[hh];W[];B[tt]C[pass];W[ii])", `x7,7"pass" o8,8`, "g.sgf: 2 passes left out: gomoku has none"},
		{"a missing bracket", "(;SZ[15];B[hh](;W[ii]", "x7,7 o8,8", "g.sgf: the last ) is missing"},
		{"a move in the root", "(;SZ[15]B[hh];W[ii])", "x7,7 o8,8", ""},
		{"letters and numbers", "(;SZ[15];B[h8];W[A1];B[O15])", "x7,7 o0,14 x14,0", ""},
		{"points past z", "(;SZ[30:20];B[Dt];W[aa])", "x29,19 o0,0", ""},
		{"unknown properties", "(;SZ[15]XX[a]abc[c][d\\]];B[hh]DD[aa]TE[1]SBKV[0.5])", "x7,7", ""},
		{"marks", "(;SZ[15];B[hh]LB[bb:a b][aa:\\]\\:x][cc: ]TR[ee:ff]TR[ff:gg]SQ[bb][dd]CR[hh]MA[dd][oo];LB[aa:2][ab:3])",
			"x7,7{LB1,1 a b}{LB0,0 ]:x}{LB0,1 3}{TR4,4}{TR5,4}{TR4,5}{TR5,5}{TR6,5}{TR5,6}{TR6,6}{SQ3,3}{CR7,7}{MA14,14}", ""},
		{"several moves in a node with marks", "(;SZ[15];B[hh][jf]W[ig]MA[aa])", "x7,7 x9,5 o8,6{MA0,0}", ""},
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

// TestSGFDialects: programs and servers write SGF in ways of their own.
func TestSGFDialects(t *testing.T) {
	tests := []struct{ name, text, tree, warnings string }{
		{"several moves in a node", "(;SZ[15];B[hh]W[hg]B[jf];W[ig])", "x7,7 o7,6 x9,5 o8,6", ""},
		{"several values of a move", "(;SZ[15];B[hh][jf]W[ig])", "x7,7 x9,5 o8,6", ""},
		{"names in lower case", "(;gm[4]sz[15];b[hh];w[hg]c[text])", `x7,7 o7,6"text"`, ""},
		{"Gomoku Quest", "(;GM[4]FF[4]SZ[15]GN[g]RE[B+];QPR[hh,hg,jf];QSLW[ig];B[gg];W[ii])",
			"x7,7 o7,6 x9,5 o8,6 x6,6 o8,8", ""},
		{"a property that begins with a digit", "(;GM[4]SZ[15]5A[gg][hi]RE[W+Resign];B[hh];W[hg];B[jf];W[ig])",
			"x7,7 o7,6 x9,5 o8,6", ""},
		{"Little Golem", "(;FF[4]SZ[19]PB[a]PW[b];B[j10];W[k11];B[resign])", "x9,9 o10,8",
			"left out: move 3: want two letters for a square, got B[resign]"},
		{"a swap", "(;SZ[15];B[hh];W[ii];B[jj];W[swap];W[kk])", "x7,7 o8,8 x9,9 o10,10",
			"left out: move 4: want two letters for a square, got W[swap]"},
		{"passes in words", "(;SZ[15];B[hh];W[pass];B[--];W[kk])", "x7,7 o10,10", "2 passes left out: gomoku has none"},
		{"capitals", "(;SZ[15];B[HH];W[Ii])", "x7,7 o8,8", ""},
		{"another sign in a size", "(;SZ[15x12];B[hl])", "x7,11", ""},
		{"GM[2]", "(;GM[2]SZ[15];B[hh])", "x7,7", `the game (GM) is "2": gomoku is 4`},
		{"GM[11]", "(;GM[11]SZ[15];B[hh])", "x7,7", `the game (GM) is "11": gomoku is 4`},
		{"no size, 19x19", "(;GM[1];B[jj];W[ss])", "x9,9 o18,18", `no size (SZ): taken for 19x19; the game (GM) is "1": gomoku is 4`},
		{"no size, 20x20", "(;B[st];W[aa])", "x18,19 o0,0", "no size (SZ): taken for 20x20"},
		{"no size, large", "(;B[vv];W[aa])", "x21,21 o0,0", "no size (SZ): taken for 52x52"},
		{"a size of words", "(;SZ[big];B[hh])", "x7,7", `want a size such as SZ[15] or SZ[15:12], got "big": taken for 15x15`},
		{"stones set up after passes", "(;SZ[15]AB[hh][ii]AW[jj]PL[W];W[]C[white passes];AE[ii]PL[B];B[kk])", "x10,10",
			"1 passes left out: gomoku has none"},
		{"stones set up later", "(;SZ[15];B[hh];AW[ii][kk]AB[jj];W[ll])", "x7,7 o8,8 x9,9 o10,10 o11,11",
			"3 stones that are set up before move 2 are taken for moves"},
		{"stones set up in variations", "(;SZ[15](;AB[hh]AW[ii];B[jj])(;AB[aa];W[bb]))", "(x7,7 o8,8 x9,9)(x0,0 o1,1)",
			"2 stones that are set up before move 1 are taken for moves; 1 stones that are set up before move 1 are taken for moves"},
		{"stones set up that stand there", "(;SZ[15];B[hh];AB[hh];W[ll])", "x7,7 o11,11", ""},
		{"stones taken off", "(;SZ[15];B[hh](;W[ii];AE[hh];B[jj](;W[kk]))(;W[aa]))", "x7,7(o8,8)(o0,0)",
			"3 things left out, the first: the moves from move 3 on: stones are taken off the board there"},
		{"stones taken off beside a move", "(;SZ[15];B[hh];AE[hh]AB[aa:bb]W[ii];B[jj])", "x7,7",
			"4 things left out, the first: the moves from move 2 on: stones are taken off the board there"},
		{"stones that change sides", "(;SZ[15];B[hh];AW[hh];B[jj])", "x7,7",
			"3 things left out, the first: the moves from move 2 on: stones are taken off the board there"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g := read(t, "g.sgf", tt.text)
			assert.Equal(t, tt.tree, tree(g.Next))
			assert.Equal(t, tt.warnings, strings.ReplaceAll(strings.Join(g.Warnings, "; "), "g.sgf: ", ""))
			requireSame(t, g, read(t, "again", sgf(t, g)))
		})
	}
	assert.Equal(t, "W+R", read(t, "g", "(;SZ[15];B[hh];W[ii];B[resign])").Result)
	assert.Equal(t, "B+", read(t, "g", "(;SZ[15]RE[B+];B[hh];W[resign])").Result)
	assert.Equal(t, "offered as move 5: g9 h7", read(t, "g", "(;SZ[15]5A[gg][hi];B[hh])").Comment)
	g := read(t, "g", "(;SZ[15]AB[hh][ii]AW[jj]PL[W];W[];AE[ii]PL[B];B[kk])")
	assert.Equal(t, []int{1, 1}, []int{g.Start.Count(board.X), g.Start.Count(board.O)})
}

// TestSGFLeavesOut: a thing that cannot be read costs no more than itself, and the warning names the first.
func TestSGFLeavesOut(t *testing.T) {
	tests := []struct{ name, text, tree, warnings string }{
		{"a stone on a stone", "(;SZ[15];B[hh]\n;W[ii]\n;B[hh];W[jj])", "x7,7 o8,8 o9,9",
			"1 moves left out, the first: move 3: B[hh] already holds x"},
		{"on a set-up stone", "(;SZ[15]AW[hh]\n;B[hh])", "", "1 moves left out, the first: move 1: B[hh] already holds o"},
		{"off the board", "(;SZ[15:12];B[hm];W[aa];B[zz])", "o0,0",
			"2 moves left out, the first: move 1: B[hm] is off the board of 15 columns and 12 rows"},
		{"tt on a large board is a square", "(;SZ[20];B[tt];W[tt])", "x19,19",
			"1 moves left out, the first: move 2: W[tt] already holds x"},
		{"no square", "(;SZ[15];B[hh];W[i];B[j\n];W[k\x7f])", "x7,7",
			"3 things left out, the first: move 2: want two letters for a square, got W[i]"},
		{"in a variation", "(;SZ[15];B[hh](;W[ii])\n(;W[hh];B[jj]))", "x7,7(o8,8)(x9,9)",
			"1 moves left out, the first: move 2: W[hh] already holds x"},
		{"a value without its end", "(;SZ[15]\n;B[hh]C[ab\\]\n)", "x7,7",
			"left out: the last value has no ], it begins with \"ab\\\\]\\n)\"; the last ) is missing"},
		{"no value", "(;SZ[15];B;W[hh])", "o7,7", `left out: "B" has no value`},
		{"a property outside", "(SZ[15];B[hh](W[ii]))", "x7,7 o8,8", ""},
		{"stray characters", "(;SZ[15];B[hh]?!;[a;W[bb]é;W[ii])", "x7,7 o8,8",
			"3 things left out, the first: \"?!\" between properties"},
		{"no bracket", ";SZ[15];B[hh];W[ii])", "x7,7 o8,8", "left out: the bracket before the first node is missing"},
		{"a list off the board", "(;SZ[15]AB[aa:zz][A0$\n]AW[hh];B[ii])", "x8,8",
			"2 things left out, the first: AB[aa:zz] is off the board of 15 columns and 15 rows"},
		{"a list with a line end", "(;GM[4]SZ[15]AB[A0\n])", "", `left out: AB[A0\n] is off the board of 15 columns and 15 rows`},
		{"lists without end", "(;SZ[52]AB" + strings.Repeat("[aa:ZZ]", 400) + ";W[aa])", "",
			"1 moves left out, the first: move 1: W[aa] already holds x; left out: more than 1048576 squares in lists"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g := read(t, "g.sgf", tt.text)
			assert.Equal(t, tt.tree, tree(g.Next))
			got := g.Warnings
			if n := len(got); n > 1 && strings.HasPrefix(got[0], "g.sgf: the last )") {
				got = append(got[1:], got[0])
			}
			assert.Equal(t, tt.warnings, strings.ReplaceAll(strings.Join(got, "; "), "g.sgf: ", ""))
		})
	}
}

func TestSGFRefuses(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"a bracket too soon", "()", "g.sgf:1: want (;, got )"},
		{"a bracket alone", "(", "g.sgf:1: want (; at the start of a game"},
		{"words", "hello", "g.sgf:1: want (; at the start of a game"},
		{"too large", "(;SZ[53])", "g.sgf:1: SGF has letters for 52 columns and rows, the board has 53x53"},
		{"far too large", "\n(;SZ[1000000];B[hh])", "g.sgf:2: want a board of 1 to 120 columns and rows, got 1000000x1000000"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { assert.Equal(t, tt.want, refusal("g.sgf", tt.text)) })
	}
}

// TestSGFCollection: every game of a collection can be chosen, and a broken one spoils none of the others.
func TestSGFCollection(t *testing.T) {
	content := []byte("(;SZ[15]PB[Ann]PW[Bob]DT[2020-01-02]RE[B+];B[hh];W[ii])\n(;SZ[99];B[hh](;W[ii])(;W[jj]))\n" +
		"(;SZ[15]GN[third];B[aa]\n(;SZ[19]RE[0]PB[Ann])")
	games := []string{
		"Ann, Bob, 2020-01-02, B+, 2",
		"broken: 2: SGF has letters for 52 columns and rows, the board has 99x99",
		"third, 1", "Ann, 0, 0",
	}
	for number, want := range map[int]string{0: "x7,7 o8,8", 1: "x7,7 o8,8", 3: "x0,0", 4: ""} {
		g, err := gamefile.Read("c.sgf", content, gamefile.Options{Game: number})
		require.NoError(t, err)
		assert.Equal(t, want, tree(g.Next))
		assert.Equal(t, games, summaries(g))
		assert.Equal(t, max(1, number), g.Number)
		assert.Contains(t, g.Warnings, fmt.Sprintf("c.sgf: 4 games: number %d was read", max(1, number)))
		assert.Contains(t, g.Warnings, "c.sgf: 1 games cannot be read")
	}
	_, err := gamefile.Read("c.sgf", content, gamefile.Options{Game: 2})
	require.EqualError(t, err, "c.sgf:2: SGF has letters for 52 columns and rows, the board has 99x99")
	_, err = gamefile.Read("c.sgf", content, gamefile.Options{Game: 5})
	require.EqualError(t, err, "c.sgf: want one of the games 1 to 4, got 5")
	g, err := gamefile.Read("c.sgf", content[bytes.IndexByte(content, '\n'):], gamefile.Options{})
	require.NoError(t, err)
	assert.Equal(t, 2, g.Number, "the first that can be read")
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

// TestSGFDeep: brackets within each other cost no stack.
func TestSGFDeep(t *testing.T) {
	g := read(t, "g.sgf", "(;SZ[15](;B[hh]"+strings.Repeat("(;C[a]", 100_000))
	assert.Len(t, g.Next[0].Comment, 199_999)
}

// TestSGFOfManyMoves: of a game with more moves than fit, those that fit are read.
func TestSGFOfManyMoves(t *testing.T) {
	gamefile.LimitNodes(t, 1<<10)
	assert.Equal(t, "g.sgf:1: more than 1024 variations within each other", refusal("g.sgf", strings.Repeat("(;", 2000)))
	g := read(t, "g.sgf", "(;SZ[15];B[hh]"+strings.Repeat("(;W[aa])", 1100)+")")
	assert.Len(t, g.Next[0].Next, 1<<10-1)
	assert.Equal(t, []string{"g.sgf: 77 things left out, the first: more than 1024 moves"}, g.Warnings)
}

// TestSGFMarksOnTheRoot: crosses on the root of a file of ours are walls, unless the file tells the walls apart.
func TestSGFMarksOnTheRoot(t *testing.T) {
	for text, want := range map[string]string{
		"(;SZ[5]MA[aa][bb]TR[cc])":                  "{TR2,2}{MA0,0}{MA1,1}",
		"(;AP[Tahoun:1]SZ[5]MA[aa][bb]TR[cc])":      "##{TR2,2}",
		"(;AP[Tahoun:1]SZ[5]WA[aa]MA[aa][bb])":      "#{MA1,1}",
		"(;AP[Tahoun:1]SZ[5]WA[]MA[aa]LB[bb:text])": "{LB1,1 text}{MA0,0}",
	} {
		g := read(t, "g.sgf", text)
		assert.Equal(t, want, strings.Repeat("#", g.Start.Count(board.Wall))+marks(g.Marks), text)
		assert.Empty(t, g.Warnings)
		requireSame(t, g, read(t, "again", sgf(t, g)))
	}
}
