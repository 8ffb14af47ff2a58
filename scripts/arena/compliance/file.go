package compliance

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"tahoun/board"
	"tahoun/scripts/internal/manager"
)

type fileCheck = check[*fileProbe]

// The other checks of the protocol build on this one.
var needMove = []string{"move"}

func fileChecks() []fileCheck {
	return slices.Concat(fileGameChecks(), formChecks(), ofGames[*fileProbe](ruleChecks(needMove)),
		ofGames[*fileProbe](strengthChecks(needMove)), fileTimeChecks(), fileSeenChecks())
}

func fileGameChecks() []fileCheck {
	return []fileCheck{
		{"move", "an empty board of 20x20 gets a legal move in TAH.DAT", "every manager; Gomocup plays 20x20", nil,
			func(p *fileProbe) { p.ask(setup{}) }},
		{"answer", "a board with stones gets a legal move, for either side", "every manager", needMove,
			func(p *fileProbe) {
				p.ask(usual)
				p.ask(usualSecond)
			}},
		{"game", "a game in one folder has legal moves only",
			"managers keep the folder for a game, with what the brain left in it", needMove,
			func(p *fileProbe) { p.byBoard() }},
		{"sizes", "boards of 5 to 30 get legal moves", "Piskvork offers all sizes; Gomocup plays 15 and 20",
			needMove, fileSizes},
		{"rectangles", "boards that are not square get legal moves", "Piskvork offers them", needMove, rectangles},
		{"side", "TAH.DAT says whose turn it is, whatever the counts of stones", "openings and continuous games",
			needMove, side},
	}
}

// fileSizes asks for two moves on every size. A brain cannot refuse a size: it gives no move.
func fileSizes(p *fileProbe) {
	eachSize(p.gameProbe, func(size int) (accepted bool) {
		p.empty(size, size)
		p.move(form{})
		if p.unanswered() {
			return false
		}
		p.put(p.corner())
		p.move(form{})
		return true
	})
}

func rectangles(p *fileProbe) {
	for _, size := range [][2]int{{12, 17}, {17, 12}} {
		p.empty(size[0], size[1])
		for n := range 4 {
			p.move(form{})
			if p.unanswered() {
				p.stop(Unsupported, "no move on %dx%d", size[0], size[1])
			}
			if n < 2 {
				p.put(p.corner())
			} else if !p.over {
				p.put(p.free(n))
			}
		}
	}
}

func side(p *fileProbe) {
	p.empty(size, size)
	p.set(setup{own: "4,7 5,7 6,7 7,7 0,0", theirs: "4,9 5,9 6,9 7,9 14,14"})
	p.side = board.O
	at := p.move(form{})
	if !p.over && !p.finished {
		p.warn("o has four in a row and played %v, which does not complete them", at)
	}
	// GomocupJudge calls a brain's own stones x even where it moves second.
	p.empty(size, size)
	p.set(setup{own: "4,7 5,7 6,7 7,7", theirs: "4,9 5,9 6,9 7,9 14,14"})
	p.board.SwapSides()
	p.side = board.X
	if at = p.move(form{}); !p.over && !p.finished {
		p.warn("x has four in a row and fewer stones than o, and played %v, which does not complete them", at)
	}
}

func fileSeenChecks() []fileCheck {
	return []fileCheck{
		seenCheck("answer-form", needMove, "TAH.DAT holds x,y and nothing else",
			"managers read more or less of other forms",
			func(p *fileProbe) string { return quoted("TAH.DAT holds %", p.seen.form) }),
		seenCheck("message", needMove, "MSG.DAT has one line at most", "some managers show only the first",
			func(p *fileProbe) string { return quoted("MSG.DAT holds %", p.seen.message) }),
		seenCheck("exit-code", needMove, "the exit code is 0", "scripts and logs take another one for a crash",
			func(p *fileProbe) string { return p.seen.exit }),
		seenCheck("others-files", needMove, "only TAH.DAT and MSG.DAT are written", "the protocol",
			func(p *fileProbe) string { return quoted("changed %", p.seen.changed) }),
		seenCheck("files", needMove, "no files are left in the working folder",
			"the protocol: temporary files are in a folder named as the brain",
			func(p *fileProbe) string { return quoted("left % in the working folder", p.seen.left) }),
	}
}

func fileTimeChecks() []fileCheck {
	const why = "a later move loses, but for the tolerance; the clock runs from the process's start to its end"
	timed := func(name, want string, turn, left, most time.Duration, edit func(int, string) string) fileCheck {
		return fileCheck{name, want, why, needMove, func(p *fileProbe) {
			for range p.moves(3, 1) {
				p.empty(size, size)
				p.set(usual)
				p.move(form{turn: turn, left: left, timed: true, edit: edit})
				p.late(most)
			}
		}}
	}
	return []fileCheck{
		timed("time-0", "a move with limit 0 comes at once", 0, noLimit, time.Second, nil),
		timed("time-500", "moves with timeout_turn 500 keep the limit, though TIMEOUTS.DAT says 0",
			500*time.Millisecond, noLimit, 0, nil),
		timed("time-1000", "moves with timeout_turn 1000 keep the limit", time.Second, noLimit, 0, nil),
		timed("time-timeouts", "moves keep the limit of TIMEOUTS.DAT where INFO.DAT is missing", time.Second,
			noLimit, 0, only(manager.InfoFile, missing)),
		timed("time-left", "a move with less time left than its limit keeps the time left", thinking, time.Second, 0,
			nil),
		timed("time-overdrawn", "a move with a negative time left comes at once", thinking, -100*time.Millisecond,
			time.Second, nil),
		{"memory", "350 MiB are enough for a move of a second", "Gomocup: more loses the game", needMove, fileMemory},
	}
}

func fileMemory(p *fileProbe) {
	p.empty(size, size)
	p.set(usual)
	told := func(text string) string {
		return strings.Replace(text, "max_memory 0", fmt.Sprintf("max_memory %d", p.memoryLimit()), 1)
	}
	p.move(form{turn: time.Second, left: noLimit, timed: true, edit: only(manager.InfoFile, told)})
	p.judgeMemory()
}
