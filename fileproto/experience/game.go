package experience

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"time"

	"tahoun/board"
	"tahoun/board/symmetry"
	"tahoun/fileproto/file"
)

// A Learner lets a brain learn from its games. It remembers the decisions of the games that are being played, one for each
// side, because two players may be the same program in the same folder.
type Learner struct {
	Patience time.Duration // how long a move waits for the store, once to read and once to write

	store    *Store
	games    [2]game
	expiring bool // the store soon replaces some of what it knows of the last Before's position
}

// NewLearner returns the memory of a store; nil for none, in which nothing is kept.
func NewLearner(s *Store) *Learner { return &Learner{Patience: patience, store: s} }

// A game is the decisions of one side.
type game struct {
	width, height int
	squares       []byte // after the last decision
	decisions     []decision
	result        int // 1: won, -1: lost, by a proof; 0: not known yet
}

// A decision is a move that the brain chose.
type decision struct {
	record   Record // as it was kept
	frame    Frame
	recorded bool // record and frame are valid
	score    int
	written  int // the value that was last written for it
	reply    board.Point
}

const (
	// patience is how much later a move may be for reading, and for writing.
	patience = 3 * time.Millisecond

	// maxValue is the score that a lost game has for decisions long before its end, and beyond which a game that ended without
	// a proof counts as decided.
	maxValue, decidedScore = 1500, 600

	// rewriteThreshold is by how much a value must change to be written before the game's end.
	rewriteThreshold = 100
)

// Advise advises a search for a move of side on b. It reports whether After is worth its time.
func (l *Learner) Advise(b *board.Board, side board.Stone, rule board.Rule, t Job) bool {
	l.expiring = false
	if l.store == nil {
		return false
	}
	p, f, ok := newPosition(b, side, rule)
	if !ok {
		return len(l.games[side-board.X].decisions) > 0
	}
	type found struct {
		records []*Record
		soon    bool
	}
	store := l.store.within(l.Patience) // it stops too: the search needs the processor
	known, err := file.Within(l.Patience, func() (found, error) {
		records, soon, err := store.find(p)
		return found{records, soon}, err
	})
	if err == nil {
		l.expiring = known.soon
		moves := SumUp(known.records, f)
		for i := range moves {
			moves[i].images = p.pointsOf(f, moves[i].Cell)
		}
		advise(t, moves)
	}
	return true
}

// Learn learns from the decision of a search on b, for this position and for the earlier ones of the game.
func (l *Learner) Learn(b *board.Board, side board.Stone, rule board.Rule, t Job) {
	at, score, depth, nodes := t.Decision()
	if l.store == nil || !b.Contains(at) || b.At(at) != board.Empty {
		return
	}
	g := &l.games[side-board.X]
	reply, goesOn := g.continues(b, side)
	again := g.askedAgain(b, side)
	var records []Record
	switch n := len(g.decisions); {
	case again:
		g.decisions = g.decisions[:n-1]
	case !goesOn:
		records = g.countEnd()
		*g = game{width: b.Width(), height: b.Height()}
	case n > 0:
		g.decisions[n-1].reply = reply
		records = g.backUp(score, depth)
	}
	now := decision{score: score, written: score}
	var renewed *Position
	if p, f, ok := newPosition(b, side, rule); ok {
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
	g.squares[at.Y*g.width+at.X] = byte(side)
	_, _ = file.Within(l.Patience, func() (struct{}, error) { return struct{}{}, l.store.addAndRenew(records, renewed) })
}

// Over ends the game of a side, if its end is known otherwise than by the next game.
func (l *Learner) Over() {
	if l.store == nil {
		return
	}
	var records []Record
	for i := range l.games {
		records = append(records, l.games[i].countEnd()...)
		l.games[i] = game{}
	}
	_, _ = file.Within(l.Patience, func() (struct{}, error) { return struct{}{}, l.store.add(records) })
}

func Today() int { return int(time.Since(time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)).Hours() / 24) }

func squares(b *board.Board) []byte {
	all := make([]byte, 0, b.Width()*b.Height())
	for y := range b.Height() {
		for x := range b.Width() {
			all = append(all, byte(b.At(board.Point{X: x, Y: y})))
		}
	}
	return all
}

// fits reports whether b has the size of the game's board.
func (g *game) fits(b *board.Board) bool {
	return g.width == b.Width() && g.height == b.Height() && len(g.squares) == g.width*g.height
}

// continues reports whether b continues the game, and returns the opponent's reply to the last decision. Between them there
// may be turns that were not learned from, because there was no time: the reply is then unknown, and off the board.
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

// replyCell returns the number of the reply on the turned board.
func (d decision) replyCell() uint16 {
	if d.reply == unknownReply {
		return NoCell
	}
	return d.frame.Cell(d.reply)
}

// backUp returns what the score of the present position, found by a search of depth plies, teaches about the decisions
// before it. The last one is worth that score. Each earlier one is worth the mean of what was found at the next decision
// and of what that one is worth: a temporal difference with lambda 1/2 (Sutton 1988).
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
		lost := d.written <= -SureScore && value > -SureScore // the opponent let go: after its reply the move was lost all the same
		if d.recorded && !lost && (isProof(value) || isProof(score) && g.result == 0 || abs(value-d.written) >= rewriteThreshold) {
			r := Record{Position: d.record.Position, Move: d.record.Move, HasValue: true, Reply: d.replyCell(), Value: value, ValueDepth: depth, Day: Today()}
			records = append(records, r)
			d.written = value
		}
		value = (clamp(d.score) + clamp(value)) / 2
	}
	return records
}

// countProof returns what a proof teaches about the result, nothing without one or where it is known already.
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

// countEnd returns what is known of the result of a game that has ended.
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

// ---- The games between two processes.

// The games follow the bytes that a Keeper keeps.
//
//	the games | their length, 4 bytes | CRC-32C of games and length
const trailerSize = 8

// AppendTo appends the games to the bytes that the search keeps for the next process.
func (l *Learner) AppendTo(kept []byte) []byte {
	if l.store == nil {
		return kept
	}
	start := len(kept)
	for _, g := range l.games {
		kept = g.append(kept)
	}
	kept = binary.LittleEndian.AppendUint32(kept, uint32(len(kept)-start))
	return binary.LittleEndian.AppendUint32(kept, crc32.Checksum(kept[start:], castagnoli))
}

// TakeFrom takes the games from the bytes that AppendTo returned, and returns the others. Without a memory it is as if
// there were none.
func (l *Learner) TakeFrom(kept []byte) []byte {
	if len(kept) < trailerSize {
		return kept
	}
	end := len(kept) - trailerSize
	length := int64(binary.LittleEndian.Uint32(kept[end:]))
	if length > int64(end) {
		return kept
	}
	games := kept[end-int(length) : end]
	if crc32.Checksum(kept[end-int(length):end+4], castagnoli) != binary.LittleEndian.Uint32(kept[end+4:]) {
		return kept
	}
	for i := range l.games {
		var ok bool
		if games, ok = l.games[i].parse(games); !ok {
			l.games = [2]game{}
			break
		}
	}
	return kept[:end-int(length)]
}

// append appends a game: its size, its squares, its result, and its decisions, each with its record, all with their number
// before them.
func (g *game) append(to []byte) []byte {
	put := binary.LittleEndian
	to = append(to, byte(g.width), byte(g.height), byte(int8(g.result)))
	to = append(to, g.squares...)
	to = put.AppendUint16(to, uint16(len(g.decisions)))
	for _, d := range g.decisions {
		kept := byte(0)
		if d.recorded {
			kept = 1
		}
		to = append(to, kept, d.frame.By, byte(d.reply.X), byte(d.reply.Y))
		to = put.AppendUint16(to, uint16(int16(d.score)))
		to = put.AppendUint16(to, uint16(int16(d.written)))
		if d.recorded {
			to = d.record.append(to)
		}
	}
	return to
}

// parse undoes append.
func (g *game) parse(from []byte) (rest []byte, ok bool) {
	const fixed, each = 3, 8
	get := binary.LittleEndian
	next := func(n int) []byte {
		if n > len(from) {
			return nil
		}
		b := from[:n:n]
		from = from[n:]
		return b
	}
	first := next(fixed)
	if first == nil {
		return nil, false
	}
	*g = game{width: int(first[0]), height: int(first[1]), result: int(int8(first[2]))}
	g.squares = bytes.Clone(next(g.width * g.height))
	count := next(2)
	if count == nil || g.width > board.MaxSide || g.height > board.MaxSide || len(g.squares) != g.width*g.height {
		return nil, false
	}
	for range get.Uint16(count) {
		b := next(each)
		if b == nil {
			return nil, false
		}
		d := decision{
			recorded: b[0] == 1, frame: Frame{g.width, g.height, b[1] & (symmetry.Count - 1)}, reply: board.Point{X: int(b[2]), Y: int(b[3])},
			score: int(int16(get.Uint16(b[4:]))), written: int(int16(get.Uint16(b[6:]))),
		}
		if d.recorded {
			b := next(RecordSize)
			if b == nil {
				return nil, false
			}
			if d.record, ok = ParseRecord(b); !ok {
				return nil, false
			}
			width, height := d.frame.turned()
			if int(d.record.Position.Width) != width || int(d.record.Position.Height) != height || d.reply != unknownReply && !(d.reply.X < g.width && d.reply.Y < g.height) {
				return nil, false
			}
		}
		g.decisions = append(g.decisions, d)
	}
	return from, true
}
