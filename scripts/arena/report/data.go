package report

import (
	"encoding/json"
	"io"
	"slices"
	"time"

	"tahoun/board"
	"tahoun/scripts/internal/game"
	"tahoun/scripts/internal/stats"
)

// The page has its data in two parts: an overview that it parses when it opens, and a line per game that it parses
// when the user opens the game. So thousands of games cost little at the start. json.Marshal escapes <, > and &, so
// that no text can end the script element that holds it.

// overview is the part that the page parses when it opens.
type overview struct {
	Labels   []string      `json:"labels"`   // players first, in their order
	Ratings  [][]number    `json:"ratings"`  // a player each: Elo, bar
	Progress [][]number    `json:"progress"` // a point each: games, Elo, bar
	Times    [][]moveTimes `json:"times"`    // a player each, by the player's own move number
	Reasons  []string      `json:"reasons"`  // of all games, sorted
	Games    [][7]int      `json:"games"`    // see gameRow
}

// gameRow makes a game's row of the overview: number, places of x and o in Labels, winner as board.Stone or noResult,
// place in Reasons, moves, pair.
func gameRow(g *game.Game, x, o, reason int) [7]int {
	winner := noResult
	if g.Finished() {
		winner = int(g.Result.Winner)
	}
	return [7]int{g.Number(), x, o, winner, reason, g.Stones(), g.Pair}
}

// moveTimes is [median, maximum] of the times for one move number, in tenths of a millisecond.
type moveTimes [2]int64

// noResult stands for the winner of a game that does not count.
const noResult = -1

// detail is one game's line. Squares are numbered row by row from the top left.
type detail struct {
	Width   int            `json:"w"`
	Height  int            `json:"h"`
	Rule    string         `json:"r"`
	Lasting bool           `json:"c,omitempty"` // continuous: finished rows turn into walls
	Ending  string         `json:"e"`
	Start   string         `json:"s,omitempty"`
	Walls   []int          `json:"a,omitempty"`
	Opening []int          `json:"o,omitempty"`
	Moves   []int          `json:"m"`           // twice the square, one more for o; the square is -1 off the board
	Times   []int64        `json:"t"`           // tenths of a millisecond
	Left    []int64        `json:"l,omitempty"` // milliseconds, negative: no limit
	Memory  []int64        `json:"k,omitempty"` // KiB, 0: not known
	Said    map[int]string `json:"p,omitempty"` // by place in Moves
	Cut     bool           `json:"q,omitempty"` // some messages were dropped as a whole
	Evals   []*int         `json:"v,omitempty"` // by place in Moves, for the side that moves; null: none
	SGF     string         `json:"u,omitempty"` // address of the game's file
	Rows    map[int][]int  `json:"f,omitempty"` // finished rows, by place in Moves
}

// writeDetails writes a line per game, one by one, so that thousands of them are never in memory together.
func writeDetails(w io.Writer, games []*game.Game, sgf func(*game.Game) string) error {
	for i, g := range games {
		d := detailOf(g)
		if sgf != nil {
			d.SGF = sgf(g)
		}
		line, err := json.Marshal(d)
		if err != nil {
			return err
		}
		if i > 0 {
			line = slices.Insert(line, 0, '\n')
		}
		if _, err := w.Write(line); err != nil {
			return err
		}
	}
	return nil
}

// makeOverview makes the overview of games, which are sorted.
func makeOverview(run Run, games []*game.Game) overview {
	o := overview{
		Labels: []string{}, Ratings: [][]number{}, Progress: [][]number{},
		Reasons: reasons(games), Games: make([][7]int, 0, len(games)),
	}
	place := map[string]int{}
	named := func(label string) int {
		if _, known := place[label]; !known {
			place[label] = len(o.Labels)
			o.Labels = append(o.Labels, label)
		}
		return place[label]
	}
	for _, p := range run.Players {
		named(p.Label)
		o.Ratings = append(o.Ratings, []number{number(p.Elo), number(p.Bar)})
	}
	for _, p := range run.Progress {
		o.Progress = append(o.Progress, []number{number(p.Games), number(p.Elo), number(p.Bar)})
	}
	for _, g := range games {
		reason, _ := slices.BinarySearch(o.Reasons, string(g.Result.Reason))
		o.Games = append(o.Games, gameRow(g, named(g.X), named(g.O), reason))
	}
	o.Times = times(o.Labels, games)
	return o
}

func reasons(games []*game.Game) []string {
	all := []string{}
	for _, g := range games {
		all = append(all, string(g.Result.Reason))
	}
	slices.Sort(all)
	return slices.Compact(all)
}

func times(labels []string, games []*game.Game) [][]moveTimes {
	taken := map[string][][]time.Duration{}
	for _, g := range games {
		nth := [2]int{}
		for _, m := range g.Moves {
			label, side := g.X, 0
			if m.Side == board.O {
				label, side = g.O, 1
			}
			if nth[side] == len(taken[label]) {
				taken[label] = append(taken[label], nil)
			}
			taken[label][nth[side]] = append(taken[label][nth[side]], m.Time)
			nth[side]++
		}
	}
	all := make([][]moveTimes, len(labels))
	for i, label := range labels {
		all[i] = []moveTimes{}
		for _, of := range taken[label] {
			slices.Sort(of)
			all[i] = append(all[i], moveTimes{tenths(stats.Median(of)), tenths(of[len(of)-1])})
		}
	}
	return all
}

func tenths(d time.Duration) int64 { return d.Round(time.Millisecond/10).Microseconds() / 100 }

func detailOf(g *game.Game) detail {
	d := detail{
		Width: g.Width, Height: g.Height, Rule: g.Rule.String(), Lasting: g.Rule&board.Continuous != 0,
		Ending: ending(g), Walls: squares(g, g.Walls), Opening: squares(g, g.Opening),
		Moves: make([]int, len(g.Moves)), Times: make([]int64, len(g.Moves)),
		Said: map[int]string{}, Rows: map[int][]int{},
	}
	if !g.Start.IsZero() {
		d.Start = g.Start.UTC().Format("2006-01-02 15:04:05 UTC")
	}
	for i, m := range g.Moves {
		d.Moves[i] = 2 * square(g, m.At)
		if m.Side == board.O {
			d.Moves[i]++
		}
		d.Times[i] = tenths(m.Time)
		switch m.Message {
		case "":
		case game.Cut:
			d.Cut = true
		default:
			d.Said[i] = m.Message
		}
		if len(m.Row) > 0 {
			d.Rows[i] = squares(g, m.Row)
		}
	}
	d.Left = known(g, func(m game.Move) (int64, bool) { return m.Left.Milliseconds(), m.Left >= 0 })
	d.Memory = known(g, func(m game.Move) (int64, bool) { return (m.Memory + 1023) / 1024, m.Memory > 0 })
	d.Evals = known(g, func(m game.Move) (*int, bool) { return evalOf(m.Eval), m.Eval != nil })
	return d
}

// known returns the value of each move, nil if it is known for none.
func known[T any](g *game.Game, value func(game.Move) (v T, ok bool)) []T {
	all, some := make([]T, len(g.Moves)), false
	for i, m := range g.Moves {
		v, ok := value(m)
		all[i], some = v, some || ok
	}
	if !some {
		return nil
	}
	return all
}

// forcedEnd is added to the plies to a forced end, and is above every other score of a page.
const forcedEnd = 10_000_000

// evalOf returns an evaluation as one number, nil for none: beyond ±forcedEnd it is a forced end in so many plies
// more.
func evalOf(e *game.Eval) *int {
	switch {
	case e == nil:
		return nil
	case e.Mate > 0:
		return new(forcedEnd + e.Mate)
	case e.Mate < 0:
		return new(-forcedEnd + e.Mate)
	}
	return new(min(max(e.Score, 1-forcedEnd), forcedEnd-1))
}

// square numbers p, -1 if it is off the board.
func square(g *game.Game, p board.Point) int {
	if uint(p.X) >= uint(g.Width) || uint(p.Y) >= uint(g.Height) {
		return -1
	}
	return p.Y*g.Width + p.X
}

func squares(g *game.Game, points []board.Point) []int {
	all := make([]int, len(points))
	for i, p := range points {
		all[i] = square(g, p)
	}
	return all
}
