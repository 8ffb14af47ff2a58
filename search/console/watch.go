package console

import (
	"context"
	"fmt"
	"io"

	"tahoun/board"
	"tahoun/search"
)

// A Screen is where a person reads.
type Screen interface {
	Interactive() bool // it is a terminal
	Width() int        // columns of the terminal, 0 if it does not tell
	Columns() int      // that a line may have, 0 for no limit
}

// A WatchedJob is a job with a line on a terminal that shows its progress.
type WatchedJob struct {
	*search.Job
	Terminal io.Writer
	Screen   Screen
}

// Think is Job.Think with the progress line.
func (j WatchedJob) Think(ctx context.Context, better func(board.Point, string)) {
	progress := NewProgress(j.Terminal, j.Deadline(), j.Screen.Width)
	defer progress.Clear()
	j.Job.Think(ctx, func(move board.Point, note string) {
		better(move, note)
		progress.Show(fmt.Sprintf("%v %s", move, note))
	})
}

// Analyse writes the n best moves that job finds until ctx ends, on a terminal with the progress before.
func Analyse(ctx context.Context, w io.Writer, screen Screen, job *search.Job, n int) error {
	progress := NewProgress(w, job.Deadline(), screen.Width)
	var last search.Analysis
	job.Analyse(ctx, n, func(a search.Analysis) {
		if last = a; screen.Interactive() {
			progress.Analysis(a)
		}
	})
	progress.Clear()
	return Table(w, last, screen.Columns())
}

// Draw writes the board after a move of side, and the move's note below it.
func Draw(w io.Writer, before *board.Board, side board.Stone, move board.Point, note string, columns int) error {
	after := before.Clone()
	after.Set(move, side)
	if err := after.Draw(w, move); err != nil {
		return err
	}
	_, err := fmt.Fprintln(w, Wrap(fmt.Sprintf("%v plays %v: %s", side, move, note), columns, 4))
	return err
}
