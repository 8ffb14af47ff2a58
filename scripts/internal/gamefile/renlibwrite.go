package gamefile

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"tahoun/board"
	"tahoun/scripts/internal/charset"
	"tahoun/scripts/internal/game"
)

// renLibOldVersion is what RenLib writes for a library that begins with h8 alone: its first programs read it.
const renLibOldVersion = 300

// The things that a library does not hold.
const (
	LostFacts    Loss = "facts"    // rule, names, title, date and result
	LostTimes    Loss = "times"    // of moves
	LostMarks    Loss = "marks"    // other than labels and a cross on the move
	LostStart    Loss = "start"    // its stones become moves, with passes between them
	LostCodePage Loss = "codePage" // RenLib shows some comments wrongly: no code page has all their characters
)

// WriteRenLib writes a game with its variations as a library of RenLib. A move out of turn follows a pass, and so do
// stones of the start. Only boards of 15x15 without walls have a place in it. RenLib shows texts in the code page of
// its Windows: they are written in that of their language. Texts that this lacks a character of have a code page of
// their own, or all are written in UTF-8.
func WriteRenLib(w io.Writer, g *Game) error {
	l, err := newRenLibWriter(g)
	if err != nil {
		return err
	}
	version := renLibVersion
	root := l.comment != "" || len(l.first) == 0 || l.passes
	for _, item := range l.first {
		root = root || item.square != renLibCentre
	}
	if !root {
		version = renLibOldVersion
	}
	l.out.Write(renLibMagic)
	l.out.Write([]byte{byte(version / 100), byte(version % 100)})
	l.out.WriteString(strings.Repeat("\xFF", renLibHeader-l.out.Len()))
	if root {
		l.put(0, 0, l.comment, "")
	}
	l.write(l.first, board.X)
	_, err = w.Write(l.out.Bytes())
	return err
}

// lostInRenLib returns the things of a game that WriteRenLib leaves out or changes.
func lostInRenLib(g *Game) (lost []Loss, err error) {
	l, err := newRenLibWriter(g)
	if err != nil {
		return nil, err
	}
	if g.RuleKnown && g.Rule != board.Renju || g.X.Name+g.O.Name+g.Title+g.Date+g.Result != "" {
		lost = append(lost, LostFacts)
	}
	if l.times {
		lost = append(lost, LostTimes)
	}
	if l.marks {
		lost = append(lost, LostMarks)
	}
	if l.start {
		lost = append(lost, LostStart)
	}
	if !l.coded {
		lost = append(lost, LostCodePage)
	}
	return lost, nil
}

// A renLibWriter is the state of WriteRenLib.
type renLibWriter struct {
	comment string       // on the empty board
	first   []renLibItem // stones of the start among them
	out     bytes.Buffer
	page    charset.Charset // of all texts
	coded   bool            // it has all their characters

	start, passes, times, marks bool // there are some
}

func newRenLibWriter(g *Game) (*renLibWriter, error) {
	switch b := g.Start; {
	case b.Width() != renLibSide || b.Height() != renLibSide:
		return nil, fmt.Errorf("a RenLib .lib holds boards of 15x15 alone, this one has %dx%d", b.Width(), b.Height())
	case b.Count(board.Wall) > 0:
		return nil, fmt.Errorf("a RenLib .lib holds no walls")
	}
	l := &renLibWriter{start: g.Start.Count(board.Empty) < renLibSide*renLibSide}
	l.comment, l.first = renLibStart(g)
	l.marks = slices.ContainsFunc(g.Marks, func(m Mark) bool { return m.Kind != Label })
	texts := l.look([]string{l.comment}, l.first, board.X)
	l.page, l.coded = charset.CodePage(strings.Join(texts, "\n"))
	if !l.areReadBack(texts) {
		l.page, l.coded = charset.UTF8, false
	}
	return l, nil
}

// encode returns a text in the code page of all texts, or in one of its own if that lacks a character.
func (l *renLibWriter) encode(text string) []byte {
	encoded, ok := l.page.Encode(text)
	if !ok {
		own, _ := charset.CodePage(text)
		encoded, _ = own.Encode(text)
	}
	return encoded
}

// areReadBack reports whether all texts are read as they are. The reader takes a text for one in an encoding of its own
// where its bytes are wrong in that of all texts together.
func (l *renLibWriter) areReadBack(texts []string) bool {
	var all [][]byte
	for _, text := range texts {
		encoded := l.encode(text)
		read := l.page.Decode(encoded)
		if strings.ContainsRune(read, utf8.RuneError) {
			own, _ := charset.Guess(encoded, "")
			read = own.Decode(encoded)
		}
		if read != text {
			return false
		}
		if strings.ContainsFunc(text, func(c rune) bool { return c >= utf8.RuneSelf }) {
			all = append(all, encoded)
		}
	}
	common, _ := charset.Guess(bytes.Join(all, []byte("\n")), "")
	return common.Name == l.page.Name
}

// renLibStart returns the comment on the empty board, and the first moves. Stones of the start become a line of moves,
// in turn as far as there are stones of both sides, with the start's comment and labels at its end.
func renLibStart(g *Game) (comment string, first []renLibItem) {
	var stones [4][]*Node
	for at, s := range g.Start.Points {
		stones[s] = append(stones[s], &Node{Move: Move{At: at, Side: s}})
	}
	var line []*Node
	x, o := stones[board.X], stones[board.O]
	for i := range max(len(x), len(o)) {
		line = append(line, x[min(i, len(x)):min(i+1, len(x))]...)
		line = append(line, o[min(i, len(o)):min(i+1, len(o))]...)
	}
	if len(line) == 0 {
		return renLibText(g.Comment), renLibItems(g.Next, g.Marks)
	}
	last := line[len(line)-1]
	last.Comment, last.Marks, last.Next = g.Comment, g.Marks, g.Next
	for i, n := range line[1:] {
		line[i].Next = []*Node{n}
	}
	return "", renLibItems(line[:1], nil)
}

// A renLibItem is a move of a position with its text on the board, or that text alone.
type renLibItem struct {
	node   *Node // nil: a text
	square byte
	text   string
}

// renLibItems returns the moves that follow a position, and its labels: of that on a move's square it is the text.
func renLibItems(next []*Node, marks []Mark) (items []renLibItem) {
	labels := map[board.Point]string{}
	for _, m := range marks {
		if m.Kind == Label {
			labels[m.At] = game.Line(m.Text)
		}
	}
	for _, n := range next {
		items = append(items, renLibItem{n, renLibSquare(n.At), labels[n.At]})
		delete(labels, n.At)
	}
	for _, m := range marks {
		if text := labels[m.At]; text != "" {
			items = append(items, renLibItem{nil, renLibSquare(m.At), text})
		}
	}
	return items
}

func renLibSquare(at board.Point) byte { return byte(16*at.Y + at.X + 1) }

// look appends the texts of items, and finds things that the library lacks.
func (l *renLibWriter) look(texts []string, items []renLibItem, turn board.Stone) []string {
	for _, item := range items {
		n := item.node
		if n == nil {
			texts = append(texts, item.text)
			continue
		}
		texts = append(texts, renLibText(n.Comment), item.text)
		l.passes = l.passes || n.Side != turn
		l.times = l.times || n.Time > 0 || n.Left > 0
		l.marks = l.marks || slices.ContainsFunc(n.Marks, func(m Mark) bool { return m.Kind != Label && !isRenLibMark(n, m) })
		texts = l.look(texts, renLibItems(n.Next, n.Marks), n.Side.Other())
	}
	return texts
}

// isRenLibMark reports whether a mark is that which RenLib has for a move.
func isRenLibMark(n *Node, m Mark) bool { return m == Mark{At: n.At, Kind: Cross} }

// write writes items that follow the same position, each move with all that follow it.
func (l *renLibWriter) write(items []renLibItem, turn board.Stone) {
	for i, item := range items {
		flags, n := byte(0), item.node
		if i < len(items)-1 {
			flags = renLibSibling
		}
		if n == nil {
			l.put(item.square, flags|renLibLeaf|renLibNoMove, "", item.text)
			continue
		}
		if n.Side != turn {
			l.put(0, flags, "", "")
			flags = 0
		}
		next := renLibItems(n.Next, n.Marks)
		if len(next) == 0 {
			flags |= renLibLeaf
		}
		if slices.ContainsFunc(n.Marks, func(m Mark) bool { return isRenLibMark(n, m) }) {
			flags |= renLibMark
		}
		l.put(item.square, flags, renLibText(n.Comment), item.text)
		l.write(next, n.Side.Other())
	}
}

// put writes a square with its texts. A comment is a line, and others behind a backspace.
func (l *renLibWriter) put(square, flags byte, comment, boardText string) {
	if comment != "" {
		flags |= renLibComment
	}
	if boardText != "" {
		flags |= renLibExtension
	}
	l.out.Write([]byte{square, flags})
	if boardText != "" {
		l.out.Write([]byte{0, renLibBoardText})
	}
	first, others, more := strings.Cut(comment, "\n")
	if more {
		first += "\b" + strings.ReplaceAll(others, "\n", "\r\n")
	}
	l.text(first)
	l.text(boardText)
}

// text writes a text, if there is one. It ends with a zero and fills pairs of bytes.
func (l *renLibWriter) text(text string) {
	if text != "" {
		encoded := l.encode(text)
		l.out.Write(append(encoded, "\x00\x00"[:2-len(encoded)%2]...))
	}
}
