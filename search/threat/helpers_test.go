package threat

import (
	"sync"

	"tahoun/board"
	"tahoun/search/position"
)

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
