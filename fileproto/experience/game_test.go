package experience

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"slices"
	"testing"
	"time"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
)

// A match is a scripted game of one side, with a learner, on a board as it is seen through one of the images.
type match struct {
	t       testing.TB
	learner *Learner
	board   *board.Board
	side    board.Stone
	rule    board.Rule
}

// newLearner returns a learner that is in no hurry.
func newLearner(s *Store) *Learner {
	m := NewLearner(s)
	m.Patience = time.Minute
	return m
}

func newMatch(t testing.TB, s *Store) *match {
	return &match{t, newLearner(s), board.New(15, 15), board.X, freestyle}
}

// decide lets the side decide for a move with a score, and returns the advice that the search got.
func (m *match) decide(move board.Point, score int) []string {
	m.t.Helper()
	search := &scriptedJob{at: move, score: score, depth: 10, nodes: 1234}
	q := Question{m.board, m.side, m.rule}
	require.True(m.t, m.learner.lookUp(q, search))
	m.learner.record(q, search)
	m.board.Set(move, m.side)
	return search.advice
}

// reply lets the opponent move.
func (m *match) reply(move board.Point) { m.board.Set(move, m.side.Other()) }

// known returns the moves that are known in the position after the first stones, one of each side in turn.
func known(t testing.TB, s *Store, stones ...board.Point) []Move {
	t.Helper()
	b := board.New(15, 15)
	side := b.Lay(board.X, stones...)
	p, f := mustPosition(t, b, side, freestyle)
	records, _, err := s.find(p)
	require.NoError(t, err)
	moves := SumUp(records, f)
	for i := range moves {
		moves[i].Cell, moves[i].Replies = 0, nil
		if moves[i].HasValue && moves[i].bestReply != NoCell {
			moves[i].bestReply = uint16(f.Point(moves[i].bestReply).Y*15 + f.Point(moves[i].bestReply).X)
		}
	}
	return moves
}

// asked is how the test names a reply: by its square on the board as it is played.
func asked(p board.Point) uint16 { return uint16(p.Y*15 + p.X) }

// The stones of the scripted game: X decides for the even ones.
var script = []board.Point{at(7, 7), at(8, 7), at(6, 6), at(9, 8), at(5, 3), at(10, 2), at(4, 11), at(3, 12), at(12, 5), at(1, 9), at(2, 2), at(13, 1)}

// A decision is recorded at once. A score that has hardly changed is not, and one that falls is backed up to the
// decisions before it: to the last one whole, to each earlier one as the mean of its own score and the next one's
// value.
func TestFallingScoreIsBackedUp(t *testing.T) {
	s := newStore(t, 1000)
	m := newMatch(t, s)
	m.decide(script[0], 50)
	first := Move{At: script[0], Score: 50, Depth: 10, Nodes: 1234, Seen: 1}
	assert.Equal(t, []Move{first}, known(t, s))

	m.reply(script[1])
	m.decide(script[2], 40)
	second := Move{At: script[2], Score: 40, Depth: 10, Nodes: 1234, Seen: 1}
	assert.Equal(t, []Move{first}, known(t, s), "10 less is not worth a record")
	assert.Equal(t, []Move{second}, known(t, s, script[:2]...))

	m.reply(script[3])
	m.decide(script[4], -200)
	second.HasValue, second.Value, second.ValueDepth, second.bestReply = true, -200, 12, asked(script[3])
	assert.Equal(t, []Move{second}, known(t, s, script[:2]...))
	first.HasValue, first.Value, first.ValueDepth, first.bestReply = true, (40-200)/2, 14, asked(script[1])
	assert.Equal(t, []Move{first}, known(t, s))

	m.reply(script[5])
	m.decide(script[6], -320)
	third := Move{At: script[4], Score: -200, Depth: 10, Nodes: 1234, Seen: 1, HasValue: true, Value: -320, ValueDepth: 12, bestReply: asked(script[5])}
	assert.Equal(t, []Move{third}, known(t, s, script[:4]...))
	assert.Equal(t, []Move{second}, known(t, s, script[:2]...), "-260 is only 60 worse")
	assert.Equal(t, []Move{first}, known(t, s), "so is -110")
	assert.Len(t, known(t, s, script[:6]...), 1)
}

// A rising score is backed up too.
func TestRisingScoreIsBackedUp(t *testing.T) {
	s := newStore(t, 1000)
	m := newMatch(t, s)
	for i, score := range []int{0, -300, 500} {
		m.decide(script[2*i], score)
		m.reply(script[2*i+1])
	}
	assert.Equal(t, 500, known(t, s, script[:2]...)[0].Value)
	assert.Equal(t, (-300+500)/2, known(t, s)[0].Value)
}

// A proof is two plies longer at the decision before it. Further back it counts as 1500.
func TestProofIsBackedUp(t *testing.T) {
	for _, sign := range []int{1, -1} {
		s := newStore(t, 1000)
		m := newMatch(t, s)
		for i, score := range []int{0, 100, sign * (WinScore - 8)} {
			m.decide(script[2*i], score)
			m.reply(script[2*i+1])
		}
		assert.Equal(t, sign*(WinScore-10), known(t, s, script[:2]...)[0].Value)
		assert.Equal(t, (100+sign*1500)/2, known(t, s)[0].Value)
	}
}

// A proof counts as the result, once for each decision until then.
func TestProofIsCountedOnce(t *testing.T) {
	for _, sign := range []int{1, -1} {
		s := newStore(t, 1000)
		m := newMatch(t, s)
		for i, score := range []int{0, 100, sign * (WinScore - 8), sign * (WinScore - 6), sign * (WinScore - 4)} {
			m.decide(script[2*i], score)
			m.reply(script[2*i+1])
		}
		m.learner.Over()
		for i := range 3 {
			k := known(t, s, script[:2*i]...)[0]
			assert.Equal(t, [4]int{1, max(sign, 0), max(-sign, 0), 0}, [4]int{k.Seen, k.Won, k.Lost, k.Drawn}, "decision %d", i)
		}
	}
}

// When a proof turns out wrong, or the opponent lets go, the results before it change sides.
func TestProofTurns(t *testing.T) {
	s := newStore(t, 1000)
	m := newMatch(t, s)
	for i, score := range []int{0, -(WinScore - 8), WinScore - 6} {
		m.decide(script[2*i], score)
		m.reply(script[2*i+1])
	}
	for i := range 2 {
		k := known(t, s, script[:2*i]...)[0]
		assert.Equal(t, [2]int{1, 0}, [2]int{k.Won, k.Lost}, "decision %d", i)
	}
	m.decide(script[6], -(WinScore - 4))
	for i := range 2 {
		k := known(t, s, script[:2*i]...)[0]
		assert.Equal(t, [2]int{0, 1}, [2]int{k.Won, k.Lost}, "decision %d", i)
	}
}

// A new game on the board ends the old one: its last score decides, or a full board.
func TestNewGameEndsTheOld(t *testing.T) {
	for score, want := range map[int][3]int{decidedScore: {1, 0, 0}, decidedScore - 1: {}, 0: {}, 1 - decidedScore: {}, -decidedScore: {0, 1, 0}, 3000: {1, 0, 0}} {
		s := newStore(t, 1000)
		m := newMatch(t, s)
		for i := range 3 {
			m.decide(script[2*i], score)
			m.reply(script[2*i+1])
		}
		before := known(t, s)[0]
		assert.Zero(t, before.Won+before.Lost+before.Drawn)
		m.board = board.New(15, 15)
		m.decide(script[1], 0)
		for i := range 3 {
			for _, k := range known(t, s, script[:2*i]...) {
				if k.At == script[2*i] {
					assert.Equal(t, want, [3]int{k.Won, k.Lost, k.Drawn}, "score %d, decision %d", score, i)
				}
			}
		}
		require.Len(t, m.learner.games[0].decisions, 1)
		m.learner.Over()
		m.learner.Over()
		for _, k := range known(t, s) {
			assert.LessOrEqual(t, k.Won+k.Lost+k.Drawn, 1)
		}
	}
}

// A game that fills the board is drawn, unless its last score says more.
func TestFullBoardIsDrawn(t *testing.T) {
	s := newStore(t, 1000)
	m := newMatch(t, s)
	m.board = board.New(5, 5)
	for n := 0; n < 24; n += 2 {
		m.decide(at(n%5, n/5), 0)
		m.reply(at((n+1)%5, (n+1)/5))
	}
	m.learner.Over()
	p, _ := mustPosition(t, board.New(5, 5), board.X, freestyle)
	records, _, err := s.find(p)
	require.NoError(t, err)
	moves := SumUp(records, Frame{5, 5, 0})
	require.Len(t, moves, 1)
	assert.Equal(t, [3]int{0, 0, 1}, [3]int{moves[0].Won, moves[0].Lost, moves[0].Drawn})
}

// Both sides of a game in one learner learn their own part.
func TestSelfPlay(t *testing.T) {
	s := newStore(t, 1000)
	x := newMatch(t, s)
	o := &match{t, x.learner, x.board, board.O, freestyle}
	for i, score := range []int{0, 0, 100, -150, 300, -500, WinScore - 5, -(WinScore - 4)} {
		who := []*match{x, o}[i%2]
		who.decide(script[i], score)
	}
	for i := range 7 {
		k := known(t, s, script[:i]...)
		require.Len(t, k, 1)
		const even = 2 // up to so many stones the position is symmetric, and an image of the move stands for it
		if i > even {
			assert.Equal(t, script[i], k[0].At)
		}
		assert.Equal(t, [2]int{1 - i%2, i % 2}, [2]int{k[0].Won, k[0].Lost}, "decision %d", i)
		if i > 0 && i < 6 {
			require.True(t, k[0].HasValue, "decision %d", i)
		}
		if i > even && i < 6 {
			assert.Equal(t, asked(script[i+1]), k[0].bestReply, "decision %d", i)
		}
	}
	require.Len(t, x.learner.games[0].decisions, 4)
	require.Len(t, x.learner.games[1].decisions, 4)
}

// After a turn that was not learned from, the reply is not known, but the game goes on.
func TestMissedTurn(t *testing.T) {
	s := newStore(t, 1000)
	m := newMatch(t, s)
	m.decide(script[0], 0)
	m.board.Lay(board.O, script[1], script[2], script[3])
	m.decide(script[4], -300)
	k := known(t, s)
	require.Len(t, k, 1)
	assert.Equal(t, uint16(NoCell), k[0].bestReply)
	assert.Equal(t, -300, k[0].Value)
	require.Len(t, m.learner.games[0].decisions, 2)
}

// A board that does not come from the game's last position begins a new one.
func TestGoesOn(t *testing.T) {
	b := board.New(15, 15)
	b.Lay(board.X, script[:5]...)
	g := game{width: 15, height: 15, squares: squares(b)}
	changed := func(change func(b *board.Board)) *board.Board {
		c := b.Clone()
		change(c)
		return c
	}
	for name, test := range map[string]struct {
		b     *board.Board
		reply board.Point
		ok    bool
	}{
		"reply":             {changed(func(b *board.Board) { b.Set(script[5], board.O) }), script[5], true},
		"nothing new":       {b, board.Point{}, false},
		"only an own stone": {changed(func(b *board.Board) { b.Set(script[5], board.X) }), board.Point{}, false},
		"two replies":       {changed(func(b *board.Board) { b.Set(script[5], board.O); b.Set(script[6], board.O) }), board.Point{}, false},
		"a missed turn": {changed(func(b *board.Board) {
			b.Lay(board.O, script[5:8]...)
		}), unknownReply, true},
		"taken back":     {changed(func(b *board.Board) { b.Set(script[0], board.Empty); b.Set(script[5], board.O) }), board.Point{}, false},
		"another colour": {changed(func(b *board.Board) { b.Set(script[0], board.O) }), board.Point{}, false},
		"another size":   {board.New(15, 16), board.Point{}, false},
		"empty":          {board.New(15, 15), board.Point{}, false},
	} {
		reply, ok := g.continues(test.b, board.X)
		assert.Equal(t, test.ok, ok, name)
		if ok {
			assert.Equal(t, test.reply, reply, name)
		}
	}
	_, ok := (&game{}).continues(board.New(15, 15), board.X)
	assert.False(t, ok)
}

// The next game on the board, or on any of its images, gets the advice for the squares of its own board.
func TestAdviceOnEachImage(t *testing.T) {
	s := newStore(t, 1000)
	m := newMatch(t, s)
	m.board.Lay(board.X, at(3, 4), at(5, 9)) // no symmetry keeps these
	first := m.board.Clone()
	assert.Empty(t, m.decide(at(7, 7), 50))
	m.reply(at(1, 1))
	m.decide(at(2, 3), -400)
	for i, p := range pictures(first) {
		search := &scriptedJob{at: at(-1, -1)}
		require.True(t, newLearner(s).lookUp(Question{p.Board, board.X, freestyle}, search))
		var move board.Point
		for here, there := range p.from {
			if there == at(7, 7) {
				move = here
			}
		}
		assert.Equal(t, []string{"expect " + move.String() + " 50 depth 10", "at most " + move.String() + " -400 depth 12"}, search.advice, "image %d", i)
	}
}

// The rules of the advice, one by one.
func TestAdvise(t *testing.T) {
	a, b, c := at(1, 1), at(2, 2), at(3, 3)
	tests := []struct {
		name  string
		moves []Move
		want  []string
	}{
		{"nothing known", nil, nil},
		{"a score", []Move{{At: a, Score: 30, Depth: 8, Seen: 1}}, []string{"expect 1,1 30 depth 8"}},
		{"a proof is not expected", []Move{{At: a, Score: WinScore - 9, Depth: 8, Seen: 1}}, nil},
		{"no search", []Move{{At: a, Score: 30, Seen: 1}}, nil},
		{"turned out worse", []Move{{At: a, HasValue: true, Value: -70, ValueDepth: 9}}, []string{"at most 1,1 -70 depth 9"}},
		{"and lost twice", []Move{{At: a, HasValue: true, Value: -70, ValueDepth: 9, Lost: 3, Won: 1}}, []string{"at most 1,1 -150 depth 9"}},
		{"a proven loss", []Move{{At: a, HasValue: true, Value: -WinScore + 20, ValueDepth: 9, Lost: 1}}, []string{"at most 1,1 -29980 depth 255"}},
		{"a proven loss that won", []Move{{At: a, HasValue: true, Value: -WinScore + 20, ValueDepth: 9, Won: 1}}, []string{"at most 1,1 -29980 depth 255"}},
		{"won", []Move{{At: a, HasValue: true, Value: 70, ValueDepth: 9, Won: 1, Seen: 1}}, []string{"prefer 1,1 100"}},
		{"won, but got bad", []Move{{At: a, HasValue: true, Value: -100, ValueDepth: 9, Won: 1, Seen: 1}}, nil},
		{"won and lost", []Move{{At: a, Won: 2, Lost: 2, Seen: 4}}, nil},
		{"the best of two", []Move{{At: a, Won: 2, Seen: 2}, {At: b, Won: 3, Seen: 3}}, []string{"prefer 2,2 100"}},
		{"in turn, first", []Move{{At: a, Won: 2, Seen: 2}, {At: b, Won: 2, Seen: 2}, {At: c, Lost: 2, Seen: 2}}, []string{"prefer 1,1 100"}},
		{"in turn, second", []Move{{At: a, Won: 2, Seen: 3}, {At: b, Won: 2, Seen: 2}, {At: c, Lost: 2, Seen: 2}}, []string{"prefer 2,2 100"}},
	}
	for _, test := range tests {
		search := &scriptedJob{}
		adviseAll(search, test.moves)
		assert.Equal(t, test.want, search.advice, test.name)
	}
}

// A decision that is none, or a position with too many stones, is not recorded.
func TestNothingToRecord(t *testing.T) {
	s := newStore(t, 100)
	m := newMatch(t, s)
	m.board.Set(at(3, 3), board.Wall)
	for _, p := range []board.Point{at(-1, 0), at(15, 0), at(3, 3)} {
		m.learner.record(Question{m.board, board.X, freestyle}, &scriptedJob{at: p})
	}
	for n := range MaxStones + 1 {
		m.board.Set(at(n%15, 10+n/15), board.X+board.Stone(n%2))
	}
	assert.False(t, m.learner.lookUp(Question{m.board, board.X, freestyle}, &scriptedJob{}))
	m.learner.record(Question{m.board, board.X, freestyle}, &scriptedJob{at: at(0, 0)})
	exists, err := s.disk.Stat(s.path)
	assert.Error(t, err, "%v", exists)

	none := NewLearner(nil)
	job := &scriptedJob{at: at(0, 0)}
	none.Think(t.Context(), Question{board.New(15, 15), board.X, freestyle}, job, nil)
	assert.Equal(t, []string{"think"}, job.advice)
	none.Learn()
	none.Over()
	assert.Equal(t, []byte("kept"), none.AppendTo([]byte("kept")))
}

// A search takes the advice before it thinks, and leaves time to learn if that is part of the move's. Learn learns once
// from each search.
func TestLearner(t *testing.T) {
	for _, reserve := range []bool{false, true} {
		s := newStore(t, 100)
		l := newLearner(s)
		l.Reserve = reserve
		q := Question{board.New(15, 15), board.X, freestyle}
		l.Think(t.Context(), q, &scriptedJob{at: at(7, 7), score: 20, depth: 8}, nil)
		assert.Empty(t, known(t, s), "the move is not made yet")
		l.Learn()
		l.Learn()
		require.Len(t, known(t, s), 1)
		assert.Equal(t, 1, known(t, s)[0].Seen)
		again := &scriptedJob{at: at(7, 7)}
		l.Think(t.Context(), q, again, nil)
		want := []string{"expect 7,7 20 depth 8", "reserve 1m0s", "think"}
		if !reserve {
			want = slices.Delete(want, 1, 2)
		}
		assert.Equal(t, want, again.advice)
	}
}

// A search that takes no advice thinks by itself, and teaches nothing.
func TestThinkerWithoutAdvice(t *testing.T) {
	s := newStore(t, 100)
	l := newLearner(s)
	job := &scriptedJob{at: at(7, 7)}
	l.Think(t.Context(), Question{board.New(15, 15), board.X, freestyle}, struct{ Thinker }{job}, nil)
	assert.Equal(t, []string{"think"}, job.advice)
	l.Learn()
	assert.Empty(t, known(t, s))
}

// Long games teach their first positions too.
func TestLongGame(t *testing.T) {
	s := newStore(t, 1000)
	m := newMatch(t, s)
	for n := 0; n < 100; n += 2 {
		score := 0
		if n == 98 {
			score = -(WinScore - 3)
		}
		search := &scriptedJob{at: at(n%15, n/15), score: score, depth: 9}
		require.True(t, m.learner.lookUp(Question{m.board, board.X, freestyle}, search))
		m.learner.record(Question{m.board, board.X, freestyle}, search)
		m.board.Set(search.at, board.X)
		m.reply(at((n+1)%15, (n+1)/15))
		m.learner = handedOver(t, m.learner)
	}
	require.Len(t, m.learner.games[0].decisions, 50)
	k := known(t, s)
	require.Len(t, k, 1)
	assert.Equal(t, 1, k[0].Lost)
	assert.Zero(t, k[0].Value, "halved 48 times")
}

// handedOver returns the learner of the next process.
func handedOver(t testing.TB, m *Learner) *Learner {
	t.Helper()
	next := newLearner(m.store)
	require.Equal(t, "search", string(next.TakeFrom(m.AppendTo([]byte("search")))))
	return next
}

// requireSameGames compares the games of two learners.
func requireSameGames(t testing.TB, want, got *Learner) {
	t.Helper()
	for i := range want.games {
		one, other := want.games[i], got.games[i]
		if len(one.squares) == 0 {
			one.squares, other.squares = nil, nil
		}
		require.Equal(t, one, other)
	}
}

// A game in many processes teaches the same as one in a single process.
func TestHandedOver(t *testing.T) {
	files := map[bool][]byte{}
	for _, handOver := range []bool{false, true} {
		s := newStore(t, 1000)
		x := newMatch(t, s)
		x.learner = handedOver(t, x.learner)
		o := &match{t, newLearner(s), x.board, board.O, freestyle}
		for i, score := range []int{0, 0, 100, -150, 300, -500, WinScore - 5, -(WinScore - 4), WinScore - 3} {
			who := []*match{x, o}[i%2]
			if handOver {
				before := who.learner
				who.learner = handedOver(t, before)
				requireSameGames(t, before, who.learner)
			}
			who.decide(script[i], score)
		}
		files[handOver] = content(t, s)
	}
	assert.Equal(t, files[false], files[true])
}

// played returns a learner of both sides' games.
func played(t testing.TB, s *Store) *Learner {
	x := newMatch(t, s)
	o := &match{t, x.learner, x.board, board.O, freestyle}
	for i, score := range []int{0, 0, 100, -150, 300, -500, WinScore - 5} {
		[]*match{x, o}[i%2].decide(script[i], score)
	}
	return x.learner
}

// Damaged bytes are not taken: they go to the search whole, which detects that itself, or without the games.
func TestTakeFromDamaged(t *testing.T) {
	s := newStore(t, 100)
	m := played(t, s)
	search := bytes.Repeat([]byte("search "), 20)
	kept := m.AppendTo(bytes.Clone(search))
	for i := range kept {
		b := bytes.Clone(kept)
		b[i] ^= 0x10
		next := newLearner(s)
		rest := next.TakeFrom(bytes.Clone(b))
		if i < len(search) {
			require.Equal(t, b[:len(search)], rest)
			requireSameGames(t, m, next)
		} else {
			require.Equal(t, b, rest, "byte %d", i)
			requireSameGames(t, newLearner(s), next)
		}
	}
	for length := range kept {
		next := newLearner(s)
		require.Equal(t, kept[:length], next.TakeFrom(bytes.Clone(kept[:length])))
		requireSameGames(t, newLearner(s), next)
	}
}

// Bytes of the search alone, as a build without this leaves them, come back unchanged.
func TestTakeFromForeign(t *testing.T) {
	s := newStore(t, 100)
	rng := seeded()
	for range 2000 {
		b := make([]byte, rng.IntN(300))
		for i := range b {
			b[i] = byte(rng.Uint32())
		}
		if len(b) > 8 && rng.IntN(2) == 0 {
			binary.LittleEndian.PutUint32(b[len(b)-8:], uint32(rng.IntN(len(b))))
		}
		require.Equal(t, b, newLearner(s).TakeFrom(bytes.Clone(b)))
	}
	assert.Nil(t, newLearner(s).TakeFrom(nil))
	assert.Empty(t, newLearner(s).TakeFrom(newLearner(s).AppendTo(nil)))
}

// Without a store the bytes stay as they are.
func TestTakeFromWithoutStore(t *testing.T) {
	kept := played(t, newStore(t, 100)).AppendTo([]byte("search"))
	assert.Equal(t, kept, NewLearner(nil).TakeFrom(kept))
}

// Whatever the bytes are: nothing fails, the search gets a beginning of them, and the games can be gone on with.
func FuzzTakeFrom(f *testing.F) {
	kept := played(f, newStore(f, 100)).AppendTo(nil)
	f.Add(kept, uint16(0))
	f.Add(kept[:len(kept)-trailerSize], uint16(len(kept)-trailerSize))
	f.Add(kept[:300], uint16(300))
	f.Add([]byte{15, 15}, uint16(2))
	f.Add([]byte{}, uint16(0))
	f.Add([]byte{0, 0, 0, 3, 0, 1, 7, 0, 0, 0, 0, 0, 0, 1, 7, 255, 255, 0, 0, 0, 0}, uint16(21))
	f.Fuzz(func(t *testing.T, b []byte, games uint16) {
		if 0 < games && int(games) <= len(b) { // a trailer that fits, so that the rest is looked at
			b = binary.LittleEndian.AppendUint32(bytes.Clone(b), uint32(games))
			b = binary.LittleEndian.AppendUint32(b, crc32.Checksum(b[len(b)-4-int(games):], castagnoli))
		}
		m := newMatch(t, Open(afero.NewMemMapFs(), "folder", "tahoun", freestyle, 51*RecordSize))
		rest := m.learner.TakeFrom(bytes.Clone(b))
		require.True(t, bytes.HasPrefix(b, rest))
		again := newLearner(m.learner.store)
		require.Equal(t, "search", string(again.TakeFrom(m.learner.AppendTo([]byte("search")))))
		requireSameGames(t, m.learner, again)
		for i, side := range []board.Stone{board.X, board.O} {
			g := &m.learner.games[i]
			after := board.New(15, 15)
			if g.width > 0 && g.height > 0 {
				after = board.New(g.width, g.height)
				for p := range after.Points {
					after.Set(p, min(board.Stone(g.squares[p.Y*g.width+p.X]), board.Wall))
				}
			}
			for p, stone := range after.Points {
				if stone == board.Empty {
					after.Set(p, side.Other())
					break
				}
			}
			for p, stone := range after.Points {
				if stone == board.Empty {
					for _, score := range []int{-700, -WinScore + 4} {
						search := &scriptedJob{at: p, score: score, depth: 7}
						reply, goesOn := g.continues(after, side)
						decisions := len(g.decisions)
						require.NotPanics(t, func() { m.learner.lookUp(Question{after, side, freestyle}, search) })
						m.learner.record(Question{after, side, freestyle}, search)
						if goesOn {
							require.Len(t, g.decisions, decisions+1)
							require.True(t, after.Contains(reply) || reply == unknownReply)
						}
					}
					break
				}
			}
		}
		m.learner.Over()
		_, damaged := 0, 0
		if there, _ := m.learner.store.disk.Stat(m.learner.store.path); there != nil {
			_, damaged = wholeRecords(t, content(t, m.learner.store))
		}
		require.Zero(t, damaged)
	})
}

// A move with time waits longer for what it knows: a busy machine or disk needs more than the least time.
func TestMovesWithTimeWaitLonger(t *testing.T) {
	s := Open(afero.NewMemMapFs(), "folder", "tahoun", freestyle, 0)
	m := newMatch(t, s)
	first := board.Point{X: 7, Y: 7}
	m.decide(first, 30)
	m.learner.Over()
	for left, knows := range map[time.Duration]bool{-time.Second: false, 0: false, time.Hour: true} {
		learner := NewLearner(s)
		learner.Patience = 0
		job := &scriptedJob{left: left}
		learner.lookUp(Question{board.New(15, 15), board.X, freestyle}, job)
		assert.Equal(t, knows, len(job.advice) > 0, left)
	}
	l := NewLearner(s)
	for left, want := range map[time.Duration]time.Duration{
		0: patience, 100 * time.Millisecond: patience, time.Second: 10 * time.Millisecond, time.Hour: longestWait,
	} {
		l.beginWait(left)
		assert.Equal(t, want, l.wait, left)
		l.Reserve = false
		assert.Equal(t, want, l.writeWait(), left)
		l.Reserve = true
		assert.Equal(t, patience, l.writeWait(), left)
	}
}
