package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"tahoun/board"
	"tahoun/scripts/internal/manager"
	"tahoun/scripts/internal/thinking"
	"tahoun/scripts/pbrain/session"
)

// A swap2Request asks Tahoun for its part in a Swap2 opening: with no stone on the board to place three, with three to
// choose a side or to place two more, with five to choose a side.
type swap2Request struct {
	line
	numbered
	Time int64 `json:"time"` // ms
}

// A swap2Answer is squares to place, or a side.
type swap2Answer struct {
	Place []int `json:"place"`
	Swap  bool  `json:"swap"` // take the other side
	Move  int   `json:"move"` // the answer's move as o where it does not swap; -1: none
}

// swap2 asks a session of the pipe brain: it knows Swap2.
func (s *server) swap2(ctx context.Context, t *tab, ask swap2Request) (swap2Answer, error) {
	none := swap2Answer{Place: []int{}, Move: -1}
	p, err := ask.play()
	switch {
	case err != nil:
		return none, err
	case ask.Start != "":
		return none, errors.New("Swap2 begins on an empty board")
	case ask.Time < 1 || ask.Time > longestTurn:
		return none, errors.New("want a time of at least a millisecond")
	}
	ctx, done, err := t.begin(ctx, ask.Question)
	if err != nil {
		return none, err
	}
	defer done()
	var question strings.Builder
	fmt.Fprintf(&question, "RECTSTART %d,%d\nINFO timeout_turn %d\nINFO rule %d\nSWAP2BOARD\n", p.board.Width(), p.board.Height(), ask.Time, p.rule)
	for _, stone := range p.stones {
		fmt.Fprintf(&question, "%v\n", stone.At)
	}
	text, err := s.askSession(ctx, question.String()+"DONE\n")
	if err != nil {
		return none, err
	}
	return p.parseSwap2(text, len(ask.Moves))
}

// parseSwap2 reads the answer of a session to so many stones.
func (p *position) parseSwap2(text string, stones int) (swap2Answer, error) {
	a := swap2Answer{Place: []int{}, Move: -1}
	if text == "SWAP" {
		a.Swap = true
		return a, nil
	}
	for _, word := range strings.Fields(text) {
		at, _, ok := manager.ScanMove(word)
		if !ok || p.board.At(at) != board.Empty {
			return a, fmt.Errorf("Swap2: unexpected answer %q", text)
		}
		a.Place = append(a.Place, p.square(at))
	}
	if len(a.Place) == 1 {
		a.Place, a.Move = []int{}, a.Place[0]
	}
	if want := map[int]int{0: 3, 3: 2}[stones]; len(a.Place) != 0 && len(a.Place) != want || len(a.Place) == 0 && a.Move < 0 {
		return a, fmt.Errorf("Swap2: unexpected answer %q", text)
	}
	return a, nil
}

// askSession sends lines to a new session and returns its answer to the last one.
func (s *server) askSession(ctx context.Context, lines string) (string, error) {
	in, questions := io.Pipe()
	answers, out := io.Pipe()
	go func() {
		session.Run(in, out, session.Options{
			NewEngine: thinking.New,
			Prepare:   func(_ int64, _ int) int { return s.threads },
		})
		out.Close()
		in.Close()
	}()
	stop := context.AfterFunc(ctx, func() { questions.Close(); answers.CloseWithError(context.Cause(ctx)) })
	defer stop()
	defer answers.Close()
	defer questions.Close()
	go func() { _, _ = io.WriteString(questions, lines) }()
	for scanner := bufio.NewScanner(answers); ; {
		if !scanner.Scan() {
			if ctx.Err() != nil {
				return "", context.Cause(ctx)
			}
			return "", errors.Join(errors.New("Swap2: no answer"), scanner.Err())
		}
		switch word, _, _ := strings.Cut(scanner.Text(), " "); word {
		case "OK", "MESSAGE", "DEBUG":
		case "ERROR", "UNKNOWN":
			return "", fmt.Errorf("Swap2: %s", scanner.Text())
		default:
			return scanner.Text(), nil
		}
	}
}
