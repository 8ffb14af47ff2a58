package experience

import (
	"slices"

	"tahoun/board"
)

// A Move is all that is known of a move in a position.
type Move struct {
	At    board.Point // one of several squares, if the position is symmetric
	Score int         // of the deepest search that chose it, for the side that plays it
	Depth int         // of that search, in plies
	Nodes uint32      // of that search

	HasValue   bool // the next two are known
	Value      int  // after the opponent's best reply so far, as later positions of those games showed
	ValueDepth int  // how many plies from the position on that is based on

	Seen, Won, Lost, Drawn int // games

	Cell      uint16        // the number of At on the turned board
	images    []board.Point // all squares that are the same move; nil: At alone
	bestReply uint16
	Replies   map[uint16]Value // by the number of the reply's square
}

// A Value is that of a move after one reply.
type Value struct{ Score, Depth int }

// SumUp sums up the records of a position.
func SumUp(records []*Record, f Frame) []Move {
	var moves []Move
	for _, r := range records {
		i := slices.IndexFunc(moves, func(m Move) bool { return m.Cell == r.Move })
		if i < 0 {
			i = len(moves)
			moves = append(moves, Move{Cell: r.Move})
		}
		m := &moves[i]
		if m.Replies == nil || r.Total {
			*m = Move{Cell: r.Move, At: f.Point(r.Move), Replies: map[uint16]Value{}}
		}
		if r.Searched && r.Depth >= m.Depth {
			m.Score, m.Depth, m.Nodes = r.Score, r.Depth, r.Nodes
		}
		if r.HasValue {
			m.Replies[r.Reply] = Value{r.Value, r.ValueDepth}
		}
		m.Seen, m.Won, m.Lost, m.Drawn = m.Seen+r.Seen, m.Won+r.Won, m.Lost+r.Lost, m.Drawn+r.Drawn
	}
	for i := range moves {
		m := &moves[i]
		for reply, w := range m.Replies { // the order does not matter: of equal values either will do
			if !m.HasValue || w.Score < m.Value || w.Score == m.Value && reply < m.bestReply {
				m.HasValue, m.Value, m.ValueDepth, m.bestReply = true, w.Score, w.Depth, reply
			}
		}
	}
	for i := range moves { // few; package slices would take 16 kB of the executable
		for ; i > 0 && moves[i-1].Seen < moves[i].Seen; i-- {
			moves[i-1], moves[i] = moves[i], moves[i-1]
		}
	}
	return moves
}

// total returns a record that holds all that is known of m, but of replies only the best.
func (m Move) total(p Position) Record {
	return Record{
		Position: p, Move: m.Cell, Total: true,
		Searched: true, Score: m.Score, Depth: m.Depth, Nodes: m.Nodes,
		HasValue: m.HasValue, Reply: m.bestReply, Value: m.Value, ValueDepth: m.ValueDepth,
		Seen: saturate(m.Seen), Won: saturate(m.Won), Lost: saturate(m.Lost), Drawn: saturate(m.Drawn), Day: Today(),
	}
}

// saturate cuts a count to the range of a record's.
func saturate(count int) int { return max(-1<<15, min(count, 1<<15-1)) }

// A proven win in n plies has WinScore - n, and SureScore at least; a loss has the negative score. Both equal those of
// the search.
const (
	WinScore  = 30000
	SureScore = WinScore - 2*256
)

func isProof(score int) bool { return score >= SureScore || score <= -SureScore }
