package gamefile

import (
	"errors"
	"fmt"
	"iter"
	"regexp"
	"strings"
	"unicode"

	"tahoun/fileproto/sgf"
)

// SGF is read as leniently as its programs write it: a thing that cannot be read is left out with a warning, and the
// game goes on. Unknown properties are skipped.

// sgfStart finds the start of a game. There may be other text before it.
var sgfStart = regexp.MustCompile(`\(\s*;`)

// isSGF reports whether the file is SGF by the first character of its text or by its name.
func isSGF(s *source) bool {
	return strings.HasPrefix(strings.TrimSpace(s.text()), "(") || s.extension == ".sgf"
}

func sgfGames(s *source) iter.Seq[record] {
	name, text := s.name, s.text()
	return func(yield func(record) bool) {
		at := sgfBegin(text)
		line := 1 + strings.Count(text[:at], "\n")
		for {
			here, hereLine := at, line
			read := func() (*sgfParser, error) {
				p := parseSGF(text, here)
				if p.err == nil {
					return p, nil
				}
				return p, fmt.Errorf("%s:%d: %w", name, hereLine+strings.Count(text[here:p.errAt], "\n"), p.err)
			}
			again := func() (*Game, error) {
				p, err := read()
				return p.game, err
			}
			p, err := read()
			if !yield(record{p.game, fmt.Sprintf("%s:%d", name, line), err, again}) {
				return
			}
			start := sgfStart.FindStringIndex(text[p.at:])
			if start == nil {
				return
			}
			line += strings.Count(text[at:p.at+start[0]], "\n")
			at = p.at + start[0]
		}
	}
}

func sgfBegin(text string) int {
	if start := sgfStart.FindStringIndex(text); start != nil {
		return start[0]
	}
	return max(0, strings.IndexAny(text, "(;"))
}

// parseSGF reads the game that begins at a byte of text. A root without a size gets the smallest usual one with room
// for all squares.
func parseSGF(text string, at int) *sgfParser {
	p := &sgfParser{text: text, at: at, usual: usualSide(0, 0)}
	p.parse()
	if p.err == nil && !p.sized && p.far > p.usual {
		p = &sgfParser{text: text, at: at, usual: usualSide(p.far, sgf.MaxSide)}
		p.parse()
	}
	return p
}

// An sgfParser reads one game. It uses a stack of its own, so that brackets can be nested as deep as a file is long.
type sgfParser struct {
	text string
	at   int // the next byte; at last the one behind the game

	usual int  // the side of a board whose size the root does not tell
	sized bool // it tells it
	far   int  // the largest number of a column or row

	game      *Game
	tree      *treeBuilder
	variation []int // for each open bracket the length of the path before it
	bracket   int   // where the bracket before the node stands, if nothing is between them; else -1
	dead      int   // nodes are left out until so many brackets are open; 0: they are not
	node      []sgfProperty
	inNode    bool
	points    int // how many were read in lists
	passes    int
	firstSet  bool // PL told which side moves first
	done      bool

	skipped     int    // things that were left out
	skippedLine string // about the first

	err   error // why the game cannot be read; its end is still looked for
	errAt int
}

// An sgfProperty is a property that is used, with its values unescaped.
type sgfProperty struct {
	name   string
	values []string
}

func (p *sgfParser) parse() {
	for !p.done && p.at < len(p.text) {
		switch c := p.text[p.at]; {
		case c == '(' || c == ';' || c == ')':
			if p.endNode(); !p.done {
				p.structure(c)
				p.at++
			}
		case isSGFName(c):
			p.property()
		case strings.IndexByte(" \n\t\v\f\x00", c) >= 0:
			p.at++
		default:
			p.stray()
		}
	}
	if !p.done {
		p.endNode()
		if !p.done && p.game != nil {
			p.game.warn("the last ) is missing")
		}
	}
	p.end()
}

func isSGFName(c byte) bool {
	return 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z' || '0' <= c && c <= '9'
}

func (p *sgfParser) fail(err error) {
	if p.err == nil {
		p.err, p.errAt = err, min(p.at, len(p.text))
	}
}

func (p *sgfParser) skip(format string, args ...any) {
	if p.skipped++; p.skipped == 1 {
		p.skippedLine = fmt.Sprintf(format, args...)
	}
}

// structure handles a bracket or the start of a node.
func (p *sgfParser) structure(c byte) {
	last := len(p.variation) - 1
	switch c {
	case '(':
		plies := 0
		if p.tree != nil {
			plies = len(p.tree.path)
		}
		if p.variation = append(p.variation, plies); len(p.variation) > maxNodes {
			p.fail(fmt.Errorf("more than %d variations within each other", maxNodes))
			p.at, p.done = len(p.text)-1, true
		}
		p.bracket = p.at
	case ';':
		p.open()
	case ')':
		if last < 0 || p.tree == nil {
			p.fail(errors.New("want (;, got )"))
			p.done = last <= 0
		} else {
			p.tree.back(p.variation[last])
			p.done = last == 0
		}
		p.variation = p.variation[:max(last, 0)]
		if len(p.variation) < p.dead {
			p.dead = 0
		}
	}
}

// open begins a node, and before it the game if its bracket is missing.
func (p *sgfParser) open() {
	if len(p.variation) == 0 {
		p.skip("the bracket before the first node is missing")
		p.variation = append(p.variation, 0)
	}
	p.inNode, p.node = true, p.node[:0]
}

// property reads a property with its values. FF[3] wrote AddBlack for AB; other programs write ab.
func (p *sgfParser) property() {
	from := p.at
	for p.at < len(p.text) && isSGFName(p.text[p.at]) {
		p.at++
	}
	long := p.text[from:p.at]
	name := strings.Map(func(r rune) rune {
		if unicode.IsLower(r) {
			return -1
		}
		return r
	}, long)
	if name == "" || strings.Trim(name, "0123456789") == "" {
		name = strings.ToUpper(long)
	}
	var values []string
	for {
		rest := strings.TrimLeft(p.text[p.at:], " \n\t\v\f")
		if !strings.HasPrefix(rest, "[") {
			break
		}
		p.at = len(p.text) - len(rest) + 1
		if value, ok := p.value(); ok {
			values = append(values, value)
		}
	}
	switch {
	case len(values) == 0 && p.at < len(p.text):
		p.skip("%s has no value", quote(long))
	case len(values) > 0 && sgfKnown[name]:
		if !p.inNode {
			p.open()
		}
		p.node = append(p.node, sgfProperty{name, values})
	}
}

// sgfKnown are the properties that are used.
var sgfKnown = map[string]bool{
	"AP": true, "GM": true, "SZ": true, "FF": true, "RU": true, "PB": true, "PW": true, "GN": true, "DT": true,
	"RE": true, "C": true, "GC": true, "5A": true, "AB": true, "AW": true, "AE": true, "PL": true, "WA": true,
	"MA": true, "TR": true, "SQ": true, "CR": true, "LB": true, "B": true,
	"W": true, "BL": true, "WL": true, "QPR": true, "QSLW": true,
}

// value reads up to the end of a value, and past its ]. It reports whether there is an end.
func (p *sgfParser) value() (string, bool) {
	var value strings.Builder
	for i := p.at; i < len(p.text); i++ {
		switch c := p.text[i]; c {
		case ']':
			p.at = i + 1
			return value.String(), true
		case '\\':
			if i++; i < len(p.text) && p.text[i] != '\n' { // a line end after it is for the eyes alone
				value.WriteByte(p.text[i])
			}
		default:
			value.WriteByte(c)
		}
	}
	p.skip("the last value has no ], it begins with %s", quote(p.text[p.at:]))
	p.at = len(p.text)
	return "", false
}

// stray skips characters that belong to nothing, and values without a property.
func (p *sgfParser) stray() {
	from := p.at
	if p.text[p.at] == '[' {
		p.at++
		p.value()
	} else {
		for p.at < len(p.text) && strings.IndexByte("();[ \n\t", p.text[p.at]) < 0 && !isSGFName(p.text[p.at]) {
			p.at++
		}
	}
	p.skip("%s between properties", quote(p.text[from:p.at]))
}

// end notes things that concern the whole game.
func (p *sgfParser) end() {
	if p.game == nil {
		p.fail(errors.New("want (; at the start of a game"))
	}
	if p.err != nil {
		p.game = nil
		return
	}
	if !p.firstSet {
		p.game.First = sideToMove(p.game.Start)
	}
	p.tree.finish()
	if p.skipped == 1 {
		p.game.warn("left out: %s", p.skippedLine)
	} else if p.skipped > 1 {
		p.game.warn("%d things left out, the first: %s", p.skipped, p.skippedLine)
	}
	if p.passes > 0 {
		p.game.warn("%d passes left out: gomoku has none", p.passes)
	}
}
