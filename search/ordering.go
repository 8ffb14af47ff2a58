package search

import (
	"slices"

	"tahoun/search/pattern"
)

// A picker hands out the moves of a node, the best first. The table move comes before the others are even listed,
// because it often suffices (staged move generation). Moves that fail the filter are listed only if all others lose.
type picker struct {
	ttMove      cell            // noCell if there is none
	filter      candidateFilter // for the moves to list first
	ttMoveGiven bool            // ttMove has been handed out
	listed      bool            // the others are in worker.moves,
	whole       bool            // also those that fail the filter
	first       int             // index there of their list, which the node cuts off when it ends
	left        int             // index there of the first that has not been handed out
}

func (w *worker) picker(known cell, least candidateFilter) picker {
	return picker{ttMove: known, filter: least, ttMoveGiven: known == noCell, first: len(w.moves), left: len(w.moves)}
}

// next returns the next move, noCell after the last one. lost says that all moves so far lose.
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

// orderGap returns by how much the move score of the last move from next is below the best of its list: 0 for the table
// move.
func (w *worker) orderGap(k *picker) int {
	if !k.listed {
		return 0
	}
	return w.moves[k.first].score() - w.moves[k.left-1].score()
}

// list fills the list of a picker. Without a table move the countermove gets a bonus.
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

// listRest adds the moves that fail the filter.
func (w *worker) listRest(k *picker) {
	k.whole = true
	w.drop(k.ttMove, w.scoreMoves(w.p.failingCandidates(k.filter, w.cells[:0])))
}

// drop removes c from moves, the last ones on the stack, if it is there.
func (w *worker) drop(c cell, moves []scoredMove) {
	if i := indexOf(c, moves); i >= 0 {
		moves[i] = moves[len(moves)-1]
		w.moves = w.moves[:len(w.moves)-1]
	}
}

// indexOf returns the index of c in moves, or -1.
func indexOf(c cell, moves []scoredMove) int {
	return slices.IndexFunc(moves, func(m scoredMove) bool { return m.cell() == c })
}

// selectBest swaps the best of moves to the front (selection sort): most nodes need few of them.
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

// A scoredMove has its score in the high half and the complement of its square in the low one. The greater number is
// the better move, and ties go to the lower square.
type scoredMove uint32

func newScoredMove(c cell, merit int) scoredMove { return scoredMove(merit)<<16 | scoredMove(^c) }
func (r scoredMove) cell() cell                  { return ^cell(r) }
func (r scoredMove) score() int                  { return int(r >> 16) }

// moveScore scores a move for move ordering. It adds up the policy of the square's patterns for both sides, of the pair
// of classes with the last two stones and the present threats, the history and the continuation history. The score is
// positive and below 1<<16.
func (w *worker) moveScore(c cell, chances, dangers *[pattern.Pairs]int16, first contHistIndex) int {
	p := w.p
	own, other := p.info(c, p.side), p.info(c, p.side^1)
	touches, pair := w.touched[c&cellMask]&(Touches-1), pattern.Pair(own.class(), other.class())
	return own.attack() + other.defence() + int(p.rules.weights[p.side].Both[touches][pair]) +
		int(chances[pair]) + int(dangers[pair]) +
		(int(w.history[p.side][c&cellMask])+historyLimit)*w.params.History>>14 +
		(int(w.contHist[p.side][first+contHistIndex(c)])+historyLimit)*w.params.ContHist>>14
}

// scoreMoves pushes cells with their scores on the stack of moves and returns them. The caller removes them by cutting
// w.moves to its old length.
func (w *worker) scoreMoves(cells []cell) []scoredMove {
	start := len(w.moves)
	p := w.p
	own := p.rules.weights[p.side]
	chances, dangers := &own.Chances[p.chances()], &own.Dangers[p.dangers()]
	first := contHistBase(p)
	p.touch(&w.touched)
	for _, c := range cells {
		w.moves = append(w.moves, newScoredMove(c, w.moveScore(c, chances, dangers, first)))
	}
	p.touch(&w.touched)
	return w.moves[start:]
}

// A history scores moves by their success elsewhere in the tree, by side and square (history heuristic), between
// -historyLimit and historyLimit.
type history [2][1 << cellBits]int16

const historyLimit = 8192

// applyGravity adds bonus to a history score, less the nearer the score is to the limit (Stockfish's gravity formula).
// A negative bonus punishes.
func applyGravity(count *int16, bonus int) {
	*count += int16(bonus - int(*count)*max(bonus, -bonus)/historyLimit)
}

// A continuationHistory scores moves in the same way as replies to the last stone, by side, last stone and square. It
// has room for boards of 256 squares; on 400 squares five pairs share two places.
type continuationHistory [2][1 << 16]int16

// A contHistIndex is a place in a continuationHistory, and contHistBase that of square 0 as a reply to the last stone.
type contHistIndex uint16

func contHistBase(p *position) contHistIndex { return contHistIndex(int(p.now().move) * p.cells) }

// updateHistories rewards a move that failed high, punishes the moves before it, and stores it as countermove.
func (w *worker) updateHistories(c cell, depth int, pick *picker) {
	bonus := min(depth*depth*8, historyLimit/4)
	for _, m := range w.moves[pick.first:max(pick.first, pick.left-1)] { // the last one is c
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

// rewardMove updates both histories for c. Pairs of squares come up less often than squares: they count four times as
// much.
func (w *worker) rewardMove(c cell, bonus int) {
	p := w.p
	applyGravity(&w.history[p.side][c&cellMask], bonus)
	applyGravity(&w.contHist[p.side][contHistBase(p)+contHistIndex(c)], max(-historyLimit/2, min(4*bonus, historyLimit/2)))
}
