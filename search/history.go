package search

// A history counts which moves were good elsewhere in the tree, by side and square, between -historyLimit and
// historyLimit.
type history [2][1 << cellBits]int16

const historyLimit = 8192

// reward moves a count towards the limit, the more slowly the nearer it is; a negative bonus punishes.
func reward(count *int16, bonus int) {
	*count += int16(bonus - int(*count)*max(bonus, -bonus)/historyLimit)
}

// replies counts in the same way which moves were good as replies to the last stone (a continuation history), by side,
// stone and square. They fit boards of 256 squares; of 400, five pairs share two places.
type replies [2][1 << 16]int16

// A reply is a place in replies, and firstReply that of square 0 as a reply to the last stone.
type reply uint16

func (p *position) firstReply() reply { return reply(int(p.now().move) * p.cells) }

// remember rewards a move that was too good for the opponent, and punishes those that were ranked before it.
func (s *searcher) remember(c cell, depth int, pick *picker) {
	bonus := min(depth*depth*8, historyLimit/4)
	for _, m := range s.moves[pick.first:max(pick.first, pick.left-1)] { // the last of them is c
		s.reward(m.cell(), -bonus)
	}
	if pick.listed && pick.known != noCell {
		s.reward(pick.known, -bonus)
	}
	s.reward(c, bonus)
	if last := s.p.now().move; last != noCell {
		s.counters[s.p.side^1][last&cellMask] = c
	}
}

// reward counts c in both histories. A pair of squares comes up less often than a square: it counts four times as much.
func (s *searcher) reward(c cell, bonus int) {
	p := s.p
	reward(&s.history[p.side][c&cellMask], bonus)
	reward(&s.replies[p.side][p.firstReply()+reply(c)], max(-historyLimit/2, min(4*bonus, historyLimit/2)))
}
