package session

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"tahoun/board"
	"tahoun/fileproto"
	"tahoun/fileproto/process"
	"tahoun/search"
)

// leastMemory is the smallest memory limit, in bytes, that the brain can keep.
const leastMemory = 24 << 20

// maxTurnAtEOF bounds a move after the end of the input: the manager has died, or a person waits at a shell.
const maxTurnAtEOF = time.Minute

// setInfo stores the value of an INFO. INFO has no answer, so that problems are reported with the next one.
func (s *session) setInfo(rest string, at time.Time) {
	if key, value, _ := strings.Cut(strings.TrimSpace(rest), " "); s.yixin.setInfo(strings.ToLower(key), value) {
		return
	}
	key, ok, wrong := s.info.Set(rest)
	if ok {
		switch key {
		case "time_left":
			s.used = 0
			if !s.askedAt.IsZero() {
				s.used = s.askedAt.Sub(at) // the running command counts from its start
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

func join(a, b string) string {
	if a != "" && b != "" {
		a += "; "
	}
	return a + b
}

func (s *session) rule() board.Rule {
	rule, _ := s.info.PlayedRule()
	return s.yixin.rule(rule)
}

// limits returns the limits of the running command. The time that was used since the last time_left is subtracted from
// it.
func (s *session) limits() search.Limits {
	told := s.info.Limits(fileproto.Timeouts{})
	l := search.Limits{
		Start: s.askedAt, Turn: told.Turn, Left: told.Left, Increment: told.Increment, Margin: s.Margin, Threads: 1,
	}
	l.Memory, l.Occupied = process.Tighter(told.Memory, s.Memory), s.occupied
	if l.Left == search.NoLimit && told.Match > 0 {
		l.Left = told.Match
	}
	if l.Left != search.NoLimit {
		l.Left -= s.used
	}
	l.MaxNodes, l.MaxDepth, l.Hash = told.Nodes, told.Depth, s.yixin.hash
	switch {
	case s.stopped:
		l.Turn = 0
	case s.Nodes > 0:
		const noTime = 24 * time.Hour // more than the nodes need
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
		l.Threads = s.Prepare(l.Memory, process.Tighter(told.Threads, s.Threads))
	}
	return l
}

// addUsedTime adds the time of the running command to used. The result is always positive, even though some clocks
// advance only every 15 ms: used > 0 means that time_left was sent earlier.
func (s *session) addUsedTime() { s.used = max(s.used+time.Since(s.askedAt), 1) }
