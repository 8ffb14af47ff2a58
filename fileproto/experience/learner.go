package experience

import (
	"context"
	"time"

	"tahoun/board"
	"tahoun/fileproto/file"
)

// A Learner lets the searches of a brain use the experience of earlier games, and learns from their decisions. It holds
// the decisions of the games that are being played, one game for each side, because two players may be the same program
// in the same folder. A nil Learner does nothing.
type Learner struct {
	Patience time.Duration // how long any move waits for the store, once to read and once to write
	Reserve  bool          // Learn is part of the move's time: the search leaves Patience to it

	store    *Store
	wait     time.Duration // how long the last move waits
	games    [2]game
	expiring bool   // some records of the last question's position are soon overwritten
	learn    func() // learns from the last search that has returned; nil: from none
}

// NewLearner returns a learner with a store, nil without one.
func NewLearner(s *Store) *Learner {
	if s == nil {
		return nil
	}
	return &Learner{Patience: patience, store: s}
}

const (
	// patience is how much later any move may be for reading, and for writing.
	patience = 3 * time.Millisecond

	// A move with more time reads for one of waitShare parts of it: 3 ms do not suffice on every busy machine, and what a
	// move knows would depend on that. It writes as long if that is not part of its time.
	waitShare   = 100
	longestWait = time.Second
)

// beginWait decides how long a move waits that has so much time left.
func (l *Learner) beginWait(left time.Duration) {
	l.wait = max(l.Patience, min(left/waitShare, longestWait))
}

// writeWait is how long the last move waits to write.
func (l *Learner) writeWait() time.Duration {
	if l.Reserve {
		return l.Patience
	}
	return max(l.Patience, l.wait)
}

// A Question is the task of a search: a move of Side on Board.
type Question struct {
	Board *board.Board
	Side  board.Stone
	Rule  board.Rule
}

// A Thinker searches, and calls better for each answer.
type Thinker interface {
	Think(ctx context.Context, better func(move board.Point, note string))
}

// A Job is a Thinker that takes advice on the moves of its position before it begins. It ignores moves that it would
// not search. search.Job is one.
type Job interface {
	Thinker
	// Expect says that a deeper search has given score for a move.
	Expect(at board.Point, score, depth int)
	// AtMost says that a move has turned out to be worth no more than score, as far as a search of depth plies sees.
	AtMost(at board.Point, score, depth int)
	// Prefer makes a move better by bonus than the search finds it, and the answer if every move is lost.
	Prefer(at board.Point, bonus int)
	// Reserve leaves so much of the move's time unused.
	Reserve(time.Duration)
	// Deadline returns the latest time for the answer.
	Deadline() time.Time
	// Decision returns the move that was chosen, and the score, the depth and the nodes of the search.
	Decision() (at board.Point, score, depth int, nodes uint64)
}

// Think lets t think about q with the advice of earlier games. Learn may then learn from its decision. A Thinker that
// is no Job thinks by itself. The folder of the games comes from INFO's key folder (fileproto/infofile.go) to
// NewLearner by main.go's learner; a Keeper (fileproto/keep.go) calls Think.
func (l *Learner) Think(ctx context.Context, q Question, t Thinker, better func(board.Point, string)) {
	job, ok := t.(Job)
	if l == nil || !ok {
		t.Think(ctx, better)
		return
	}
	if l.lookUp(q, job) && l.Reserve {
		job.Reserve(l.Patience)
	}
	job.Think(ctx, better)
	l.learn = func() { l.record(q, job) }
}

// Learn learns from the decision of the last Think, which must have returned, for its position and for the earlier ones
// of the game. The move has been made by now.
func (l *Learner) Learn() {
	if l != nil && l.learn != nil {
		l.learn()
		l.learn = nil
	}
}

// lookUp advises a search for q by the experience with its position. It reports whether its decision can teach
// something.
func (l *Learner) lookUp(q Question, job Job) bool {
	l.expiring = false
	p, f, ok := newPosition(q.Board, q.Side, q.Rule)
	if !ok {
		return len(l.games[q.Side-board.X].decisions) > 0
	}
	type found struct {
		records  []*Record
		expiring bool
	}
	l.beginWait(time.Until(job.Deadline()))
	store := l.store.within(l.wait) // it stops too: the search needs the processor
	known, err := file.Within(l.wait, func() (found, error) {
		records, expiring, err := store.find(p)
		return found{records, expiring}, err
	})
	if err == nil {
		l.expiring = known.expiring
		moves := SumUp(known.records, f)
		for i := range moves {
			moves[i].images = p.pointsOf(f, moves[i].Cell)
		}
		adviseAll(job, moves)
	}
	return true
}

// record writes the decision of a job on q, and its consequences for the earlier ones of the game.
func (l *Learner) record(q Question, job Job) {
	at, score, depth, nodes := job.Decision()
	b := q.Board
	if !b.Contains(at) || b.At(at) != board.Empty {
		return
	}
	g := &l.games[q.Side-board.X]
	reply, continues := g.continues(b, q.Side)
	again := g.askedAgain(b, q.Side)
	var records []Record
	switch n := len(g.decisions); {
	case again:
		g.decisions = g.decisions[:n-1]
	case !continues:
		records = g.countEnd()
		*g = game{width: b.Width(), height: b.Height()}
	case n > 0:
		g.decisions[n-1].reply = reply
		records = g.backUp(score, depth)
	}
	now := decision{score: score, written: score}
	var renewed *Position
	if p, f, ok := newPosition(b, q.Side, q.Rule); ok {
		now.recorded, now.frame = true, p.frameOf(f, at)
		p.images = nil // the frame is chosen
		now.record = Record{
			Position: p, Move: now.frame.Cell(at), Searched: true, Score: score, Depth: min(depth, proofDepth-1),
			Nodes: uint32(min(nodes, 1<<32-1)), Day: Today(),
		}
		if !again {
			now.record.Seen = 1
		}
		if l.expiring {
			renewed = &p
		}
		records = append(records, now.record)
	}
	g.decisions = append(g.decisions, now)
	records = append(records, g.countProof(score)...)
	g.squares = squares(b)
	g.squares[at.Y*g.width+at.X] = byte(q.Side)
	_, _ = file.Within(l.writeWait(), func() (struct{}, error) {
		return struct{}{}, l.store.addAndRenew(records, renewed)
	})
}

// Over ends the games that are played.
func (l *Learner) Over() {
	if l == nil {
		return
	}
	var records []Record
	for i := range l.games {
		records = append(records, l.games[i].countEnd()...)
		l.games[i] = game{}
	}
	_, _ = file.Within(l.writeWait(), func() (struct{}, error) { return struct{}{}, l.store.add(records) })
}

const (
	// winBonus is the bonus of a move that has won more games than it has lost.
	winBonus = 100

	// lossPenalty is subtracted from a move's value for each lost game beyond the won ones. Without it a lost position
	// would be played in the same way for ever.
	lossPenalty = 40

	// proofDepth is the depth of a proof.
	proofDepth = 255
)

// adviseAll gives a job the experience with the moves of its position.
func adviseAll(j Job, moves []Move) {
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
