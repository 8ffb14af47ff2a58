package main

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"math"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/search"
)

// Tests wait so long for what must happen, and look so often.
const (
	waitForever = 2 * time.Minute
	moment      = 10 * time.Millisecond
)

var opened = standard(square(7, 7), square(8, 8), square(7, 8), square(7, 6))

func TestAnalyse(t *testing.T) {
	s := newServer(t)
	var all []update
	ask := analysisRequest{line: opened, Top: 3, Time: 300}
	err := s.analyse(context.Background(), newTestTab(t), ask, func(v any) error {
		all = append(all, v.(update))
		return nil
	})
	require.NoError(t, err)
	require.GreaterOrEqual(t, len(all), 4)
	assert.Len(t, all[0].Moves, 3, "the first look")
	assert.Zero(t, all[0].Depth)
	assert.Greater(t, len(all[0].Rated), 20)
	assert.NotNil(t, all[1].Threats)
	last := all[len(all)-2]
	assert.Positive(t, last.Depth)
	assert.Positive(t, last.Time)
	assert.Len(t, last.Moves, 3)
	assert.True(t, all[len(all)-1].Done)
	p, err := opened.play()
	require.NoError(t, err)
	for _, v := range last.Moves {
		assert.Equal(t, v.At, v.Line[0])
		assert.Equal(t, board.Empty, p.board.At(p.point(v.At)))
	}
}

// Balanced moves or pairs come in the place of the best ones, the closest to even first; where there is none, that is
// said.
func TestAnalyseBalanced(t *testing.T) {
	last := func(l line, plies int) (last update) {
		ask := analysisRequest{line: l, Top: 3, Time: 200, Balanced: plies}
		err := newServer(t).analyse(context.Background(), newTestTab(t), ask, func(v any) error {
			u := v.(update)
			assert.True(t, u.Rated == nil || u.Moves == nil)
			if u.Moves != nil || u.None {
				last = u
			}
			return nil
		})
		require.NoError(t, err)
		return last
	}
	distance := func(v variation) float64 { return math.Abs(v.Chance - .5) }
	nearer := func(v, u variation) int { return cmp.Compare(distance(v), distance(u)) }
	won := standard(square(7, 7), square(0, 0), square(7, 8), square(0, 14), square(7, 9), square(14, 0), square(7, 10))
	for _, plies := range []int{1, 2} {
		even := last(opened, plies)
		require.Len(t, even.Moves, 3)
		assert.Less(t, distance(even.Moves[0]), .1)
		assert.True(t, slices.IsSortedFunc(even.Moves, nearer))
		assert.GreaterOrEqual(t, len(even.Moves[0].Line), plies)
	}
	lost := last(won, 1)
	assert.True(t, lost.None)
	assert.Empty(t, lost.Moves)
}

func TestThreatsOfBothSides(t *testing.T) {
	s := newServer(t)
	l := standard(square(7, 7), square(7, 9), square(8, 7), square(8, 9), square(9, 7), square(9, 9))
	var got *threats
	err := s.analyse(context.Background(), newTestTab(t), analysisRequest{line: l, Top: 1, Time: 1}, func(v any) error {
		if u := v.(update); u.Threats != nil {
			got = u.Threats
		}
		return nil
	})
	require.NoError(t, err)
	assert.Contains(t, got.Squares, mark{At: square(6, 7), Side: "x", Word: "open four"})
	assert.Contains(t, got.Squares, mark{At: square(6, 9), Side: "o", Word: "open four"})
	require.Len(t, got.Wins, 2)
	for i, side := range []string{"x", "o"} {
		assert.Equal(t, side, got.Wins[i].Side)
		assert.Equal(t, 3, got.Wins[i].Plies)
		assert.Len(t, got.Wins[i].Line, 3)
	}
}

func TestWrongAnalyses(t *testing.T) {
	s, tab := newServer(t), newTestTab(t)
	for want, ask := range map[string]analysisRequest{
		"want 1 to 20 moves, got 0":  {line: opened},
		"want 1 to 20 moves, got 21": {line: opened, Top: 21},
		"move 2: 7,7":                {line: standard(square(7, 7), square(7, 7)), Top: 1},
		"time, threads":              {line: opened, Top: 1, Time: -1},
		"memory and":                 {line: opened, Top: 1, Memory: -1},
		"a depth":                    {line: opened, Top: 1, Depth: -1},
		"2 for pairs, got 3":         {line: opened, Top: 1, Balanced: 3},
	} {
		assert.ErrorContains(t, s.analyse(context.Background(), tab, ask, nil), want)
	}
	var got update
	over := standard(square(3, 7), square(0, 0), square(4, 7), square(2, 0), square(5, 7), square(4, 0),
		square(6, 7), square(6, 0), square(7, 7))
	require.NoError(t, s.analyse(context.Background(), tab, analysisRequest{line: over, Top: 1}, func(v any) error {
		got = v.(update)
		return nil
	}))
	assert.Equal(t, update{End: &ending{9, "x", "row"}, Done: true}, got)
}

// A person may give an analysis fewer threads than the program has, another size of the table, and an end.
func TestLimitsOfAnAnalysis(t *testing.T) {
	all := search.Limits{Threads: 8, Hash: tableBytes}
	assert.Equal(t, all, analysisRequest{}.limit(all))
	assert.Equal(t, search.Limits{Threads: 3, Hash: 1 << 20}, analysisRequest{Threads: 3, Memory: 1}.limit(all))
	assert.Equal(t, search.Limits{Threads: 8, Hash: search.LargestTable},
		analysisRequest{Threads: 99, Memory: 1 << 30}.limit(all))
	assert.Equal(t, search.Limits{Threads: 8, Hash: tableBytes, MaxDepth: 7, MaxNodes: 1e6},
		analysisRequest{Depth: 7, Nodes: 1e6}.limit(all))
}

// An analysis without a limit of time ends at its depth or after its nodes.
func TestAnalysisEndsByDepthOrNodes(t *testing.T) {
	s, tab := newServer(t), newTestTab(t)
	const nodes, checked = 2000, 1000 // a search looks at the limit after each so many nodes at most
	for _, ask := range []analysisRequest{{Depth: 3}, {Nodes: nodes}, {Depth: 3, Balanced: 1}, {Nodes: nodes, Balanced: 1}} {
		ask.line, ask.Top, ask.Threads = opened, 2, 1
		var last update
		require.NoError(t, s.analyse(context.Background(), tab, ask, func(v any) error {
			if u := v.(update); u.Depth > 0 {
				last = u
			}
			return nil
		}))
		if ask.Depth > 0 {
			assert.Equal(t, ask.Depth, last.Depth)
		} else {
			assert.LessOrEqual(t, last.Nodes, uint64(nodes+checked))
		}
	}
}

// A new search of a tab takes the place of the last one, and never runs beside it.
func TestOneSearchATab(t *testing.T) {
	s, tab := newServer(t), newTestTab(t)
	var running, most atomic.Int32
	const searches = 20
	ended := make(chan error, searches)
	for range searches {
		begun := make(chan struct{})
		go func() {
			first := true
			err := s.analyse(context.Background(), tab, analysisRequest{line: opened, Top: 2}, func(any) error {
				if first {
					most.Store(max(most.Load(), running.Add(1)))
					close(begun)
				}
				first = false
				return nil
			})
			if !first {
				running.Add(-1)
			}
			ended <- err
		}()
		<-begun
	}
	_, done, err := tab.begin(context.Background(), 0) // it waits for the end of the last search
	require.NoError(t, err)
	done()
	for range searches {
		require.NoError(t, <-ended)
	}
	assert.LessOrEqual(t, most.Load(), int32(2), "the last one may still report its end")
}

// A question that a newer one overtook on its way ends nothing.
func TestLateQuestion(t *testing.T) {
	tab := newTestTab(t)
	newer, done, err := tab.begin(context.Background(), 2)
	require.NoError(t, err)
	_, _, err = tab.begin(context.Background(), 1)
	assert.ErrorIs(t, err, errReplaced)
	assert.NoError(t, newer.Err())
	done()
}

// The search ends where nobody reads any more.
func TestDeadReader(t *testing.T) {
	s, tab := newServer(t), newTestTab(t)
	gone := errors.New("gone")
	n := 0
	err := s.analyse(context.Background(), tab, analysisRequest{line: opened, Top: 2}, func(any) error {
		if n++; n > 2 {
			return gone
		}
		return nil
	})
	assert.ErrorIs(t, err, gone)
}

// A search that fails says so, and the next one has an engine again.
func TestFailedSearch(t *testing.T) {
	s, tab := newServer(t), newTestTab(t)
	tab.engineFor(board.Freestyle)
	assert.ErrorContains(t, tab.guarded(func() error { panic("too deep") }), "the search failed: too deep")
	assert.Nil(t, tab.engine)
	ask := analysisRequest{line: opened, Top: 1, Time: 1}
	assert.NoError(t, s.analyse(context.Background(), tab, ask, func(any) error { return nil }))
}

// An analysis ends with its page.
func TestAnalysisEndsWithItsPage(t *testing.T) {
	s := newServer(t)
	p := openPage(t, s)
	closeTab := p.open()
	got := p.post(context.Background(), "analyse", analysisRequest{line: opened, Top: 2})
	defer got.Body.Close()
	lines := bufio.NewScanner(got.Body)
	require.True(t, lines.Scan())
	closeTab()
	for lines.Scan() {
		var f failure
		require.NoError(t, json.Unmarshal(lines.Bytes(), &f))
		require.Empty(t, f.Error)
	}
	assert.NoError(t, lines.Err())
}
