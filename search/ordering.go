package search

import (
	"slices"

	"tahoun/search/pattern"
	"tahoun/search/position"
	"tahoun/search/weights"
)

// A picker hands out the moves of a node, the best first. The table move comes before the others are even listed,
// because it often suffices (staged move generation). Moves that fail the filter are listed only if all others lose.
type picker struct {
	ttMove      position.Cell            // NoCell if there is none
	filter      position.CandidateFilter // for the moves to list first
	ttMoveGiven bool                     // ttMove has been handed out
	listed      bool                     // the others are in worker.moves,
	whole       bool                     // also those that fail the filter
	first       int                      // index there of their list, which the node cuts off when it ends
	left        int                      // index there of the first that has not been handed out
}

func (w *worker) picker(ttMove position.Cell, filter position.CandidateFilter) picker {
	n := len(w.moves)
	return picker{ttMove: ttMove, filter: filter, ttMoveGiven: ttMove == position.NoCell, first: n, left: n}
}

// next returns the next move, NoCell after the last one. lost says that all moves so far lose.
func (w *worker) next(k *picker, lost bool) position.Cell {
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
		return position.NoCell
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
	var cells []position.Cell
	if cells, k.whole = p.Defences(w.cells[:0]); !k.whole {
		cells = p.PassingCandidates(k.filter, cells)
	}
	moves := w.scoreMoves(cells)
	if k.ttMove != position.NoCell {
		w.drop(k.ttMove, moves)
		return
	}
	if last := p.Now().Move; last != position.NoCell {
		if i := indexOf(w.countermoves[p.Side^1][last&position.CellMask], moves); i >= 0 {
			moves[i] += scoredMove(w.params.Countermove) << 16
		}
	}
}

// listRest adds the moves that fail the filter.
func (w *worker) listRest(k *picker) {
	k.whole = true
	w.drop(k.ttMove, w.scoreMoves(w.p.FailingCandidates(k.filter, w.cells[:0])))
}

// drop removes c from moves, the last ones on the stack, if it is there.
func (w *worker) drop(c position.Cell, moves []scoredMove) {
	if i := indexOf(c, moves); i >= 0 {
		moves[i] = moves[len(moves)-1]
		w.moves = w.moves[:len(w.moves)-1]
	}
}

// indexOf returns the index of c in moves, or -1.
func indexOf(c position.Cell, moves []scoredMove) int {
	return slices.IndexFunc(moves, func(m scoredMove) bool { return m.cell() == c })
}

// selectBest swaps the best of moves to the front (selection sort): most nodes need few of them.
func selectBest(moves []scoredMove) position.Cell {
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

func newScoredMove(c position.Cell, score int) scoredMove {
	return scoredMove(score)<<16 | scoredMove(^c)
}
func (m scoredMove) cell() position.Cell { return ^position.Cell(m) }
func (m scoredMove) score() int          { return int(m >> 16) }

// policyShift keeps a move score that includes the policy network's, which may be negative, between 0 and 1<<16.
const policyShift = 8192

// scoreMoves pushes cells with their scores on the stack of moves and returns them. The caller removes them by cutting
// w.moves to its old length.
//
// A move score adds up the tables, the policy network and the histories, up to the two numbers. The tables hold the
// policy of the square's patterns for both sides, and of the pair of classes with the last two stones and the present
// threats. Their part is positive and below 41,000.
func (w *worker) scoreMoves(cells []position.Cell) []scoredMove {
	start := len(w.moves)
	w.moves = slices.Grow(w.moves, len(cells))[:start+len(cells)]
	moves := w.moves[start:]
	p := w.p
	tables := p.Rules.Weights[p.Side]
	ownThreats := &tables.OwnThreatPolicy[p.OwnThreats()]
	otherThreats := &tables.OpponentThreatPolicy[p.OpponentThreats()]
	plain, replies, first := &w.history[p.Side&1], &w.contHist[p.Side&1], contHistBase(p)
	history, contHist := w.params.History, w.params.ContHist
	net := p.PolicyScores(cells)
	if net != nil {
		history, contHist = w.params.PolicyHistory, w.params.PolicyContHist
	}
	p.MarkRecent(&w.recent)
	for i, c := range cells[:len(moves)] {
		own, other := p.Infos(c)
		pair := pattern.Pair(own.Class(), other.Class())
		score := own.OwnPolicy() + other.OpponentPolicy() +
			int(tables.PairPolicy[w.recent[c&position.CellMask]&(weights.Recencies-1)][pair]) +
			int(ownThreats[pair]) + int(otherThreats[pair]) +
			(int(plain[c&position.CellMask])+historyLimit)*history>>14 +
			(int(replies[first+contHistIndex(c)])+historyLimit)*contHist>>14
		if i < len(net) {
			score += policyShift + int(max(-policyShift, min(net[i], policyShift)))
		}
		moves[i] = newScoredMove(c, score)
	}
	p.MarkRecent(&w.recent)
	return moves
}

// A history scores moves by their success elsewhere in the tree, by side and square (history heuristic), between
// -historyLimit and historyLimit.
type history [2][1 << position.CellBits]int16

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

func contHistBase(p *position.Position) contHistIndex {
	return contHistIndex(int(p.Now().Move) * p.Cells)
}

// updateHistories rewards a move that failed high, punishes the moves before it, and stores it as countermove.
func (w *worker) updateHistories(c position.Cell, depth int, pick *picker) {
	bonus := min(depth*depth*8, historyLimit/4)
	for _, m := range w.moves[pick.first:max(pick.first, pick.left-1)] { // the last one is c
		w.rewardMove(m.cell(), -bonus)
	}
	if pick.listed && pick.ttMove != position.NoCell {
		w.rewardMove(pick.ttMove, -bonus)
	}
	w.rewardMove(c, bonus)
	if last := w.p.Now().Move; last != position.NoCell {
		w.countermoves[w.p.Side^1][last&position.CellMask] = c
	}
}

// rewardMove updates both histories for c. The bonus for the continuation history is four times as large, since pairs
// of squares come up less often than squares.
func (w *worker) rewardMove(c position.Cell, bonus int) {
	p := w.p
	applyGravity(&w.history[p.Side][c&position.CellMask], bonus)
	const most = historyLimit / 2
	applyGravity(&w.contHist[p.Side][contHistBase(p)+contHistIndex(c)], max(-most, min(4*bonus, most)))
}
