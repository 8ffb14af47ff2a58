package gamefile_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/scripts/internal/gamefile"
)

// Flags of moves in a library.
const (
	sibling    = 0x80
	leaf       = 0x40
	oldComment = 0x20
	mark       = 0x10
	comment    = 0x08
	noMove     = 0x02
	extension  = 0x01
)

const libHeader = "\xFFRenLib\xFF\x03\x04" + "\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF"

// lib writes moves: a square as RenLib names it, flags, texts.
func lib(moves ...any) string {
	var text strings.Builder
	for _, m := range moves {
		switch m := m.(type) {
		case string:
			text.WriteString(m)
		case int:
			text.WriteByte(byte(m))
		}
	}
	return text.String()
}

// The libraries are what RenLib writes for a tree: a move, those that follow it, then its siblings.
func TestRenLib(t *testing.T) {
	tests := []struct{ name, text, tree, start string }{
		{"a line", lib(libHeader, 0x78, 0, 0x79, 0, 0x69, leaf), "x7,7 o8,7 x8,6", ""},
		{"without a header", lib(0x78, 0, 0x01, leaf), "x7,7 o0,0", ""},
		{"corners, row by row from the top", lib(libHeader, 0x01, 0, 0x0F, 0, 0xE1, 0, 0xEF, leaf), "x0,0 o14,0 x0,14 o14,14", ""},
		{"a root, and variations of the first move", lib(libHeader, 0, 0, 0x78, sibling, 0x79, leaf, 0x77, leaf), "(x7,7 o8,7)(x6,7)", ""},
		{"variations within variations", lib(libHeader, 0x78, 0, 0x79, sibling, 0x69, sibling, 0x59, leaf, 0x68, leaf, 0x88, leaf),
			"x7,7(o8,7(x8,6 o8,5)(x7,6))(o7,8)", ""},
		{"three variations", lib(libHeader, 0x78, 0, 0x79, sibling|leaf, 0x7A, sibling|leaf, 0x7B, leaf), "x7,7(o8,7)(o9,7)(o10,7)", ""},
		{"a comment of odd length", lib(libHeader, 0x78, comment, "abc\x00", 0x79, leaf), `x7,7"abc" o8,7`, ""},
		{"a comment of even length", lib(libHeader, 0x78, comment, "abcd\x00\x00", 0x79, leaf), `x7,7"abcd" o8,7`, ""},
		{"an empty comment", lib(libHeader, 0x78, comment, "\x00\x00", 0x79, leaf), "x7,7 o8,7", ""},
		{"one line and more lines", lib(libHeader, 0x78, comment, "one\btwo\r\nthree\x00\x00", 0x79, leaf), `x7,7"one\ntwo\nthree" o8,7`, ""},
		{"an old comment", lib(libHeader, 0x78, oldComment, "ab\xe3", 0, 0x79, leaf), `x7,7"abc" o8,7`, ""},
		{"an old comment of even length", lib(libHeader, 0x78, oldComment, "abc\xe4", 0x79, leaf), `x7,7"abcd" o8,7`, ""},
		{"an old comment in Swedish", lib(libHeader, 0x78, oldComment, "b}\xfd", 0, 0x79, leaf), `x7,7"båå" o8,7`, ""},
		{"a text on the board", lib(libHeader, 0x78, extension, 0, 1, "A\x00", 0x79, leaf), `x7,7 o8,7`, "{LB7,7 A}"},
		{"a comment and a text", lib(libHeader, 0x78, 0, 0x79, extension|comment|leaf, 0, 1, "c\x00", "A\x00"), `x7,7{LB8,7 A} o8,7"c"`, ""},
		{"a text of Windows", lib(libHeader, 0x78, 0, 0x79, extension|leaf, 0, 1, "\xe9t\xe9\x00"), `x7,7{LB8,7 été} o8,7`, ""},
		{"a text on the empty board", lib(libHeader, 0, extension, 0, 1, "A\x00", 0x78, leaf), "x7,7", "A"},
		{"a mark", lib(libHeader, 0x78, 0, 0x79, mark|leaf), `x7,7 o8,7{MA8,7}`, ""},
		{"other extensions", lib(libHeader, 0x78, extension, 1, 0, 0x79, leaf), "x7,7 o8,7", ""},
		{"a comment on the empty board", lib(libHeader, 0, comment, "hi\x00\x00", 0x78, leaf), "x7,7", "hi"},
		{"a pass", lib(libHeader, 0x78, 0, 0, 0, 0x79, leaf), "x7,7 x8,7", ""},
		{"a move of either side", lib(libHeader, 0x78, 0, 0x79, sibling|leaf, 0, 0, 0x79, leaf), "x7,7(o8,7)(x8,7)", ""},
		{"a square with a text alone", lib(libHeader, 0x78, 0, 0x79, sibling|leaf|noMove|extension, 0, 1, "B\x00", 0x7A, leaf), `x7,7{LB8,7 B} o9,7`, ""},
		{"the same move twice", lib(libHeader, 0x78, 0, 0x79, sibling|leaf, 0x79, 0, 0x7A, leaf), "x7,7 o8,7 x9,7", ""},
		{"bytes of Windows", lib(libHeader, 0x78, comment|leaf, "\xe9t\xe9\x00"), `x7,7"été"`, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g := read(t, "book.lib", tt.text)
			assert.Equal(t, gamefile.RenLib, g.Format)
			assert.Equal(t, tt.tree, tree(g.Next))
			assert.Equal(t, tt.start, g.Comment+marks(g.Marks))
			requireSame(t, g, read(t, "again", sgf(t, g)))
		})
	}
}

func TestRenLibFile(t *testing.T) {
	g := sample(t, "book.lib")
	assert.Equal(t, gamefile.RenLib, g.Format)
	assert.Equal(t, `x7,7"H8"{LB8,6 A}(o8,7"indirect\nK. Novák"(x9,6{MA9,6} o8,6)(x7,6))(o8,6 x9,6)`, tree(g.Next))
	assert.False(t, g.RuleKnown)
	assert.Equal(t, gamefile.RenLib, read(t, "no extension", lib(0x78, 0, 0x01, leaf)).Format)
	assert.Equal(t, gamefile.Drawing, read(t, "board", "x-o\n-x-\n").Format, "an x is no H8")
}

// TestRenLibDamaged: a library is read as far as it goes, and each thing that is left out has a warning.
func TestRenLibDamaged(t *testing.T) {
	const odd, early = "odd byte at the end is ignored", "the file ends early: it was cut, or RenLib saved a position or a branch alone"
	whole := lib(libHeader, 0x78, comment, "H8\x00\x00", 0x79, sibling, 0x6A, sibling|leaf, 0x69, leaf, 0x68, leaf)
	tests := []struct{ name, text, tree, warnings string }{
		{"whole", whole, `x7,7"H8"(o8,7(x9,6)(x8,6))(o7,6)`, ""},
		{"a line end after it", whole + "\n", `x7,7"H8"(o8,7(x9,6)(x8,6))(o7,6)`, "an " + odd},
		{"cut after a leaf", whole[:len(whole)-2], `x7,7"H8" o8,7(x9,6)(x8,6)`, early},
		{"cut after a move", whole[:len(whole)-6], `x7,7"H8" o8,7`, early},
		{"cut within a move", whole[:len(whole)-7], `x7,7"H8"`, "an " + odd + ";" + early},
		{"cut within a comment", whole[:23], `x7,7"H"`, early},
		{"cut within an old comment", lib(libHeader, 0x78, oldComment|leaf, "ab"), `x7,7"ab"`, early},
		{"cut before a comment", lib(libHeader, 0x78, comment|leaf), "x7,7", early},
		{"cut before an extension", lib(libHeader, 0x78, extension|leaf), "x7,7", early},
		{"cut within an extension", lib(libHeader, 0x78, extension|leaf, 0), "x7,7", "an " + odd + ";" + early},
		{"a position as RenLib saves it", lib(libHeader, 0x78, 0, 0x79, 0), "x7,7 o8,7", early},
		{"a branch as RenLib saves it", lib(libHeader, 0x78, 0, 0x79, sibling, 0x69, leaf), "x7,7 o8,7 x8,6", early},
		{"the header alone", libHeader, "", ""},
		{"an empty board alone", lib(libHeader, 0, 0), "", ""},
		{"a stone on a stone", lib(libHeader, 0x78, 0, 0x79, 0, 0x78, leaf), "x7,7 o8,7",
			"1 moves left out, the first: byte 24: move 3: the square of byte 78 already holds x"},
		{"moves and comments after it", lib(libHeader, 0x78, 0, 0x79, sibling, 0x78, comment, "c\x00", 0x69, sibling|leaf, 0x6A, leaf, 0x77, comment|leaf, "d\x00"),
			`x7,7(o8,7)(o6,7"d")`, "3 moves left out, the first: byte 24: move 3: the square of byte 78 already holds x"},
		{"two of them", lib(libHeader, 0x78, 0, 0x78, sibling|leaf, 0x79, sibling|leaf, 0x78, sibling|leaf, 0x77, leaf), "x7,7(o8,7)(o6,7)",
			"2 moves left out, the first: byte 22: move 2: the square of byte 78 already holds x"},
		{"column 0", lib(libHeader, 0x78, 0, 0x70, leaf, 0x79, leaf), "x7,7",
			"byte 22: move 2: the square of byte 70 is off the board of 15 columns and 15 rows: the rest of the file is left out"},
		{"row 16", lib(libHeader, 0x78, 0, 0xF1, leaf), "x7,7",
			"byte 22: move 2: the square of byte f1 is off the board of 15 columns and 15 rows: the rest of the file is left out"},
		{"passes without end", lib(libHeader, 0x78, 0, strings.Repeat("\x00\x00", 1<<10)), "x7,7",
			"byte 2068: more than 1024 moves: the rest of the file is left out"},
	}
	gamefile.LimitNodes(t, 1<<10)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g := read(t, "f.lib", tt.text)
			assert.Equal(t, tt.tree, tree(g.Next))
			var want []string
			for warning := range strings.SplitSeq(tt.warnings, ";") {
				if warning != "" {
					want = append(want, "f.lib: "+warning)
				}
			}
			assert.Equal(t, want, g.Warnings)
		})
	}
}

// TestRenLibComments: comments are in the code page of the writer's system, which all of them together tell.
func TestRenLibComments(t *testing.T) {
	const taken = "f.lib: its comments: no encoding named, and no UTF-8: taken for "
	tests := []struct{ name, comment, want, charset string }{
		{"Chinese", "\xba\xda\xb1\xd8\xca\xa4", "黑必胜", "GBK"},
		{"Korean", "\xc8\xe6\xbd\xc2", "흑승", "EUC-KR"},
		{"Japanese", "\x8d\x95\x95\x4b\x8f\x9f", "黒必勝", "Shift_JIS"},
		{"UTF-8", "黑必胜", "黑必胜", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g := read(t, "f.lib", lib(libHeader, 0x78, comment, tt.comment, "\bH8\x00", padding(tt.comment+"\bH8\x00"),
				0x79, oldComment, "]b\xe3", 0, 0x69, comment, "c\x00", 0x6A, extension|leaf, 0, 1, tt.comment+"\x00"))
			assert.Equal(t, fmt.Sprintf("x7,7%q o8,7%q x8,6%q{LB9,6 %s} o9,6", tt.want+"\nH8", "Åbc", "c", tt.want), tree(g.Next))
			if tt.charset == "" {
				assert.Empty(t, g.Warnings)
			} else {
				assert.Equal(t, []string{taken + tt.charset}, g.Warnings)
			}
		})
	}
}

// TestRenLibCommentsOfTwo: a comment that the encoding of the others does not have has one of its own.
func TestRenLibCommentsOfTwo(t *testing.T) {
	const chinese = "\xba\xda\xb1\xd8\xca\xa4\xba\xda\xb1\xd8\xca\xa4\x00\x00"
	g := read(t, "f.lib", lib(libHeader, 0x78, comment, chinese, 0x79, comment, "\xf6 \xd6 \x00\x00", 0x69, comment|leaf, chinese))
	assert.Equal(t, `x7,7"黑必胜黑必胜" o8,7"ö Ö" x8,6"黑必胜黑必胜"`, tree(g.Next))
	assert.Equal(t, []string{"f.lib: its comments: no encoding named, and no UTF-8: taken for GBK",
		"f.lib: 1 of its comments have another encoding, the first taken for Windows-1252"}, g.Warnings)
}

// padding fills the last pair of bytes of a text.
func padding(text string) string { return strings.Repeat("\x00", len(text)%2) }

// TestRenLibOfMillions: of a library with more moves or bytes than fit, those that fit are read.
func TestRenLibOfMillions(t *testing.T) {
	moves := func(g *gamefile.Game) (n int) {
		for todo := [][]*gamefile.Node{g.Next}; len(todo) > 0; {
			last := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			n += len(last)
			for _, node := range last {
				todo = append(todo, node.Next)
			}
		}
		return n
	}
	g, err := gamefile.Read("f.lib", largeLibrary(8, 7), gamefile.Options{})
	require.NoError(t, err)
	assert.Equal(t, 1<<20, moves(g))
	assert.Equal(t, []string{"f.lib: byte 2097172: more than 1048576 moves: the rest of the file is left out"}, g.Warnings)
	line := lib(0x78, comment, strings.Repeat("c", 1<<23-1)+"\x00", 0x79, comment, strings.Repeat("c", 1<<23-1)+"\x00", 0x69, leaf)
	g = read(t, "f.lib", libHeader+line)
	assert.Equal(t, 2, moves(g))
	assert.Equal(t, []string{"f.lib: larger than 16 MiB: the rest is left out",
		"f.lib: the file ends early: it was cut, or RenLib saved a position or a branch alone"}, g.Warnings)
}

func TestRenLibRefuses(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"no move", lib(libHeader, 0x70, leaf), "f.lib: byte 20: move 1: the square of byte 70 is off the board of 15 columns and 15 rows"},
		{"a short header", libHeader[:12], "f.lib: byte 12: the header of a RenLib library ends early"},
		{"a newer version", strings.Replace(libHeader, "\x03\x04", "\x03\x05", 1), "f.lib: byte 8: want a RenLib library of a version up to 3.4, got 3.5"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { assert.Equal(t, tt.want, refusal("f.lib", tt.text)) })
	}
}
