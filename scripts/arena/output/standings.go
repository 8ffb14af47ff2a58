// Package output has everything that the arena says about a match: its standings, the tables and findings at the end,
// the live line, the page and the trials.
package output

import (
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

	// Sums grow with each game, so that a live line costs the same after ten thousand.
	cross   [][]count       // of each player against each other one
	duels   [][]stats.Pairs // finished pairs of each player against each other one
	byFault int             // games that ended by a fault

	test    *stats.Test // nil: none
	tested  stats.Games // pairs once counted stay counted
	verdict stats.Verdict
}

// Add counts a game that was not counted before.
func (s *standings) Add(g *game.Game) {
	s.games[g.ID] = g
	s.end = max(s.end, g.ID+1)
	x, o := s.players(g)
	s.cross[x][o].add(board.X, g.Result)
	s.cross[o][x].add(board.O, g.Result)
	if g.Result.Reason.Fault() {
		s.byFault++
	}
	if other := s.games[g.ID^1]; other != nil {
		s.duels[x][o].Add(s.score(g, x), s.score(other, x))
		s.duels[o][x].Add(s.score(g, o), s.score(other, o))
	}
}

// players returns the numbers of the players who had x and o. Under Swap2 the players may have swapped the colours that
// the schedule gave them.
func (s *standings) players(g *game.Game) (x, o int) {
	x, o = s.schedule.Players(g.ID)
	if g.X == s.labels[o] {
		return o, x
	}
	return x, o
}

// Left returns the games that are not finished.
func (s *standings) Left() iter.Seq[match.Pairing] {
	finished := map[int]bool{}
	for id := range s.games {
		finished[id] = true
	}
	return s.schedule.Games(finished)
}

// Done reports whether the match is over.
func (s *standings) Done() bool { return len(s.games) == s.schedule.Count() || s.Enough() }

// Counts returns how many games were played, and how many the run has.
func (s *standings) Counts() (played, all int) { return len(s.games), s.schedule.Count() }

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
func (s *standings) eachPair(a, b int, do func(first, second float64)) {
	for i := 0; i < s.end; i += 2 {
		if x, o := s.schedule.Players(i); (x != a || o != b) && (x != b || o != a) {
			continue
		}
		if first, second := s.games[i], s.games[i+1]; first != nil && second != nil {
			do(s.score(first, a), s.score(second, a))
		}
	}
}

func (s *standings) score(g *game.Game, a int) float64 {
	if x, _ := s.players(g); x == a {
		return g.Score()
	}
	return 1 - g.Score()
}

// pairs counts the finished pairs of a against b by the points of a.
func (s *standings) pairs(a, b int) stats.Pairs { return s.duels[a][b] }

// sprtVerdict returns the games that the run's test counts, and its verdict. The test takes the pairs in schedule
// order, up to the first unfinished one or the one that decides. So the verdict depends neither on -j nor on which
// games are short.
func (s *standings) sprtVerdict() (stats.Games, stats.Verdict) {
	for s.verdict == stats.Undecided {
		next := 2 * s.tested.Len()
		first, second := s.games[next], s.games[next+1]
		if first == nil || second == nil {
			break
		}
		s.tested.Add(s.score(first, 0), s.score(second, 0))
		s.verdict = s.test.Verdict(s.tested)
	}
	return s.tested, s.verdict
}

// OnlyFaults reports whether every game ended by a fault, so that the games say nothing about strength.
func (s *standings) OnlyFaults() bool { return len(s.games) > 0 && s.byFault == len(s.games) }

// Enough reports whether the test has decided, so that the rest need not be played.
func (s *standings) Enough() bool {
	if s.test == nil {
		return false
	}
	_, verdict := s.sprtVerdict()
	return verdict != stats.Undecided
}

// ratings returns the rating list. It counts every game, also those of unfinished pairs: at the end of a run there are
// none.
func (s *standings) ratings(anchor int) ([]stats.Estimate, error) {
	var duels []stats.Pairing
	for a, row := range s.cross {
		for b, c := range row[:a] {
			points := c.points()
			duels = append(duels, stats.Pairing{A: a, B: b, PointsA: points, PointsB: float64(c.games) - points})
		}
	}
	return stats.Ratings(len(s.labels), anchor, duels)
}
