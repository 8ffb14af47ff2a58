package compliance

import (
	"fmt"
	"time"

	"tahoun/scripts/internal/game"
)

// gomocupMemory is the memory limit of Gomocup, in bytes.
const gomocupMemory = 350 << 20

// resourceChecks are memory, and what a brain does while its opponent thinks.
func resourceChecks() []check {
	return []check{
		{"memory", "max_memory is kept during a search", "tournaments: more loses the game", needTurn, memory},
		{"idle", "the brain rests while its opponent thinks", "Gomocup forbids to think in the opponent's time",
			needTurn, idle},
		{"unasked", "nothing but MESSAGE and DEBUG comes unasked",
			"a manager takes it for the answer to the next command", needTurn, unasked},
	}
}

func memory(p *probe) {
	most := p.Spec.Memory
	if most == 0 {
		most = gomocupMemory
	}
	p.start(startCommand, size, size)
	p.send(fmt.Sprintf("INFO max_memory %d", most))
	p.limits(time.Second)
	p.begin()
	p.reply(p.free(1))
	if p.over {
		return
	}
	switch used := p.prog.Memory(); {
	case used == 0:
		p.stop(Skipped, "this system does not tell the memory of a running program")
	case used > most:
		p.fail("used %s, limit %s", game.MiB(used), game.MiB(most))
	default:
		p.remark("%s of %s", game.MiB(used), game.MiB(most))
	}
}

const (
	idleTime  = 2 * time.Second
	idleLimit = idleTime / 8 // of processor time
)

func idle(p *probe) {
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

func unasked(p *probe) {
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
