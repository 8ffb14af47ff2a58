package compliance_test

import (
	"strings"
	"testing"

	"tahoun/scripts/internal/koth"
	"tahoun/scripts/internal/player"
)

// bot answers a message of the judge of the king-of-the-hill. It reports whether the program ends.
func (p *piper) bot(text string) (over bool) {
	m, _ := koth.ParseMessage(strings.TrimSpace(text))
	free := koth.Stone{}.At
	for _, s := range m.Stones {
		if s.At == free && p.fault != "plays on stones" {
			free.Y++
		}
	}
	switch m.Phase {
	case koth.Open:
		p.say(map[bool]string{false: "(7,7) (8,7) (9,9)", true: "(7,7) (8,7)"}[p.fault == "opens with two squares"])
	case koth.Answer:
		p.say(map[bool]string{false: "B", true: "red"}[p.fault == "takes red"])
	case koth.Choose:
		p.say(map[bool]string{false: "W", true: "(1,1)"}[p.fault == "never chooses"])
	case koth.Round:
		if p.fault == "plays on stones" {
			free = m.Stones[0].At
		}
		if p.fault == "trusts the order" && m.Stones[0].At.X != 7 {
			p.say("(9,9) (9,9)")
		} else {
			p.say("(" + free.String() + ")")
		}
	case koth.Exit:
		return p.fault != "ignores EXIT"
	}
	return false
}

// A fault of a bot is named, and no other check complains.
func TestKothFaults(t *testing.T) {
	testFaults(t, player.Koth, 8, "", []faultCase{
		{"opens with two squares", "open", "", `answered A with "(7,7) (8,7)"`},
		{"takes red", "answer", "", `answered B with "red"`},
		{"never chooses", "choose", "", `answered C with "(1,1)"`},
		{"plays on stones", "round", "", "7,7 is not free"},
		{"trusts the order", "order", "", `answered 0 with "(9,9) (9,9)"`},
		{"ignores EXIT", "exit", "", "still running 2s after EXIT"},
		{"ignores the end of input", "eof", "", "still running 2s after the end of its input"},
		{"stderr", "", "stderr", "debug output"},
	})
}
