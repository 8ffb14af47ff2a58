package gamefile_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"tahoun/board"
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
	tests := []struct{ name, text, tree, comment string }{
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
		{"a text on the board", lib(libHeader, 0x78, extension, 0, 1, "A\x00", 0x79, leaf), `x7,7"A" o8,7`, ""},
		{"a comment and a text", lib(libHeader, 0x78, extension|comment, 0, 1, "c\x00", "A\x00", 0x79, leaf), `x7,7"c\nA" o8,7`, ""},
		{"other extensions", lib(libHeader, 0x78, extension, 1, 0, 0x79, leaf), "x7,7 o8,7", ""},
		{"a comment on the empty board", lib(libHeader, 0, comment, "hi\x00\x00", 0x78, leaf), "x7,7", "hi"},
		{"a pass", lib(libHeader, 0x78, 0, 0, 0, 0x79, leaf), "x7,7 x8,7", ""},
		{"a square with a text alone", lib(libHeader, 0x78, 0, 0x79, sibling|leaf|noMove|extension, 0, 1, "B\x00", 0x7A, leaf), `x7,7"B" o9,7`, ""},
		{"the same move twice", lib(libHeader, 0x78, 0, 0x79, sibling|leaf, 0x79, 0, 0x7A, leaf), "x7,7 o8,7 x9,7", ""},
		{"bytes of Windows", lib(libHeader, 0x78, comment|leaf, "\xe9t\xe9\x00"), `x7,7"été"`, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g := read(t, "book.lib", tt.text)
			assert.Equal(t, gamefile.RenLib, g.Format)
			assert.Equal(t, tt.tree, tree(g.Next))
			assert.Equal(t, tt.comment, g.Comment)
			requireSame(t, g, read(t, "again", sgf(t, g)))
		})
	}
}

func TestRenLibFile(t *testing.T) {
	g := sample(t, "book.lib")
	assert.Equal(t, gamefile.RenLib, g.Format)
	assert.Equal(t, `x7,7"H8"(o8,7"indirect\nK. Novák"(x9,6 o8,6)(x7,6))(o8,6"A" x9,6)`, tree(g.Next))
	assert.Equal(t, []board.Point{at(9, 6)}, g.MainLine()[2].Marks)
	assert.False(t, g.RuleKnown)
	assert.Equal(t, gamefile.RenLib, read(t, "no extension", lib(0x78, 0, 0x01, leaf)).Format)
	assert.Equal(t, gamefile.Drawing, read(t, "board", "x-o\n-x-\n").Format, "an x is no H8")
}

func TestRenLibRefuses(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"a stone on a stone", lib(libHeader, 0x78, 0, 0x79, 0, 0x78, leaf), "f.lib: byte 24: move 3: the square of byte 78 already holds x"},
		{"column 0", lib(libHeader, 0x78, 0, 0x70, leaf), "f.lib: byte 22: move 2: the square of byte 70 is off the board of 15 columns and 15 rows"},
		{"row 16", lib(libHeader, 0x78, 0, 0xF1, leaf), "f.lib: byte 22: move 2: the square of byte f1 is off the board of 15 columns and 15 rows"},
		{"half a move", lib(libHeader, 0x78, 0, 0x79), "f.lib: byte 22: the file ends within a move"},
		{"half an extension", lib(libHeader, 0x78, extension, 0), "f.lib: byte 20: the file ends within a move"},
		{"a short header", libHeader[:12], "f.lib: byte 12: the header ends early"},
		{"a newer version", strings.Replace(libHeader, "\x03\x04", "\x03\x05", 1), "f.lib: byte 8: want a version up to 3.4, got 3.5"},
		{"passes without end", lib(libHeader, 0x78, 0, strings.Repeat("\x00\x00", 1<<20)), "f.lib: byte 2097172: more than 1048576 moves"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { assert.Equal(t, tt.want, refusal("f.lib", tt.text)) })
	}
}
