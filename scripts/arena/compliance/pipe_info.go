package compliance

import (
	"fmt"
	"strings"
)

func infoChecks() []pipeCheck {
	const silent = "the protocol: INFO has no answer; a manager takes one for that to the next command"
	return []pipeCheck{
		{"info-keys", "no INFO of the protocol is answered, and a move follows", silent, needBegin,
			func(p *pipeProbe) { silentInfos(gomocupInfos(p)...)(p) }},
		{"info-unknown", "an INFO with an unknown key is not answered",
			silent + "; Yixin-Board and c-gomoku-cli send keys of their own", needBegin,
			silentInfos("no_such_key 1", "thread_num 1", "max_depth 100", "max_node 1000000", "hash_size 65536",
				"caution_factor 3")},
		{"info-wrong", "an INFO without a key or with a wrong value is not answered", silent, needBegin,
			silentInfos("", "rule", "rule x", "timeout_match -5", "game_type 99", "folder")},
		{"info-first", "INFO before START is silent and START follows",
			"the protocol allows it: limits come before or after START", needBegin,
			func(p *pipeProbe) {
				p.send(p.quickInfo(), "INFO timeout_match 0", "INFO rule 0")
				p.start()
				p.begin()
			}},
		{"info-none", "a move without any INFO comes", "the protocol: a brain copes with INFO that is not sent",
			needBegin, infoNone},
		{"info-memory", "a max_memory that is too small is not answered before the next command",
			"the protocol: managers do not read while they send INFO", needBegin, smallMemory},
	}
}

// gomocupInfos returns the keys of the protocol.
func gomocupInfos(p *pipeProbe) []string {
	p.launch()
	if p.over {
		return nil
	}
	infos := []string{strings.TrimPrefix(p.quickInfo(), "INFO "), "timeout_match 0", "timeout_match 100000",
		"time_left 2147483647", "time_left 100000", "max_memory 0", "max_memory 367001600", "evaluate 5,5"}
	for _, n := range []int{0, 1, 2, 3} {
		infos = append(infos, fmt.Sprintf("game_type %d", n))
	}
	for _, n := range []int{1, 2, 4, 8, 0} {
		infos = append(infos, fmt.Sprintf("rule %d", n))
	}
	return append(infos, "folder "+p.prog.Persistent())
}

// silentInfos sends each INFO in a game of its own, and asks for a move after it.
func silentInfos(infos ...string) func(*pipeProbe) {
	return func(p *pipeProbe) {
		for _, info := range infos {
			p.forget()
			p.newGame()
			p.send(strings.TrimSpace("INFO "+info), "BEGIN")
			l := p.answer("BEGIN", p.movePatience())
			notPlayed := strings.HasPrefix(info, "rule ") && info != "rule 0"
			switch {
			case l.kind == failure && notPlayed:
			case l.kind == failure || l.kind == unknown || l.kind == okay:
				p.fail("answered INFO %s with %q", info, l.text)
			case l.kind == move:
				p.judge(pointOf(l.text))
			}
		}
	}
}

func infoNone(p *pipeProbe) {
	p.start()
	p.turn = noInfo
	p.begin()
}

func smallMemory(p *pipeProbe) {
	p.newGame()
	p.send("INFO max_memory 1000")
	if p.over {
		return
	}
	if l, why := p.read(p.patience() / 20); why == gotLine {
		p.warn("answered INFO max_memory 1000 with %q at once", l.text)
		return
	} else if why == hasEnded {
		p.fail("it ended%s", p.exit())
	}
	p.send("BEGIN")
	p.answer("BEGIN", p.movePatience()) // a move or an ERROR
}
