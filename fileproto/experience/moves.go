package experience

import (
	"slices"

	"tahoun/board"
)

// A Move is what is known of a move in a position.
type Move struct {
	At    board.Point // one of several squares, if the position is symmetric
	Score int         // of the deepest search that chose it, for the side that plays it
	Depth int         // of that search, in plies
	Nodes uint32      // of that search

	HasValue   bool // the next two are known
	Value      int  // after the opponent's best reply so far, as later positions of those games showed
	ValueDepth int  // how many plies from the position on that is based on

	Seen, Won, Lost, Drawn int // games

	Cell      uint16
	images    []board.Point // all squares that are the same move; nil: At alone
	bestReply uint16
	Replies   map[uint16]Value
}

// A Value is what came back after a reply.
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

// saturate cuts a count to what a record can hold.
func saturate(count int) int { return max(-1<<15, min(count, 1<<15-1)) }

// Sure is the least score of a proven win, equal to that of the search; a loss has the negative one. A win in n plies has
// Win - n.
const (
	WinScore  = 30000
	SureScore = WinScore - 2*256
)

func isProof(score int) bool { return score >= SureScore || score <= -SureScore }

// A Job is a search that takes advice on the moves of its position before it begins. It ignores moves that it would not
// search.
type Job interface {
	// Expect says that a deeper search has given score for a move.
	Expect(at board.Point, score, depth int)
	// AtMost says that a move has turned out to be worth no more than score, as far as a search of depth plies sees.
	AtMost(at board.Point, score, depth int)
	// Prefer makes a move better by bonus than the search finds it.
	Prefer(at board.Point, bonus int)
	// Decision returns the move that was chosen, and the score, the depth and the nodes of the search.
	Decision() (at board.Point, score, depth int, nodes uint64)
}

const (
	// winBonus is the bonus of a move that has won more games than it has lost.
	winBonus = 100

	// lossPenalty is by how much each lost game beyond the won ones makes a move worth less than it turned out to be. Without it
	// a lost position would be played in the same way for ever.
	lossPenalty = 40

	// proofDepth is the depth of a proof.
	proofDepth = 255
)

// advise tells a search what is known.
func advise(t Job, moves []Move) {
	var best []Move // of those that won
	for _, m := range moves {
		same := m.images
		if same == nil {
			same = []board.Point{m.At}
		}
		if m.Depth > 0 && !isProof(m.Score) {
			for _, at := range same {
				t.Expect(at, m.Score, m.Depth)
			}
		}
		if m.HasValue && (m.Won <= m.Lost || isProof(m.Value)) {
			worth, depth := m.Value, m.ValueDepth
			if isProof(worth) {
				depth = proofDepth
			} else {
				worth -= lossPenalty * max(m.Lost-m.Won, 0)
			}
			for _, at := range same {
				t.AtMost(at, worth, depth)
			}
		}
		if won := m.Won - m.Lost; won > 0 && (!m.HasValue || m.Value > -winBonus) {
			if len(best) > 0 && won > best[0].Won-best[0].Lost {
				best = nil
			}
			if len(best) == 0 || won == best[0].Won-best[0].Lost {
				best = append(best, m)
			}
		}
	}
	if len(best) > 0 { // in turn, so that nobody can wait for one of them
		seen := 0
		for _, m := range moves {
			seen += m.Seen
		}
		t.Prefer(best[seen%len(best)].At, winBonus)
	}
}
