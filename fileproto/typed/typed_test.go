package typed_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board/boardtest"
	"tahoun/fileproto/typed"
)

// parse parses a text and returns the board as text, "" for none.
func parse(text string) (rows string, notes []string, err error) {
	var lines []typed.Line
	for i, line := range strings.Split(text, "\n") {
		if line = strings.TrimRight(line, " \t\r"); line != "" {
			lines = append(lines, typed.Line{Number: i + 1, Text: line})
		}
	}
	b, notes, err := typed.Parse(lines)
	if b != nil {
		rows = boardtest.Text(b)
	}
	return rows, notes, err
}

// Boards as people type and paste them are read.
func TestParse(t *testing.T) {
	const want = "-x---\n-o---\n--xo-\n-----\n"
	for name, text := range map[string]string{
		"numbers and letters": `
   A B C D E
 1 . X . . .
 2 . O . . .
 3 . . X O .
 4 . . . . .`,
		"from the bottom, at both sides": `
   a b c d e
4  . x . . .  4
3  . o . . .  3
2  . . x o .  2
1  . . . . .  1
   a b c d e`,
		"far apart, with blank lines": `
       0       1       2       3       4

   3   _       X       _       _       _    

   2   _       O       _       _       _    

   1   _       _       X       O       _    

   0   _       _       _       _       _    
`,
		"letters at the left": `
  1 2 3 4 5
a . x . . .
b . o . . .
c . . x o .
d . . . . .`,
		"labels glued": `
 abcde
1.x...
2.o...
3..xo.
4.....`,
		"labels with dots": "1. - x - - -\n2. - o - - -\n3. - - x o -\n4. - - - - -\n",
		"labels at the right alone": `
- x - - - 4
- o - - - 3
- - x o - 2
- - - - - 1`,
		"column letters alone": "a b c d e\n- x - - -\n- o - - -\n- - x o -\n- - - - -\n",
		"column numbers alone": "1 2 3 4 5\n- x - - -\n- o - - -\n- - x o -\n- - - - -\n",
		"digits with labels": `
  0 1 2 3 4
0 0 1 0 0 0
1 0 2 0 0 0
2 0 0 1 2 0
3 0 0 0 0 0`,
		"a frame": `
+-----+
|-x---|
|-o---|
|--xo-|
|-----|
+-----+`,
		"a frame with blanks": `
+-----------+
| . x . . . |
| . o . . . |
| . . x o . |
| . . . . . |
+-----------+`,
		"a grid": `
+---+---+---+---+---+
|   | X |   |   |   |
+---+---+---+---+---+
|   | O |   |   |   |
+---+---+---+---+---+
|   |   | X | O |   |
+---+---+---+---+---+
|   |   |   |   |   |
+---+---+---+---+---+`,
		"a grid without edges": `
   | x |   |   |
---+---+---+---+---
   | o |   |   |
---+---+---+---+---
   |   | x | o |
---+---+---+---+---
   |   |   |   |  `,
		"a grid with labels": `
    1   2   3   4   5
  +---+---+---+---+---+
1 |   | X |   |   |   |
  +---+---+---+---+---+
2 |   | O |   |   |   |
  +---+---+---+---+---+
3 |   |   | X | O |   |
  +---+---+---+---+---+
4 |   |   |   |   |   |
  +---+---+---+---+---+`,
		"a table of Markdown": `
|   | x |   |   |   |
|---|---|---|---|---|
|   | o |   |   |   |
|   |   | x | o |   |
|   |   |   |   |   |`,
		"box drawing": `
┌───────────┐
│ - x - - - │
│ - o - - - │
│ - - x o - │
│ - - - - - │
└───────────┘`,
		"stones on crossings": `
┌─●─┬─┬─┐
├─○─┼─┼─┤
├─┼─●─○─┤
└─┴─┴─┴─┘`,
		"stones on crossings, glued": "┌●┬┬┐\n├○┼┼┤\n├┼●○┤\n└┴┴┴┘\n",
		"stones on crossings, with lines between": `
┌─●─┬─┬─┐
│ │ │ │ │
├─○─┼─┼─┤
│ │ │ │ │
├─┼─●─○─┤
│ │ │ │ │
└─┴─┴─┴─┘`,
		"middle dots":       "·x···\n·o···\n··xo·\n·····\n",
		"emoji":             "⬜⚫⬜⬜⬜\n⬜⚪⬜⬜⬜\n⬜⬜⚫⚪⬜\n⬜⬜⬜⬜⬜\n",
		"emoji with joins":  "⬜⚫\ufe0f⬜⬜⬜\n⬜⚪\ufe0f⬜⬜⬜\n⬜⬜⚫⚪⬜\n⬜⬜⬜⬜⬜\n",
		"crosses":           ".❌...\n.⭕...\n..❌⭕.\n.....\n",
		"full width":        "－ｘ－－－\n－ｏ－－－\n－－ｘｏ－\n－－－－－\n",
		"wide blanks":       "．\u3000Ｘ\u3000．\u3000．\u3000．\n．\u3000Ｏ\u3000．\u3000．\u3000．\n．\u3000．\u3000Ｘ\u3000Ｏ\u3000．\n．\u3000．\u3000．\u3000．\u3000．\n",
		"Cyrillic":          "-х---\n-о---\n--хо-\n-----\n",
		"a size in words":   "size 5x4\n-x---\n-o---\n--xo-\n-----\n",
		"a size, columns":   "Board: 5 4\n. x . . .\n. o . . .\n. . x o .\n. . . . .\n",
		"who is to move":    "-x---\n-o---\n--xo-\n-----\nx to move\n",
		"words around":      "my game\nafter five moves\n. x . . .\n. o . . .\n. . x o .\n. . . . .\n\nBlack to play",
		"comments":          "- x - - - // one\n- o - - - # two of them\n- - x o -\n- - - - -\n",
		"a line of comment": "# my board\n. x . . .\n. o . . .\n. . x o .\n. . . . .\n",
		"a Python list": `[[0, 1, 0, 0, 0],
 [0, 2, 0, 0, 0],
 [0, 0, 1, 2, 0],
 [0, 0, 0, 0, 0]]`,
		"a list on a line":    "board = [[0,1,0,0,0],[0,2,0,0,0],[0,0,1,2,0],[0,0,0,0,0]]\n",
		"a numpy array":       "array([[ 0,  1,  0,  0,  0],\n       [ 0, -1,  0,  0,  0],\n       [ 0,  0,  1, -1,  0],\n       [ 0,  0,  0,  0,  0]], dtype=int8)\n",
		"numpy, printed":      "[[0. 1. 0. 0. 0.]\n [0. 2. 0. 0. 0.]\n [0. 0. 1. 2. 0.]\n [0. 0. 0. 0. 0.]]\n",
		"a C array":           "int board[4][5] = {\n  {0,1,0,0,0},\n  {0,2,0,0,0},\n  {0,0,1,2,0}, /\n  {0,0,0,0,0}\n};\n",
		"JSON":                `{"board": [["", "x", "", "", ""], ["", "o", "", "", ""], ["", "", "x", "o", ""], ["", "", "", "", ""]]}`,
		"JSON with null":      `[[null,"X",null,null,null],[null,"O",null,null,null],[null,null,"X","O",null],[null,null,null,null,null]]`,
		"a list of texts":     `["-x---", "-o---", "--xo-", "-----"]`,
		"tuples":              "(('.', 'x', '.', '.', '.'),\n ('.', 'o', '.', '.', '.'),\n ('.', '.', 'x', 'o', '.'),\n ('.', '.', '.', '.', '.'))",
		"words":               "empty,black,empty,empty,empty\nempty,white,empty,empty,empty\nempty,empty,black,white,empty\nempty,empty,empty,empty,empty\n",
		"numbers of moves":    "- 1 - - -\n- 2 - - -\n- - 3 4 -\n- - - - -\n",
		"numbers, with zeros": "0 3 0 0 0\n0 2 0 0 0\n0 0 1 4 0\n0 0 0 0 0\n",
		"a marked stone":      ". x . . .\n. o . . .\n. . x(o).\n. . . . .\n",
		"a wrapped note":      "  0 1 2 3 4\n0 - x - - -\n1 - o - - -\n2 - - x[o]-\n3 - - - - -\no plays 3,2: score 4 depth 5 line\n    3,2 2,3 0,0\n    1,1\n",
	} {
		t.Run(name, func(t *testing.T) {
			rows, notes, err := parse(text)
			if strings.Contains(text, " /\n") { // a comment that is none
				require.Error(t, err)
				return
			}
			require.NoError(t, err)
			assert.Equal(t, want, rows)
			assert.NotEmpty(t, notes)
		})
	}
}

// What is not understood is named, with its line.
func TestParseNamesWhatItDoesNotUnderstand(t *testing.T) {
	for text, want := range map[string]string{
		"  a b c d\n1 . . .\n2 . . .\n":        "4 labels of columns, but 3 columns",
		"size 5\n---\n-x-\n---\n":              "the size is told as 5x5, but there are 3 columns and 3 rows",
		". . q\n. . .\n":                       `line 1: "q": want "-" for an empty square`,
		". x .\n. . .\n. @ .\n":                `line 3: "@": want`,
		". x .\n. .\n":                         `line 2: ". .": want 3 squares as in the first row, got 2`,
		".x.\n\n..\n":                          `line 3: "..": want 3 squares as in the first row, got 2`,
		"⬛⚫\n⬛⬛\n":                             `line 1: "\u2b1b": want`,
		"x.\nb.\n":                             `line 2: "b": stones of more than one kind`,
		"1 2 -1\n0 0 0\n":                      `line 1: "-1": stones of more than one kind`,
		"-.-\nx.o\n":                           `line 1: ".": beside "-"`,
		"- 1 3\n- 2 3\n":                       `line 1: "3": want`,
		"- 1 7\n- 2 -\n":                       `line 1: "7": want`,
		"  7 8 9\n7 - - -\n8 - x -\n9 - - -\n": `line 2: "7 - - -": the row labels do not begin with 0, 1 or A`,
		"  7 8 9\n0 - - -\n1 - x -\n2 - - -\n": `line 1: "7 8 9": the column labels do not count from 0, 1 or A`,
		"  a b c\n1 - - -\n2 - x -\n  best\n4 - - -\n5 - - -\n": `line 4: "best": want labels of columns`,
		"h8 h9 i9 g7\n":        `line 1: "h8" looks like a list of moves`,
		"h8h9i9g7\n":           `line 1: "h8h9i9g7" looks like a list of moves`,
		"1. h8 h9\n2. i9 g7\n": `line 1: "h8" looks like a list of moves`,
		"7,7\n8,8\n9,7\n":      `line 1: "7,7" looks like a list of moves`,
		"Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,0\n7,8,0\n": `line 1: "8,8,0" looks like a list of moves`,
		"BOARD\n7,7,1\n8,8,2\nDONE\n":                      `line 1: "7,7,1" looks like a list of moves`,
		"[[7,7],[8,8],[9,7]]":                              `looks like a list of moves`,
		"(;GM[4]SZ[15];B[hh];W[ii])":                       "",
		"hello\nworld\n":                                   "",
		"[[0,1],[0]]":                                      `line 1: "0": want 2 squares as in the first row, got 1`,
		strings.Repeat("- ", 121) + "\n" + strings.Repeat("- ", 121): "121 columns and 2 rows: want 120 at most",
		strings.Repeat("- -\n", 400):                                 "line 361: more lines than a board has",
	} {
		rows, notes, err := parse(text)
		assert.Empty(t, rows, text)
		assert.Nil(t, notes, text)
		assert.ErrorContains(t, err, want, text)
	}
}
