package search

import (
	"context"
	"os"
	"runtime/debug"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"tahoun/board"
)

// A turn needs some megabytes and there is little else: by the default nearly every turn of a test would begin with
// a collection, which took half the time of all.
func TestMain(m *testing.M) {
	debug.SetGCPercent(1000)
	os.Exit(m.Run())
}

// testRules returns the tables of a rule, built once for all tests.
func testRules(rule board.Rule) *ruleTables {
	testRulesLock.Lock()
	defer testRulesLock.Unlock()
	if testRulesBuilt[rule] == nil {
		testRulesBuilt[rule] = newRuleTables(rule, nil)
	}
	return testRulesBuilt[rule]
}

var (
	testRulesLock  sync.Mutex
	testRulesBuilt = map[board.Rule]*ruleTables{}
)

// engine returns an engine for a rule that is known already.
func engine(rule board.Rule) *Engine { return &Engine{Params: DefaultParams, rules: testRules(rule)} }

// testJob returns a job with a node limit.
func testJob(b *board.Board, side board.Stone, rule board.Rule, nodes uint64) *Job {
	return engine(rule).NewJob(b, side, Limits{Nodes: nodes, Left: NoLimit})
}

// run returns the last answer of a job.
func run(t *Job) (board.Point, string) {
	move, note := t.StaticMove()
	t.Think(context.Background(), func(p board.Point, n string) { move, note = p, n })
	return move, note
}

// afterEveryMove tells whether holds is true after each legal move of the side to move.
func afterEveryMove(p *position, holds func() bool) bool {
	return !slices.ContainsFunc(p.allEmpty(), func(c cell) bool {
		if !p.mayPlay(c) {
			return false
		}
		p.make(c)
		defer p.unmake()
		return !holds()
	})
}

// requireFresh requires that p equals the setup of its board.
func requireFresh(t *testing.T, p *position) {
	t.Helper()
	fresh := newPosition(p.board(), stoneOf(p.side), p.rules)
	for c := range cell(p.cells) {
		if p.isEmpty(c) {
			require.Equal(t, fresh.code[c], p.code[c], "code of %v", p.point(c))
		}
	}
	require.Equal(t, fresh.now().counts, p.now().counts)
	require.Equal(t, fresh.now().acc, p.now().acc)
	require.Equal(t, fresh.now().key, p.now().key)
	require.Equal(t, fresh.now().empty, p.now().empty)
	require.Equal(t, fresh.line, p.line)
	require.Equal(t, fresh.candidates(nil), p.candidates(nil))
}
