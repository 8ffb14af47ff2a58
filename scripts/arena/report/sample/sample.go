// Package sample makes runs to test the report with: games that look like games, on boards of all shapes,
// ending in every way. The same arguments give the same run.
package sample

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"tahoun/board"
	"tahoun/scripts/arena/report"
	"tahoun/scripts/internal/game"
)

// Labels are the players of every run.
var Labels = []string{"Tahoun 0.3", "Tahoun 0.2 with a rather long name", "Valach 1.0"}

// A table is a board that games are played on.
type table struct {
	width, height int
	rule          board.Rule
	walls         []board.Point
}

var tables = []table{
	{15, 15, board.Freestyle, nil},
	{20, 20, board.Freestyle, nil},
	{12, 18, board.ExactFive, []board.Point{{X: 3, Y: 4}, {X: 4, Y: 4}, {X: 8, Y: 12}}},
	{15, 15, board.Renju, nil},
	{11, 9, board.Continuous, nil},
}

// faulty are the ends that a player brings about in one game of nine.
var faulty = []game.Result{
	{Reason: game.OutOfTime, Detail: "1387 ms for a move, limit 1000 ms and 200 ms on top"},
	{Reason: game.Illegal, Detail: `"7,99" is off the board`},
	{Reason: game.Crash, Detail: "exit code 2, panic: index out of range"},
	{Reason: game.OutOfSpace, Detail: "1024 MiB, limit 350 MiB"},
	{Reason: game.NoAnswer, Detail: "TAH.DAT still holds the side"},
}

// Run returns a run of n games.
func Run(n int, seed uint64) report.Run {
	run := report.Run{
		Title: "Tahoun 0.3 against the others",
		Settings: []report.Setting{
			{Name: "Time", Value: "1000 ms per move, 180 s per game"},
			{Name: "Memory", Value: "350 MiB"},
			{Name: "Boards", Value: "15×15, 20×20, 12×18, 11×9"},
			{Name: "Openings", Value: "swiss20, turned and mirrored"},
			{Name: "Games at a time", Value: "2"},
			{Name: "Seed", Value: fmt.Sprint(seed)},
		},
		Findings: []string{
			"Tahoun 0.3 is better than Tahoun 0.2 with a likelihood of 98.7 %.",
			"SPRT 0, 20: better, after all games (LLR 2.97 of 2.94).",
		},
		ProgressOf: Labels[0] + " against the others",
	}
	for id := range n {
		run.Games = append(run.Games, played(id, seed))
	}
	rate(&run)
	return run
}

// played returns the game with that ID of every run with that seed.
func played(id int, seed uint64) *game.Game {
	rng := rand.New(rand.NewPCG(seed, uint64(id)))
	t := tables[id/2%len(tables)]
	g := &game.Game{
		ID: id, Pair: id / 2, Round: id / 6,
		Width: t.width, Height: t.height, Rule: t.rule, Walls: t.walls,
		Start: time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC).Add(time.Duration(id) * 37 * time.Second),
	}
	first, second := id/2%3, (id/2+1)%3
	if id%2 == 1 {
		first, second = second, first
	}
	g.X, g.O = Labels[first], Labels[second]

	b := board.New(t.width, t.height)
	for _, p := range t.walls {
		b.Set(p, board.Wall)
	}
	side := board.X
	for range 3 {
		p := choose(rng, b, side, 30)
		b.Set(p, side)
		g.Opening = append(g.Opening, p)
		side = side.Other()
	}
	play(g, b, side, rng)
	return g
}

// play plays g to its end.
func play(g *game.Game, b *board.Board, side board.Stone, rng *rand.Rand) {
	breaks := math.MaxInt
	if g.ID%9 == 8 {
		breaks = 4 + rng.IntN(20)
	}
	left := map[board.Stone]time.Duration{board.X: 180 * time.Second, board.O: 180 * time.Second}
	for b.Count(board.Empty) > 0 {
		if len(g.Moves) == breaks {
			g.Result = faulty[g.ID/9%len(faulty)]
			g.Result.Winner = side.Other()
			return
		}
		if len(g.Moves) == 100 {
			g.Result = game.Result{Reason: game.Adjudged}
			return
		}
		m := game.Move{At: choose(rng, b, side, 4), Side: side, Time: thinking(rng, len(g.Moves))}
		left[side] -= m.Time
		m.Left = left[side]
		m.Memory = 9<<20 + int64(rng.IntN(4<<20)) + int64(len(g.Moves))<<16
		m.Message = fmt.Sprintf("tahoun 0.3 %v score %d depth %d nodes %dk %.2f s line %v %v",
			m.At, evaluation(rng, len(g.Moves)), 9+rng.IntN(9), 100+rng.IntN(900), m.Time.Seconds(),
			m.At.Add(board.Point{X: 1}, 1), m.At.Add(board.Point{Y: 1}, 1))
		if len(g.Moves)%11 == 10 {
			m.Message += "\nDEBUG a second line <b>&amp;</b>"
		}
		done, err := b.Play(m.At, side, g.Rule)
		if err != nil {
			panic(err)
		}
		m.Row = done.Row
		g.Add(m)
		if done.Foul {
			g.Result = game.Result{Winner: side.Other(), Reason: game.Foul, Detail: "double three"}
			return
		}
		if done.Five() && g.Rule&board.Continuous == 0 {
			g.Result = game.Result{Winner: side, Reason: game.Row}
			return
		}
		side = side.Other()
	}
	g.Result = game.Result{Reason: game.Full}
	if g.Rule&board.Continuous != 0 {
		g.Result = game.Result{Winner: board.X, Reason: game.MoreRows, Detail: "3 rows against 2"}
	}
}

// evaluation returns a score for the nth move: both sides see the side to move ahead in turn.
func evaluation(rng *rand.Rand, nth int) int { return (1-nth%2*2)*12*nth + int(60*rng.NormFloat64()) }

// thinking returns a time for the nth move: little in the opening, at times an instant answer.
func thinking(rng *rand.Rand, nth int) time.Duration {
	full := 900 * (1 - math.Exp(-float64(nth+2)/8))
	if rng.IntN(7) == 0 {
		full = 20
	}
	return time.Duration((full + 40*rng.Float64()) * float64(time.Millisecond))
}

// choose returns an empty square near the stones that lengthens or stops a row, more or less.
func choose(rng *rand.Rand, b *board.Board, side board.Stone, whim float64) board.Point {
	var best board.Point
	most := math.Inf(-1)
	middle := board.Point{X: b.Width() / 2, Y: b.Height() / 2}
	for p, s := range b.Points {
		if s != board.Empty {
			continue
		}
		worth := whim*rng.Float64() - 0.7*math.Hypot(float64(p.X-middle.X), float64(p.Y-middle.Y))
		for _, d := range board.Directions {
			_, _, own := b.Run(p, d, side)
			_, _, other := b.Run(p, d, side.Other())
			worth += math.Pow(float64(own), 2.6) + math.Pow(float64(other), 2.4)
		}
		if worth > most {
			best, most = p, worth
		}
	}
	return best
}

// rate fills the tables of run from its games, with Elo differences that are good enough to look at.
func rate(run *report.Run) {
	run.Players = make([]report.Player, len(Labels))
	run.Cross = make([][]report.Cell, len(Labels))
	place := map[string]int{}
	for i, label := range Labels {
		run.Players[i].Label = label
		run.Cross[i] = make([]report.Cell, len(Labels))
		place[label] = i
	}
	points := 0.0
	for _, g := range run.Games {
		x, o := place[g.X], place[g.O]
		count(&run.Players[x], g.Score())
		count(&run.Players[o], 1-g.Score())
		run.Cross[x][o] = report.Cell{Points: run.Cross[x][o].Points + g.Score(), Games: run.Cross[x][o].Games + 1}
		run.Cross[o][x] = report.Cell{Points: run.Cross[o][x].Points + 1 - g.Score(), Games: run.Cross[o][x].Games + 1}
		if slices.ContainsFunc(faulty, func(r game.Result) bool { return r.Reason == g.Result.Reason }) {
			loser := map[board.Stone]int{board.X: o, board.O: x}[g.Result.Winner]
			run.Players[loser].Faults++
		}
		switch place[Labels[0]] {
		case x:
			points += g.Score()
		case o:
			points += 1 - g.Score()
		default:
			continue
		}
		n := run.Players[0].Games
		elo, bar := difference(points/float64(n), n)
		run.Progress = append(run.Progress, report.Point{Games: n, Elo: elo, Bar: bar})
	}
	for i := range run.Players {
		p := &run.Players[i]
		p.Score = (float64(p.Wins) + float64(p.Draws)/2) / float64(max(p.Games, 1))
		p.Elo, p.Bar = difference(p.Score, p.Games)
	}
}

func count(p *report.Player, score float64) {
	p.Games++
	switch score {
	case 1:
		p.Wins++
	case 0:
		p.Losses++
	default:
		p.Draws++
	}
}

// difference returns the Elo difference of a score and roughly its bar.
func difference(score float64, games int) (elo, bar float64) {
	at := func(s float64) float64 { return 400 * math.Log10(s/(1-s)) }
	half := 1.96 * math.Sqrt(score*(1-score)/float64(games))
	return at(score), (at(min(score+half, 1)) - at(max(score-half, 0))) / 2
}
