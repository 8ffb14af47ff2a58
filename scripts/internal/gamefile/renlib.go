package gamefile

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"tahoun/board"
	"tahoun/scripts/internal/charset"
	"tahoun/scripts/internal/game"
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

// isRenLib reports whether the content is a library. One without the header begins with h8, whose byte is an x in text.
func isRenLib(s *source) bool {
	if bytes.HasPrefix(s.content, renLibMagic) {
		return true
	}
	if len(s.content) < 2 || s.content[0] != renLibCentre {
		return false
	}
	flags := s.content[1]
	return s.extension == ".lib" || flags < ' ' && !strings.ContainsRune("\t\r\n", rune(flags)) || flags > '~'
}

// A renLibReader is the state of readRenLib.
type renLibReader struct {
	content  []byte
	at       int
	tree     *treeBuilder
	siblings []int         // for each move in whose place another follows, the plies before it
	open     bool          // the last move that was read announces another
	cut      bool          // the file ends within a move
	encoded  []renLibPlace // texts that are not decoded
	sample   []byte        // these texts, a line each
	lost     int           // the plies before the move that was left out, with all that follow it; -1: none
}

// A renLibPlace is the place of a text in treeBuilder.texts, or that of a label in the marks of a node.
type renLibPlace struct {
	node  *Node
	index int
	label bool
}

// readRenLib reads a library. A text on the board is a label of the
// position before its move. The file does not tell the rule, which mostly
// is renju. A library that is damaged or too large is read as far as it goes; only one without any move is refused.
func readRenLib(s *source) (*Game, error) {
	name, content := s.name, s.content
	g := newGame(renLibSide, renLibSide)
	if len(content) > maxTreeBytes {
		content = content[:maxTreeBytes]
		g.warn("larger than %d MiB: the rest is left out", maxTreeBytes>>20)
	}
	r := renLibReader{content: content, tree: newTreeBuilder(g), lost: -1}
	if bytes.HasPrefix(content, renLibMagic) {
		if len(content) < renLibHeader {
			return nil, fmt.Errorf("%s: byte %d: the header of a RenLib library ends early", name, len(content))
		}
		if major, minor := int(content[8]), int(content[9]); 100*major+minor > renLibVersion {
			const wrong = "%s: byte 8: want a RenLib library of a version up to 3.4, got %d.%d"
			return nil, fmt.Errorf(wrong, name, major, minor)
		}
		r.at = renLibHeader
	}
	if at, err := r.nodes(); err != nil && len(g.Next) == 0 {
		return nil, fmt.Errorf("%s: byte %d: %w", name, at, err)
	} else if err != nil {
		g.warn("byte %d: %v: the rest of the file is left out", at, err)
	} else {
		r.end()
	}
	r.decode()
	r.tree.finish()
	return g, nil
}

// nodes reads all moves. It returns the place of an error after which nothing can be read.
func (r *renLibReader) nodes() (at int, err error) {
	for first := true; r.at+1 < len(r.content); first = false {
		at = r.at
		if err := r.node(first); err != nil {
			return at, err
		}
	}
	return 0, nil
}

// end warns of a file that ends otherwise than after its last move. RenLib itself writes such files when it saves a
// position or a branch: the last move lacks its flag, and moves before a branch announce variations that are left out.
func (r *renLibReader) end() {
	if r.at < len(r.content) {
		r.tree.game.warn("an odd byte at the end is ignored")
	}
	if (r.cut || r.open) && len(r.tree.game.Next) > 0 {
		r.tree.game.warn("the file ends early: it was cut, or RenLib saved a position or a branch alone")
	}
}

// pair returns the next two bytes, zeros at the end of the file.
func (r *renLibReader) pair() (first, second byte) {
	if r.at+2 > len(r.content) {
		r.cut = true
		return 0, 0
	}
	r.at += 2
	return r.content[r.at-2], r.content[r.at-1]
}

// node reads a move with all that belongs to it. The first of a file may be the empty board.
func (r *renLibReader) node(first bool) error {
	from := r.at
	square, flags := r.pair()
	before, parent := len(r.tree.path), r.tree.at()
	root := first && square == 0
	if !root {
		if err := r.move(from, square, flags); err != nil {
			return err
		}
	}
	boardText := false
	if flags&renLibExtension != 0 {
		_, more := r.pair()
		boardText = more&renLibBoardText != 0
	}
	r.comments(flags)
	if boardText {
		r.label(parent, square, r.text())
	}
	if flags&renLibSibling != 0 && !root {
		r.siblings = append(r.siblings, before)
	}
	last := len(r.siblings) - 1
	r.open = flags&renLibLeaf == 0 || last >= 0
	if flags&renLibLeaf != 0 && last >= 0 {
		r.back(r.siblings[last])
		r.siblings = r.siblings[:last]
	}
	return nil
}

func (r *renLibReader) back(plies int) {
	r.tree.back(plies)
	if plies <= r.lost {
		r.lost = -1
	}
}

// move goes on by a move. A pass and a text on an empty square leave no stone, but the next move is the other side's. A
// move that cannot be played is left out, with those that follow it; a square off the board is an error: most likely
// the bytes behind it are no moves.
func (r *renLibReader) move(from int, square, flags byte) error {
	if square == 0 || flags&renLibNoMove != 0 {
		return r.tree.pass()
	}
	at := renLibPoint(square)
	name := fmt.Sprintf("the square of byte %02x", square)
	if r.lost >= 0 {
		return r.tree.leaveOut("")
	}
	for _, n := range *r.tree.next() {
		if n.At == at && n.Side == r.tree.turn() {
			r.tree.enter(n)
			return nil
		}
	}
	if err := r.tree.playable(at, name); err != nil && r.tree.board.Contains(at) {
		r.lost = len(r.tree.path)
		return r.tree.leaveOut(fmt.Sprintf("byte %d: %v", from, err))
	}
	if err := r.tree.play(Move{At: at, Side: r.tree.turn()}, name); err != nil {
		return err
	}
	if flags&renLibMark != 0 {
		r.tree.mark(r.tree.at(), Mark{At: at, Kind: Cross})
	}
	return nil
}

func renLibPoint(square byte) board.Point {
	return board.Point{X: int(square%16) - 1, Y: int(square / 16)}
}

// comments reads the comment of a move.
func (r *renLibReader) comments(flags byte) {
	if flags&renLibOldComment != 0 {
		r.comment(r.oldText(), true)
	} else if flags&renLibComment != 0 {
		r.comment(r.text(), false)
	}
}

// label puts a text on a square of the position after a node; nil is the start. On no square it is a comment.
func (r *renLibReader) label(n *Node, square byte, text string) {
	at := renLibPoint(square)
	if !r.tree.board.Contains(at) {
		r.comment(text, false)
		return
	}
	if text = strings.TrimSpace(text); text == "" || r.lost >= 0 {
		return
	}
	ascii := !strings.ContainsFunc(text, func(c rune) bool { return c >= utf8.RuneSelf })
	if ascii {
		text = game.Line(text)
	}
	if i, added := r.tree.mark(n, Mark{At: at, Kind: Label, Text: text}); added && !ascii {
		r.encode(renLibPlace{n, i, true}, text)
	}
}

// encode notes a text that is to be decoded.
func (r *renLibReader) encode(place renLibPlace, text string) {
	r.encoded = append(r.encoded, place)
	r.sample = append(append(r.sample, text...), '\n')
}

// comment adds a text to the comment on the last move, unless that is left out. decoded tells whether text is UTF-8.
func (r *renLibReader) comment(text string, decoded bool) {
	if text == "" || r.lost >= 0 {
		return
	}
	text = strings.ReplaceAll(text, "\b", "\n") // parts the first line from the others
	decoded = decoded || !strings.ContainsFunc(text, func(c rune) bool { return c >= utf8.RuneSelf })
	if decoded {
		r.tree.comment(renLibText(text))
		return
	}
	r.tree.comment(text)
	at := r.tree.at()
	r.encode(renLibPlace{at, len(r.tree.texts[at]) - 1, false}, text)
}

func renLibText(text string) string { return strings.TrimSpace(game.Plain(text)) }

// decode decodes the texts that are not ASCII. RenLib writes them in the code page of its system, so most have the
// same; a library may hold a few of somebody else.
func (r *renLibReader) decode() {
	if len(r.encoded) == 0 {
		return
	}
	common, _ := charset.Guess(r.sample, "")
	others, first := 0, ""
	for _, place := range r.encoded {
		text := r.place(place)
		decoded := common.Decode([]byte(*text))
		if strings.ContainsRune(decoded, utf8.RuneError) {
			c, _ := charset.Guess([]byte(*text), "")
			decoded = c.Decode([]byte(*text))
			if others++; others == 1 {
				first = c.Name
			}
		}
		if *text = renLibText(decoded); place.label {
			*text = game.Line(*text)
		}
	}
	if common.Name != charset.UTF8.Name {
		r.tree.game.warn("its comments: no encoding named, and no UTF-8: taken for %s", common.Name)
	}
	if others > 0 {
		r.tree.game.warn("%d of its comments have another encoding, the first taken for %s", others, first)
	}
}

// place returns the text at a place.
func (r *renLibReader) place(place renLibPlace) *string {
	if place.label {
		return &(*r.tree.marks(place.node))[place.index].Text
	}
	return &r.tree.texts[place.node][place.index]
}

// text reads up to a zero. Texts fill pairs of bytes.
func (r *renLibReader) text() string {
	length := bytes.IndexByte(r.content[r.at:], 0)
	if length < 0 {
		length, r.cut = len(r.content)-r.at, true
	}
	text := string(r.content[r.at : r.at+length])
	r.at = min(r.at+(length/2+1)*2, len(r.content))
	return text
}

// renLibSwedish turns the letters of ISO 646-SE into those that RenLib shows for them.
var renLibSwedish = strings.NewReplacer("}", "å", "{", "ä", "|", "ö", "]", "Å", "[", "Ä", `\`, "Ö")

// oldText reads up to a byte whose highest bit is set, which is the text's last.
func (r *renLibReader) oldText() string {
	rest := r.content[r.at:]
	last := bytes.IndexFunc(rest, func(c rune) bool { return c >= 0x80 }) // a broken character counts as U+FFFD
	if last < 0 {
		last, r.cut = len(rest)-1, true
	}
	text := bytes.Clone(rest[:last+1])
	if last >= 0 {
		text[last] &= 0x7F
	}
	r.at = min(r.at+(last+2)/2*2, len(r.content))
	return renLibSwedish.Replace(string(text))
}
