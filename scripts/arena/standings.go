package main

import (
	"fmt"
	"iter"

	"tahoun/board"
	"tahoun/scripts/internal/game"
	"tahoun/scripts/internal/match"
	"tahoun/scripts/internal/stats"
)

// standings are the results of the games of a schedule. They depend on the games alone, not on the order in which the
// games ended.
type standings struct {
	labels   []string
	schedule match.Schedule
	games    map[int]*game.Game // finished, by ID
	end      int                // above all their IDs
	sums     tally
	sprt     sprtState
}

// A tally has the sums of the games. It grows with each game, so that a live line costs the same after ten thousand.
type tally struct {
	cross  [][]count       // of each player against each other one
	pairs  [][]stats.Pairs // finished ones of each player against each other one
	faults int             // games that ended by one
}

func newTally(players int) tally {
	var t tally
	for range players {
		t.cross = append(t.cross, make([]count, players))
		t.pairs = append(t.pairs, make([]stats.Pairs, players))
	}
	return t
}

// A sprtState is the state of a test. Pairs once counted stay counted.
type sprtState struct {
	test    *stats.Test // nil: none
	games   stats.Games
	verdict stats.Verdict
}

// newStandings returns standings with the games that were played before.
func newStandings(o options, before []*game.Game) (*standings, error) {
	t := &standings{
		labels: o.labels(), schedule: o.plan.Schedule(), games: map[int]*game.Game{},
		sums: newTally(len(o.players)), sprt: sprtState{test: o.sprt},
	}
	for _, g := range before {
		if g.ID >= t.schedule.Len() {
			return nil, fmt.Errorf("game %d was played, but only %d are wanted: -pairs may grow, not shrink", g.Number(), t.schedule.Len())
		}
		if x, o := t.players(g); t.labels[x] != g.X || t.labels[o] != g.O {
			x, o = t.schedule.Players(g.ID)
			return nil, fmt.Errorf("game %d was %s against %s, but the schedule says %s against %s", g.Number(), g.X, g.O, t.labels[x], t.labels[o])
		}
		t.add(g)
	}
	return t, nil
}

// add counts a game that was not counted before.
func (t *standings) add(g *game.Game) {
	t.games[g.ID] = g
	t.end = max(t.end, g.ID+1)
	x, o := t.players(g)
	t.sums.cross[x][o].add(board.X, g.Result)
	t.sums.cross[o][x].add(board.O, g.Result)
	if g.Result.Reason.Fault() {
		t.sums.faults++
	}
	if other := t.games[g.ID^1]; other != nil {
		t.sums.pairs[x][o].Add(t.score(g, x), t.score(other, x))
		t.sums.pairs[o][x].Add(t.score(g, o), t.score(other, o))
	}
}

// players returns the numbers of the players who had x and o. Under Swap2 the players may have swapped the colours that
// the schedule gave them.
func (t *standings) players(g *game.Game) (x, o int) {
	x, o = t.schedule.Players(g.ID)
	if g.X == t.labels[o] {
		return o, x
	}
	return x, o
}

// left returns the games that are not finished.
func (t *standings) left() iter.Seq[match.Pairing] {
	finished := map[int]bool{}
	for id := range t.games {
		finished[id] = true
	}
	return t.schedule.Games(finished)
}

// done reports whether the match is over.
func (t *standings) done() bool { return len(t.games) == t.schedule.Count() || t.enough() }

// of formats how many games were played, and of how many if there is a limit.
func (t *standings) of(o options) string {
	if o.endless() {
		return fmt.Sprintf("%d games", len(t.games))
	}
	return fmt.Sprintf("%d of %d games", len(t.games), t.schedule.Count())
}

// A count is the score of one player, against all others or against one.
type count struct {
	games, wins, draws, losses, faults int
}

func (c count) points() float64 { return float64(c.wins) + float64(c.draws)/2 }

func (c count) share() float64 {
	if c.games == 0 {
		return 0
	}
	return c.points() / float64(c.games)
}

func (c *count) add(side board.Stone, r game.Result) {
	c.games++
	switch r.Winner {
	case side:
		c.wins++
	case board.Empty:
		c.draws++
	default:
		c.losses++
		if r.Reason.Fault() {
			c.faults++
		}
	}
}

// cross returns the score of each player against each other one. The caller does not change it.
func (t *standings) cross() [][]count { return t.sums.cross }

// sum returns the total of a row.
func sum(row []count) count {
	var all count
	for _, c := range row {
		all.games += c.games
		all.wins += c.wins
		all.draws += c.draws
		all.losses += c.losses
		all.faults += c.faults
	}
	return all
}

// eachPair calls do for the finished pairs of a against b, in schedule order, with a's points in both games.
func (t *standings) eachPair(a, b int, do func(first, second float64)) {
	for i := 0; i < t.end; i += 2 {
		if x, o := t.schedule.Players(i); (x != a || o != b) && (x != b || o != a) {
			continue
		}
		if first, second := t.games[i], t.games[i+1]; first != nil && second != nil {
			do(t.score(first, a), t.score(second, a))
		}
	}
}

// score returns a player's points in a game that it played.
func (t *standings) score(g *game.Game, a int) float64 {
	if x, _ := t.players(g); x == a {
		return g.Score()
	}
	return 1 - g.Score()
}

// pairs counts the finished pairs of a against b by the points of a.
func (t *standings) pairs(a, b int) stats.Pairs { return t.sums.pairs[a][b] }

// sprtVerdict returns the games that the run's test counts, and its verdict. The test takes the pairs in schedule
// order, up to the first unfinished one or the one that decides. So the verdict depends neither on -j nor on which
// games are short.
func (t *standings) sprtVerdict() (stats.Games, stats.Verdict) {
	for t.sprt.verdict == stats.Undecided {
		next := 2 * t.sprt.games.Len()
		first, second := t.games[next], t.games[next+1]
		if first == nil || second == nil {
			break
		}
		t.sprt.games.Add(t.score(first, 0), t.score(second, 0))
		t.sprt.verdict = t.sprt.test.Verdict(t.sprt.games)
	}
	return t.sprt.games, t.sprt.verdict
}

// onlyFaults reports whether every game ended by a fault, so that the games say nothing about strength.
func (t *standings) onlyFaults() bool { return len(t.games) > 0 && t.sums.faults == len(t.games) }

// enough reports whether the test has decided, so that the rest need not be played.
func (t *standings) enough() bool {
	if t.sprt.test == nil {
		return false
	}
	_, verdict := t.sprtVerdict()
	return verdict != stats.Undecided
}

// ratings returns the rating list. It counts every game, also those of unfinished pairs: at the end of a run there are
// none.
func (t *standings) ratings(anchor int) ([]stats.Estimate, error) {
	var duels []stats.Pairing
	for a, row := range t.cross() {
		for b, c := range row[:a] {
			duels = append(duels, stats.Pairing{A: a, B: b, PointsA: c.points(), PointsB: float64(c.games) - c.points()})
		}
	}
	return stats.Ratings(len(t.labels), anchor, duels)
}
