package even

import (
	"context"
	"fmt"
	"io"
	"sync"
	"time"

	"tahoun/board"
	"tahoun/scripts/arena/match"
	"tahoun/scripts/internal/bar"
	"tahoun/search"
)

// A verdict is how good a search thinks a position is for the side to move, and whether that is a proof.
type verdict struct {
	score int
	sure  bool
}

// judgeAll judges the openings, several at once, and tells on stderr how far it is.
func (o options) judgeAll(ctx context.Context, stderr io.Writer) ([]verdict, error) {
	var (
		progress, start = bar.New(stderr), time.Now()
		judged          = make([]verdict, len(o.openings))
		todo            = make(chan int)
		done            = make(chan struct{})
		workers         sync.WaitGroup
	)
	defer progress.Clear()
	for range o.threads {
		workers.Go(func() {
			for i := range todo {
				judged[i] = o.judge(ctx, o.openings[i])
				done <- struct{}{}
			}
		})
	}
	go func() {
		for i := range o.openings {
			todo <- i // after ctx too: a search that may not think is over at once
		}
		close(todo)
		workers.Wait()
		close(done)
	}()
	n := 0
	for range done {
		n++
		if progress.Due() {
			progress.Draw(n, len(judged), fmt.Sprintf("%d of %d openings%s",
				n, len(judged), bar.Left(start, n, len(judged)-n)))
		}
	}
	return judged, ctx.Err()
}

// judge lays an opening and searches it.
func (o options) judge(ctx context.Context, opening match.Opening) verdict {
	b, side := board.New(o.terms.Width, o.terms.Height), board.X
	for _, p := range opening.On(o.terms.Width, o.terms.Height) {
		b.Set(p, side)
		side = side.Other()
	}
	return o.search(ctx, b, side)
}

// search judges a position for side, by an engine that has seen no other: the verdict does not depend on the
// order. An only move has no score; the position after it tells.
func (o options) search(ctx context.Context, b *board.Board, side board.Stone) verdict {
	if b.Count(board.Empty) == 0 {
		return verdict{}
	}
	thought := search.New(o.terms.Rule).Turn(b, side, search.Limits{
		Start: time.Now(), Turn: search.NoLimit, Left: search.NoLimit, Nodes: o.nodes, Threads: 1})
	move, _ := thought.Instant()
	searched := false
	thought.Think(ctx, func(board.Point, string) { searched = true })
	if score, sure := thought.Score(); searched || sure || ctx.Err() != nil {
		return verdict{score, sure}
	}
	b.Set(move, side)
	after := o.search(ctx, b, side.Other())
	return verdict{-after.score, after.sure}
}
