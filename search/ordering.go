package search

import (
	"slices"
	"tahoun/search/pattern"
)

// A picker hands out the moves of a node, the best ranked first. The move that the table knows comes before any other is
// even listed: often no other is needed. Moves that promise nothing are listed where all others lose.
type picker struct {
	ttMove      cell            // the table's, noCell if it knows none
	filter      candidateFilter // of the moves to list first
	ttMoveGiven bool            // known has been handed out
	listed      bool            // the others are in searcher.moves,
	whole       bool            // also those that promise nothing
	first       int             // index there of their list, to be cut off by the node when it ends
	left        int             // index there of the first that has not been handed out
}

func (w *worker) picker(known cell, least candidateFilter) picker {
	return picker{ttMove: known, filter: least, ttMoveGiven: known == noCell, first: len(w.moves), left: len(w.moves)}
}

// next returns the next move, noCell after the last one. lost tells whether all that have been handed out lose.
func (w *worker) next(k *picker, lost bool) cell {
	if !k.ttMoveGiven {
		k.ttMoveGiven = true
		return k.ttMove
	}
	if !k.listed {
		w.list(k)
	}
	if k.left == len(w.moves) && lost && !k.whole {
		w.listRest(k)
	}
	if k.left == len(w.moves) {
		return noCell
	}
	c := selectBest(w.moves[k.left:])
	k.left++
	return c
}

// behind returns how far the rank of the last move that next returned lies behind the best of its list: 0 for the
// table's.
func (w *worker) orderGap(k *picker) int {
	if !k.listed {
		return 0
	}
	return w.moves[k.first].score() - w.moves[k.left-1].score()
}

// list fills the list of a picker. A move that once refuted the opponent's last move elsewhere is
// lifted, where the table does not know better.
func (w *worker) list(k *picker) {
	p := w.p
	k.listed = true
	var cells []cell
	if cells, k.whole = p.defences(w.cells[:0]); !k.whole {
		cells = p.passingCandidates(k.filter, cells)
	}
	moves := w.scoreMoves(cells)
	if k.ttMove != noCell {
		w.drop(k.ttMove, moves)
		return
	}
	if last := p.now().move; last != noCell {
		if i := indexOf(w.countermoves[p.side^1][last&cellMask], moves); i >= 0 {
			moves[i] += scoredMove(w.params.Countermove) << 16
		}
	}
}

// listRest adds the moves that promise nothing.
func (w *worker) listRest(k *picker) {
	k.whole = true
	w.drop(k.ttMove, w.scoreMoves(w.p.failingCandidates(k.filter, w.cells[:0])))
}

// drop takes c out of moves, which are the last ones on the stack, if it is there.
func (w *worker) drop(c cell, moves []scoredMove) {
	if i := indexOf(c, moves); i >= 0 {
		moves[i] = moves[len(moves)-1]
		w.moves = w.moves[:len(w.moves)-1]
	}
}

// indexOf returns where c stands in moves, or -1.
func indexOf(c cell, moves []scoredMove) int {
	return slices.IndexFunc(moves, func(m scoredMove) bool { return m.cell() == c })
}

// best brings the best of moves to the front: most nodes need few of them, so none sorts them all.
func selectBest(moves []scoredMove) cell {
	b, top := 0, moves[0]
	for i, m := range moves {
		if m > top {
			b, top = i, m
		}
	}
	moves[0], moves[b] = top, moves[0]
	return top.cell()
}

// A ranked move is its rank above its square's complement, so that the greater number is the better
// move and ties go to the lower square.
type scoredMove uint32

func newScoredMove(c cell, merit int) scoredMove { return scoredMove(merit)<<16 | scoredMove(^c) }
func (r scoredMove) cell() cell                  { return ^cell(r) }
func (r scoredMove) score() int                  { return int(r >> 16) }

// merit ranks a move of the side to move: what it makes, what it takes from the opponent, both together where the last
// two stones touch it or do not and in this situation, and how good it was elsewhere, at all and as a reply to the last
// stone. It is positive and below 1<<16.
func (w *worker) moveScore(c cell, chances, dangers *[pattern.Pairs]int16, first contHistIndex) int {
	p := w.p
	own, other := p.info(c, p.side), p.info(c, p.side^1)
	touches, pair := w.touched[c&cellMask]&(Touches-1), pattern.Pair(own.class(), other.class())
	return own.attack() + other.defence() + int(p.rules.weights[p.side].Both[touches][pair]) +
		int(chances[pair]) + int(dangers[pair]) +
		(int(w.history[p.side][c&cellMask])+historyLimit)*w.params.History>>14 +
		(int(w.contHist[p.side][first+contHistIndex(c)])+historyLimit)*w.params.ContHist>>14
}

// rankAll fills the stack of moves with the candidates for the side to move, ranked, and returns them.
// The caller gives them back by cutting s.moves to its old length.
func (w *worker) scoreMoves(cells []cell) []scoredMove {
	start := len(w.moves)
	p := w.p
	weights := p.rules.weights[p.side]
	chances, dangers := &weights.Chances[p.chances()], &weights.Dangers[p.dangers()]
	first := contHistBase(p)
	p.touch(&w.touched)
	for _, c := range cells {
		w.moves = append(w.moves, newScoredMove(c, w.moveScore(c, chances, dangers, first)))
	}
	p.touch(&w.touched)
	return w.moves[start:]
}

// A history counts which moves were good elsewhere in the tree, by side and square, between -historyLimit and
// historyLimit.
type history [2][1 << cellBits]int16

const historyLimit = 8192

// reward moves a count towards the limit, the more slowly the nearer it is; a negative bonus punishes.
func applyGravity(count *int16, bonus int) {
	*count += int16(bonus - int(*count)*max(bonus, -bonus)/historyLimit)
}

// replies counts in the same way which moves were good as replies to the last stone (a continuation history), by side,
// stone and square. They fit boards of 256 squares; of 400, five pairs share two places.
type continuationHistory [2][1 << 16]int16

// A reply is a place in replies, and firstReply that of square 0 as a reply to the last stone.
type contHistIndex uint16

func contHistBase(p *position) contHistIndex { return contHistIndex(int(p.now().move) * p.cells) }

// remember rewards a move that was too good for the opponent, and punishes those that were ranked before it.
func (w *worker) updateHistories(c cell, depth int, pick *picker) {
	bonus := min(depth*depth*8, historyLimit/4)
	for _, m := range w.moves[pick.first:max(pick.first, pick.left-1)] { // the last of them is c
		w.rewardMove(m.cell(), -bonus)
	}
	if pick.listed && pick.ttMove != noCell {
		w.rewardMove(pick.ttMove, -bonus)
	}
	w.rewardMove(c, bonus)
	if last := w.p.now().move; last != noCell {
		w.countermoves[w.p.side^1][last&cellMask] = c
	}
}

// reward counts c in both histories. A pair of squares comes up less often than a square: it counts four times as much.
func (w *worker) rewardMove(c cell, bonus int) {
	p := w.p
	applyGravity(&w.history[p.side][c&cellMask], bonus)
	applyGravity(&w.contHist[p.side][contHistBase(p)+contHistIndex(c)], max(-historyLimit/2, min(4*bonus, historyLimit/2)))
}
