package experience

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
)

// A decision after the first proof is part of the result too, and a proof that turns takes back no more than was
// counted.
func TestDecisionsAfterAProof(t *testing.T) {
	for _, sign := range []int{1, -1} {
		s := newStore(t, 1000)
		m := newMatch(t, s)
		scores := []int{0, sign * (WinScore - 9), sign * (WinScore - 7), sign * (WinScore - 5)}
		for i, score := range scores {
			m.decide(script[2*i], score)
			m.reply(script[2*i+1])
		}
		for i := range scores {
			k := known(t, s, script[:2*i]...)[0]
			assert.Equal(t, [2]int{max(sign, 0), max(-sign, 0)}, [2]int{k.Won, k.Lost}, "decision %d", i)
		}
		m.decide(script[8], -sign*(WinScore-4))
		for i := range len(scores) + 1 {
			k := known(t, s, script[:2*i]...)[0]
			assert.Equal(t, [2]int{max(-sign, 0), max(sign, 0)}, [2]int{k.Won, k.Lost}, "decision %d after the proof turned", i)
		}
	}
}

// A process that is killed between its records and the head must not make the next ones look older.
func TestStaleHead(t *testing.T) {
	for _, capacity := range []int{100, 7} {
		s := newStore(t, capacity)
		require.NoError(t, s.add(numberedUpTo(0, 3)))
		before := content(t, s)
		require.NoError(t, s.add(numberedUpTo(4, 9))) // and now the head as if this had been killed
		after := content(t, s)
		setContent(t, s, append(before[:RecordSize:RecordSize], after[RecordSize:]...))
		require.NoError(t, s.add(numberedUpTo(10, 11)))
		all, damaged := wholeRecords(t, content(t, s))
		require.Zero(t, damaged)
		numbers := map[uint32]bool{}
		for _, r := range all {
			assert.False(t, numbers[r.Number], "capacity %d: two records with number %d", capacity, r.Number)
			numbers[r.Number] = true
		}
	}
}

// So a total that was written next would lose its place in time: it must still replace what came before it.
func TestTotalAfterStaleHead(t *testing.T) {
	s := newStore(t, 100)
	r := numbered(1)
	lost := Record{Position: r.Position, Move: r.Move, Lost: 1}
	require.NoError(t, s.add([]Record{r}))
	before := content(t, s)
	require.NoError(t, s.add([]Record{lost, lost, lost}))
	setContent(t, s, append(before[:RecordSize:RecordSize], content(t, s)[RecordSize:]...))
	all, _, err := s.find(r.Position)
	require.NoError(t, err)
	want := SumUp(all, Frame{15, 15, 0})
	require.NoError(t, s.add([]Record{want[0].total(r.Position)}))
	all, _, err = s.find(r.Position)
	require.NoError(t, err)
	assert.Equal(t, want, SumUp(all, Frame{15, 15, 0}))
}

// Where the limit was lowered the newest records are kept.
func TestLoweredLimitKeepsTheNewest(t *testing.T) {
	for _, last := range []int{25, 44} { // not full, and a ring
		s := newStore(t, 30)
		require.NoError(t, s.add(numberedUpTo(0, last)))
		s.maxSize = 11 * RecordSize
		require.NoError(t, s.add([]Record{numbered(100)}))
		for n := last - 8; n <= last; n++ {
			assert.Len(t, lookUp(t, s, n), 1, "record %d of %d", n, last)
		}
	}
}

// A short file that is not ours is left alone too.
func TestShortForeignFile(t *testing.T) {
	s := newStore(t, 25)
	for _, b := range [][]byte{[]byte("my notes on experience\n"), []byte("# experience of my own, which is longer\n")} {
		setContent(t, s, b)
		_ = s.add(numberedUpTo(0, 3))
		assert.Equal(t, b, content(t, s))
	}
}

// Zeros in place of the head, as a power failure leaves them, must not end the learning for ever.
func TestZerosAreMadeAnew(t *testing.T) {
	s := newStore(t, 25)
	for _, size := range []int{RecordSize, 5 * RecordSize} {
		setContent(t, s, make([]byte, size))
		assert.NoError(t, s.add(numberedUpTo(0, 3)))
		all, _, err := s.find(numbered(3).Position)
		assert.NoError(t, err)
		assert.Len(t, all, 1)
	}
}

// A loss that is proven after turns that were not learned from is no proof against the decision before them: the moves
// of those turns, which no search chose, may be the reason.
func TestNoProofAcrossAMissedTurn(t *testing.T) {
	s := newStore(t, 1000)
	m := newMatch(t, s)
	m.decide(script[0], 0)
	m.board.Lay(board.O, script[1], script[2], script[3])
	m.decide(script[4], -(WinScore - 8))
	search := &scriptedJob{at: at(-1, -1)}
	require.True(t, newLearner(s).lookUp(Question{board.New(15, 15), board.X, freestyle}, search))
	for _, advice := range search.advice {
		assert.NotContains(t, advice, "depth 255", advice)
	}
}

// Counts stop at the greatest number that a record holds.
func TestCountsDoNotOverflow(t *testing.T) {
	for _, seen := range []int{1<<15 - 1, 1 << 15, 100_000} {
		r := Move{Cell: 3, Seen: seen, Won: seen, Lost: seen, Drawn: seen}.total(numbered(1).Position)
		got, ok := ParseRecord(r.append(nil))
		require.True(t, ok)
		for _, n := range []int{got.Seen, got.Won, got.Lost, got.Drawn} {
			assert.Greater(t, n, 30000, "%d games", seen)
		}
	}
}

// Records that another game adds between the advice and the decision are not lost when the ring makes this one write a
// total.
func TestTotalKeepsWhatOthersAdd(t *testing.T) {
	s := newStore(t, 40)
	one, other := newMatch(t, s), newMatch(t, s)
	one.decide(at(7, 7), 0)
	require.NoError(t, s.add(numberedUpTo(0, 38))) // the ring has come to the record
	one.board, one.learner = board.New(15, 15), newLearner(s)
	search := &scriptedJob{at: at(7, 7), depth: 10}
	require.True(t, one.learner.lookUp(Question{one.board, board.X, freestyle}, search))
	require.True(t, one.learner.expiring)
	other.decide(at(7, 7), 0)
	other.reply(at(7, 8))
	other.decide(at(3, 3), -(WinScore - 6)) // lost
	one.learner.record(Question{one.board, board.X, freestyle}, search)
	k := known(t, s)
	require.Len(t, k, 1)
	assert.Equal(t, 3, k[0].Seen)
	assert.Equal(t, 1, k[0].Lost)
}

// A continuous game goes on when a finished row becomes walls.
func TestContinuousGameGoesOn(t *testing.T) {
	m := newMatch(t, newStore(t, 100))
	m.rule = board.Continuous
	for n := range 5 {
		m.decide(at(n, 0), 0)
		m.reply(at(2*n, 5))
	}
	for n := range 5 {
		m.board.Set(at(n, 0), board.Wall)
	}
	m.decide(at(9, 9), 0)
	assert.Len(t, m.learner.games[0].decisions, 6)
}

// In a position that a symmetry maps to itself, moves that it maps to each other are one: what is known of a move is
// known of its image.
func TestSymmetricMovesAreOne(t *testing.T) {
	s := newStore(t, 100)
	for _, p := range pictures(board.New(15, 15)) {
		var move board.Point
		for here, there := range p.from {
			if there == at(6, 3) {
				move = here
			}
		}
		b := board.New(15, 15)
		newLearner(s).record(Question{b, board.X, freestyle}, &scriptedJob{at: move, depth: 5})
	}
	p, f := mustPosition(t, board.New(15, 15), board.X, freestyle)
	all, _, err := s.find(p)
	require.NoError(t, err)
	require.Len(t, all, 8)
	assert.Len(t, SumUp(all, f), 1)
}

// The bytes that TakeFrom returns may be appended to without harm to the games.
func TestTakenGamesAreCopies(t *testing.T) {
	s := newStore(t, 100)
	m := played(t, s)
	kept := m.AppendTo([]byte("search"))
	next := newLearner(s)
	rest := next.TakeFrom(kept)
	_ = append(rest, bytes.Repeat([]byte{99}, cap(rest)-len(rest))...)
	requireSameGames(t, m, next)
}

// A decision that was proven lost after a reply stays so, although the opponent then let go.
func TestProofSurvivesAMistake(t *testing.T) {
	s := newStore(t, 1000)
	m := newMatch(t, s)
	for i, score := range []int{0, 100, -(WinScore - 8), 300} {
		m.decide(script[2*i], score)
		m.reply(script[2*i+1])
	}
	assert.Equal(t, -(WinScore - 10), known(t, s, script[:2]...)[0].Value)
}

// If the brain is asked for the same move again, because its answer was lost or taken back, the game has not ended.
func TestAskedAgain(t *testing.T) {
	s := newStore(t, 1000)
	m := newMatch(t, s)
	m.decide(script[0], 0)
	m.reply(script[1])
	m.decide(script[2], 700)
	m.board.Set(script[2], board.Empty)
	m.decide(script[2], 700)
	for i := range 2 {
		k := known(t, s, script[:2*i]...)[0]
		assert.Zero(t, k.Won, "decision %d", i)
	}
	require.Len(t, m.learner.games[0].decisions, 2)
}

// To make a damaged head anew must not take so long that every process gives it up: as many allocations as there are
// records are a sign of that. BenchmarkAddDamagedHead has the time.
func TestDamagedHeadIsCheap(t *testing.T) {
	s := newStore(t, 2000)
	require.NoError(t, s.add(numberedUpTo(0, 2100)))
	b := content(t, s)
	b[0] ^= 1
	setContent(t, s, b)
	assert.Less(t, testing.AllocsPerRun(1, func() {
		setContent(t, s, b)
		require.NoError(t, s.add([]Record{numbered(1)}))
	}), 500.0)
}
