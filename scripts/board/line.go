package main

import (
	"errors"
	"fmt"

	"tahoun/board"
	"tahoun/scripts/internal/cli"
)

// A line is a game up to a position, as the page sends it. Squares are numbered row by row from the top left.
type line struct {
	Width  int    `json:"width"`
	Height int    `json:"height"`
	Rule   uint   `json:"rule"`  // as managers send it
	Start  string `json:"start"` // the squares before the first move in the letters of board files; "": all empty
	First  string `json:"first"` // x or o: who moves first
	Moves  []int  `json:"moves"` // twice the square, one more for o
}

// A position is a line that was played.
type position struct {
	board  *board.Board
	side   board.Stone // to move
	rule   board.Rule
	stones []placed      // set-up stones first
	rows   map[int][]int // the squares of finished rows, by the number of the move, from 0
	end    *ending       // nil while the game goes on
}

type ending struct {
	After  int    `json:"after"`  // so many moves
	Winner string `json:"winner"` // x, o, or "" for a draw
	Reason string `json:"reason"`
}

// play plays the line. The game may go on after its end, as in files.
func (l line) play() (*position, error) {
	if min(l.Width, l.Height) < 1 || max(l.Width, l.Height) > board.MaxSide {
		return nil, fmt.Errorf("want a board of 1 to %d columns and rows, got %dx%d", board.MaxSide, l.Width, l.Height)
	}
	rule, err := cli.Rule(l.Rule)
	if err != nil {
		return nil, err
	}
	first, err := parseSide(l.First)
	if err != nil {
		return nil, err
	}
	p := &position{board: board.New(l.Width, l.Height), side: first, rule: rule, rows: map[int][]int{}}
	if err := p.setup(l.Start); err != nil {
		return nil, err
	}
	var rows [3]int // finished, by side
	for n, m := range l.Moves {
		at, side := p.point(m>>1), board.X+board.Stone(m&1)
		outcome, err := p.board.Play(at, side, rule)
		if err != nil {
			return nil, fmt.Errorf("move %d: %w", n+1, err)
		}
		p.stones = append(p.stones, placed{At: at, Side: side})
		p.side = side.Other()
		if outcome.Five() {
			rows[side]++
			p.rows[n] = p.squares(outcome.Row)
		}
		switch over := (ending{After: n + 1, Winner: side.String()}); {
		case p.end != nil:
		case outcome.Foul:
			over.Winner, over.Reason = side.Other().String(), "forbidden move"
			p.end = &over
		case outcome.Five() && rule&board.Continuous == 0:
			over.Reason = "row"
			p.end = &over
		}
	}
	if p.end == nil && p.board.Count(board.Empty) == 0 {
		p.end = fullBoard(len(l.Moves), rule, rows)
	}
	return p, nil
}

// fullBoard returns how a game ends on a full board. In a continuous game the side with more rows wins.
func fullBoard(after int, rule board.Rule, rows [3]int) *ending {
	x, o := rows[board.X], rows[board.O]
	switch {
	case rule&board.Continuous == 0 || x == o:
		return &ending{After: after, Reason: "full board"}
	case x > o:
		return &ending{After: after, Winner: "x", Reason: "more rows"}
	}
	return &ending{After: after, Winner: "o", Reason: "more rows"}
}

func (p *position) setup(start string) error {
	if start == "" {
		return nil
	}
	if want := p.board.Width() * p.board.Height(); len(start) != want {
		return fmt.Errorf("want %d squares in the set-up position, got %d", want, len(start))
	}
	for i, letter := range []byte(start) {
		stone, err := parseStone(letter)
		if err != nil {
			return err
		}
		p.board.Set(p.point(i), stone)
		if stone == board.X || stone == board.O {
			p.stones = append(p.stones, placed{At: p.point(i), Side: stone})
		}
	}
	if at, won := p.board.Won(p.rule); won {
		p.end = &ending{Winner: p.board.At(at).String(), Reason: "row"}
	}
	return nil
}

func parseStone(letter byte) (board.Stone, error) {
	for s := board.Empty; s <= board.Wall; s++ {
		if s.String() == string(letter) {
			return s, nil
		}
	}
	return 0, fmt.Errorf("want - x o or # for a square, got %q", letter)
}

func parseSide(text string) (board.Stone, error) {
	switch text {
	case "x":
		return board.X, nil
	case "o":
		return board.O, nil
	}
	return 0, errors.New("want x or o for a side")
}

func (p *position) point(square int) board.Point {
	return board.Point{X: square % p.board.Width(), Y: square / p.board.Width()}
}

// square returns the number of a square, -1 off the board.
func (p *position) square(at board.Point) int {
	if !p.board.Contains(at) {
		return -1
	}
	return at.Y*p.board.Width() + at.X
}

func (p *position) squares(points []board.Point) []int {
	all := make([]int, len(points))
	for i, at := range points {
		all[i] = p.square(at)
	}
	return all
}

// A mark is a square with a word about it.
type mark struct {
	At   int    `json:"at"`
	Side string `json:"side,omitempty"`
	Word string `json:"word"`

	Rows [][]int `json:"rows,omitempty"` // of a foul
}

// forbidden returns the squares that the side to move may not play, with the kind of foul.
func (p *position) forbidden() []mark {
	all := []mark{}
	if !p.rule.Forbids(p.side) {
		return all
	}
	for at, s := range p.board.Points {
		if s != board.Empty {
			continue
		}
		if foul := p.board.Foul(at, p.rule); foul != board.NoFoul {
			m := mark{At: p.square(at), Word: foul.String()}
			for _, row := range p.board.FoulRows(at, p.rule) {
				m.Rows = append(m.Rows, p.squares(row))
			}
			all = append(all, m)
		}
	}
	return all
}

// A checked line is the answer of check. All but Rows is of the position that was asked for.
type checked struct {
	Side      string        `json:"side"` // to move
	Rows      map[int][]int `json:"rows"` // of the whole line
	End       *ending       `json:"end"`
	Forbidden []mark        `json:"forbidden"`
}

// A checkRequest asks for the rules' word on a line, and on its position after so many moves.
type checkRequest struct {
	line
	At int `json:"at"`
}

func check(ask checkRequest) (checked, error) {
	whole, err := ask.play()
	if err != nil {
		return checked{}, err
	}
	if ask.At < 0 || ask.At > len(ask.Moves) {
		return checked{}, fmt.Errorf("want a position of the line, got the one after %d moves", ask.At)
	}
	here := ask.line
	here.Moves = ask.Moves[:ask.At]
	p, err := here.play()
	if err != nil {
		return checked{}, err
	}
	return checked{p.side.String(), whole.rows, p.end, p.forbidden()}, nil
}

// result returns the result of a finished line as in SGF, otherwise "".
func (l line) result() string {
	p, err := l.play()
	if err != nil || p.end == nil || p.end.After != len(l.Moves) {
		return ""
	}
	return map[string]string{"x": "B+", "o": "W+", "": "0"}[p.end.Winner]
}
