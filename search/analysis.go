package search

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"tahoun/board"
	"tahoun/search/pattern"
	"tahoun/search/position"
)

// An Analysis is the result of a search so far: the best moves, the best first.
type Analysis struct {
	Moves []Variation
	Depth int // of the search for the best one; the others are searched othersLag plies less deep
	Nodes uint64
	Note  string // why Moves are fewer than asked for, or that renju forbids them; "" if neither
}

// A Variation is a move with its score and the line that follows.
type Variation struct {
	Move  board.Point
	Score int           // for the side to move, on the scale of weights.Weights
	Plies int           // to the end of the game in a proven win or loss, otherwise 0
	Depth int           // of the search behind Score, 0 for a static rating
	Line  []board.Point // principal variation, Move first
}

// Chance returns the chance to win, between 0 and 1: the logistic function with the scale that the weights were fitted
// to.
func (v Variation) Chance() float64 {
	switch {
	case v.Plies > 0 && v.Score > 0:
		return 1
	case v.Plies > 0:
		return 0
	}
	return 1 / (1 + math.Exp(-float64(v.Score)/chanceScale))
}

const chanceScale = 200 // see weights.Weights

// Analyse searches for the n best moves until time is up or ctx ends (multi-PV). The score of each is exact, not only a
// bound. better gets the analysis after each iteration. With n = 1 the search is the one of StaticMove and Think, and
// plays the same move; a forced move, which Think answers at once, is searched for its score. Analyse takes the place
// of both.
func (j *Job) Analyse(ctx context.Context, n int, better func(Analysis)) {
	j.limits.Done = ctx.Done()
	fives, others := j.listAll()
	if n == 1 || j.p.RootOverflow || len(fives)+len(others) == 0 {
		report := func(board.Point, string) {
			depth := j.worker.depth
			v := j.variationOf(j.shown(depth), depth)
			note := j.fewer(1, n)
			if !j.p.MayPlay(j.best.move) {
				note = v.Move.String() + " is forbidden, and so is every other square"
			}
			better(Analysis{[]Variation{v}, depth, j.nodes(), note})
		}
		report(j.StaticMove())
		if j.settled && !position.Proves(j.best.score) && !j.p.RootOverflow {
			j.settled, j.forced, j.unsure = false, false, false
		}
		j.Think(ctx, report)
		return
	}
	j.roots = others
	m := multiPV{job: j, first: fives[:min(n, len(fives))], better: better}
	m.n = min(n-len(m.first), len(others))
	m.note = j.fewer(len(m.first)+m.n, n)
	m.report(0, nil)
	if m.n == 0 || j.staticOnly() {
		m.rate()
		return
	}
	defer j.startSearch(ctx, j.deepenHelper)()
	m.search()
	m.rateUnreached()
}

// fewer returns the note of an analysis on how many moves it has found of those that it was asked for.
func (j *Job) fewer(found, asked int) string {
	switch {
	case found == asked:
		return ""
	case j.p.RootOverflow:
		return "only the most urgent square: there are too many threats to count"
	}
	return fmt.Sprintf("%d of %d moves: there are no other candidates", found, asked)
}

// listAll lists all legal candidates: those that finish a row, whose score is known, and the others, the best first.
func (j *Job) listAll() (fives, others []rootMove) {
	p := j.p
	if p.RootOverflow {
		return nil, nil
	}
	moves := j.worker.scoreMoves(p.Legal(p.Candidates(nil)))
	slices.SortFunc(moves, func(a, b scoredMove) int { return int(b) - int(a) })
	for _, m := range moves {
		c := m.cell()
		if p.Class(c) == pattern.WinningRow {
			fives = append(fives, rootMove{move: c, score: position.WinScore - 1, line: []position.Cell{c}})
		} else {
			others = append(others, rootMove{move: c})
		}
	}
	j.worker.moves = j.worker.moves[:0]
	return fives, others
}

// Rate returns all legal candidates with their scores after one ply and quiescence, the best first. It takes
// milliseconds.
func (j *Job) Rate() []Variation {
	fives, others := j.listAll()
	j.rate(others)
	var all []Variation
	for _, m := range slices.Concat(fives, others) {
		all = append(all, j.variationOf(m, 0))
	}
	return all
}

// rate scores moves by one ply and quiescence and sorts them, the best first.
func (j *Job) rate(moves []rootMove) {
	for i := range moves {
		m := &moves[i]
		j.p.Make(m.move)
		m.score = -j.worker.alphaBeta(-position.Infinite, position.Infinite, 0, 1, false)
		j.p.Unmake()
		m.line = []position.Cell{m.move}
	}
	slices.SortStableFunc(moves, byScore)
}

func byScore(a, b rootMove) int { return cmp.Compare(b.score, a.score) }

func (j *Job) variationOf(m rootMove, depth int) Variation {
	v := Variation{Move: j.p.Point(m.move), Score: m.score, Depth: depth}
	for _, c := range m.line {
		v.Line = append(v.Line, j.p.Point(c))
	}
	if position.Proves(m.score) {
		v.Plies = plies(m.score)
	}
	return v
}

// A multiPV searches for the n best of a job's root moves: after the best it searches the rest for their best, and so
// on.
type multiPV struct {
	job    *Job
	n      int
	first  []rootMove // moves that need no search, better than all others
	better func(Analysis)
	note   string      // of each report
	last   []Variation // the others of the last report
}

// search deepens until the worker ends or all n moves are proven.
func (m *multiPV) search() {
	w, moves := m.job.worker, m.job.roots
	w.evaluate() // improving compares with it two plies later
	scores := make([]int, m.n)
	most := min(position.Deepest-1, int(m.job.p.Now().Empty)) // no line is longer than the board has squares
	for depth := firstDepth; depth <= most; depth++ {
		w.depth, w.selective = depth, 0
		done := 0
		for ; done < m.n && !w.ended; done++ {
			scores[done] = w.aspiration(moves[done:], depthOf(done, depth), scores[done])
			if w.ended && moves[done].score == -position.Infinite {
				break
			}
		}
		for i := 1; i < done; i++ { // the deeper search has found all others to be no better
			if !position.Proves(moves[i].score) {
				moves[i].score = min(moves[i].score, moves[0].score)
			}
		}
		slices.SortStableFunc(moves[:done], byScore)
		m.report(depth, moves[:done])
		if w.ended || m.proven(depth) || m.job.limits.deepEnough(depth) {
			return
		}
	}
}

// othersLag is by how many plies the search for the other moves is shallower than that for the best one, whose depth it
// would cost.
const othersLag = 2

// depthOf returns the depth of the search for the move at a place where the best one is searched to depth.
func depthOf(place, depth int) int {
	if place == 0 {
		return depth
	}
	return max(depth-othersLag, min(depth, firstDepth))
}

// proven reports whether no deeper search can change the moves.
func (m *multiPV) proven(depth int) bool {
	return !slices.ContainsFunc(m.last, func(v Variation) bool {
		return v.Plies == 0 || v.Score < 0 && depth <= v.Plies
	})
}

// report passes on the moves that were searched to depth, and in the place of those that are missing the ones of the
// last report.
func (m *multiPV) report(depth int, searched []rootMove) {
	var found []Variation
	for i, r := range searched {
		found = append(found, m.extend(r, depthOf(i, depth)))
	}
	a := Analysis{Nodes: m.job.nodes(), Note: m.note}
	for _, v := range m.last {
		if len(found) < m.n && !slices.ContainsFunc(found, func(f Variation) bool { return f.Move == v.Move }) {
			found = append(found, v)
		}
	}
	slices.SortStableFunc(found, func(a, b Variation) int { return cmp.Compare(b.Score, a.Score) })
	if len(found) > 0 {
		a.Depth = found[0].Depth
	}
	m.last = found
	m.adopt(searched)
	for _, r := range m.first {
		a.Moves = append(a.Moves, m.job.variationOf(r, 1))
	}
	if a.Moves = append(a.Moves, found...); len(a.Moves) > 0 {
		m.better(a)
	}
}

// adopt makes the best move the job's answer, whose score Job.Score returns.
func (m *multiPV) adopt(searched []rootMove) {
	switch {
	case len(m.first) > 0:
		m.job.adopt(m.first[0])
	case len(searched) > 0 && m.job.p.Point(searched[0].move) == m.last[0].Move:
		m.job.adopt(searched[0])
	}
}

// extend returns r with its whole line. The line of a proof that was shown before stays: to play it out costs thousands
// of nodes.
func (m *multiPV) extend(r rootMove, depth int) Variation {
	for _, v := range m.last {
		same := v.Move == m.job.p.Point(r.move) && (v.Score > 0) == (r.score > 0)
		if same && v.Plies > 0 && position.Proves(r.score) {
			v.Depth = depth
			return v
		}
	}
	return m.job.variationOf(m.job.extendPV(r, depth), depth)
}

// rateUnreached adds static ratings of the moves that the search did not reach. It has searched for the best of them
// each time, so that they count as no better than those that it has reached, unless these are lost.
func (m *multiPV) rateUnreached() {
	w := m.job.worker
	w.ended, w.stop, w.limit = false, nil, 0
	if len(m.last) == 0 {
		m.rate()
		return
	}
	if len(m.last) == m.n {
		return
	}
	rest := slices.DeleteFunc(slices.Clone(m.job.roots), func(r rootMove) bool {
		return slices.ContainsFunc(m.last, func(v Variation) bool { return v.Move == m.job.p.Point(r.move) })
	})[:m.n-len(m.last)]
	m.job.rate(rest)
	least := m.last[len(m.last)-1].Score
	for _, r := range rest {
		if least > -position.SureScore {
			r.score = min(r.score, least)
		}
		if r.loss < 0 {
			r.score = min(r.score, r.loss)
		}
		m.last = append(m.last, m.job.variationOf(r, 0))
	}
	m.report(0, nil)
}

// rate reports the moves by their static rating, where there is no time for a search.
func (m *multiPV) rate() {
	m.job.rate(m.job.roots)
	m.report(0, m.job.roots[:m.n])
}
