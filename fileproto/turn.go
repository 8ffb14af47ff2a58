package fileproto

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/spf13/afero"

	"tahoun/board"
	"tahoun/fileproto/watch"
)

// A Turn plays one move in a folder.
type Turn struct {
	FS         afero.Fs                 // the working folder
	Start      time.Time                // when the clock of the move began to run
	Brain      string                   // name and version, for messages
	NewThinker func(Task) watch.Thinker // who chooses the move; may be a Keeper
	Override   func(*Task)              // if not nil, changes what the files say before the side is read
	Warnings   []string                 // what was wrong before the turn, for the message
	Resident   func() (int64, bool)     // how many bytes the process occupies, if that can be known; nil: never
	Temporary  string                   // the brain's folder for temporary files, in FS; "": a Keeper keeps nothing
	Dry        bool                     // write nothing
}

// A Result is what came of a Turn.
type Result struct {
	Task   Task        // what was asked, as far as it was understood
	Move   board.Point // the answer, if there was no error
	Note   string      // what the watch.Thinker thought of it
	Report string      // one line for standard error: what went wrong, "" if nothing
}

// Play reads the files, writes an early move as soon as there is one and the best move in time, and
// says in the message file what it did. With an error no move was written and the move file is as it
// was.
func (t Turn) Play() (Result, error) {
	// Step 1. What is asked?
	names, warnings := Find(t.FS)
	task, err := t.read(names)
	task.Warnings = slices.Concat(t.Warnings, warnings, task.Warnings)
	if err != nil {
		return t.end(names, task, watch.Answer{}, err)
	}

	// Step 2. A legal move is on the disk before the long search begins.
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	asked := task.ruled()
	store := store{disk: t.FS, folder: t.Temporary, dry: t.Dry}
	s := watch.Start(ctx, task.Board, func() watch.Thinker { return store.remind(t.NewThinker(asked)) })
	pen := pen{disk: t.FS, name: names.Side, dry: t.Dry}
	early := func(a *watch.Answer) {
		if a == nil {
			own := task.ruled() // the search may have asked's in its hands
			a = &watch.Answer{Move: own.Board.FirstLegal(own.Side, own.Rule)}
		}
		pen.write(*a)
	}

	// Step 3. Wait for the search, never longer than there is time.
	lastResort := watch.LastResort(t.Start, min(task.Limits.Turn, task.Limits.Left))
	wrong := s.Wait(watch.Memory{Limit: task.Limits.Memory, Resident: t.Resident}, lastResort, early)
	cancel()
	task.Warnings = append(wrong, task.Warnings...)

	// Step 4. The better move replaces the early one.
	switch best := s.Best(); {
	case best != nil:
		pen.write(*best)
	case pen.written == nil:
		early(nil)
	}
	if pen.written == nil {
		return t.end(names, task, watch.Answer{}, errors.New(names.Side+": the answer cannot be written: "+reason(pen.err)))
	}
	if pen.err != nil {
		task.Warnings = append(task.Warnings, names.Side+": a better answer cannot be written: "+reason(pen.err))
	}
	result, err := t.end(names, task, *pen.written, nil)

	// Step 5. The move is made. What was found out on the way may serve the next one.
	store.keep()
	return result, err
}

// end writes the message file, unless nothing shows that a manager works in this folder, and returns what came of the
// turn.
func (t Turn) end(names Names, task Task, a watch.Answer, err error) (Result, error) {
	did := a.Move.String()
	said := task.Warnings
	if err != nil {
		did = "no move"
		said = append([]string{err.Error()}, said...)
	} else if own := task.ruled(); own.Rule.Forbids(own.Side) && own.Board.Forbidden(a.Move, own.Rule) {
		said = append(said, a.Move.String()+" is forbidden to "+task.Side.String()+" and played all the same: want another empty square")
	}
	if !t.Dry && (err == nil || names.found(t.FS)) {
		message := Message(t.Brain, did, a.Note, said) + "\n"
		if err := replace(t.FS, names.Message, []byte(message)); err != nil {
			said = append(said, names.Message+": cannot be written: "+reason(err))
		}
	}
	return Result{Task: task, Move: a.Move, Note: a.Note, Report: summary(said)}, err
}
