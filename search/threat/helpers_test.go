package threat

import (
	"os"
	"runtime/debug"
	"sync"
	"testing"

	"tahoun/board"
	"tahoun/search/position"
)

// A position takes a megabyte and there is little else: by the default every fourth position of a test would begin
// with a collection.
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
