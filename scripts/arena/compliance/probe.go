package compliance

import (
	"fmt"
	"slices"
	"strings"

	"tahoun/scripts/internal/game"
)

// A probe is the run of one check: the program, the conversation and its result. Once it is over, by the first failure
// or because nothing is left to find out, its methods do nothing, so that checks need no error handling of their own.
// Each protocol has a probe that embeds it.
type probe struct {
	*checker
	result Result
	over   bool
	err    error // of the check itself

	prog   Program  // nil before the first line or file
	warned []string // the conversation until a warning
	told   string   // the last line of the conversation
	times  int      // how often it came
}

// note keeps the first text.
func note(kept *string, text string) {
	if *kept == "" {
		*kept = text
	}
}

func (p *probe) stop(v Verdict, format string, args ...any) {
	if !p.over {
		p.over = true
		p.result.Verdict, p.result.Detail = v, fmt.Sprintf(format, args...)
	}
}

func (p *probe) fail(format string, args ...any) { p.stop(Fail, format, args...) }

// warn gives the check a warning and goes on. The first one is kept, with the conversation that led to it.
func (p *probe) warn(format string, args ...any) {
	if !p.over && p.result.Verdict == Pass {
		p.result.Verdict, p.result.Detail = Warning, fmt.Sprintf(format, args...)
		p.warned = slices.Clone(p.result.Talk)
	}
}

// remark adds a remark to a check that passes.
func (p *probe) remark(format string, args ...any) {
	if !p.over && p.result.Verdict == Pass {
		p.result.Detail = fmt.Sprintf(format, args...)
	}
}

// prepare makes the program's folders, if there are none yet. It reports whether the check goes on.
func (p *probe) prepare() bool {
	if p.over || p.prog != nil {
		return !p.over
	}
	if p.prog, p.err = p.Launch(p.Spec); p.err != nil {
		p.over, p.prog = true, nil
	}
	return !p.over
}

// tell adds a line to the conversation. Of a line that comes again and again it shows the number.
func (p *probe) tell(text string) {
	const most = 1000
	if text == p.told {
		p.times++
		p.result.Talk[len(p.result.Talk)-1] = fmt.Sprintf("%s (%d times)", text, p.times)
		return
	}
	p.told, p.times = text, 1
	p.result.Talk = append(p.result.Talk, text)
	if cut := len(p.result.Talk) - most; cut > most {
		p.result.Talk = p.result.Talk[cut:]
	}
}

// forget begins the conversation anew, unless it shows a failure.
func (p *probe) forget() {
	if !p.over {
		p.result.Talk, p.told = nil, ""
	}
}

func (p *probe) finish() {
	if p.prog == nil {
		return
	}
	_ = p.prog.Kill()
	note(&p.stderr, p.prog.Stderr())
	if err := p.prog.Close(); err != nil && p.err == nil {
		p.err = err
	}
}

func shorten(text string) string {
	const most = 160
	plain := strings.Map(func(r rune) rune {
		if r < ' ' {
			return '?'
		}
		return r
	}, game.Plain(text))
	if len(plain) > most {
		return fmt.Sprintf("%s... (%d bytes)", strings.ToValidUTF8(plain[:most], ""), len(text))
	}
	return plain
}

// quoted puts a quoted text into a sentence, "" if there is none.
func quoted(sentence, text string) string {
	if text == "" {
		return ""
	}
	return strings.Replace(sentence, "%", `"`+shorten(text)+`"`, 1)
}

func lastLine(text string) string { return text[strings.LastIndexByte(text, '\n')+1:] }
