package compliance

import (
	"fmt"
	"time"
)

// noInfo is the limit of a move where the manager told none: the protocol has no default.
const noInfo = 30 * time.Second

func timeChecks() []pipeCheck {
	const why = "a move that comes later than the limit and the manager's tolerance loses"
	return []pipeCheck{
		{"time-0", "a move with timeout_turn 0 comes at once", "the protocol: 0 is as fast as possible", needTurn,
			timed(0, noLimit, time.Second)},
		{"time-100", "moves with timeout_turn 100 keep the limit, the first one too", why, needTurn,
			timed(100*time.Millisecond, noLimit, 0)},
		{"time-1000", "moves with timeout_turn 1000 keep the limit", why, needTurn,
			timed(time.Second, noLimit, 0)},
		{"time-left", "a move with less time_left than timeout_turn keeps time_left", why, needTurn,
			timed(thinking, time.Second, 0)},
		{"time-overdrawn", "a move with a negative time_left comes at once",
			"Piskvork sends it within its tolerance", needTurn,
			timed(thinking, -100*time.Millisecond, time.Second)},
		{"time-changed", "a new timeout_turn in the middle of a game holds for the next move", "managers for people",
			needTurn, timeChanged},
	}
}

// timed asks for moves with limits, and has late judge them.
func timed(turn, left, most time.Duration) func(*pipeProbe) {
	return func(p *pipeProbe) {
		p.start()
		if left != noLimit {
			p.send("INFO timeout_match 60000")
		}
		p.left = left
		p.limits(turn)
		p.begin()
		p.late(most)
		for n := range p.moves(2, 0) {
			p.send(fmt.Sprintf("INFO time_left %d", left.Milliseconds()))
			p.reply(p.free(n))
			p.late(most)
		}
	}
}

func timeChanged(p *pipeProbe) {
	p.newGame()
	p.limits(time.Second)
	p.begin()
	p.limits(100 * time.Millisecond)
	for n := range 3 {
		p.reply(p.free(n))
		p.late(0)
	}
}

func resourceChecks() []pipeCheck {
	return []pipeCheck{
		{"memory", "max_memory is kept during a search", "tournaments: more loses the game", needTurn, memory},
		{"idle", "the brain rests while its opponent thinks", "Gomocup forbids to think in the opponent's time",
			needTurn, idle},
		{"unasked", "nothing but MESSAGE and DEBUG comes unasked",
			"a manager takes it for the answer to the next command", needTurn, unasked},
	}
}

func memory(p *pipeProbe) {
	p.start()
	p.send(fmt.Sprintf("INFO max_memory %d", p.memoryLimit()))
	p.limits(time.Second)
	p.begin()
	p.reply(p.free(1))
	p.judgeMemory()
}

const (
	idleTime  = 2 * time.Second
	idleLimit = idleTime / 8 // of processor time
)

func idle(p *pipeProbe) {
	p.newGame()
	p.begin()
	p.reply(p.free(1))
	p.wait(idleTime / 4)
	if p.over {
		return
	}
	before, known := p.prog.CPU()
	if !known {
		p.stop(Skipped, "this system does not tell the processor time of a running program")
		return
	}
	p.wait(idleTime)
	after, _ := p.prog.CPU()
	if used := after - before; used > idleLimit {
		p.warn("used %v of processor time in %v without a question", used, idleTime)
	}
}

func unasked(p *pipeProbe) {
	p.newGame()
	p.begin()
	for n := range 3 {
		p.reply(p.free(n))
		if p.over {
			return
		}
		if l, why := p.read(p.patience() / 20); why == gotLine && l.kind != other {
			p.fail("said %q after its answer", l.text)
		} else if why == hasEnded {
			p.fail("it ended after its answer%s", p.exit())
		}
	}
}
