package fileproto

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strconv"
	"time"

	"github.com/spf13/afero"

	"tahoun/board"
	"tahoun/fileproto/experience"
	"tahoun/fileproto/file"
	"tahoun/fileproto/watchdog"
)

// A Turn plays one move in a folder.
type Turn struct {
	FS        afero.Fs                // the working folder
	Start     time.Time               // when the clock of the move began to run
	Brain     string                  // name and version, for messages
	NewJob    func(Task) watchdog.Job // who chooses the move; may be a Keeper
	Fallback  watchdog.Fallback       // chooses where the watchdog.Job has no answer; may be nil
	Override  func(*Task)             // if not nil, changes the values of the files before the side is read
	Warnings  []string                // mistakes found before the turn, for the message
	Resident  func() (int64, bool)    // how many bytes the process occupies, if that can be known; nil: never
	Temporary string                  // the brain's folder for temporary files, in FS; "": a Keeper keeps nothing
	Stop      context.Context         // ends when the best move so far is wanted at once; nil: never
	Dry       bool                    // write nothing
	Verbose   bool                    // report every warning, not only the first

	// Learner returns the learner that a Keeper uses if it is an experience.Job, nil for none; may be nil.
	Learner func(Task) *experience.Learner
}

// A Result is the outcome of a Turn.
type Result struct {
	Task   Task        // the question, as far as the files could be read
	Move   board.Point // the answer, if there was no error
	Note   string      // score, depth and line of the watchdog.Job
	Report []string    // lines for standard error: mistakes and failures

	until time.Time // when the time for the move ends, zero if nothing limits it
}

// Grace returns how long the process may still wait for the readers of its output, other than the move.
func (r Result) Grace() time.Duration { return grace(r.until) }

// grace is wait, or less where until is near.
func grace(until time.Time) time.Duration {
	const least, exit = 20 * time.Millisecond, 5 * time.Millisecond
	if until.IsZero() {
		return wait
	}
	return max(least, min(wait, time.Until(until)-exit))
}

// Play reads the files, writes an early move as soon as there is one and the best move in time, and reports both in the
// message file. With an error no move was written and the move file is as it was.
func (t Turn) Play() (Result, error) {
	// Step 1. Read the question.
	names, task, err := t.question()
	if err != nil {
		return t.end(names, task, watchdog.Answer{}, err)
	}
	times := newMatchClock(t.FS, t.Temporary, task)
	task.Limits.Outside, task.Limits.Fixed = times.own.Costs()
	limit := task.Limits.move()
	task.Warnings = append(task.Warnings, t.lateStart(limit)...)

	// Step 2. A legal move is on the disk before the long search begins.
	ctx, cancel := context.WithCancel(cmp.Or(t.Stop, context.Background()))
	defer cancel()
	store := store{disk: t.FS, folder: t.Temporary, dry: t.Dry}
	s := t.startSearch(ctx, task, &store)
	writer := answerWriter{disk: t.FS, name: names.Side, dry: t.Dry, until: t.Start.Add(limit)}

	// Step 3. Wait for the search, never longer than there is time.
	begun := time.Now()
	early := func(a watchdog.Answer) {
		writer.write(a)
		begun = time.Now()
	}
	memory := watchdog.Memory{Limit: task.Limits.Memory, Resident: t.Resident}
	wrong := s.Wait(memory, watchdog.LastResort(t.Start, limit), early)
	cancel()
	thought := time.Since(begun)
	task.Warnings = append(wrong, task.Warnings...)

	// Step 4. The better move replaces the early one.
	writer.write(s.Answer())
	if writer.written == nil {
		return t.end(names, task, watchdog.Answer{}, errors.New(writer.failure("the answer")))
	}
	if writer.err != nil {
		task.Warnings = append(task.Warnings, writer.failure("a better answer"))
	}
	result, err := t.end(names, task, *writer.written, nil)

	// Step 5. The move is made. Keep the results of the search for the next one, and the time that was used.
	begun = time.Now()
	store.keep()
	thought += time.Since(begun)
	if !t.Dry {
		times.write(time.Since(t.Start), thought, result.until)
		names.sweep(t.FS, result.Grace())
	}
	return result, err
}

// lateStart returns a warning if much of the move's time has passed.
func (t Turn) lateStart(limit time.Duration) []string {
	passed := time.Since(t.Start)
	if limit <= 0 || passed < limit/4 {
		return nil
	}
	ms := strconv.FormatInt(passed.Milliseconds(), 10)
	return []string{ms + " ms of the move's time had passed before the search began"}
}

func (t Turn) startSearch(ctx context.Context, task Task, s *store) *watchdog.Search {
	asked, own := task.ruled(), task.ruled() // the search may be changing asked's board
	position := watchdog.Position{Board: own.Board, Side: own.Side, Rule: own.Rule, Fallback: t.Fallback}
	return watchdog.Start(ctx, position, func() watchdog.Job { return t.newJob(asked, s) })
}

func (t Turn) newJob(task Task, s *store) watchdog.Job {
	var learner *experience.Learner
	if t.Learner != nil {
		learner = t.Learner(task)
	}
	if learner != nil {
		learner.Reserve = true
	}
	return s.loading(t.NewJob(task), task, learner)
}

// Question returns the question that the files ask, as a Job gets it, with lines for standard error.
func (t Turn) Question() (task Task, lines []string, err error) {
	_, task, err = t.question()
	if err != nil {
		return task, report(append([]string{err.Error()}, task.Warnings...), t.Verbose), err
	}
	return task.ruled(), report(task.Warnings, t.Verbose), nil
}

func (t Turn) question() (Names, Task, error) {
	names, warnings := Find(t.FS)
	task, err := readTask(t.FS, names, t.Override)
	task.Warnings = slices.Concat(t.Warnings, warnings, task.Warnings)
	return names, task, err
}

// end writes the message file, unless nothing shows that a manager works in this folder, and returns the result.
func (t Turn) end(names Names, task Task, a watchdog.Answer, err error) (Result, error) {
	did := a.Move.String()
	said := task.Warnings
	var until time.Time
	if limit := task.Limits.move(); limit > 0 {
		until = t.Start.Add(limit)
	}
	if err != nil {
		did = "no move"
		said = append([]string{err.Error()}, said...)
	} else if own := task.ruled(); own.Rule.Forbids(own.Side) && own.Board.Forbidden(a.Move, own.Rule) {
		said = append(said, a.Move.String()+" is forbidden to "+task.Side.String()+", but no square is allowed")
	}
	if !t.Dry {
		message := []byte(Message(t.Brain, did, a.Note, said) + "\n")
		if err := t.leave(names, message, err == nil, grace(until)); err != nil {
			said = append(said, names.Message+": cannot be written: "+file.Reason(err))
		}
	}
	return Result{Task: task, Move: a.Move, Note: a.Note, Report: report(said, t.Verbose), until: until}, err
}

// leave writes the message file, or gives it up after patience. Without a move it writes only to a folder that
// holds a manager's file.
func (t Turn) leave(names Names, message []byte, moved bool, patience time.Duration) error {
	_, err := file.Patiently(patience, func() (struct{}, error) {
		if !moved && !names.found(t.FS) {
			return struct{}{}, nil
		}
		return struct{}{}, file.Replace(t.FS, names.Message, message, patience)
	})
	return err
}

type answerWriter struct {
	disk    afero.Fs
	name    string
	dry     bool             // write nothing
	written *watchdog.Answer // the answer in the file, nil if there is none yet
	err     error            // why the last attempt failed
	until   time.Time        // when the time for the move ends
}

// write replaces the answer in the file, unless it holds that move already. If somebody has
// deleted the file, it is written again. A pipe or a device in its place gets the time that is left, once.
func (w *answerWriter) write(a watchdog.Answer) {
	if w.written != nil && w.written.Move == a.Move && (w.dry || file.IsFile(w.disk, w.name)) {
		w.written, w.err = &a, nil
		return
	}
	if errors.Is(w.err, file.ErrSlow) {
		return
	}
	if !w.dry {
		if w.err = file.Replace(w.disk, w.name, []byte(a.Move.String()+"\n"), w.patience()); w.err != nil {
			return
		}
	}
	w.written = &a
}

func (w *answerWriter) failure(answer string) string {
	return w.name + ": " + answer + " cannot be written: " + file.Reason(w.err)
}

func (w *answerWriter) patience() time.Duration {
	const least, exit = 50 * time.Millisecond, 20 * time.Millisecond
	return max(time.Until(w.until)-exit, least)
}
