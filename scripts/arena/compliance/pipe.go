package compliance

import "slices"

// pipeChecks returns the checks of Gomocup's protocol. The first ones are what the others build on.
func pipeChecks() []check {
	return slices.Concat(startChecks(), endChecks(), gameChecks(), infoChecks(), optionalChecks(), swap2Checks(),
		inputChecks(),
		ruleChecks(needBoard), strengthChecks(needBoard), timeChecks(), resourceChecks(), observedChecks())
}

// Needs of most checks.
var (
	needStart = []string{"start-20"}
	needBegin = []string{"start-20", "begin"}
	needTurn  = []string{"start-20", "begin", "turn"}
	needBoard = []string{"start-20", "board"}
)
