package compliance_test

import (
	"fmt"
	"strings"
	"time"

	"tahoun/board"
)

// obey executes a command. It reports whether the program ends, with its exit code.
func (p *piper) obey(text string) (code int, over bool) {
	if len(text) > 4096 && p.fault == "dies of long lines" ||
		strings.Contains(text, "\x00") && p.fault == "dies of garbage" {
		return crash, true
	}
	crlf := strings.HasSuffix(text, "\r\n")
	if !crlf && p.fault == "does not know LF" || crlf && p.fault == "does not know CR LF" {
		p.say("UNKNOWN command")
		return 0, false
	}
	text = strings.TrimSpace(text)
	word, rest, _ := strings.Cut(text, " ")
	rest = strings.TrimSpace(rest)
	if p.fault != "wants capitals" {
		word = strings.ToUpper(word)
	}
	switch word {
	case "":
		if p.fault == "answers blank lines" {
			p.say("UNKNOWN command")
		}
	case "END":
		return p.end()
	case "START":
		return p.start(rest)
	case "RECTSTART":
		n := numbers(rest)
		if p.fault == "swaps width and height" {
			n[0], n[1] = n[1], n[0]
		}
		p.reset(n[0], n[1])
		p.say("OK")
	case "INFO":
		return p.info(rest)
	case "ABOUT":
		if p.fault == "has no name" {
			p.say("a gomoku brain")
		} else {
			p.say(`name="fake", version="1"`)
		}
	default:
		if p.board == nil && p.fault == "dies before START" {
			return crash, true
		}
		return p.play(word, rest)
	}
	return 0, false
}

func (p *piper) end() (int, bool) {
	switch p.fault {
	case "ignores END":
		return 0, false
	case "dies of an early END":
		if p.board == nil {
			return crash, true
		}
	case "ends with code 3":
		return 3, true
	case "talks after END":
		p.say("bye")
	case "ends within a line":
		p.out.WriteString("MESSAGE good")
		p.out.Flush()
	case "leaves files":
		f, _ := p.disk.Create(p.folder + "/log.txt")
		f.Close()
	}
	return 0, true
}

func (p *piper) start(rest string) (int, bool) {
	n := numbers(rest)
	switch {
	case p.fault == "is silent":
		return 0, false
	case p.fault == "closes its output":
		p.outWrite.Close()
		<-p.killed
		return byHand, true
	case len(n) != 1 && p.fault == "dies of a wrong START":
		return crash, true
	case len(n) == 1 && n[0] > 22 && p.fault == "does not know large boards":
		p.say("UNKNOWN size")
		return 0, false
	case len(n) != 1 || n[0] < 5 || n[0] > 100 || n[0] != 20 && p.fault == "plays 20x20 only":
		p.say("ERROR size")
		return 0, false
	}
	old := p.board
	p.reset(n[0], n[0])
	if old != nil && p.inGame == 5 && p.fault == "keeps stones" {
		p.board = old
	}
	if old != nil && old.Width() > n[0] && p.fault == "keeps stones of larger boards" {
		for at := range p.board.Points {
			p.board.Set(at, old.At(at))
		}
	}
	p.inGame = 0
	p.say("OK")
	return 0, false
}

func (p *piper) info(rest string) (int, bool) {
	key, value, _ := strings.Cut(rest, " ")
	n := numbers(value)
	if p.infos++; p.board == nil && p.fault == "wants START first" {
		p.say("ERROR no board")
	}
	known := strings.Contains(" timeout_turn timeout_match time_left max_memory game_type rule evaluate folder ",
		" "+key+" ")
	switch {
	case key == "evaluate" && p.fault == "answers INFO evaluate":
		p.say("OK")
	case key != "" && !known && p.fault == "answers unknown INFO":
		p.say("UNKNOWN INFO")
	case n == nil && key == "rule" && p.fault == "dies of a wrong INFO":
		return crash, true
	case key == "max_memory" && value == "1000" && p.fault == "complains at once":
		p.say("ERROR too little memory")
	}
	if len(n) != 1 {
		return 0, false
	}
	p.set(key, n[0])
	return 0, false
}

// play executes a command that needs a board.
func (p *piper) play(word, rest string) (int, bool) {
	at, ok := p.point(rest)
	switch {
	case !strings.Contains(" BEGIN TURN BOARD SWAP2BOARD RESTART TAKEBACK PLAY DONE ", " "+word+" "):
		if p.fault == "ignores unknown commands" {
			return 0, false
		}
		p.say("UNKNOWN command")
	case p.board == nil:
		p.say("ERROR no board")
	case word == "BEGIN":
		if p.fault == "ignores BEGIN" || p.infos == 0 && p.fault == "waits for limits" {
			return 0, false
		}
		return p.answer()
	case word == "TURN":
		return p.turned(rest, at, ok)
	case word == "BOARD":
		return p.position()
	case word == "SWAP2BOARD":
		return p.swap2()
	case word == "RESTART":
		if p.fault != "keeps stones after RESTART" {
			p.reset(p.width, p.height)
		}
		p.say("OK")
	case word == "TAKEBACK" && ok:
		if p.fault != "takes nothing back" {
			p.board.Set(at, board.Empty)
		}
		p.side = p.side.Other()
		p.say("OK")
	case word == "PLAY" && p.suggested && ok:
		p.suggested = false
		_, _ = p.board.Play(at, p.side, p.rule)
		p.side = p.side.Other()
		p.say(at.String())
	case p.fault == "dies of PLAY" && word == "PLAY":
		return crash, true
	default:
		p.say("ERROR " + word)
	}
	return 0, false
}

func (p *piper) turned(rest string, at board.Point, ok bool) (int, bool) {
	switch {
	case ok && p.board.At(at) == board.Empty && (p.fault != "reads no blanks" || !strings.Contains(rest, " ")):
		_, _ = p.board.Play(at, p.side, p.rule)
		p.side = p.side.Other()
		if p.fault == "plays on stones" {
			p.say(at.String())
			return 0, false
		}
		return p.answer()
	case ok && p.fault == "dies of an occupied square",
		!ok && p.fault == "dies off the board" && len(numbers(rest)) == 2,
		!ok && p.fault == "dies of a wrong TURN" && len(numbers(rest)) != 2:
		return crash, true
	case ok && p.fault == "ignores an occupied square":
	default:
		p.say("ERROR square")
	}
	return 0, false
}

// block reads lines until DONE.
func (p *piper) block() (rows [][]int, ok bool) {
	for {
		text, open := p.next()
		text = strings.TrimSpace(text)
		if !open || text == "DONE" {
			return rows, open
		}
		rows = append(rows, numbers(text))
	}
}

func (p *piper) position() (int, bool) {
	rows, ok := p.block()
	if !ok {
		return 0, true
	}
	p.reset(p.width, p.height)
	count := [4]int{}
	for _, row := range rows {
		if len(row) != 3 || !p.board.Contains(board.Point{X: row[0], Y: row[1]}) || row[2] < 1 || row[2] > 3 {
			if p.fault == "hangs after a wrong BOARD" {
				<-p.killed
				return byHand, true
			}
			p.say("ERROR line")
			return 0, false
		}
		count[row[2]]++
	}
	mine := board.X
	if count[1] < count[2] {
		mine = board.O
	}
	for _, row := range rows {
		stone := [4]board.Stone{1: mine, 2: mine.Other(), 3: board.Wall}[row[2]]
		if stone == board.Wall && p.fault == "plays on walls" {
			stone = board.Empty
		}
		p.board.Set(board.Point{X: row[0], Y: row[1]}, stone)
	}
	p.side = mine
	switch {
	case p.fault == "ignores BOARD":
		return 0, false
	case len(rows) == 7 && p.fault == "dies of seven stones":
		return crash, true
	case p.fault == "forgets BOARD":
		defer p.reset(p.width, p.height)
	}
	return p.answer()
}

func (p *piper) swap2() (int, bool) {
	rows, ok := p.block()
	if !ok {
		return 0, true
	}
	switch len(rows) {
	case 0:
		if p.fault == "opens with two squares" {
			p.say("7,7 8,7")
		} else {
			p.say("7,7 8,7 9,9")
		}
	case 3:
		if p.fault == "opens on a stone" {
			p.say("7,7")
		} else {
			p.say("6,6 5,5")
		}
	default:
		if p.fault == "never chooses" {
			p.say("6,6 5,5")
		} else {
			p.say("SWAP")
		}
	}
	return 0, false
}

// answer thinks and plays.
func (p *piper) answer() (int, bool) {
	if code, over := p.think(); over {
		return code, true
	}
	rule := p.rule
	if p.fault == map[board.Rule]string{board.Renju: "does not know renju", board.Caro: "does not know caro",
		board.ExactFive: "does not know exactly five"}[rule] {
		rule = board.Freestyle
	}
	at := choose(p.board, p.side, rule)
	if p.fault == "does not know renju" {
		at = forbidden(p.board, p.side, p.rule, at)
	}
	if p.fault == "sees no five" {
		at = p.board.FirstLegal(p.side, p.rule)
	}
	if p.board.Width() == 7 && p.fault == "leaves a small board" {
		at = board.Point{X: 7, Y: 7}
	}
	p.moves++
	p.movedAt.Store(time.Now().UnixNano())
	if p.inGame++; p.inGame > 4 && p.width == 20 && p.fault == "dies late in a game" {
		return crash, true
	}
	if p.fault == "suggests" {
		p.suggested = true
		p.say("SUGGEST " + at.String())
		return 0, false
	}
	_, _ = p.board.Play(at, p.side, p.rule)
	p.side = p.side.Other()
	switch p.fault {
	case "writes blanks":
		p.say(fmt.Sprintf("%d, %d", at.X, at.Y))
	case "writes a log":
		p.say("depth 3 score 5")
		p.say(at.String())
	default:
		p.say("MESSAGE depth 3")
		p.say(at.String())
	}
	return 0, false
}

// think takes half of the limit. END breaks it off.
func (p *piper) think() (int, bool) {
	takes := p.thinking(p.settings)
	switch {
	case p.fault == "is slow":
		takes += 300 * time.Millisecond
	case p.fault == "is late once" && p.turn == time.Second && p.inGame == 1:
		takes = 1100 * time.Millisecond
	}
	if p.fault == "is deaf while it thinks" {
		return byHand, p.pause(takes)
	}
	done := time.After(takes)
	for {
		select {
		case <-done:
			return 0, false
		case text, open := <-p.heard:
			if !open {
				p.atEnd = true
				return 0, false
			}
			if strings.TrimSpace(text) == "END" && p.fault != "ignores END" {
				return 0, true
			}
			p.queue = append(p.queue, text)
		case <-p.killed:
			return byHand, true
		}
	}
}
