package search

import (
	"context"
	"os"
	"runtime/debug"
	"sync"
	"testing"

	"tahoun/board"
	"tahoun/search/position"
)

// A turn needs some megabytes and there is little else: by the default nearly every turn of a test would begin with
// a collection, which took half the time of all.
func TestMain(m *testing.M) {
	debug.SetGCPercent(300)
	os.Exit(m.Run())
}

// testRules returns the tables of a rule, built once for all tests.
func testRules(rule board.Rule) *position.RuleTables {
	testRulesLock.Lock()
	defer testRulesLock.Unlock()
	if testRulesBuilt[rule] == nil {
		testRulesBuilt[rule] = position.NewRuleTables(rule, nil)
	}
	return testRulesBuilt[rule]
}

var (
	testRulesLock  sync.Mutex
	testRulesBuilt = map[board.Rule]*position.RuleTables{}
)

// engine returns an engine for a rule that is known already.
func engine(rule board.Rule) *Engine { return &Engine{Params: DefaultParams, rules: testRules(rule)} }

// testJob returns a job with a node limit.
func testJob(b *board.Board, side board.Stone, rule board.Rule, nodes uint64) *Job {
	return engine(rule).NewJob(b, side, Limits{Nodes: nodes, Left: NoLimit})
}

// run returns the last answer of a job.
func run(j *Job) (board.Point, string) {
	move, note := j.StaticMove()
	j.Think(context.Background(), func(p board.Point, n string) { move, note = p, n })
	return move, note
}
