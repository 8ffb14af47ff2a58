package session

import (
	"errors"
	"fmt"
	"strings"

	"tahoun/board"
	"tahoun/scripts/pbrain/protocol"
)

// A form is a command of many lines that DONE ends.
type form struct {
	name   string
	layout string // of a line
	rows   [][]int
	fault  error // of the first line that has one
}

func opensForm(word string) bool { return word == "BOARD" || word == "SWAP2BOARD" }

// open begins a form. One that it breaks off has no answer of its own: it is the new one's fault.
func (s *session) open(name, layout string) (string, error) {
	begun := &form{name: name, layout: layout}
	if s.form != nil {
		begun.fault = s.form.brokenOff(name)
	}
	s.form = begun
	return "", nil
}

func (f *form) brokenOff(by string) error {
	return fmt.Errorf("%s was broken off by %s: want DONE at its end", f.name, by)
}

// add reads a line.
func (f *form) add(text string) {
	row, ok := protocol.Numbers(text, 1+strings.Count(f.layout, ","))
	switch {
	case f.fault != nil:
	case !ok:
		f.fault = fmt.Errorf("%s: want %s or DONE, got %+.40q", f.name, f.layout, text)
	case len(f.rows) == board.MaxSide*board.MaxSide:
		f.fault = fmt.Errorf("%s: more stones than any board has squares", f.name)
	default:
		f.rows = append(f.rows, row)
	}
}

func (s *session) done(string) (string, error) {
	f := s.form
	s.form = nil
	switch {
	case f == nil:
		return "", errors.New("DONE ends nothing: want BOARD first")
	case s.game == nil:
		return "", errNoGame
	case f.fault != nil:
		return "", f.fault
	}
	width, height := s.game.board.Width(), s.game.board.Height()
	if f.name == "SWAP2BOARD" {
		return s.swap2(newGame(width, height), f.rows)
	}
	g, err := fromFields(width, height, f.rows, s.rule())
	if err != nil {
		return "", fmt.Errorf("BOARD: %w", err)
	}
	s.set(g)
	return s.answer(g)
}
