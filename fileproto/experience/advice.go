package experience

import "tahoun/board"

const (
	// winBonus is the bonus of a move that has won more games than it has lost.
	winBonus = 100

	// lossPenalty is subtracted from a move's value for each lost game beyond the won ones. Without it a lost position
	// would be played in the same way for ever.
	lossPenalty = 40

	// proofDepth is the depth of a proof.
	proofDepth = 255
)

// advise gives a job the experience with the moves of its position.
func advise(j Job, moves []Move) {
	for _, m := range moves {
		m.advise(j)
	}
	if best := mostWon(moves); len(best) > 0 { // in turn, so that nobody can wait for one of them
		seen := 0
		for _, m := range moves {
			seen += m.Seen
		}
		j.Prefer(best[seen%len(best)].At, winBonus)
	}
}

// advise gives a job the score and the value of m, for all squares that are the same move.
func (m Move) advise(j Job) {
	images := m.images
	if images == nil {
		images = []board.Point{m.At}
	}
	if m.Depth > 0 && !isProof(m.Score) {
		for _, at := range images {
			j.Expect(at, m.Score, m.Depth)
		}
	}
	if !m.HasValue || m.Won > m.Lost && !isProof(m.Value) {
		return
	}
	value, depth := m.Value, m.ValueDepth
	if isProof(value) {
		depth = proofDepth
	} else {
		value -= lossPenalty * max(m.Lost-m.Won, 0)
	}
	for _, at := range images {
		j.AtMost(at, value, depth)
	}
}

// mostWon returns the moves with most wins beyond losses, which are not known to lose in spite of them.
func mostWon(moves []Move) (best []Move) {
	most := 0
	for _, m := range moves {
		won := m.Won - m.Lost
		if won <= 0 || m.HasValue && m.Value <= -winBonus {
			continue
		}
		if won > most {
			most, best = won, nil
		}
		if won == most {
			best = append(best, m)
		}
	}
	return best
}
