package experience

import (
	"fmt"

	"tahoun/board"
)

// A scriptedJob is a Thinker with a fixed decision, which writes down the advice that it gets.
type scriptedJob struct {
	at           board.Point
	score, depth int
	nodes        uint64
	advice       []string
}

func (t *scriptedJob) Expect(at board.Point, score, depth int) {
	t.advice = append(t.advice, fmt.Sprintf("expect %v %d depth %d", at, score, depth))
}

func (t *scriptedJob) AtMost(at board.Point, score, depth int) {
	t.advice = append(t.advice, fmt.Sprintf("at most %v %d depth %d", at, score, depth))
}

func (t *scriptedJob) Prefer(at board.Point, bonus int) {
	t.advice = append(t.advice, fmt.Sprintf("prefer %v %d", at, bonus))
}

func (t *scriptedJob) Decision() (at board.Point, score, depth int, nodes uint64) {
	return t.at, t.score, t.depth, t.nodes
}
