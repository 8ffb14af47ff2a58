package compliance

import (
	"cmp"
	"strings"
	"time"

	"tahoun/board"
	"tahoun/scripts/internal/game"
	"tahoun/scripts/internal/manager"
)

// A gameProbe is the part of a probe that plays games, whatever the protocol: the board, the rule and the limits.
type gameProbe struct {
	*probe
	ask func(setup) board.Point // for a move in a position of a new game

	rule     board.Rule
	board    *board.Board
	side     board.Stone // to move
	finished bool        // the last move won

	turn, left time.Duration // limits, as the program was told; left: noLimit if there is none
	took       time.Duration // of the last move
	lateMoves  int
}

const noLimit = manager.NoLimit * time.Millisecond

func newGameProbe(p *probe) *gameProbe {
	g := &gameProbe{probe: p, left: noLimit}
	g.turn = g.quick()
	return g
}

// A gameProber is a probe of a protocol in which a program plays games.
type gameProber interface {
	prober
	games() *gameProbe
}

func (p *gameProbe) games() *gameProbe { return p }

// ofGames returns checks of games as checks of a protocol.
func ofGames[P gameProber](checks []check[*gameProbe]) (all []check[P]) {
	for _, k := range checks {
		all = append(all, check[P]{k.name, k.want, k.why, k.needs, func(p P) { k.run(p.games()) }})
	}
	return all
}

// quick returns the time of a move in checks that are not about time.
func (p *gameProbe) quick() time.Duration {
	const usual = 100 * time.Millisecond
	if p.Spec.Turn > 0 {
		return min(usual, p.Spec.Turn)
	}
	return usual
}

// size is the size of the board in checks that are not about sizes: the one that every brain must play.
const size = 20

func (p *gameProbe) empty(width, height int) {
	p.board, p.side, p.finished = board.New(width, height), board.X, false
}

// A setup is a position to ask for a move in: the program's own stones, the opponent's, and walls, as "x,y x,y".
type setup struct{ own, theirs, walls string }

// Positions without a threat: the program has as many stones as its opponent, or one less.
var (
	usual       = setup{own: "9,9 10,8", theirs: "10,10 11,9"}
	usualSecond = setup{own: "9,9", theirs: "10,10 11,9"}
)

func squares(text string) (all []board.Point) {
	for field := range strings.FieldsSeq(text) {
		all = append(all, pointOf(field))
	}
	return all
}

// pointOf returns the square at the start of an answer.
func pointOf(text string) board.Point {
	at, _, _ := manager.ScanMove(text)
	return at
}

type placement struct {
	at    board.Point
	stone board.Stone
}

// set makes the position on an empty board, and returns its stones. They come in turn, as a renju manager has to send
// them, x first: the program has x unless it has fewer stones than the opponent.
func (p *gameProbe) set(s setup) (stones []placement) {
	if p.over {
		return nil
	}
	first, second := squares(s.own), squares(s.theirs)
	p.side = board.X
	if len(first) < len(second) {
		p.side, first, second = board.O, second, first
	}
	for i, at := range first {
		stones = append(stones, placement{at, board.X})
		if i < len(second) {
			stones = append(stones, placement{second[i], board.O})
		}
	}
	for _, at := range squares(s.walls) {
		stones = append(stones, placement{at, board.Wall})
	}
	for _, s := range stones {
		p.board.Set(s.at, s.stone)
	}
	return stones
}

// put plays a move of the manager's own.
func (p *gameProbe) put(at board.Point) {
	if p.over {
		return
	}
	out, err := p.board.Play(at, p.side, p.rule)
	if err != nil {
		p.over, p.err = true, err
		return
	}
	p.side, p.finished = p.side.Other(), out.Five()
}

// judge plays the program's move, if it is legal.
func (p *gameProbe) judge(at board.Point) {
	if p.over {
		return
	}
	side := p.side
	foul := p.board.Contains(at) && p.rule.Forbids(side) && p.board.Forbidden(at, p.rule)
	out, err := p.board.Play(at, side, p.rule)
	switch {
	case err != nil:
		p.fail("illegal move: %v", err)
	case foul:
		p.fail("forbidden move: x may not play %v by renju", at)
	}
	p.side, p.finished = side.Other(), out.Five()
}

// free returns an empty square that is not forbidden, near the middle, the n-th of them.
func (p *gameProbe) free(n int) board.Point {
	if p.over {
		return board.Point{}
	}
	w, h := p.board.Width(), p.board.Height()
	var last board.Point
	for ring := range max(w, h) {
		for at, s := range p.board.Points {
			far := max(at.X-w/2, w/2-at.X, at.Y-h/2, h/2-at.Y)
			if far != ring || s != board.Empty || p.side == board.X && p.board.Forbidden(at, p.rule) {
				continue
			}
			if last = at; n == 0 {
				return at
			}
			n--
		}
	}
	return last
}

// byBoard lets the program play both sides, with the whole position for every move.
func (p *gameProbe) byBoard() {
	var s setup
	for n := 0; n < p.gameMoves() && !p.over && !p.finished; n++ {
		p.forget()
		at := p.ask(s)
		s.own, s.theirs = s.theirs, s.own+" "+at.String()
	}
}

// gameMoves returns how many moves the program plays against itself.
func (p *gameProbe) gameMoves() int { return p.moves(30, 8) }

// asapLimit is how long a move at limit 0, as fast as possible, may take.
const asapLimit = 5 * time.Second

func (p *gameProbe) limit() time.Duration {
	return max(0, min(cmp.Or(p.turn, asapLimit), p.left))
}

func (p *gameProbe) clock(took time.Duration) {
	if p.took = took; took > p.limit()+p.Spec.Grace {
		p.fail("took %v for a move, limit %v", took.Round(time.Millisecond), p.limit())
	}
}

// slack is by how much a move may be late without a warning: a busy machine takes a core away for so long.
const slack = 50 * time.Millisecond

// late gives a warning if a second move of the check took longer than its limit or, if that is not 0, than most. One
// late move may be the machine's fault.
func (p *gameProbe) late(most time.Duration) {
	if most = cmp.Or(most, p.limit()); p.took <= most+slack {
		return
	}
	if p.lateMoves++; p.lateMoves == 2 {
		p.warn("took %v for a move, want %v at most; managers allow some tolerance", p.took.Round(time.Millisecond),
			most)
	}
}

// thinking is the time of a search that is broken off, or that has less time left.
const thinking = 20 * time.Second

const gomocupMemory = 350 << 20 // bytes

func (p *gameProbe) memoryLimit() int64 { return cmp.Or(p.Spec.Memory, gomocupMemory) }

func (p *gameProbe) judgeMemory() {
	if p.over {
		return
	}
	switch used, most := p.prog.Memory(), p.memoryLimit(); {
	case used == 0:
		p.stop(Skipped, "this system does not tell the memory of a running program")
	case used > most:
		p.fail("used %s, limit %s", game.MiB(used), game.MiB(most))
	default:
		p.remark("%s of %s", game.MiB(used), game.MiB(most))
	}
}
