package search

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

func (p *position) contHistBase() contHistIndex { return contHistIndex(int(p.now().move) * p.cells) }

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
	applyGravity(&w.contHist[p.side][p.contHistBase()+contHistIndex(c)], max(-historyLimit/2, min(4*bonus, historyLimit/2)))
}
