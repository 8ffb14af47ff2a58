package compliance

import (
	"fmt"
	"time"
)

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
