package experience

import (
	"fmt"

	"tahoun/board"
)

// A thinker is a Thinker with a fixed decision, which writes down the advice that it gets.
type thinker struct {
	at           board.Point
	score, depth int
	nodes        uint64
	advice       []string
}

func (t *thinker) Expect(at board.Point, score, depth int) {
	t.advice = append(t.advice, fmt.Sprintf("expect %v %d depth %d", at, score, depth))
}

func (t *thinker) AtMost(at board.Point, score, depth int) {
	t.advice = append(t.advice, fmt.Sprintf("at most %v %d depth %d", at, score, depth))
}

func (t *thinker) Prefer(at board.Point, bonus int) {
	t.advice = append(t.advice, fmt.Sprintf("prefer %v %d", at, bonus))
}

func (t *thinker) Decision() (at board.Point, score, depth int, nodes uint64) {
	return t.at, t.score, t.depth, t.nodes
}
