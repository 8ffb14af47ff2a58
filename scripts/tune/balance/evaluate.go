package balance

import (
	"context"
	"io"
	"sync"

	"tahoun/board"
	"tahoun/scripts/internal/match"
	"tahoun/scripts/internal/parallel"
	"tahoun/scripts/internal/progress"
	"tahoun/search"
)

// An evaluation is the score of a search for the side to move, and whether it is a proof.
type evaluation struct {
	score  int
	proven bool
}

// evaluateAll evaluates the openings, several at once, and shows the progress on stderr.
func (o options) evaluateAll(ctx context.Context, stderr io.Writer) ([]evaluation, error) {
	var (
		bar   = progress.New(stderr)
		found = make([]evaluation, len(o.openings))
		lock  sync.Mutex // over bar and done
		done  int
	)
	defer bar.Clear()
	parallel.Each(o.threads, len(found), func(i int) {
		if ctx.Err() != nil {
			return
		}
		found[i] = o.evaluate(ctx, o.openings[i])
		lock.Lock()
		defer lock.Unlock()
		done++
		bar.Report(done, len(found), "openings", "")
	})
	return found, ctx.Err()
}

// evaluate sets up an opening and searches it.
func (o options) evaluate(ctx context.Context, opening match.Opening) evaluation {
	b := board.New(o.terms.Width, o.terms.Height)
	return o.search(ctx, b, b.Lay(board.X, opening.On(o.terms.Width, o.terms.Height)...))
}

// search evaluates a position for side. A new engine does it, so that the result does not depend on the order. An only
// move has no score: its successor is searched instead.
func (o options) search(ctx context.Context, b *board.Board, side board.Stone) evaluation {
	if b.Count(board.Empty) == 0 {
		return evaluation{}
	}
	thought := search.New(o.terms.Rule).NewJob(b, side, search.Limits{Nodes: o.nodes})
	move, _ := thought.StaticMove()
	searched := false
	thought.Think(ctx, func(board.Point, string) { searched = true })
	if score, sure := thought.Score(); searched || sure || ctx.Err() != nil {
		return evaluation{score, sure}
	}
	b.Set(move, side)
	after := o.search(ctx, b, side.Other())
	return evaluation{-after.score, after.proven}
}
