package session

import (
	"fmt"
	"slices"
	"time"

	"tahoun/board"
	"tahoun/fileproto"
	"tahoun/fileproto/process"
	"tahoun/search"
)

// leastMemory is the memory limit, in bytes, below which nothing can be promised.
const leastMemory = 24 << 20

// maxTurnAtEOF is what a move may take at most when the input has ended: who asked has died, or is a person at a shell who
// waits.
const maxTurnAtEOF = time.Minute

// inform takes over what an INFO says. Nothing may be answered: what is wrong is told later.
func (s *session) setInfo(rest string, at time.Time) {
	key, ok, wrong := s.info.Set(rest)
	if ok {
		switch key {
		case "time_left":
			s.used = 0
			if !s.askedAt.IsZero() {
				s.used = s.askedAt.Sub(at) // the running command counts from when it began
			}
		case "rule":
			_, unknown := s.info.PlayedRule()
			wrong = join(wrong, unknown)
		case "max_memory":
			if m := s.info.Memory.Value; m > 0 && m < leastMemory {
				wrong = join(wrong, fmt.Sprintf("max_memory %d is too small: want %d or more", m, leastMemory))
			}
		}
	}
	s.problems = slices.DeleteFunc(s.problems, func(p problem) bool { return p.key == key })
	if wrong != "" {
		s.problems = append(s.problems, problem{key, wrong})
	}
}

// join joins two texts of which either may be empty.
func join(a, b string) string {
	if a != "" && b != "" {
		a += "; "
	}
	return a + b
}

func (s *session) rule() board.Rule {
	rule, _ := s.info.PlayedRule()
	return rule
}

// limits returns what the command that runs may cost. What the manager said was left of the match is less by
// what was used since.
func (s *session) limits() search.Limits {
	told := s.info.Limits(fileproto.Timeouts{})
	l := search.Limits{Start: s.askedAt, Turn: told.Turn, Left: told.Left, Margin: s.Margin, Threads: 1}
	l.Memory, l.Occupied = process.Tighter(told.Memory, s.Memory), s.occupied
	if l.Left == search.NoLimit && told.Match > 0 {
		l.Left = told.Match
	}
	if l.Left != search.NoLimit {
		l.Left -= s.used
	}
	l.MaxNodes = uint64(max(s.info.Nodes.Value, 0))
	switch {
	case s.stopped:
		l.Turn = 0
	case s.Nodes > 0:
		const noTime = 24 * time.Hour // more than the nodes take
		l.Turn, l.Left, l.Nodes = noTime, search.NoLimit, s.Nodes
		if l.MaxNodes > 0 {
			l.Nodes = min(l.Nodes, l.MaxNodes)
		}
	case l.Turn < 0:
		l.Turn = fileproto.DefaultTurn
	}
	if s.lines == nil && s.Nodes == 0 {
		l.Turn = min(l.Turn, maxTurnAtEOF)
	}
	if l.Turn > 0 && l.Nodes == 0 {
		l.Threads = s.Prepare(l.Memory, s.threads())
	}
	return l
}

// spend notes what the command that runs has used: something in any case, though the clocks of some systems stand still
// for 15 ms, since that tells that time_left was said before.
func (s *session) addUsedTime() { s.used = max(s.used+time.Since(s.askedAt), 1) }

// threads returns how many threads are allowed to search, 0 for any number.
func (s *session) threads() int {
	n := s.info.Threads.Value
	if n <= 0 || s.Threads > 0 && n > int64(s.Threads) {
		return s.Threads
	}
	return int(min(n, 1<<16))
}
