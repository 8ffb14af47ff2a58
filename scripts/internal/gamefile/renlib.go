package gamefile

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"golang.org/x/text/encoding/charmap"

	"tahoun/board"
	"tahoun/scripts/arena/game"
)

// A library of RenLib is a header of 20 bytes and a tree of moves, depth first. The oldest files lack the header and
// begin with h8. A move is two bytes, its square and its flags. Flags tell whether two bytes of more flags, a comment
// and a text on the board follow.
var renLibMagic = []byte("\xFFRenLib\xFF")

const (
	renLibHeader  = 20
	renLibSide    = 15
	renLibCentre  = 0x78
	renLibVersion = 304 // 100 * major + minor of the newest known
)

// The flags of a move. In RenLib's source the first two are DOWN and RIGHT.
const (
	renLibSibling    = 0x80 // another move in its place follows after those that follow it
	renLibLeaf       = 0x40 // no move follows it
	renLibOldComment = 0x20 // ends with a byte whose highest bit is set
	renLibMark       = 0x10
	renLibComment    = 0x08 // ends with a zero
	renLibNoMove     = 0x02 // only a text on the board
	renLibExtension  = 0x01 // two bytes of more flags
	renLibBoardText  = 0x01 // in the second of those bytes
)

// isOldRenLib reports whether content is a library without the header. It begins with h8, whose byte is an x in text.
func isOldRenLib(extension string, content []byte) bool {
	if len(content) < 2 || content[0] != renLibCentre {
		return false
	}
	flags := content[1]
	return extension == ".lib" || flags < ' ' && !strings.ContainsRune("\t\r\n", rune(flags)) || flags > '~'
}

// A renLibReader is the state of readRenLib.
type renLibReader struct {
	content  []byte
	at       int
	tree     *treeBuilder
	siblings []int // for each move in whose place another follows, the plies before it
}

// readRenLib reads a library. Of a text on the board it makes a comment. The file does not tell the rule, which mostly is
// renju.
func readRenLib(name string, content []byte) (*Game, error) {
	g := newGame(renLibSide, renLibSide)
	r := renLibReader{content: content, tree: newTreeBuilder(g)}
	if bytes.HasPrefix(content, renLibMagic) {
		if len(content) < renLibHeader {
			return nil, fmt.Errorf("%s: byte %d: the header ends early", name, len(content))
		}
		if major, minor := int(content[8]), int(content[9]); 100*major+minor > renLibVersion {
			return nil, fmt.Errorf("%s: byte 8: want a version up to 3.4, got %d.%d", name, major, minor)
		}
		r.at = renLibHeader
	}
	for first := true; r.at < len(content); first = false {
		from := r.at
		if err := r.node(first); err != nil {
			return nil, fmt.Errorf("%s: byte %d: %w", name, from, err)
		}
	}
	r.tree.finish()
	return g, nil
}

// pair returns the next two bytes.
func (r *renLibReader) pair() (first, second byte, err error) {
	if r.at+2 > len(r.content) {
		r.at = len(r.content)
		return 0, 0, errors.New("the file ends within a move")
	}
	r.at += 2
	return r.content[r.at-2], r.content[r.at-1], nil
}

// node reads a move with all that belongs to it. The first of a file may be the empty board.
func (r *renLibReader) node(first bool) error {
	square, flags, err := r.pair()
	if err != nil {
		return err
	}
	boardText := false
	if flags&renLibExtension != 0 {
		_, more, err := r.pair()
		if err != nil {
			return err
		}
		boardText = more&renLibBoardText != 0
	}
	before := len(r.tree.path)
	root := first && square == 0
	if !root {
		if err := r.move(square, flags); err != nil {
			return err
		}
	}
	if err := r.texts(flags, boardText); err != nil {
		return err
	}
	if flags&renLibSibling != 0 && !root {
		r.siblings = append(r.siblings, before)
	}
	if last := len(r.siblings) - 1; flags&renLibLeaf != 0 && last >= 0 {
		r.tree.back(r.siblings[last])
		r.siblings = r.siblings[:last]
	}
	return nil
}

// move goes on by a move. A pass and a text on an empty square leave no stone, but the next move is the other side's.
func (r *renLibReader) move(square, flags byte) error {
	if square == 0 || flags&renLibNoMove != 0 {
		return r.tree.pass()
	}
	at := board.Point{X: int(square%16) - 1, Y: int(square / 16)}
	for _, n := range *r.tree.next() {
		if n.At == at {
			r.tree.enter(n)
			return nil
		}
	}
	m := Move{At: at, Side: r.tree.turn()}
	if flags&renLibMark != 0 {
		m.Marks = []board.Point{at}
	}
	return r.tree.play(m, fmt.Sprintf("the square of byte %02x", square))
}

// texts reads the texts of a move and adds them to its comment.
func (r *renLibReader) texts(flags byte, boardText bool) error {
	var texts []string
	if flags&renLibOldComment != 0 {
		texts = append(texts, r.oldText())
	} else if flags&renLibComment != 0 {
		texts = append(texts, r.text())
	}
	if boardText {
		texts = append(texts, r.text())
	}
	for _, text := range texts {
		text = strings.ReplaceAll(text, "\b", "\n") // parts the first line from the others
		r.tree.comment(strings.TrimSpace(game.Plain(decode([]byte(text), charmap.Windows1252))))
	}
	return nil
}

// text reads up to a zero. Texts fill pairs of bytes.
func (r *renLibReader) text() string {
	length := bytes.IndexByte(r.content[r.at:], 0)
	if length < 0 {
		length = len(r.content) - r.at
	}
	text := string(r.content[r.at : r.at+length])
	r.at = min(r.at+(length/2+1)*2, len(r.content))
	return text
}

// oldText reads up to a byte whose highest bit is set, which is the text's last.
func (r *renLibReader) oldText() string {
	length := 0
	for r.at+length < len(r.content) {
		length++
		if r.content[r.at+length-1] >= 0x80 {
			break
		}
	}
	text := bytes.Clone(r.content[r.at : r.at+length])
	if length > 0 {
		text[length-1] &= 0x7F
	}
	r.at = min(r.at+(length+1)/2*2, len(r.content))
	return string(text)
}
