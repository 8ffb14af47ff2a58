package compliance

import (
	"slices"
	"strings"
	"time"

	"tahoun/board"
	"tahoun/scripts/internal/koth"
)

type kothCheck = check[*kothProbe]

// A kothProbe is the probe of the protocol of the Swap2 king-of-the-hill.
type kothProbe struct{ *lineProbe }

func newKothProbe(p *probe) *kothProbe { return &kothProbe{newLineProbe(p)} }

func kothChecks() []kothCheck {
	const judge = "the judge ends the game otherwise"
	phase := func(m koth.Message, want func(koth.Reply) bool) func(*kothProbe) {
		return func(p *kothProbe) { p.phase(m, want) }
	}
	shuffled := kothStones(5)
	slices.Reverse(shuffled)
	return []kothCheck{
		{"open", "A is answered with three squares", judge, nil, phase(koth.Message{Phase: koth.Open}, squaresOnly(3))},
		{"answer", "B with three stones is answered with a colour or two squares", judge, []string{"open"},
			phase(koth.Message{Phase: koth.Answer, Stones: kothStones(3)}, either(colourOnly, squaresOnly(2)))},
		{"choose", "C with five stones is answered with a colour", judge, []string{"open"},
			phase(koth.Message{Phase: koth.Choose, Stones: kothStones(5)}, colourOnly)},
		{"round", "a round is answered with one square", judge, []string{"open"}, kothRounds},
		{"order", "stones may come in any order", "the judge shuffles them", []string{"round"},
			phase(koth.Message{Phase: koth.Round, Stones: shuffled}, squaresOnly(1))},
		{"exit", "EXIT ends the bot", "the judge waits half a second and then kills it", []string{"open"},
			func(p *kothProbe) {
				p.phase(koth.Message{Phase: koth.Open}, squaresOnly(3))
				p.send(koth.Message{Phase: koth.Exit, Winner: "opponent"}.String())
				p.ends("EXIT", Fail)
			}},
		{"eof", "the end of its input ends the bot", "a judge that was killed leaves no process behind otherwise",
			[]string{"open"},
			func(p *kothProbe) {
				p.phase(koth.Message{Phase: koth.Open}, squaresOnly(3))
				p.closeInput()
				p.ends("the end of its input", Fail)
			}},
		seenCheck("stderr", []string{"open"}, "standard error stays empty", "a full pipe stops the program",
			func(p *kothProbe) string { return quoted("wrote %", lastLine(p.stderr)) }),
	}
}

// kothStones returns the first n stones of an opening.
func kothStones(n int) (stones []koth.Stone) {
	side := board.X
	for _, at := range squares("7,7 8,7 9,9 8,8 8,6")[:n] {
		stones = append(stones, koth.Stone{At: at, Side: side})
		side = side.Other()
	}
	return stones
}

func squaresOnly(n int) func(koth.Reply) bool {
	return func(r koth.Reply) bool { return r.Takes == board.Empty && len(r.Squares) == n }
}

func colourOnly(r koth.Reply) bool { return r.Takes != board.Empty && len(r.Squares) == 0 }

func either(a, b func(koth.Reply) bool) func(koth.Reply) bool {
	return func(r koth.Reply) bool { return a(r) || b(r) }
}

// kothLimit is how long the judge waits for an answer.
const kothLimit = 2 * time.Second

// phase sends a message, and checks the reply's form and that its squares are free.
func (p *kothProbe) phase(m koth.Message, want func(koth.Reply) bool) koth.Reply {
	p.send(m.String())
	command, _, _ := strings.Cut(m.String(), " ")
	l := p.text(command, kothLimit+p.Spec.Grace+p.Spec.Startup)
	if p.over {
		return koth.Reply{}
	}
	reply, err := koth.ParseReply(l.text)
	if err != nil || !want(reply) {
		p.fail("answered %s with %q", command, l.text)
		return reply
	}
	taken := map[board.Point]bool{}
	for _, s := range m.Stones {
		taken[s.At] = true
	}
	for _, at := range reply.Squares {
		if taken[at] {
			p.fail("answered %s with %q: %v is not free", command, l.text, at)
		}
		taken[at] = true
	}
	return reply
}

func kothRounds(p *kothProbe) {
	stones := kothStones(5)
	for number := range 4 {
		r := p.phase(koth.Message{Phase: koth.Round, Number: number, Stones: stones}, squaresOnly(1))
		if p.over {
			return
		}
		stones = append(stones, koth.Stone{At: r.Squares[0], Side: board.O})
		for i := range koth.Size {
			at := board.Point{X: i, Y: 0}
			if !slices.ContainsFunc(stones, func(s koth.Stone) bool { return s.At == at }) {
				stones = append(stones, koth.Stone{At: at, Side: board.X})
				break
			}
		}
	}
}
