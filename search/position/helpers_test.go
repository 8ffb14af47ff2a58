package position

import (
	"sync"

	"tahoun/board"
)

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
