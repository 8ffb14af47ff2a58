package typed

import (
	"slices"
	"strconv"
	"strings"
	"sync"

	"tahoun/board"
)

type kind int

const (
	noStone kind = iota // empty squares and walls
	letters             // x and o
	colours             // B and W
	digits              // 1 and 2
	signed              // 1 and -1
	circles
	numbers // of the moves: the first player's are odd
)

type sign struct {
	stone board.Stone
	kind  kind
}

var signs = sync.OnceValue(func() map[string]sign {
	all := map[string]sign{"": {board.Empty, noStone}}
	for _, s := range []struct {
		stone board.Stone
		kind  kind
		words string
	}{
		{board.Wall, noStone, "#"},
		{board.Empty, noStone, "- . _ + * 0 None null empty \u00b7 \u2219 \u22c5 \u2b1c \u25a1"},
		{board.X, letters, "x X \u00d7 \u2715 \u2716 \u274c \u0445 \u0425"}, // the last two are Cyrillic
		{board.O, letters, "o O \u2b55 \u043e \u041e"},
		{board.X, colours, "b B black"},
		{board.O, colours, "w W white"},
		{board.X, digits, "1"},
		{board.O, digits, "2"},
		{board.O, signed, "-1"},
		{board.X, circles, "\u25cf \u26ab \u2b24"},
		{board.O, circles, "\u25cb \u26aa \u25ef"},
	} {
		for word := range strings.FieldsSeq(s.words) {
			all[word] = sign{s.stone, s.kind}
		}
	}
	return all
})

const wanted = `want "-" for an empty square, "x" and "o" for stones and "#" for a wall`

type place struct {
	text string
	line Line
}

// kindOf returns the kind of the stones, and notes the meaning of signs that are not a manager's. Signs that are
// unknown, or of which one would be read in two ways, are an error.
func (p *parser) kindOf(squares [][]string) (kind, error) {
	var used []place
	for y, row := range squares {
		for x, text := range row {
			row[x] = plainNumber(text)
			if !slices.ContainsFunc(used, func(u place) bool { return u.text == row[x] }) {
				used = append(used, place{row[x], p.lines[y]})
			}
		}
	}
	if ofMoves, err := numbered(squares, used); ofMoves || err != nil {
		return numbers, p.noteAll(used, numbers, err)
	}
	k := noStone
	for _, u := range used {
		s, known := signs()[u.text]
		switch {
		case !known:
			return 0, u.line.wrong(u.text, wanted)
		case s.kind == noStone || s.kind == k || s.kind == digits && k == signed && u.text == "1":
		case k == noStone || s.kind == signed && k == digits && !contains(used, "2"):
			k = s.kind
		default:
			return 0, u.line.wrong(u.text, "stones of more than one kind: want x and o, or B and W, or 1 and 2")
		}
	}
	return k, p.noteAll(used, k, oneEmpty(used, k))
}

// plainNumber returns a number without a sign or fraction that say nothing, as 1 for +1.0.
func plainNumber(text string) string {
	if m := decimal().FindStringSubmatch(text); m != nil {
		return m[1]
	}
	return text
}

var decimal = lazy(`^\+?(-?\d+)(?:\.0*)?$`)

func contains(used []place, text string) bool {
	return slices.ContainsFunc(used, func(u place) bool { return u.text == text })
}

// numbered reports whether the stones are numbers of moves: from 1 on, at least to 3, each once.
func numbered(squares [][]string, used []place) (bool, error) {
	highest, stones := place{}, 0
	for _, u := range used {
		if n, err := strconv.Atoi(u.text); err == nil && n > 0 {
			stones++
			if most, _ := strconv.Atoi(highest.text); n > most {
				highest = u
			}
		}
	}
	most, _ := strconv.Atoi(highest.text)
	if most < 3 {
		return false, nil
	}
	times := 0
	for _, row := range squares {
		for _, text := range row {
			if n, err := strconv.Atoi(text); err == nil && n > 0 {
				times++
			}
		}
	}
	if stones != most || times != most {
		return false, highest.line.wrong(highest.text, wanted+`, or each number of a move once`)
	}
	for _, u := range used {
		if n, err := strconv.Atoi(u.text); err != nil && signs()[u.text].kind != noStone || n < 0 {
			return false, u.line.wrong(u.text, "stones of more than one kind beside the numbers of moves")
		}
		if _, known := signs()[u.text]; !known && !isNumber(u.text) {
			return false, u.line.wrong(u.text, wanted)
		}
	}
	return true, nil
}

func isNumber(text string) bool {
	_, err := strconv.Atoi(text)
	return err == nil
}

// oneEmpty returns an error where a sign may be an empty square or something else.
func oneEmpty(used []place, k kind) error {
	counts := k == digits || k == signed // then 0 is an empty square, and so are others
	isLetterO := func(u place) bool { return signs()[u.text] == sign{board.O, letters} }
	for _, u := range used {
		s := signs()[u.text]
		switch {
		case counts || s.stone != board.Empty || u.text == "" || u.text == "-":
		case contains(used, "-"):
			return u.line.wrong(u.text, `beside "-": want "-" alone for empty squares`)
		case u.text == "0" && k == letters && !slices.ContainsFunc(used, isLetterO):
			return &Error{u.line.Number,
				`"0" may be an empty square or a stone of o: want "-" for empty squares and "o" for stones`}
		}
	}
	return nil
}

// noteAll notes the meaning of the signs that are not a manager's, unless there is an error, which it returns.
func (p *parser) noteAll(used []place, k kind, err error) error {
	if err != nil {
		return err
	}
	if k == numbers {
		p.note("numbers of moves as stones, odd ones as x")
	}
	for _, u := range used {
		s, known := signs()[u.text]
		as := " as " + s.stone.String()
		if s.stone == board.Empty {
			as = " as empty"
		}
		switch {
		case u.text == "" || strings.Contains("-xo#", u.text) || k == numbers && (!known || s.kind == digits):
		case s.kind == circles && s.stone == board.X:
			p.note("black circles" + as)
		case s.kind == circles:
			p.note("white circles" + as)
		default:
			p.note(Quote(u.text) + as)
		}
	}
	return nil
}

func (k kind) stone(text string) board.Stone {
	if n, err := strconv.Atoi(text); k == numbers && err == nil && n > 0 {
		return board.O - board.Stone(n%2)
	}
	return signs()[text].stone
}
