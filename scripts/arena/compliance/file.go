package compliance

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"tahoun/board"
	"tahoun/scripts/internal/game"
	"tahoun/scripts/internal/manager"
)

// needMove is what the other checks of the file protocol build on.
var needMove = []string{"move"}

// fileChecks returns the checks of the old protocol.
func fileChecks() []check {
	return slices.Concat([]check{
		{"move", "an empty board of 20x20 gets a legal move in TAH.DAT", "every manager; Gomocup plays 20x20", nil,
			func(p *probe) {
				p.empty(size, size)
				p.files(form{})
			}},
		{"answer", "a board with stones gets a legal move, for either side", "every manager", needMove,
			func(p *probe) {
				p.position(setup{own: "9,9 10,8", theirs: "10,10 11,9"})
				p.position(setup{own: "9,9", theirs: "10,10 11,9"})
			}},
		{"game", "a game in one folder has legal moves only",
			"managers keep the folder for a game, with what the brain left in it", needMove,
			func(p *probe) { p.byBoard(selfGameMoves) }},
		{"sizes", "boards of 5 to 30 get legal moves", "Piskvork offers all sizes; Gomocup plays 15 and 20",
			needMove, fileSizes},
		{"rectangles", "boards that are not square get legal moves", "Piskvork offers them", needMove, rectangles},
		{"side", "TAH.DAT says whose turn it is, whatever the counts of stones", "openings and continuous games",
			needMove, side},
	}, formChecks(), ruleChecks(needMove), strengthChecks(needMove), fileTimeChecks(), fileObservedChecks())
}

// fileSizes asks for two moves on every size. A brain cannot refuse a size: it gives no move.
func fileSizes(p *probe) {
	p.eachSize(func(size int) (accepted bool) {
		p.empty(size, size)
		p.files(form{})
		if p.unanswered() {
			return false
		}
		p.put(p.corner())
		p.files(form{})
		return true
	})
}

// unanswered reports whether the program gave no move at all, and takes the failure back.
func (p *probe) unanswered() bool {
	if !p.silentAnswer {
		return false
	}
	p.silentAnswer, p.over = false, false
	p.result.Verdict, p.result.Detail = Pass, ""
	return true
}

func rectangles(p *probe) {
	for _, size := range [][2]int{{12, 17}, {17, 12}} {
		p.empty(size[0], size[1])
		for n := range 4 {
			p.files(form{})
			if p.unanswered() {
				p.stop(Unsupported, "no move on %dx%d", size[0], size[1])
			}
			if n < 2 {
				p.put(p.corner())
			} else if !p.over {
				p.put(p.free(n))
			}
		}
	}
}

func side(p *probe) {
	p.empty(size, size)
	p.set(setup{own: "4,7 5,7 6,7 7,7 0,0", theirs: "4,9 5,9 6,9 7,9 14,14"})
	p.side = board.O
	at := p.files(form{})
	if !p.over && !p.finished {
		p.warn("o has four in a row and played %v, which does not complete them", at)
	}
	// GomocupJudge calls a brain's own stones x even where it moves second.
	p.empty(size, size)
	p.set(setup{own: "4,7 5,7 6,7 7,7", theirs: "4,9 5,9 6,9 7,9 14,14"})
	p.board.SwapSides()
	p.side = board.X
	if at = p.files(form{}); !p.over && !p.finished {
		p.warn("x has four in a row and fewer stones than o, and played %v, which does not complete them", at)
	}
}

// formChecks are the ways in which managers write the files.
func formChecks() []check {
	one := func(name, want, why string, f form) check {
		return check{name, want, why, needMove, func(p *probe) { p.oneForm(f) }}
	}
	trimmed := func(file int, text string) string { return strings.TrimRight(text, "\r\n") }
	blanks := func(file int, text string) string {
		if file == manager.MessageFile {
			return text
		}
		return trimmed(file, text) + " \n\n"
	}
	partial := func(text string) string { return text[:strings.Index(text, "game_type")] }
	grown := func(text string) string { return "no_such_key 1\nrubbish\n" + text }
	return []check{
		one("dos", "names as Plocha.dat and lines with CR LF are read", "Piskvork on Windows",
			form{style: manager.DOS}),
		one("unix", "names as PLOCHA.DAT and lines with LF are read", "GomocupJudge", form{style: manager.Unix}),
		one("lower-names", "names as plocha.dat are read", "disks and archives that lose the case",
			form{style: manager.Unix, lowerNames: true}),
		one("no-last-end", "a last line without its end is read", "managers differ", form{edit: trimmed}),
		one("blanks", "blanks and blank lines at the end of files are read", "managers differ", form{edit: blanks}),
		one("no-info", "INFO.DAT may be missing", "managers older than INFO.DAT",
			form{timed: true, left: noLimit, edit: only(manager.InfoFile, missing)}),
		one("info-partial", "keys of INFO.DAT may be missing", "GomocupJudge sends no time_left",
			form{edit: only(manager.InfoFile, partial)}),
		one("info-unknown", "unknown keys of INFO.DAT do no harm", "the protocol grows by them",
			form{edit: only(manager.InfoFile, grown)}),
		one("no-msg", "MSG.DAT may be missing", "managers differ", form{edit: only(manager.MessageFile, missing)}),
		{"folder-blanks", "a working folder with blanks and letters beyond ASCII is used",
			"Piskvork's folder is below the user's name", needMove,
			func(p *probe) {
				p.setTimes(form{})
				if !p.over {
					p.err = p.prog.UseFolder("a folder Data aplikací")
				}
				p.oneForm(form{})
			}},
		{"wrong-files", "a board or a side that cannot be read does not keep the brain from ending",
			"a manager waits for the end", needMove, wrongFiles},
	}
}

// only returns the edit of one file.
func only(file int, change func(text string) string) func(int, string) string {
	return func(n int, text string) string {
		if n == file {
			return change(text)
		}
		return text
	}
}

func missing(string) string { return absent }

// oneForm asks for moves with the files in a form.
func (p *probe) oneForm(f form) {
	p.empty(size, size)
	p.files(f)
	p.put(p.free(1))
	p.files(f)
}

func wrongFiles(p *probe) {
	for _, file := range []int{manager.BoardFile, manager.SideFile} {
		for _, text := range []string{absent, "", "rubbish\n"} {
			p.empty(size, size)
			f := form{edit: only(file, func(string) string { return text })}
			if p.setTimes(f) && p.writeFiles(f) {
				p.runOnce()
			}
			if _, crashed, status := p.exitOf(); crashed {
				p.warn("%s", status)
			}
		}
	}
}

// exitOf returns how the last run ended.
func (p *probe) exitOf() (code int, crashed bool, status string) {
	if p.over {
		return 0, false, ""
	}
	return p.prog.Exit()
}

// fileTimeChecks are the limits, as INFO.DAT and TIMEOUTS.DAT tell them.
func fileTimeChecks() []check {
	const why = "a later move loses, but for the tolerance; the clock runs from the process's start to its end"
	timed := func(name, want string, turn, left, most time.Duration, edit func(int, string) string) check {
		return check{name, want, why, needMove, func(p *probe) {
			for range 3 {
				p.empty(size, size)
				p.set(setup{own: "9,9 10,8", theirs: "10,10 11,9"})
				p.files(form{turn: turn, left: left, timed: true, edit: edit})
				p.late(most)
			}
		}}
	}
	return []check{
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

func fileMemory(p *probe) {
	most := p.Spec.Memory
	if most == 0 {
		most = gomocupMemory
	}
	p.empty(size, size)
	p.set(setup{own: "9,9 10,8", theirs: "10,10 11,9"})
	told := func(text string) string {
		return strings.Replace(text, "max_memory 0", fmt.Sprintf("max_memory %d", most), 1)
	}
	p.files(form{turn: time.Second, left: noLimit, timed: true, edit: only(manager.InfoFile, told)})
	if p.over {
		return
	}
	if used := p.prog.Memory(); used > most {
		p.fail("used %s, limit %s", game.MiB(used), game.MiB(most))
	} else {
		p.remark("%s of %s", game.MiB(used), game.MiB(most))
	}
}

// fileObservedChecks report what was noticed in all other checks.
func fileObservedChecks() []check {
	return []check{
		seenCheck("answer-form", needMove, "TAH.DAT holds x,y and nothing else",
			"managers read more or less of other forms",
			func(o observed) string { return quoted("TAH.DAT holds %", o.form) }),
		seenCheck("message", needMove, "MSG.DAT has one line at most", "some managers show only the first",
			func(o observed) string { return quoted("MSG.DAT holds %", o.stray) }),
		seenCheck("exit-code", needMove, "the exit code is 0", "scripts and logs take another one for a crash",
			func(o observed) string { return o.exit }),
		seenCheck("others-files", needMove, "only TAH.DAT and MSG.DAT are written", "the protocol",
			func(o observed) string { return quoted("changed %", o.changed) }),
		seenCheck("files", needMove, "no files are left in the working folder",
			"the protocol: temporary files are in a folder named as the brain",
			func(o observed) string { return quoted("left % in the working folder", o.files) }),
	}
}
