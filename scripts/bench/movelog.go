package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"tahoun/board"
)

// Conditions are what all moves of a log have in common.
type conditions struct {
	Brain   string // its version
	Limit   time.Duration
	Rule    board.Rule
	Memory  int64
	AtOnce  int
	Threads int // of each move; 0: not told
	Busy    bool
	In      string `json:",omitempty"`
	Machine string
}

func (o clockOptions) conditions() conditions {
	return conditions{
		Limit: o.limits.turn, Rule: board.Rule(o.limits.rule), Memory: o.memory,
		AtOnce: o.jobs, Threads: o.limits.threads, Busy: o.busy, In: o.in, Machine: machine()}
}

// version returns the first line that a brain prints with -version, "" if it does not know that.
func version(ctx context.Context, brain, dir string) string {
	command := exec.CommandContext(ctx, brain, "-version")
	command.Dir = dir
	said, _ := command.Output()
	first, _, _ := strings.Cut(string(said), "\n")
	return strings.TrimSpace(first)
}

// A move is one whose process has ended.
type move struct {
	result        // times in whole microseconds, as the log has them
	fault  string // "" if it was a move to an empty square
}

func newMove(used result, err error) move {
	used.took, used.denied = used.took.Round(time.Microsecond), used.denied.Round(time.Microsecond)
	m := move{result: used}
	if err != nil {
		m.fault = strings.Join(strings.Fields(err.Error()), " ")
	}
	return m
}

// A moveLog holds moves, and writes them to a file: the conditions as JSON, then a line for each move with its time and
// the time for which it was kept from the processor, both in microseconds, and its fault if it has one.
type moveLog struct {
	conditions
	moves []move
	early map[int]move // by number, those that ended before one that began earlier
	file  *os.File     // nil: none
}

// open reads the moves in a file of the same conditions, to which later ones go. It makes the file if there is none.
func (l *moveLog) open(name string) (err error) {
	if l.file, err = os.OpenFile(name, os.O_RDWR|os.O_APPEND|os.O_CREATE, 0o644); err != nil {
		return err
	}
	if err := l.read(); err != nil {
		return fmt.Errorf("%s: %w", name, errors.Join(err, l.file.Close()))
	}
	return nil
}

func (l *moveLog) read() error {
	content, err := io.ReadAll(l.file)
	if err != nil {
		return err
	}
	head, err := json.Marshal(l.conditions)
	if err != nil {
		return err
	}
	head = append(head, '\n')
	if bytes.HasPrefix(head, content) { // nothing, or a part of it from a bench that was killed
		_, err := l.file.Write(head[len(content):])
		return err
	}
	whole := content[:bytes.LastIndexByte(content, '\n')+1] // a killed bench may leave a part of a line
	before, err := parseMoves(whole)
	if err != nil {
		return err
	}
	if before.conditions != l.conditions {
		return fmt.Errorf("its moves were measured under other conditions: %+v, now %+v", before.conditions, l.conditions)
	}
	l.moves = before.moves
	return l.file.Truncate(int64(len(whole)))
}

// add adds a move by its number, counted from 0. Moves are logged in order, so that a bench that goes on leaves none out.
func (l *moveLog) add(number int, m move) error {
	if l.early == nil {
		l.early = map[int]move{}
	}
	l.early[number] = m
	for m, ended := l.early[len(l.moves)]; ended; m, ended = l.early[len(l.moves)] {
		delete(l.early, len(l.moves))
		l.moves = append(l.moves, m)
		if l.file == nil {
			continue
		}
		if _, err := l.file.WriteString(m.line()); err != nil {
			return err
		}
	}
	return nil
}

func (m move) line() string {
	line := fmt.Sprint(m.took.Microseconds(), m.denied.Microseconds())
	if m.fault != "" {
		line += " " + m.fault
	}
	return line + "\n"
}

// parseMoves reads whole lines of a log.
func parseMoves(content []byte) (l moveLog, err error) {
	n := 0
	for line := range strings.Lines(string(content)) {
		if n++; n == 1 {
			err = json.Unmarshal([]byte(line), &l.conditions)
		} else {
			var m move
			m, err = parseMove(strings.Fields(line))
			l.moves = append(l.moves, m)
		}
		if err != nil {
			return moveLog{}, fmt.Errorf("line %d: %w", n, err)
		}
	}
	if l.Limit <= 0 {
		return moveLog{}, errors.New("want moves with a limit")
	}
	return l, nil
}

func parseMove(words []string) (m move, err error) {
	if len(words) < 2 {
		return m, fmt.Errorf("want two times, got %q", words)
	}
	for i, d := range []*time.Duration{&m.took, &m.denied} {
		n, err := strconv.ParseInt(words[i], 10, 48) // as many bits as a Duration holds microseconds
		if err != nil {
			return m, err
		}
		*d = time.Duration(n) * time.Microsecond
	}
	m.fault = strings.Join(words[2:], " ")
	return m, nil
}
