package search

import (
	"slices"
	"time"

	"tahoun/board"
	"tahoun/search/position"
	"tahoun/search/table"
)

// A job gets advice from earlier games between StaticMove and Think. rootSearch (deepening.go) reads it by
// advised: a bound holds only as far as it was searched deeper, and a bonus is small. Moves that the job would not
// search are ignored.

// Expect says that an earlier search, of depth plies, has given score for a move, and found it the best. The move is
// searched first, and the table gets the score.
func (j *Job) Expect(at board.Point, score, depth int) {
	i := j.rootAt(at)
	if i < 0 || position.Proves(score) {
		return
	}
	j.engine.prepareTable(j.tableSize())
	entry := table.NewEntry(position.NoCell, -score, min(depth-1, position.Deepest), table.Exact)
	j.engine.table.Store(j.p.KeyAfter(j.roots[i].move), entry)
	toFront(j.roots, i)
}

// AtMost says that a move has turned out to be worth no more than score, as a search of depth plies would see.
func (j *Job) AtMost(at board.Point, score, depth int) {
	if i := j.rootAt(at); i >= 0 {
		j.roots[i].most, j.roots[i].mostDepth = score, depth
	}
}

// Prefer says that a move counts as better by bonus than the search finds it, and is played if every move is lost. It is
// searched first.
func (j *Job) Prefer(at board.Point, bonus int) {
	if i := j.rootAt(at); i >= 0 {
		j.roots[i].bonus = bonus
		toFront(j.roots, i)
	}
}

// keepToPreferred changes a lost answer to a preferred move, which loses too. The length of a proof says little about
// what the opponent will find, and after that move one has let go before. It reports whether there is such a move.
func (j *Job) keepToPreferred() bool {
	if j.best.score > -position.SureScore {
		return false
	}
	i := slices.IndexFunc(j.roots, func(m rootMove) bool { return m.bonus > 0 && m.loss < 0 })
	if i >= 0 && j.roots[i].move != j.best.move {
		j.best = j.roots[i].lost()
	}
	return i >= 0
}

// Reserve ends the search so much earlier, to leave the caller time for its work after the answer.
func (j *Job) Reserve(t time.Duration) { j.reserve = t }

// Decision returns the answer, its score, the depth of its search and the nodes that were visited.
func (j *Job) Decision() (at board.Point, score, depth int, nodes uint64) {
	score, _ = j.Score()
	return j.answer(), score, j.worker.depth, j.nodes()
}

// rootAt returns the index of the root move at a square, -1 if there is none or the answer is settled.
func (j *Job) rootAt(at board.Point) int {
	if j.settled || j.p.SquareAt(at) != board.Empty { // a square off the board is none of its empty ones
		return -1
	}
	return slices.IndexFunc(j.roots, func(r rootMove) bool { return r.move == j.p.Cell(at) })
}

// advised returns the score v of a search of depth plies, corrected by the advice.
func (m *rootMove) advised(v, depth int) int {
	if position.Proves(v) {
		return v
	}
	if m.mostDepth >= depth {
		v = min(v, m.most)
	}
	if position.Proves(v) { // the bound is a proof
		return v
	}
	return position.ClampEval(v + m.bonus)
}

// shift moves a bound of a window, unless it is infinite.
func shift(bound, by int) int {
	if bound <= -position.Infinite || bound >= position.Infinite {
		return bound
	}
	return max(-position.Infinite, min(bound+by, position.Infinite))
}

// WinScore is the score of a win at once: a win in n moves of both sides has WinScore - n. SureScore and more are
// proofs.
const (
	WinScore  = position.WinScore
	SureScore = position.SureScore
)
