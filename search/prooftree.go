package search

import (
	"iter"
	"slices"
	"time"

	"tahoun/board"
	"tahoun/search/pattern"
	"tahoun/search/position"
	"tahoun/search/table"
)

// A proofTree holds a proven win against every reply: by the key of a position the move to play there, as an exact
// entry whose score counts the plies to the five at most. In the winner's positions that is the winning move, in the
// loser's the reply that holds out longest. Everything below an entry is in the tree too, except wins that are found
// again at once: by static win detection or a short VCF. So a side that follows the tree never needs more plies than it
// has announced.
type proofTree map[uint64]table.Entry

// A prover turns the proofs of other searches into a proof tree: it visits each reply of the loser, and finds a winning
// move in the transposition table, in the table of the VCT search or by a search of its own.
type prover struct {
	*Job
	budget int         // positions left to visit
	stop   func() bool // reports whether time is up or the job is given up
	deep   bool        // search for moves by alpha-beta, too
	solver *worker     // for that, nil until it is needed
}

// add stores the best move of a position with so many plies to the end; won reports whether its side to move wins.
func (pr *prover) add(key uint64, move position.Cell, plies int, won bool) {
	score := position.WinScore - plies
	if !won {
		score = -score
	}
	pr.proofs[key], pr.proven = table.NewEntry(move, score, position.Deepest, table.Exact), true
}

// exhausted counts a position and reports whether there are none left.
func (pr *prover) exhausted() bool {
	pr.budget--
	if pr.stop() {
		pr.budget = 0
	}
	return pr.budget <= 0
}

// wins reports whether the side to move is proven to win within left plies, and the plies that the win takes.
func (pr *prover) wins(left int) (plies int, ok bool) {
	p := pr.p
	if n := p.WinIn(); n > 0 {
		return n, n <= left
	}
	key := p.Now().Key
	if known, hit := pr.proofs[key]; hit && known.Score() >= position.WinScore-left {
		return position.WinScore - known.Score(), true
	}
	if left < 3 || p.Depth >= position.Deepest || p.Now().Overflow() || pr.exhausted() {
		return 0, false
	}
	if line := pr.shortVCF(left, shortVCFNodes); line != nil {
		return len(line), true
	}
	for c := range pr.winningMoves(left) {
		if n, ok := pr.losesAfter(c, left-1); ok {
			pr.add(key, c, n+1, true)
			return n + 1, true
		}
		if pr.budget <= 0 {
			break
		}
	}
	return 0, false
}

// shortVCF returns the shortest VCF win within left plies, nil if searches of limit nodes find none.
func (pr *prover) shortVCF(left, limit int) []position.Cell {
	found := pr.vcf.Shortest(pr.p, left, limit)
	pr.budget -= pr.vcf.Visited()
	if !found {
		return nil
	}
	line, _ := pr.vcf.Win()
	return line
}

// line returns the moves from the current position to the five, which won reports the side to move to make. It ends
// earlier where renju leaves x no move, or a VCF is not found again.
func (pr *prover) line(won bool) (line []position.Cell) {
	p := pr.p
	for over := false; !over && p.Depth < position.MaxPlies-1; won = !won {
		next := pr.next(won)
		if len(next) == 0 || next[0] == position.NoCell || !p.MayPlay(next[0]) {
			break
		}
		for _, c := range next {
			over = p.Class(c) == pattern.WinningRow
			line = append(line, c)
			p.Make(c)
		}
		won = won == (len(next)%2 == 1)
	}
	for range line {
		p.Unmake()
	}
	return line
}

// next returns the next moves of a line, none if it finds none.
func (pr *prover) next(won bool) []position.Cell {
	p := pr.p
	if n := p.WinIn(); n > 0 && won {
		return []position.Cell{p.Winner(n)}
	}
	if known, hit := pr.proofs[p.Now().Key]; hit {
		return []position.Cell{known.Move()}
	}
	if won {
		return pr.shortVCF(position.MaxPlies, 4*shortVCFNodes)
	}
	best, longest := position.NoCell, -1
	replies, _ := pr.replies()
	for _, c := range replies {
		p.Make(c)
		if n := p.WinIn(); n > longest {
			best, longest = c, n
		}
		p.Unmake()
	}
	if best == position.NoCell {
		best = pr.hopelessReply()
	}
	return []position.Cell{best}
}

// losesAfter plays c and reports the same of the opponent: whether it loses within left plies.
func (pr *prover) losesAfter(c position.Cell, left int) (plies int, ok bool) {
	pr.p.Make(c)
	defer pr.p.Unmake()
	return pr.loses(left)
}

// loses reports whether the side to move loses within left plies whatever it replies, and how long it can hold out.
func (pr *prover) loses(left int) (plies int, ok bool) {
	p := pr.p
	if p.Now().Counts[p.Side].Rows() > 0 || p.Now().Overflow() || p.Now().Empty == 0 {
		return 0, false
	}
	key := p.Now().Key
	if known, hit := pr.proofs[key]; hit && known.Score() <= left-position.WinScore {
		return position.WinScore + known.Score(), true
	}
	replies, longest := pr.replies()
	if longest > left {
		return 0, false
	}
	best := position.NoCell
	for _, c := range replies {
		p.Make(c)
		n, ok := pr.wins(left - 1)
		p.Unmake()
		if !ok {
			return 0, false
		}
		if n+1 > longest || best == position.NoCell {
			best, longest = c, max(n+1, longest)
		}
	}
	if best == position.NoCell {
		best = pr.hopelessReply()
	}
	pr.add(key, best, longest, false)
	return longest, true
}

// replies returns the replies that may save the side to move, and how many plies it holds out with any other.
func (pr *prover) replies() (moves []position.Cell, others int) {
	p := pr.p
	if n := p.Now().Counts[p.Side^1].Rows(); n > 0 {
		return p.FiveDefences(n, nil), 2
	}
	moves, needed := p.Defences(nil)
	switch {
	case !needed:
		return p.Legal(p.AllEmpty()), 0
	case p.Now().Counts[p.Side^1].Wins() > 0:
		return moves, 4
	}
	return moves, 6
}

// hopelessReply returns the reply of a side that no move can save: it blocks one of several rows, or takes the most
// urgent square.
func (pr *prover) hopelessReply() position.Cell {
	p := pr.p
	if n := p.Now().Counts[p.Side^1].Rows(); n > 0 {
		return p.LostReply(n)
	}
	return p.MostUrgent()
}

// winningMoves yields moves that may win within left plies, the most likely first: the only answers to a five, the
// moves of the transposition table and of the VCT search, moves after which the table knows the opponent to lose, and
// those of more expensive searches.
func (pr *prover) winningMoves(left int) iter.Seq[position.Cell] {
	p := pr.p
	return func(yield func(position.Cell) bool) {
		tried := make([]position.Cell, 0, 8)
		try := func(c position.Cell) bool {
			if c == position.NoCell || !p.IsEmpty(c) || !p.MayPlay(c) || slices.Contains(tried, c) {
				return true
			}
			tried = append(tried, c)
			return yield(c)
		}
		if n := p.Now().Counts[p.Side^1].Rows(); n > 0 {
			for _, c := range p.FiveDefences(n, nil) {
				if !try(c) {
					return
				}
			}
			return
		}
		if c := provenMove(pr.worker.table, p.Now().Key, left); !try(c) {
			return
		}
		if c := pr.vctMove(left, 1); !try(c) {
			return
		}
		for _, c := range p.DefencesOrCandidates(nil) {
			if pr.losesByTable(c, left-1) && !try(c) {
				return
			}
		}
		if !try(pr.vctMove(left, provenVCTNodes)) {
			return
		}
		if pr.deep {
			try(pr.searchMove(left))
		}
	}
}

// searchMove returns the first move of a win within left plies that alpha-beta finds, or NoCell. It has a worker of its
// own: entries of other windows would end it too early, and the job's search must not depend on it.
func (pr *prover) searchMove(left int) position.Cell {
	if pr.solver == nil {
		pr.solver = newWorker(pr.p, table.New(solverTable), &pr.engine.Params)
	}
	w := pr.solver
	w.table.Reset()
	w.nodes, w.limit, w.stop, w.ended = 0, solverNodes, pr.stop, false
	found := position.NoCell
	for w.depth = w.params.RazorDepth + 1; w.depth <= left && !w.ended; w.depth++ { // razoring would store no move
		if beta := position.WinScore - 1 - left; w.alphaBeta(beta-1, beta, w.depth, 1, true) >= beta && !w.ended {
			found = provenMove(w.table, pr.p.Now().Key, left)
			break
		}
	}
	pr.budget -= int(w.nodes)
	return found
}

// Budgets of a proof tree, and nodes of its searches for one winning move.
const (
	provenNodes    = 1_000_000 // positions of a proof tree at most, in time that the move does not need
	shortVCFNodes  = 500
	provenVCTNodes = 1000

	solverNodes = 5000
	solverTable = 1 << 18 // bytes
)

// provenMove returns the move of the entry of key if that proves a win within left plies, or NoCell.
func provenMove(t *table.Table, key uint64, left int) position.Cell {
	if t != nil {
		if known, hit := t.Probe(key); hit && known.Bound() != table.Upper && known.Score() >= position.WinScore-left {
			return known.Move()
		}
	}
	return position.NoCell
}

// vctMove returns the first move of a VCT win within left plies, or NoCell if a search of limit nodes finds none.
func (pr *prover) vctMove(left, limit int) position.Cell {
	found := pr.vct.Solve(pr.p, limit)
	pr.budget -= pr.vct.Visited() - 1
	if found {
		if line, plies := pr.vct.Win(); plies <= left {
			return line[0]
		}
	}
	return position.NoCell
}

// losesByTable reports whether the transposition table knows the opponent to lose within left plies after c.
func (pr *prover) losesByTable(c position.Cell, left int) bool {
	if pr.worker.table == nil {
		return false
	}
	known, hit := pr.worker.table.Probe(pr.p.KeyAfter(c))
	return hit && known.Bound() != table.Lower && known.Score() <= left-position.WinScore
}

// prove returns m, a move with a proven score, with the number of plies and the line of a proof tree, which it builds.
// The search's number is only a bound: the tree's is never more. Where the tree is not complete m keeps its score, and
// its line ends early.
func (pr *prover) prove(m rootMove) rootMove {
	p := pr.p
	if p.Class(m.move) == pattern.WinningRow {
		m.line = []position.Cell{m.move}
		return m
	}
	prove, sign := pr.loses, 1
	if m.score < 0 {
		prove, sign = pr.wins, -1
	}
	p.Make(m.move)
	n, ok := prove(plies(m.score) - 1)
	if ok {
		m.line = append([]position.Cell{m.move}, pr.line(sign < 0)...)
		m.score = sign * (position.WinScore - n - 1)
	} else {
		m.line = m.line[:max(1, min(len(m.line), plies(m.score)-1))]
	}
	p.Unmake()
	if ok && sign > 0 {
		pr.add(p.Now().Key, m.move, n+1, true)
	}
	return m
}

// follow makes the move of the proof tree the answer if the side to move is proven to win, unless the answer so far
// wins as soon. It reports whether it did.
func (j *Job) follow() bool {
	known, hit := j.proofs[j.p.Now().Key]
	if !hit || known.Score() < position.SureScore || known.Score() <= j.best.score || !j.p.IsEmpty(known.Move()) {
		return false
	}
	j.roots, j.settled = []rootMove{{move: known.Move(), score: known.Score()}}, true
	j.adopt(j.roots[0])
	return true
}

// recall makes a win that the transposition table knows the answer, and goes on building its proof tree. An earlier
// move's search has proven it, and had no time for the whole tree. A new search may need long to find it again, since
// the nodes of its principal variation do not ask the table for their scores. recall reports whether there is a win.
func (j *Job) recall(better func(board.Point, string)) bool {
	if j.engine.table == nil || j.limits.Nodes != 0 || position.Proves(j.best.score) {
		return false
	}
	m := j.tableWin(j.engine.table)
	if m.score == 0 {
		return false
	}
	j.worker.table, j.settled = j.engine.table, true
	j.adopt(m)
	better(j.answer(), j.staticInfo(""))
	if j.completeProof() {
		better(j.answer(), j.staticInfo(""))
	}
	return true
}

// tableWin returns the shortest win that t knows, by the position's own entry or that after a move; score 0: none.
func (j *Job) tableWin(t *table.Table) (best rootMove) {
	p := j.p
	known, _ := t.Probe(p.Now().Key)
	if c := provenMove(t, p.Now().Key, 2*position.MaxPlies); c != position.NoCell && p.IsEmpty(c) && p.MayPlay(c) {
		best = rootMove{move: c, score: known.Score()}
	}
	for _, m := range j.roots {
		after, hit := t.Probe(p.KeyAfter(m.move))
		if v := -1 - after.Score(); hit && after.Bound() != table.Lower && v > max(best.score, position.SureScore) {
			best = rootMove{move: m.move, score: v}
		}
	}
	return best
}

// completeProof builds the proof tree of a won answer as far as there is time for it. It reports whether the answer's
// number of plies or its line changed.
func (j *Job) completeProof() bool {
	m, budget := j.best, provenNodes
	if m.score < position.SureScore || len(m.line) == plies(m.score) {
		return false // not won, or the tree is complete
	}
	if j.limits.Nodes != 0 {
		budget = int(min(10*j.limits.Nodes, provenNodes))
	}
	pr := prover{Job: j, budget: budget, deep: true, stop: func() bool {
		return j.givenUp() || j.limits.Nodes == 0 && !time.Now().Add(saveTime).Before(j.timeMan.Load().soft)
	}}
	m = pr.prove(m)
	if len(m.line) < plies(m.score) {
		return false
	}
	j.best = m
	return true
}
