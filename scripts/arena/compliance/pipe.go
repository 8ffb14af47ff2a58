package compliance

import "slices"

type pipeCheck = check[*pipeProbe]

// pipeChecks returns the checks of Gomocup's protocol. The others build on the first ones.
func pipeChecks() []pipeCheck {
	return slices.Concat(startChecks(), endChecks(), gameChecks(), infoChecks(), optionalChecks(), swap2Checks(),
		inputChecks(), ofGames[*pipeProbe](ruleChecks(needBoard)), ofGames[*pipeProbe](strengthChecks(needBoard)),
		timeChecks(), resourceChecks(), pipeSeenChecks())
}

// Needs of most checks.
var (
	needStart = []string{"start-20"}
	needBegin = []string{"start-20", "begin"}
	needTurn  = []string{"start-20", "begin", "turn"}
	needBoard = []string{"start-20", "board"}
)

func pipeSeenChecks() []pipeCheck {
	return []pipeCheck{
		seenCheck("answer-form", needStart, "a move is written x,y and nothing else",
			"the protocol; managers read more or less of other forms",
			func(p *pipeProbe) string { return quoted("answered %", p.seen.form) }),
		seenCheck("line-ends", needStart, "lines end with LF where the manager's do",
			"GomocupJudgeLocal on Linux does not take OK with a CR for OK",
			func(p *pipeProbe) string { return quoted("% ends with CR LF", p.seen.cr) }),
		seenCheck("words", needStart, "every line is an answer or begins with MESSAGE, DEBUG, ERROR or UNKNOWN",
			"the protocol has no other lines; managers drop or misread them",
			func(p *pipeProbe) string { return quoted("wrote %", p.seen.stray) }),
		seenCheck("whole-lines", needStart, "the output ends with the end of a line", "managers read lines",
			func(p *pipeProbe) string { return quoted("the output ended with %", p.seen.unfinished) }),
		seenCheck("exit-code", needStart, "the exit code after END is 0",
			"scripts and logs take another one for a crash", func(p *pipeProbe) string { return p.seen.exit }),
		seenCheck("stderr", needStart, "standard error stays empty",
			"some managers do not read it, and a full pipe stops the program",
			func(p *pipeProbe) string { return quoted("wrote %", lastLine(p.stderr)) }),
		seenCheck("files", needStart, "no files are left in the working folder",
			"the protocol: temporary files are in a folder named as the brain",
			func(p *pipeProbe) string { return quoted("left % in the working folder", p.seen.left) }),
	}
}
