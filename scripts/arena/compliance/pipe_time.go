package compliance

import (
	"fmt"
	"time"
)

// noInfo is the limit of a move where the manager told none: the protocol has no default.
const noInfo = 30 * time.Second

// timeChecks are the limits of time.
func timeChecks() []check {
	const why = "a move that comes later than the limit and the manager's tolerance loses"
	return []check{
		{"time-0", "a move with timeout_turn 0 comes at once", "the protocol: 0 is as fast as possible", needTurn,
			func(p *probe) { p.timed(0, noLimit, time.Second) }},
		{"time-100", "moves with timeout_turn 100 keep the limit, the first one too", why, needTurn,
			func(p *probe) { p.timed(100*time.Millisecond, noLimit, 0) }},
		{"time-1000", "moves with timeout_turn 1000 keep the limit", why, needTurn,
			func(p *probe) { p.timed(time.Second, noLimit, 0) }},
		{"time-left", "a move with less time_left than timeout_turn keeps time_left", why, needTurn,
			func(p *probe) { p.timed(thinking, time.Second, 0) }},
		{"time-overdrawn", "a move with a negative time_left comes at once",
			"Piskvork sends it within its tolerance", needTurn, func(p *probe) {
				p.timed(thinking, -100*time.Millisecond, time.Second)
			}},
		{"time-changed", "a new timeout_turn in the middle of a game holds for the next move", "managers for people",
			needTurn, timeChanged},
	}
}

// timed asks for three moves with limits, and has late judge them.
func (p *probe) timed(turn, left, most time.Duration) {
	p.start(startCommand, size, size)
	if left != noLimit {
		p.send("INFO timeout_match 60000")
	}
	p.setLimits(turn, left)
	p.begin()
	p.late(most)
	for n := range 2 {
		p.send(fmt.Sprintf("INFO time_left %d", left.Milliseconds()))
		p.reply(p.free(n))
		p.late(most)
	}
}

func (p *probe) setLimits(turn, left time.Duration) {
	p.left = left
	p.limits(turn)
}

// slack is by how much a move may be late without a warning: a busy machine takes a core away for so long.
const slack = 50 * time.Millisecond

// late gives a warning if a second move of the check took longer than its limit or, if that is not 0, than most. One
// late move may be the machine's fault.
func (p *probe) late(most time.Duration) {
	if most == 0 {
		most = p.limit()
	}
	if p.took <= most+slack {
		return
	}
	if p.lateMoves++; p.lateMoves == 2 {
		p.warn("took %v for a move, want %v at most; managers allow some tolerance", p.took.Round(time.Millisecond), most)
	}
}

func timeChanged(p *probe) {
	p.newGame()
	p.setLimits(time.Second, noLimit)
	p.begin()
	p.setLimits(100*time.Millisecond, noLimit)
	for n := range 3 {
		p.reply(p.free(n))
		p.late(0)
	}
}
