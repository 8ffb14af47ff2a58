package position

import (
	"os"
	"runtime/debug"
	"sync"
	"testing"

	"tahoun/board"
)

// A position takes a megabyte and there is little else: by the default every fourth position of a test would begin
// with a collection.
func TestMain(m *testing.M) {
	debug.SetGCPercent(300)
	os.Exit(m.Run())
}

// testRules returns the tables of a rule, built once for all tests.
func testRules(rule board.Rule) *RuleTables {
	testRulesLock.Lock()
	defer testRulesLock.Unlock()
	if testRulesBuilt[rule] == nil {
		testRulesBuilt[rule] = NewRuleTables(rule, nil)
	}
	return testRulesBuilt[rule]
}

var (
	testRulesLock  sync.Mutex
	testRulesBuilt = map[board.Rule]*RuleTables{}
)
