package session

import (
	"errors"
	"fmt"

	"tahoun/board"
	"tahoun/scripts/pbrain/protocol"
)

// A block is a command of several lines that DONE ends.
type block struct {
	name string
	rows [][]int
	err  error // of the first faulty line
}

// layouts gives the form of a block's lines. Some managers also write a field in a SWAP2BOARD; it is ignored, because
// the order of the stones gives their sides.
var layouts = map[string]string{
	"BOARD": "x,y,field", "YXBOARD": "x,y,field", "SWAP2BOARD": "x,y",
	"YXQUERYDATABASEALL": "x,y", // Tahoun has no database: the block has no effect
}

func opensBlock(word string) bool { return layouts[word] != "" }

// open begins a block. If it interrupts another one, the new block's answer is the error of the old.
func (s *session) open(name string) (string, error) {
	begun := &block{name: name}
	if s.block != nil {
		begun.err = s.block.interrupted(name)
	}
	s.block = begun
	return "", nil
}

func (b *block) interrupted(by string) error {
	return fmt.Errorf("%s was broken off by %s: want DONE at its end", b.name, by)
}

func (b *block) add(text string) {
	row, ok := protocol.Numbers(text, 3)
	if !ok && layouts[b.name] == "x,y" {
		row, ok = protocol.Numbers(text, 2)
	}
	switch {
	case b.err != nil:
	case !ok:
		b.err = fmt.Errorf("%s: want %s or DONE, got %+.40q", b.name, layouts[b.name], text)
	case len(b.rows) == board.MaxSide*board.MaxSide:
		b.err = fmt.Errorf("%s: more stones than any board has squares", b.name)
	default:
		b.rows = append(b.rows, row)
	}
}

func (s *session) done(string) (string, error) {
	b := s.block
	s.block = nil
	switch {
	case b == nil:
		return "", errors.New("DONE ends nothing: want BOARD first")
	case s.game == nil:
		return "", errNoGame
	case b.err != nil:
		return "", b.err
	}
	if b.name == "YXQUERYDATABASEALL" {
		return "", nil
	}
	width, height := s.game.board.Width(), s.game.board.Height()
	if b.name == "SWAP2BOARD" {
		return s.swap2(newGame(width, height), b.rows)
	}
	g, err := fromFields(width, height, b.rows, s.rule())
	if err != nil {
		return "", fmt.Errorf("%s: %w", b.name, err)
	}
	s.setGame(g)
	if b.name == "YXBOARD" {
		return "", nil
	}
	return s.answer(g)
}
