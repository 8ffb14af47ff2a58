package compliance

import (
	"fmt"
	"strings"
	"time"

	"tahoun/scripts/internal/manager"
)

func fileTimeChecks() []fileCheck {
	const why = "a later move loses, but for the tolerance; the clock runs from the process's start to its end"
	timed := func(name, want string, turn, left, most time.Duration, edit func(int, string) string) fileCheck {
		return fileCheck{name, want, why, needMove, func(p *fileProbe) {
			for range 3 {
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
