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

	Returned  bool // the next two are known
	Worth     int  // after the opponent's best reply so far, as later positions of those games showed
	WorthDeep int  // how many plies from the position on that is based on

	Seen, Won, Lost, Drawn int // games

	cell    uint16
	same    []board.Point // all squares that are the same move; nil: At alone
	reply   uint16
	replies map[uint16]worth
}

// A worth is what came back after a reply.
type worth struct{ value, depth int }

// movesOf sums up the records of a position.
func movesOf(records []*record, f frame) []Move {
	var moves []Move
	for _, r := range records {
		i := slices.IndexFunc(moves, func(m Move) bool { return m.cell == r.move })
		if i < 0 {
			i = len(moves)
			moves = append(moves, Move{cell: r.move})
		}
		m := &moves[i]
		if m.replies == nil || r.total {
			*m = Move{cell: r.move, At: f.point(r.move), replies: map[uint16]worth{}}
		}
		if r.searched && r.depth >= m.Depth {
			m.Score, m.Depth, m.Nodes = r.score, r.depth, r.nodes
		}
		if r.returned {
			m.replies[r.reply] = worth{r.back, r.backDepth}
		}
		m.Seen, m.Won, m.Lost, m.Drawn = m.Seen+r.seen, m.Won+r.won, m.Lost+r.lost, m.Drawn+r.drawn
	}
	for i := range moves {
		m := &moves[i]
		for reply, w := range m.replies { // the order does not matter: of equal values either will do
			if !m.Returned || w.value < m.Worth || w.value == m.Worth && reply < m.reply {
				m.Returned, m.Worth, m.WorthDeep, m.reply = true, w.value, w.depth, reply
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
func (m Move) total(p position) record {
	return record{
		position: p, move: m.cell, total: true,
		searched: true, score: m.Score, depth: m.Depth, nodes: m.Nodes,
		returned: m.Returned, reply: m.reply, back: m.Worth, backDepth: m.WorthDeep,
		seen: fit(m.Seen), won: fit(m.Won), lost: fit(m.Lost), drawn: fit(m.Drawn), day: today(),
	}
}

// fit cuts a count to what a record can hold.
func fit(count int) int { return max(-1<<15, min(count, 1<<15-1)) }

// Sure is the least score of a proven win, equal to that of the search; a loss has the negative one. A win in n plies has
// Win - n.
const (
	Win  = 30000
	Sure = Win - 2*256
)

func proves(score int) bool { return score >= Sure || score <= -Sure }

// A Thinker is a search that takes advice on the moves of its position before it begins. It ignores moves that it would not
// search.
type Thinker interface {
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
	// favour is the bonus of a move that has won more games than it has lost.
	favour = 100

	// blame is by how much each lost game beyond the won ones makes a move worth less than it turned out to be. Without it
	// a lost position would be played in the same way for ever.
	blame = 40

	// endless is the depth of a proof.
	endless = 255
)

// advise tells a search what is known.
func advise(t Thinker, moves []Move) {
	var best []Move // of those that won
	for _, m := range moves {
		same := m.same
		if same == nil {
			same = []board.Point{m.At}
		}
		if m.Depth > 0 && !proves(m.Score) {
			for _, at := range same {
				t.Expect(at, m.Score, m.Depth)
			}
		}
		if m.Returned && (m.Won <= m.Lost || proves(m.Worth)) {
			worth, depth := m.Worth, m.WorthDeep
			if proves(worth) {
				depth = endless
			} else {
				worth -= blame * max(m.Lost-m.Won, 0)
			}
			for _, at := range same {
				t.AtMost(at, worth, depth)
			}
		}
		if won := m.Won - m.Lost; won > 0 && (!m.Returned || m.Worth > -favour) {
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
		t.Prefer(best[seen%len(best)].At, favour)
	}
}
