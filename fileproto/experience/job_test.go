package experience

import (
	"context"
	"fmt"
	"time"

	"tahoun/board"
)

// A scriptedJob is a Job with a fixed decision, which writes down the advice that it gets.
type scriptedJob struct {
	at           board.Point
	score, depth int
	nodes        uint64
	left         time.Duration // until the deadline
	advice       []string
}

func (j *scriptedJob) Expect(at board.Point, score, depth int) {
	j.advice = append(j.advice, fmt.Sprintf("expect %v %d depth %d", at, score, depth))
}

func (j *scriptedJob) AtMost(at board.Point, score, depth int) {
	j.advice = append(j.advice, fmt.Sprintf("at most %v %d depth %d", at, score, depth))
}

func (j *scriptedJob) Prefer(at board.Point, bonus int) {
	j.advice = append(j.advice, fmt.Sprintf("prefer %v %d", at, bonus))
}

func (j *scriptedJob) Reserve(d time.Duration) {
	j.advice = append(j.advice, fmt.Sprint("reserve ", d))
}

func (j *scriptedJob) Deadline() time.Time { return time.Now().Add(j.left) }

func (j *scriptedJob) Think(context.Context, func(board.Point, string)) {
	j.advice = append(j.advice, "think")
}

func (j *scriptedJob) Decision() (at board.Point, score, depth int, nodes uint64) {
	return j.at, j.score, j.depth, j.nodes
}
