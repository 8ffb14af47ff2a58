package search

import (
	"context"
	"fmt"
	"slices"

	"tahoun/search/position"
)

// Balance searches for the n moves after which the score of the side that plays them is closest to wished, until time
// is up or ctx ends. better gets them after each iteration, the closest first, each with its exact score. A move that
// wins or loses by a proof is never among them, so there may be none. Of moves that a symmetry of the board turns into
// each other there is one. Balance takes the place of StaticMove and Think.
func (j *Job) Balance(ctx context.Context, n, wished int, better func(Analysis)) {
	j.balance(ctx, &balance{plies: 1, wished: wished, roots: j.balanceMoves()}, n, better)
}

// BalancePairs is Balance for pairs of a move and a reply: the first two moves of each Line. The scores are still those
// of the side to move before them. Of up to mostInPair by mostInPair pairs a static search picks pairPool for the main
// search.
func (j *Job) BalancePairs(ctx context.Context, n, wished int, better func(Analysis)) {
	j.balance(ctx, &balance{plies: 2, wished: wished, roots: j.balancePairs(), pool: pairPool}, n, better)
}

// balance runs b, whose roots are listed but have no scores.
func (j *Job) balance(ctx context.Context, b *balance, n int, better func(Analysis)) {
	b.w, b.n, b.wished = j.worker, max(n+balanceSpares, b.pool), position.ClampEval(b.wished)
	report := func(depth int) bool {
		found := b.closest(n)
		a := Analysis{Nodes: j.nodes(), Note: j.fewerBalanced(len(found), n)}
		for _, m := range found {
			a.Moves = append(a.Moves, j.variationOf(j.extendPV(m.rootMove, m.depth), m.depth))
		}
		if len(found) > 0 {
			a.Depth = found[0].depth
			j.adopt(found[0].rootMove)
		}
		better(a)
		return !j.limits.deepEnough(depth)
	}
	b.w.evaluate() // improving compares with it two plies later
	b.iterate(0)
	if b.pool > 0 {
		b.roots, b.n = b.roots[:min(len(b.roots), b.n)], n+balanceSpares
	}
	if !report(0) || len(b.roots) == 0 || j.staticOnly() {
		return
	}
	defer j.startSearch(ctx, func(w *worker, first int) func() {
		helper := b.clone(w)
		return func() { helper.deepen(first, goOn) }
	})()
	b.deepen(firstDepth, report)
}

// fewerBalanced returns the note of an analysis on how many balanced moves it has found of those that it was asked for.
func (j *Job) fewerBalanced(found, asked int) string {
	switch {
	case found == asked:
		return ""
	case j.p.RootOverflow:
		return "no move: there are too many threats to count"
	case found == 0:
		return "no move: each one wins, loses or is forbidden"
	}
	return fmt.Sprintf("%d of %d moves: there are no others, or they win or lose", found, asked)
}

// A balance searches for the roots, moves or pairs of moves, whose scores are closest to the wished one. Those lie in
// the middle of the list, where multi-PV would search for all better ones first.
type balance struct {
	w      *worker
	plies  int // of a root
	n      int // how many of the closest get exact scores
	wished int // for the side to move
	roots  []*balanceRoot
	pool   int // the main search keeps so many of the closest roots, or n; 0: all
}

// A balanceRoot has the moves of the root at the beginning of its line.
type balanceRoot struct {
	rootMove
	exact bool // otherwise the score is a bound, or 0 before the first search
	depth int
}

// balanceSpares is how many more moves than wanted get exact scores. They take the place of those that turn out to be
// further away in an iteration that does not reach its end.
const balanceSpares = 3

// pairPool is how many pairs the main search goes over. Where it went over all, it was half as deep: of 30 pairs after
// 50,000 nodes each, half were more than 11 % away from an even chance by a search ten times as long, and 8 % with the
// pool.
const pairPool = 100

// clone returns a balance for another worker.
func (b *balance) clone(w *worker) *balance {
	c := *b
	c.w, c.roots = w, nil
	for _, m := range b.roots {
		root := *m
		root.line = slices.Clone(m.line[:b.plies])
		c.roots = append(c.roots, &root)
	}
	return &c
}

// deepen searches the roots to greater and greater depth, from first on, while finished returns true.
func (b *balance) deepen(first int, finished func(depth int) bool) {
	most := min(position.Deepest-1, int(b.w.p.Now().Empty)) // no line is longer than the board has squares
	for depth := max(first, b.plies+1); depth <= most; depth++ {
		b.w.depth, b.w.selective = depth, 0
		b.iterate(depth)
		if !finished(depth) || b.w.ended || len(b.roots) == 0 {
			return
		}
	}
}

// iterate searches the roots to depth, removes those that are proven, and sorts them, the closest first. Once n exact
// scores are known, a root that is no closer gets a bound.
func (b *balance) iterate(depth int) {
	b.w.moves = b.w.moves[:0]
	var closest, others []*balanceRoot
	for i, m := range b.roots {
		reach := position.Infinite
		if len(closest) >= b.n {
			reach = b.distance(closest[b.n-1])
		}
		if reach == 0 || !b.search(m, depth, reach) {
			others = append(others, b.roots[i:]...)
			break
		}
		switch {
		case position.Proves(m.score):
		case m.exact:
			closest = append(closest, m)
			for k := len(closest) - 1; k > 0 && b.compare(closest[k], closest[k-1]) < 0; k-- {
				closest[k], closest[k-1] = closest[k-1], closest[k]
			}
		default:
			others = append(others, m)
		}
	}
	b.roots = append(closest, others...)
	slices.SortStableFunc(b.roots, b.compare)
}

// distance returns how far the score of m is from the wished one.
func (b *balance) distance(m *balanceRoot) int { return max(m.score-b.wished, b.wished-m.score) }

// compare orders roots by their distance.
func (b *balance) compare(m, other *balanceRoot) int { return b.distance(m) - b.distance(other) }

// search searches m to depth. Its score becomes exact if it is less than reach away from the wished one. Most others
// are told by one search with a null window. It reports false, and changes nothing, if the search has ended before.
func (b *balance) search(m *balanceRoot, depth, reach int) bool {
	low, high := max(b.wished-reach, -position.SureScore), min(b.wished+reach, position.SureScore)
	windows := [][2]int{{low, low + 1}, {high - 1, high}, {low, high}}
	if m.score > b.wished {
		windows[0], windows[1] = windows[1], windows[0]
	}
	if reach == position.Infinite {
		windows = windows[2:]
	}
	moves := m.line[:b.plies]
	for _, c := range moves {
		b.w.p.Make(c)
	}
	score, exact := 0, true
	for i := 0; i < len(windows) && exact && !b.w.ended; i++ {
		score = b.alphaBeta(windows[i][0], windows[i][1], depth)
		exact = score > low && score < high
	}
	for range moves {
		b.w.p.Unmake()
	}
	if b.w.ended {
		return false
	}
	if exact {
		m.line = append(moves, b.w.pvs[b.plies]...)
	}
	m.score, m.exact, m.depth = score, exact, depth
	return true
}

// alphaBeta searches the position after the moves of a root. The score is for the side to move before them.
func (b *balance) alphaBeta(low, high, depth int) int {
	cut, left := high-low == 1, max(depth-b.plies, 0)
	if b.plies%2 == 0 {
		return b.w.alphaBeta(low, high, left, b.plies, cut)
	}
	return -b.w.alphaBeta(-high, -low, left, b.plies, cut)
}

// closest returns the n roots with exact scores that are closest to the wished one, or fewer.
func (b *balance) closest(n int) (found []*balanceRoot) {
	for _, m := range b.roots {
		if m.exact && len(found) < n {
			found = append(found, m)
		}
	}
	return found
}
