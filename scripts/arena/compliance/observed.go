package compliance

import (
	"strings"

	"github.com/spf13/afero"
)

// observedChecks report what was noticed in all other checks. They only give warnings.
func observedChecks() []check {
	return []check{
		seenCheck("answer-form", needStart, "a move is written x,y and nothing else",
			"the protocol; managers read more or less of other forms",
			func(o observed) string { return quoted("answered %", o.form) }),
		seenCheck("line-ends", needStart, "lines end with LF where the manager's do",
			"GomocupJudgeLocal on Linux does not take OK with a CR for OK",
			func(o observed) string { return quoted("% ends with CR LF", o.cr) }),
		seenCheck("words", needStart, "every line is an answer or begins with MESSAGE, DEBUG, ERROR or UNKNOWN",
			"the protocol has no other lines; managers drop or misread them",
			func(o observed) string { return quoted("wrote %", o.stray) }),
		seenCheck("whole-lines", needStart, "the output ends with the end of a line", "managers read lines",
			func(o observed) string { return quoted("the output ended with %", o.unfinished) }),
		seenCheck("exit-code", needStart, "the exit code after END is 0",
			"scripts and logs take another one for a crash", func(o observed) string { return o.exit }),
		seenCheck("stderr", needStart, "standard error stays empty",
			"some managers do not read it, and a full pipe stops the program",
			func(o observed) string { return quoted("wrote %", lastLine(o.stderr)) }),
		seenCheck("files", needStart, "no files are left in the working folder",
			"the protocol: temporary files are in a folder named as the brain",
			func(o observed) string { return quoted("left % in the working folder", o.files) }),
	}
}

// seenCheck is a check that gives a warning with text, unless that is "".
func seenCheck(name string, needs []string, want, why string, text func(o observed) string) check {
	return check{name, want, why, needs, func(p *probe) {
		if said := text(p.seen); said != "" {
			p.warn("%s", said)
		}
	}}
}

// quoted puts a quoted text into a sentence, "" if there is none.
func quoted(sentence, text string) string {
	if text == "" {
		return ""
	}
	return strings.Replace(sentence, "%", `"`+shorten(text)+`"`, 1)
}

func lastLine(text string) string { return text[strings.LastIndexByte(text, '\n')+1:] }

// leftFiles notes files that the program left in its working folder.
func (p *probe) leftFiles() {
	entries, _ := afero.ReadDir(p.Disk, p.prog.Folder())
	for _, e := range entries {
		if !e.IsDir() {
			note(&p.seen.files, e.Name())
		}
	}
}
