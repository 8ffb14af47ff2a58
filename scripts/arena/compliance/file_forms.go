package compliance

import (
	"strings"

	"tahoun/scripts/internal/manager"
)

func formChecks() []fileCheck {
	one := func(name, want, why string, f form) fileCheck {
		return fileCheck{name, want, why, needMove, func(p *fileProbe) { oneForm(p, f) }}
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
	return []fileCheck{
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
			func(p *fileProbe) {
				p.setTimes(form{})
				if !p.over {
					p.err = p.prog.UseFolder("a folder Data aplikací")
				}
				oneForm(p, form{})
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

func oneForm(p *fileProbe, f form) {
	p.empty(size, size)
	p.move(f)
	p.put(p.free(1))
	p.move(f)
}

func wrongFiles(p *fileProbe) {
	for _, file := range []int{manager.BoardFile, manager.SideFile} {
		for _, text := range []string{absent, "", "rubbish\n"} {
			p.empty(size, size)
			f := form{edit: only(file, func(string) string { return text })}
			if !p.setTimes(f) || !p.writeFiles(f) || !p.runOnce() {
				return
			}
			if _, crashed, status := p.prog.Exit(); crashed {
				p.warn("%s", status)
			}
		}
	}
}
