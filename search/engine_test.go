package search

import (
	"context"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
)

// engine returns an engine for a rule that is known already.
func engine(rule board.Rule) *Engine { return &Engine{Params: DefaultParams, know: known(rule)} }

// thinker returns a thought with a node limit.
func thinker(b *board.Board, side board.Stone, rule board.Rule, nodes uint64) *Thought {
	return engine(rule).Turn(b, side, Limits{Nodes: nodes, Left: NoLimit})
}

// think returns an engine's last answer.
func think(e *Thought) (board.Point, string) {
	move, note := e.Instant()
	e.Think(context.Background(), func(p board.Point, n string) { move, note = p, n })
	return move, note
}

// A legal move comes out whatever the board looks like, with and without time.
func TestAlwaysALegalMove(t *testing.T) {
	for _, rule := range everyRule {
		for i, size := range [][2]int{{1, 1}, {1, 120}, {120, 1}, {2, 2}, {5, 5}, {7, 3}, {15, 15}, {20, 20}, {120, 120}} {
			for _, fill := range []int{0, 1, 20, 60, 95} {
				rng := rand.New(rand.NewPCG(uint64(fill), uint64(i)))
				b := sprinkle(rng, size[0], size[1], fill, fill/5)
				free := empties(b)
				if len(free) == 0 {
					b.Set(board.Point{}, board.Empty)
					free = empties(b)
				}
				for _, nodes := range []uint64{1, 3000} {
					move, note := think(thinker(b, board.X, rule, nodes))
					require.Contains(t, free, move, "%vx%v, %v", size[0], size[1], note)
					if b.Forbidden(move, rule) {
						require.Contains(t, note, "forbidden")
					}
				}
			}
		}
	}
}

func TestSpecialBoards(t *testing.T) {
	tests := []struct {
		name string
		rows string
		side board.Stone
		rule board.Rule
		want []board.Point
		note string
	}{
		{"an empty board is opened in the middle", strings.Repeat(strings.Repeat("-", 15)+"\n", 15), board.X, 0, []board.Point{{X: 7, Y: 7}}, "opening"},
		{"walls move the opening", "------\n------\n------\n---###\n---###\n---###", board.X, 0, []board.Point{{X: 2, Y: 2}}, "opening"},
		{"one square left", "xo\no-", board.X, 0, []board.Point{{X: 1, Y: 1}}, "only move"},
		{"all walls but one", "##\n-#", board.O, 0, []board.Point{{X: 0, Y: 1}}, "opening"},
		{"five before all else", "xxxx-\nooooo\n-----\n-----\n-----", board.X, 0, []board.Point{{X: 4, Y: 0}}, "five"},
		{"a four is stopped", "oxxxx-\n------\n------\n------\n------", board.O, 0, []board.Point{{X: 5, Y: 0}}, "stops a five"},
		{"a caro four is stopped, on one of two squares", "oxxxx--\n-------\n-------\n-------\n-------", board.O, board.Caro, []board.Point{{X: 5, Y: 0}, {X: 6, Y: 0}}, "score"},
		{"a four whose answer is forbidden, and no other square", "xxx-xxx\noxoooxo\nxooooxx\noxxoxxo\nxxo-xoo", board.O, board.Renju, []board.Point{{X: 3, Y: 0}, {X: 3, Y: 4}}, "score"},
		{"only forbidden squares", "xxx-xxx", board.X, board.Renju, []board.Point{{X: 3, Y: 0}}, "only forbidden squares left"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			move, note := think(thinker(drawn(test.rows), test.side, test.rule, 2000))
			assert.Contains(t, test.want, move, note)
			assert.Contains(t, note, test.note)
		})
	}
}

// drawn reads a board as files show it.
func drawn(text string) *board.Board {
	rows := strings.Fields(text)
	b := board.New(len(rows[0]), len(rows))
	for y, row := range rows {
		for x := range row {
			b.Set(board.Point{X: x, Y: y}, board.Stone(strings.IndexByte("-xo#", row[x])))
		}
	}
	return b
}

// TestTooGoodForTheWindow: where the search ends before a move that was too good for the window is through again, it is
// the answer.
func TestTooGoodForTheWindow(t *testing.T) {
	const depth, low = 6, -1000
	twin := before(depth)
	v := twin.search.root(twin.roots, depth, low-DefaultParams.Aspiration, low+DefaultParams.Aspiration)
	require.Greater(t, v, low+DefaultParams.Aspiration)

	e := before(depth)
	e.search.limit = twin.search.nodes + 10
	e.search.iterate(e.roots, depth, low)
	require.True(t, e.search.ended)
	assert.Equal(t, v, e.roots[0].score)
}

// before returns a thought that is about to search to depth, always the same one.
func before(depth int) *Thought {
	e := thinker(middle(rand.New(rand.NewPCG(5, 5)), 15, 15), board.X, 0, 1)
	e.Instant()
	e.search.table, e.search.depth = newTable(1<<20), depth
	return e
}

// TestTooBadForTheWindow: where the search ends before a position that was too bad for the window has been searched with a
// wider one, its score is no more than the window said.
func TestTooBadForTheWindow(t *testing.T) {
	const depth, high = 6, 1000
	twin := before(depth)
	v := twin.search.root(twin.roots, depth, high-DefaultParams.Aspiration, high+DefaultParams.Aspiration)
	require.Less(t, v, high-DefaultParams.Aspiration)

	e := before(depth)
	e.best.score = high
	score, _ := e.Score()
	require.Equal(t, high, score)
	e.search.limit = twin.search.nodes + 10
	e.search.iterate(e.roots, depth, high)
	require.True(t, e.search.ended)
	score, _ = e.Score()
	assert.Equal(t, high-DefaultParams.Aspiration, score)
}

// Whether things go up at the second ply is asked of what the position was worth at the root.
func TestRootIsJudged(t *testing.T) {
	e := thinker(middle(rand.New(rand.NewPCG(5, 5)), 15, 15), board.X, 0, 5000)
	think(e)
	require.Zero(t, e.p.depth)
	score := int(e.p.now().score)
	assert.Equal(t, newPosition(e.p.board(), board.X, e.p.know).evaluate(), score)
}

// At once it overlooks no five, no open four, and no defence against either; with a few thousand
// nodes no double threat that wins in three moves, nor its defence.
func TestNothingNearIsOverlooked(t *testing.T) {
	for _, rule := range everyRule {
		t.Run(fmt.Sprint(rule), func(t *testing.T) {
			t.Parallel()
			won, saved := 0, 0
			for seed := range 100 {
				rng := rand.New(rand.NewPCG(uint64(seed), uint64(rule)+7))
				b := clash(rng, 6+rng.IntN(2), 6+rng.IntN(2), 14+rng.IntN(5))
				side := board.X + board.Stone(rng.IntN(2))
				for _, depth := range []struct {
					plies int
					nodes uint64
				}{{3, 1}, {5, 5000}} {
					e := thinker(b, side, rule, depth.nodes)
					move, note := think(e)
					illegal := side == board.X && b.Forbidden(move, rule)
					b.Set(move, side)
					finishes := b.Wins(move, side, rule)
					keeps := !illegal && (finishes || mustLose(b, side.Other(), rule, depth.plies-1))
					gives := !finishes && mustWin(b, side.Other(), rule, depth.plies)
					b.Set(move, board.Empty)
					claims := strings.Contains(note, "win")
					if !claims && mustWin(b, side, rule, depth.plies) {
						won++
						require.True(t, keeps, "%v wins in %d, played %v: %s\n%v", side, depth.plies, move, note, text(b))
					}
					if gives && !claims {
						saved++
						require.True(t, mustLose(b, side, rule, depth.plies+1), "%v need not lose by %v: %s\n%v", side, move, note, text(b))
					}
				}
			}
			assert.NotZero(t, won+saved)
		})
	}
}

// A win that a search announces is one.
func TestAnnouncedWinsAreWins(t *testing.T) {
	look := func(b *board.Board, side board.Stone, rule board.Rule) claim {
		e := thinker(b, side, rule, 3000)
		move, _ := think(e)
		score, sure := e.Score()
		return claim{move, sure && score > 0, len(e.roots) == 1}
	}
	for _, rule := range everyRule {
		t.Run(fmt.Sprint(rule), func(t *testing.T) {
			t.Parallel()
			announced, positions := 0, 0
			for seed := range 25 {
				rng := rand.New(rand.NewPCG(uint64(seed), uint64(rule)+50))
				b := clash(rng, 9, 9, 55)
				side := board.X + board.Stone(rng.IntN(2))
				if c := look(b, side, rule); c.wins {
					announced++
					positions += requireWin(t, rng, look, c.move, b, side, rule, 0)
				}
			}
			assert.Greater(t, announced, 3)
			assert.Greater(t, positions, 50*announced)
		})
	}
}

// A claim is a move, and whether the side that plays it is said to win, or has no choice: it may stop a
// five without a search.
type claim struct {
	move         board.Point
	wins, forced bool
}

// requireWin plays a move that is said to win and looks at all answers: after each of them look must
// claim the win again, down to a finished row, or have no choice. Play goes on from two of the answers and
// from all that leave no choice, but from one alone once it has looked at enough positions, since some wins
// would take more than 20,000. looks is how many it had looked at before; it returns how many it has then.
func requireWin(t *testing.T, rng *rand.Rand, look func(*board.Board, board.Stone, board.Rule) claim,
	move board.Point, b *board.Board, side board.Stone, rule board.Rule, looks int) int {
	t.Helper()
	require.False(t, side == board.X && b.Forbidden(move, rule), "%v is forbidden\n%v", move, text(b))
	b.Set(move, side)
	defer b.Set(move, board.Empty)
	if b.Wins(move, side, rule) {
		return looks
	}
	answers := empties(b)
	rng.Shuffle(len(answers), func(i, j int) { answers[i], answers[j] = answers[j], answers[i] })
	const enough = 3000
	follow := 2 - b2i(looks > enough)
	for _, answer := range answers {
		looks++
		require.False(t, b.Wins(answer, side.Other(), rule), "%v loses at once\n%v", move, text(b))
		if side.Other() == board.X && b.Forbidden(answer, rule) {
			continue
		}
		b.Set(answer, side.Other())
		next := look(b, side, rule)
		require.True(t, next.wins || next.forced, "%v after %v and %v\n%v", side, move, answer, text(b))
		if follow--; follow >= 0 || next.forced && looks < enough {
			looks = requireWin(t, rng, look, next.move, b, side, rule, looks)
		}
		b.Set(answer, board.Empty)
	}
	return looks
}

// One thread and a node limit give the same answer each time, and the limit is kept.
func TestSameNodesSameAnswer(t *testing.T) {
	for _, rule := range everyRule {
		b := sprinkle(rand.New(rand.NewPCG(4, uint64(rule))), 15, 15, 12, 0)
		var first string
		for i := range 3 {
			e := thinker(b, board.O, rule, 20000)
			move, note := think(e)
			got := fmt.Sprint(move, note, e.search.nodes)
			assert.LessOrEqual(t, e.search.nodes, uint64(20000))
			if i == 0 {
				first = got
			}
			assert.Equal(t, first, got)
		}
	}
}

// A node limit alone counts, whatever limits of time stand beside it.
func TestNodeLimitIsTheOnlyLimit(t *testing.T) {
	b := sprinkle(rand.New(rand.NewPCG(4, 0)), 15, 15, 12, 0)
	_, want := think(thinker(b, board.O, 0, 20000))
	_, got := think(engine(0).Turn(b, board.O, Limits{Nodes: 20000, Turn: 100 * time.Millisecond, Left: time.Second}))
	assert.Equal(t, want, got)
}

// What a search for fours with more nodes refutes is not played, even if nothing is found in the place of it.
func TestLookAgain(t *testing.T) {
	row := "---------------\n"
	b := drawn(strings.Repeat(row, 7) + "------ooo------\n" + strings.Repeat(row, 7))
	lost, saved, also := board.Point{}, board.Point{X: 5, Y: 7}, board.Point{X: 9, Y: 7}
	for name, test := range map[string]struct {
		roots []board.Point
		want  board.Point
		note  string
	}{
		"another":   {[]board.Point{lost, saved, also}, saved, "the best that does not lose to fours"},
		"only one":  {[]board.Point{lost, saved}, saved, "the only move"},
		"as it was": {[]board.Point{saved, also, lost}, saved, "score"},
	} {
		t.Run(name, func(t *testing.T) {
			e := thinker(b, board.X, 0, 8000)
			e.Instant()
			e.roots, e.unsure = nil, true
			for _, at := range test.roots {
				e.roots = append(e.roots, rootMove{move: e.p.cell(at)})
			}
			e.best = e.roots[0]
			var moves []board.Point
			var notes []string
			e.Think(context.Background(), func(at board.Point, note string) {
				moves, notes = append(moves, at), append(notes, note)
			})
			assert.Equal(t, test.want, moves[0])
			assert.Contains(t, notes[0], test.note)
		})
	}
}

// A context that ends, ends the search, and so does the clock.
func TestThinkEnds(t *testing.T) {
	b := drawn(strings.Repeat("-", 20) + strings.Repeat("\n--------------------", 8) + "\n---------xo---------" + strings.Repeat("\n--------------------", 10))
	ctx, cancel := context.WithCancel(context.Background())
	e := engine(0).Turn(b, board.X, Limits{Start: time.Now(), Turn: time.Hour, Left: NoLimit})
	e.Instant()
	answers := 0
	e.Think(ctx, func(board.Point, string) {
		if answers++; answers == 3 {
			cancel()
		}
	})
	assert.GreaterOrEqual(t, answers, 3)

	e = engine(0).Turn(b, board.X, Limits{Start: time.Now(), Turn: 20 * time.Millisecond, Left: NoLimit})
	e.Instant()
	e.Think(context.Background(), func(board.Point, string) {})
	assert.True(t, e.search.ended)
}

// The search proper allocates nothing but the text of its answers.
func TestSearchDoesNotAllocate(t *testing.T) {
	b := sprinkle(rand.New(rand.NewPCG(8, 8)), 20, 20, 8, 0)
	e := thinker(b, board.X, board.Freestyle, 0)
	e.Instant()
	e.search.table = newTable(1 << 20)
	assert.Zero(t, testing.AllocsPerRun(1, func() {
		e.search.nodes, e.search.limit, e.search.ended = 0, 20000, false
		e.search.node(-infinite, infinite, 6, 1, false)
		e.search.moves = e.search.moves[:0]
	}))
}

func BenchmarkSearch(b *testing.B) {
	for _, rule := range []board.Rule{board.Freestyle, board.ExactFive} {
		b.Run(fmt.Sprint("rule", rule), func(b *testing.B) {
			nodes := uint64(0)
			for b.Loop() {
				for seed := range uint64(8) {
					e := thinker(middle(rand.New(rand.NewPCG(5, seed)), 20, 20), board.X, rule, 1<<18)
					think(e)
					nodes += e.search.nodes
				}
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
			b.ReportMetric(0, "ns/op")
		})
	}
}

func BenchmarkInstant(b *testing.B) {
	position := sprinkle(rand.New(rand.NewPCG(6, 6)), 20, 20, 6, 0)
	for b.Loop() {
		New(board.Freestyle).Turn(position, board.X, Limits{}).Instant()
	}
}

// In a continuous game, where the finished row turns into walls, of two fives the one is played that
// also stops the opponent.
func TestContinuousFiveThatLeavesTheBetterBoard(t *testing.T) {
	tests := []struct {
		name, rows string
		want       board.Point
	}{
		{"the row ends before an open three", `
			----------
			----------
			----------
			------o---
			------o---
			------o---
			--xxxx----
			----------
			----------
			----------`, board.Point{X: 6, Y: 6}},
		{"at its other end", `
			----------
			----------
			----------
			-o--------
			-o--------
			-o--------
			--xxxx----
			----------
			----------
			----------`, board.Point{X: 1, Y: 6}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			move, note := think(thinker(drawn(test.rows), board.X, board.Continuous, 1000))
			assert.Equal(t, "five", note)
			assert.Equal(t, test.want, move)
		})
	}
}

// The table lives through a game, whose moves never have quite the same time, and gives way where it is far
// too small or larger than is allowed.
func TestTableLivesOn(t *testing.T) {
	e := engine(board.Freestyle)
	keeps := func(size, most int64) bool {
		before := e.table
		e.prepareTable(size, most)
		return e.table == before
	}
	const mb = 1 << 20
	assert.False(t, keeps(10*mb, 100*mb))
	for _, size := range []int64{10*mb + 64, 9 * mb, 1 * mb, 19 * mb} {
		assert.True(t, keeps(size, 100*mb), size)
	}
	assert.False(t, keeps(21*mb, 100*mb))
	assert.False(t, keeps(8*mb, 8*mb))
	assert.LessOrEqual(t, e.table.size(), int64(8*mb))
}

func TestTableSize(t *testing.T) {
	if bits.UintSize == 64 {
		assert.EqualValues(t, 1<<30, greatestTable)
	}
	tests := []struct {
		name       string
		limits     Limits
		size, most int64
	}{
		{"a node limit keeps nothing old", Limits{Nodes: 1 << 20, Left: NoLimit}, 16 << 20, 0},
		{"no time", Limits{Left: NoLimit}, 1 << 20, greatestTable},
		{"an hour", Limits{Turn: time.Hour, Left: NoLimit}, greatestTable, greatestTable},
		{"nearly a minute for many threads", Limits{Turn: 59 * time.Second, Left: NoLimit, Threads: 64}, greatestTable, greatestTable},
		{"little memory", Limits{Turn: time.Hour, Left: NoLimit, Memory: 55 << 20}, 30 << 20, 30 << 20},
		{"hardly any memory", Limits{Turn: time.Hour, Left: NoLimit, Memory: 1}, 1 << 20, 1 << 20},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tt.limits.Start = time.Now()
			size, most := engine(0).Turn(board.New(15, 15), board.X, tt.limits).tableSize()
			assert.Equal(t, tt.size, size)
			assert.Equal(t, tt.most, most)
		})
	}
}

// A hundred stones and more all over a board of any size are too many for the network alone: the move is searched for.
func TestSearchesCrowdedBoards(t *testing.T) {
	for side := 20; side <= board.MaxSide; side += 20 {
		for _, stones := range []int{50, 100, 150} {
			rng := rand.New(rand.NewPCG(uint64(side), uint64(stones)))
			b := board.New(side, side)
			for i, n := range rng.Perm(side * side)[:min(stones, side*side/4)] {
				b.Set(board.Point{X: n % side, Y: n / side}, board.X+board.Stone(i%2))
			}
			thought := thinker(b, board.X, board.Freestyle, 100)
			_, note := think(thought)
			assert.NotContains(t, note, "too many threats", "%d stones on %dx%d", stones, side, side)
		}
	}
}

// However many threads may search, what they allocate and the table leave room below seven eighths of the limit, where
// whoever watches the search stops it.
func TestThreadsFitIntoMemory(t *testing.T) {
	const alone = 10 << 20 // what a process with a table of no size occupies
	b := sprinkle(rand.New(rand.NewPCG(4, 4)), 20, 20, 8, 0)
	var before, after runtime.MemStats
	thought := engine(0).Turn(b, board.O, Limits{Left: NoLimit})
	runtime.ReadMemStats(&before)
	thought.helper(new(atomic.Bool))
	runtime.ReadMemStats(&after)
	each := int64(after.TotalAlloc - before.TotalAlloc)
	require.Positive(t, each)
	for _, memory := range []int64{24 << 20, 32 << 20, 48 << 20, 64 << 20, 80 << 20, 128 << 20, 350 << 20} {
		for _, threads := range []int{1, 2, 8, 48, 256} {
			limits := Limits{Start: time.Now(), Turn: time.Hour, Left: NoLimit, Memory: memory, Threads: threads}
			thought := engine(0).Turn(b, board.O, limits)
			table, _ := thought.tableSize()
			assert.LessOrEqual(t, alone+int64(thought.limits.Threads)*each+table, memory/8*7, "%d threads in %d MB", threads, memory>>20)
		}
	}
}

// Other limits of time reach a thought that goes on, and its score is that of its last answer.
func TestRetime(t *testing.T) {
	b := sprinkle(rand.New(rand.NewPCG(4, 4)), 15, 15, 8, 0)
	limits := Limits{Start: time.Now(), Turn: time.Hour, Left: NoLimit}
	e := engine(0).Turn(b, board.O, limits)
	e.Instant()
	limits.Turn = 0
	score := 0
	e.Think(context.Background(), func(board.Point, string) {
		e.Retime(limits)
		score = e.roots[0].score
	})
	assert.True(t, e.search.ended)
	assert.True(t, e.Deadline().Before(time.Now()))
	got, _ := e.Score()
	assert.Equal(t, score, got)
	assert.NotEqual(t, -infinite, got)
}
