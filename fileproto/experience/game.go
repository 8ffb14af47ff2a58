package experience

import (
	"bytes"
	"time"

	"tahoun/board"
)

type game struct {
	width, height int
	squares       []byte // after the last decision
	decisions     []decision
	result        int // 1: won, -1: lost, by a proof; 0: not known yet
}

type decision struct {
	record   Record // as it was kept
	frame    Frame
	recorded bool // record and frame are valid
	score    int
	written  int // the value that was last written for it
	reply    board.Point
}

const (
	// maxValue is the value of a lost game's decisions long before its end, below zero, and of a won one's.
	maxValue = 1500

	// decidedScore is the score beyond which a game that ended without a proof counts as won or lost.
	decidedScore = 600

	// rewriteThreshold is by how much a value must change to be written before the game's end.
	rewriteThreshold = 100
)

// Today returns the day of a record.
func Today() int { return int(time.Since(time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)).Hours() / 24) }

func squares(b *board.Board) []byte {
	all := make([]byte, 0, b.Width()*b.Height())
	for _, stone := range b.Points {
		all = append(all, byte(stone))
	}
	return all
}

func (g *game) fits(b *board.Board) bool {
	return g.width == b.Width() && g.height == b.Height() && len(g.squares) == g.width*g.height
}

// continues reports whether b continues the game, and returns the opponent's reply to the last decision. Between them
// there may be turns that were not learned from, because there was no time: the reply is then unknown, and off the
// board.
func (g *game) continues(b *board.Board, side board.Stone) (reply board.Point, ok bool) {
	if !g.fits(b) {
		return reply, false
	}
	var own, others, rows int
	for i, now := range squares(b) {
		switch {
		case now == g.squares[i]:
			continue
		case now == byte(board.Wall): // of a finished row in a continuous game; the last stone of it may be the reply
			if g.squares[i] == byte(board.Empty) {
				rows++
			}
		case g.squares[i] != byte(board.Empty):
			return reply, false
		case now == byte(side):
			own++
		case now == byte(side.Other()):
			others++
			reply = board.Point{X: i % g.width, Y: i / g.width}
		}
	}
	if own > 0 || rows > 0 {
		reply = unknownReply
	}
	return reply, others == own+1 || rows > 0 && others <= own+1
}

// askedAgain reports whether b is the board before the last decision: the answer was lost or taken back.
func (g *game) askedAgain(b *board.Board, side board.Stone) bool {
	if len(g.decisions) == 0 || !g.fits(b) {
		return false
	}
	missing := 0
	for i, now := range squares(b) {
		if now != g.squares[i] {
			if now != byte(board.Empty) || g.squares[i] != byte(side) {
				return false
			}
			missing++
		}
	}
	return missing == 1
}

// unknownReply is the square of a reply that is not known. Its coordinates fit into a byte.
var unknownReply = board.Point{X: 255, Y: 255}

func (d decision) replyCell() uint16 {
	if d.reply == unknownReply {
		return NoCell
	}
	return d.frame.Cell(d.reply)
}

// backUp returns records of the decisions whose value changes much with the score of the present position, which a
// search of depth plies found. That score is the value of the last decision. The value of each earlier one is the mean
// of the score and the value of the next one: a temporal difference with lambda 1/2 (Sutton 1988).
func (g *game) backUp(score, depth int) (records []Record) {
	value := score
	if isProof(score) {
		value -= 2 * sign(score) // two plies further away
	}
	for i := len(g.decisions) - 1; i >= 0; i-- {
		d := &g.decisions[i]
		depth = min(depth+2, proofDepth-1)
		if d.reply == unknownReply { // moves between that no search chose may be the reason
			value = clamp(value)
		}
		// If the opponent let go after a proof, the move was lost all the same after its reply.
		lost := d.written <= -SureScore && value > -SureScore
		changed := isProof(value) || isProof(score) && g.result == 0 || abs(value-d.written) >= rewriteThreshold
		if d.recorded && !lost && changed {
			records = append(records, Record{
				Position: d.record.Position, Move: d.record.Move, Day: Today(),
				HasValue: true, Reply: d.replyCell(), Value: value, ValueDepth: depth,
			})
			d.written = value
		}
		value = (clamp(d.score) + clamp(value)) / 2
	}
	return records
}

// countProof returns records of the result that a proof shows, none without a proof or where the result is known
// already.
func (g *game) countProof(score int) []Record {
	was := g.result
	if isProof(score) {
		g.result = sign(score)
	}
	last := len(g.decisions) - 1
	count := func(r *Record, result, by int) {
		switch result {
		case 1:
			r.Won += by
		case -1:
			r.Lost += by
		}
	}
	var records []Record
	if was != g.result { // for the first time, or a proof before was wrong, or the opponent let go
		earlier := game{decisions: g.decisions[:last]}
		records = earlier.resultRecords(func(r *Record) {
			count(r, g.result, 1)
			count(r, was, -1)
		})
	}
	if g.result != 0 {
		newest := game{decisions: g.decisions[last:]}
		records = append(records, newest.resultRecords(func(r *Record) { count(r, g.result, 1) })...)
	}
	return records
}

// countEnd returns records of the result of a game that has ended, none where the result is unknown.
func (g *game) countEnd() []Record {
	n := len(g.decisions)
	if n == 0 || g.result != 0 {
		return nil
	}
	score := g.decisions[n-1].score
	empty := bytes.Count(g.squares, []byte{byte(board.Empty)})
	switch {
	case score >= decidedScore:
		return g.resultRecords(func(r *Record) { r.Won++ })
	case score <= -decidedScore:
		return g.resultRecords(func(r *Record) { r.Lost++ })
	case empty <= len(g.squares)/8:
		return g.resultRecords(func(r *Record) { r.Drawn++ })
	}
	return nil
}

// resultRecords returns a record of each kept decision with a change of its counts.
func (g *game) resultRecords(change func(*Record)) (records []Record) {
	for _, d := range g.decisions {
		if d.recorded {
			r := Record{Position: d.record.Position, Move: d.record.Move, Day: Today()}
			change(&r)
			records = append(records, r)
		}
	}
	return records
}

func sign(n int) int {
	if n < 0 {
		return -1
	}
	return 1
}

func abs(n int) int { return n * sign(n) }

func clamp(n int) int { return max(-maxValue, min(n, maxValue)) }
