package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"tahoun/board"
)

type outcome struct {
	took           time.Duration
	from           time.Duration // when the CPU account began
	denied, excess time.Duration
	stops          []stop // that there really were
	status         error  // how the process ended, if not with 0
	hung           bool   // and was killed
	said           string // MSG.DAT's content
	faults         []string
	skipped        error // reason for skipping it
}

func (o outcome) String() string {
	text := fmt.Sprintf("took %v, kept from the processor for %v since %v",
		o.took.Round(time.Millisecond), o.denied.Round(time.Millisecond), o.from.Round(time.Millisecond))
	for _, s := range o.stops {
		text += fmt.Sprintf(", stopped from %v to %v", s.from.Round(time.Millisecond), s.to.Round(time.Millisecond))
	}
	return text + fmt.Sprintf("; MSG.DAT: %q", strings.TrimSpace(o.said))
}

// play has brain make the move in a folder below temp.
func (t trial) play(ctx context.Context, temp, brain string) (outcome, error) {
	dir := filepath.Join(temp, "move")
	if err := os.Mkdir(dir, 0o755); err != nil {
		return outcome{}, err
	}
	defer os.RemoveAll(dir)
	s := &setup{trial: t, temp: temp, dir: dir, brain: brain, command: exec.Command(brain)}
	defer s.cleanUp()
	if err := t.position.write(dir, t.limits); err != nil {
		return outcome{}, err
	}
	if t.mishap.prepare != nil {
		err := t.mishap.prepare(ctx, s)
		if why := (errSkipped{}); errors.As(err, &why) {
			return outcome{skipped: why}, nil
		} else if err != nil {
			return outcome{}, err
		}
	}
	got, err := s.run(ctx)
	if err == nil {
		got.faults, err = s.faults(got)
	}
	if t.mishap.name != "message-pipe" { // which holds only the filling
		got.said, _ = readFile(dir, "MSG.DAT")
	}
	return got, err
}

func (s *setup) faults(got outcome) (faults []string, err error) {
	switch {
	case got.hung:
		faults = append(faults, fmt.Sprintf("it hung, and was killed after %v", got.took.Round(time.Millisecond)))
	case got.excess > tolerance:
		faults = append(faults, fmt.Sprintf("late: it ended after %v, %v later than it was kept from the processor",
			got.took.Round(time.Millisecond), got.excess.Round(time.Millisecond)))
	}
	if s.mishap.noMove {
		return faults, nil
	}
	if got.status != nil && !got.hung {
		faults = append(faults, got.status.Error())
	}
	move, err := readMove(s.dir)
	if err != nil {
		return append(faults, err.Error()), nil
	}
	b, err := s.position.board()
	if err != nil {
		return nil, err
	}
	side := board.X
	if s.position.side == "o" {
		side = board.O
	}
	if wrong := checkMove(b, side, board.Rule(s.limits.rule), !s.mishap.untold, move); wrong != "" {
		faults = append(faults, wrong)
	}
	return faults, nil
}

// run runs the command, stops and continues it as the mishap wants, and records the processor time that it gets.
func (s *setup) run(ctx context.Context) (outcome, error) {
	s.command.Dir = s.dir
	limit := s.limits.turn
	w := newWatcher(limit)
	if s.mishap.stops != nil {
		w.plan = s.mishap.stops(s.lots, limit)
	}
	used, err := w.run(ctx, s.command)
	return outcome{
		took: used.took, from: w.from, denied: used.denied, excess: used.excess(limit),
		stops: w.stops, status: w.status, hung: w.hung}, err
}
