package gamefile

import (
	"errors"
	"fmt"
	"strings"
)

// readSGF reads the first game of a collection: all versions of SGF, with variations. Unknown properties are skipped.
func readSGF(name, text string) (*Game, error) {
	p := sgfParser{text: text}
	p.at = sgfBegin(p.text)
	if err := p.parse(); err != nil {
		return nil, fmt.Errorf("%s:%d: %w", name, 1+strings.Count(p.text[:p.at], "\n"), err)
	}
	return p.game, nil
}

// sgfBegin returns where the first game begins.
func sgfBegin(text string) int {
	if start := sgfStart.FindStringIndex(text); start != nil {
		return start[0]
	}
	return max(0, strings.IndexByte(text, '('))
}

// An sgfParser is the state of readSGF. It uses a stack of its own, so that brackets can be nested as deep as a file is
// long.
type sgfParser struct {
	text string
	at   int // the next byte

	collection bool // the games that follow are read, too

	game      *Game
	tree      *treeBuilder
	variation []int   // for each open bracket the length of the path before it
	node      sgfNode // the node that is read, nil outside of one
	nodes     int
	points    int // how many were read in lists
	passes    int
	firstSet  bool // PL told which side moves first
}

// An sgfNode has the values of a node's properties, unescaped.
type sgfNode map[string][]string

func (p *sgfParser) parse() error {
	for ; p.at < len(p.text); p.at++ {
		c := p.text[p.at]
		switch {
		case c == '(' || c == ';' || c == ')':
			if err := p.endNode(); err != nil {
				return err
			}
			if done, err := p.structure(c); err != nil {
				return err
			} else if done {
				return p.end()
			}
		case 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z':
			if err := p.property(); err != nil {
				return err
			}
		case c != ' ' && c != '\n' && c != '\t' && c != '\v' && c != '\f' && c != 0:
			return fmt.Errorf("want ( or ; or ) or the name of a property, got %q", firstRune(p.text[p.at:]))
		}
	}
	if err := p.endNode(); err != nil {
		return err
	}
	if p.game != nil {
		p.game.warn("the last ) is missing")
	}
	return p.end()
}

func firstRune(text string) string {
	for _, r := range text {
		return string(r)
	}
	return ""
}

// structure handles a bracket or the start of a node. done says that the game ends there.
func (p *sgfParser) structure(c byte) (done bool, err error) {
	switch c {
	case '(':
		plies := 0
		if p.tree != nil {
			plies = len(p.tree.path)
		}
		if p.variation = append(p.variation, plies); len(p.variation) > maxNodes {
			return false, fmt.Errorf("more than %d variations within each other", maxNodes)
		}
	case ';':
		if len(p.variation) == 0 {
			return false, errors.New("want ( before the first ;")
		}
		if p.nodes++; p.nodes > maxNodes {
			return false, fmt.Errorf("more than %d nodes", maxNodes)
		}
		p.node = sgfNode{}
	case ')':
		if len(p.variation) == 0 || p.tree == nil {
			return false, errors.New("want (;, got )")
		}
		last := len(p.variation) - 1
		p.tree.back(p.variation[last])
		p.variation = p.variation[:last]
		return last == 0, nil
	}
	return false, nil
}

// property reads a property with its values. The next byte is a letter; afterwards it is the last ].
func (p *sgfParser) property() error {
	var name []byte
	for ; p.at < len(p.text); p.at++ {
		c := p.text[p.at]
		if 'A' <= c && c <= 'Z' {
			name = append(name, c)
		} else if c < 'a' || c > 'z' { // FF[3] wrote AddBlack for AB
			break
		}
	}
	if p.node == nil {
		return fmt.Errorf("want ; before the property %s", quote(string(name)))
	}
	values := 0
	for {
		rest := strings.TrimLeft(p.text[p.at:], " \n\t\v\f")
		if !strings.HasPrefix(rest, "[") {
			break
		}
		p.at = len(p.text) - len(rest) + 1
		value, err := p.value()
		if err != nil {
			return err
		}
		if key := string(name); sgfKnown[key] {
			p.node[key] = append(p.node[key], value)
		}
		values++
	}
	if values == 0 {
		return fmt.Errorf("want [ after the property %s", quote(string(name)))
	}
	p.at-- // parse's loop steps on
	return nil
}

// sgfKnown are the properties that are used.
var sgfKnown = map[string]bool{
	"AP": true, "GM": true, "SZ": true, "RU": true, "PB": true, "PW": true, "GN": true, "DT": true, "RE": true, "C": true,
	"AB": true, "AW": true, "AE": true, "PL": true, "MA": true, "B": true, "W": true, "BL": true, "WL": true,
}

// value reads up to the end of a value, and past its ].
func (p *sgfParser) value() (string, error) {
	var value strings.Builder
	for i := p.at; i < len(p.text); i++ {
		switch c := p.text[i]; c {
		case ']':
			p.at = i + 1
			return value.String(), nil
		case '\\':
			if i++; i < len(p.text) && p.text[i] != '\n' { // a line end after it is for the eyes alone
				value.WriteByte(p.text[i])
			}
		default:
			value.WriteByte(c)
		}
	}
	return "", errors.New("want ] at the end of the value that begins here")
}

// end notes things that concern the whole game, at its end.
func (p *sgfParser) end() error {
	if p.game == nil {
		return errors.New("want (; at the start of a game")
	}
	if !p.collection && sgfStart.MatchString(p.text[min(p.at+1, len(p.text)):]) {
		p.game.warn("more than one game: the first was read")
	}
	if !p.firstSet {
		p.game.First = sideToMove(p.game.Start)
	}
	p.tree.finish()
	if p.passes > 0 {
		p.game.warn("%d passes left out: gomoku has none", p.passes)
	}
	return nil
}
