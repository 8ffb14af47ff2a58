package main

import (
	"context"
	"errors"

	"tahoun/board"
)

// A browser starts no programs: there are no brains but Tahoun.
type (
	offered struct{ Label string }
	seatKey struct{}
	seat    struct{}
)

// A placed stone is one of a position.
type placed struct {
	At   board.Point
	Side board.Stone
}

func (t *tab) playBrain(context.Context, *position, offered, moveRequest) (answer, error) {
	return answer{}, errors.New("a browser starts no programs")
}

func (t *tab) endBrains() error { return nil }
