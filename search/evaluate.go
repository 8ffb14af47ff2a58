package search

// Threats is the number of sets of threats that Weights tells apart: a bit each for what the two sides
// threaten.
//
//	bits 0-4 the side to move:  WinningFour | FourThree, FourPlus | SingleFour | DoubleThree, ThreePlus | Three
//	bits 5-10 its opponent:     WinningRow, then the same
//
// The side to move with a WinningRow has won.
const Threats = 1 << 11

// threats returns for which of the six groups of classes there is a square, a bit each. Less than a
// guard bit is added to each count, so that the guard is set where the count is not 0; a multiplication
// then brings the six guards together at the top.
func (s sum) threats() int {
	const (
		guarded = rows<<4 | wins<<5 | plus<<5 | single<<6 | threePlus<<6 | three<<6
		fill    = guarded - (rows | wins | plus | single | threePlus | three)
		gather  = 1<<58/(rows<<4) | 1<<59/(wins<<5) | 1<<60/(plus<<5) |
			1<<61/(single<<6) | 1<<62/(threePlus<<6) | 1<<63/(three<<6)
	)
	return int((s + fill) & guarded * gather >> 58)
}

// threats returns the set of threats in the position, an index into Weights.Threats.
func (p *position) threats() int {
	now := p.now()
	return now.sums[p.side].threats()>>1 | now.sums[p.side^1].threats()<<5
}

// evaluate judges the position from its shapes for the side to move. Shapes swing with every stone, so
// the mean of this ply and the last one is steadier than either; but the worth of a five that was
// threatened and stopped is gone (counting half of it cost 80 to 120 Elo, since it rewards idle fours).
func (p *position) evaluate() int {
	now := p.now()
	v := lead(now.sums[p.side], now.sums[p.side^1])
	if p.depth > 0 && p.plies[p.depth-1].quiet() {
		was := &p.plies[p.depth-1]
		v = (v + lead(was.sums[p.side], was.sums[p.side^1])) / 2
	}
	v += int(p.know.threats[p.side][p.threats()])
	return max(-sureScore+1, min(v, sureScore-1))
}
