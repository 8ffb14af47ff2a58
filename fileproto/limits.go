package fileproto

import (
	"strconv"
	"strings"
	"time"

	"tahoun/board"
)

const (
	// msFrom is the least first line of TIMEOUTS.DAT that is taken for milliseconds: no manager gives
	// so many seconds for a move, and one judge is known to write milliseconds there.
	msFrom = 1000

	// unset marks a Limits.Turn that no file sets.
	unset = time.Duration(-1)

	// DefaultTurn is the limit of a move if no file sets one.
	DefaultTurn = time.Second
)

// Timeouts holds the values of TIMEOUTS.DAT.
type Timeouts struct {
	Turn Number // line 1, seconds per move, or ms from msFrom on
	Left Number // line 2, ms left of the match
}

// ParseTimeouts reads TIMEOUTS.DAT: the first two lines that are not blank. It skips a line that is not a
// number, with a warning.
func ParseTimeouts(name string, data []byte) (Timeouts, []string) {
	var timeouts Timeouts
	var warnings []string
	wanted := []*Number{&timeouts.Turn, &timeouts.Left}
	keys, units := []string{"seconds per move", "milliseconds left"}, []units{seconds, milli}
	for line, text := range lines(data) {
		text = strings.TrimLeft(text, blanks)
		if _, warning := wanted[0].read(text, units[0]); warning != "" {
			warnings = append(warnings, at(name, line)+keys[0]+": "+warning)
		}
		if wanted, keys, units = wanted[1:], keys[1:], units[1:]; len(wanted) == 0 {
			break
		}
	}
	return timeouts, warnings
}

// Limits returns the limits of INFO.DAT and, for missing keys, of TIMEOUTS.DAT. Where neither limits a move, its limit
// is the rest of the match, of which the search takes a share; Turn is negative if that is unknown too. A negative time
// for a move is as good as none; a negative max_memory or timeout_match sets no limit. Where a match limit is known but
// not the time left, Left is NoLimit and Match stays: the search decides how much of Match a move may take.
func (info Info) Limits(timeouts Timeouts) Limits {
	l := Limits{
		Turn: unset, Left: NoLimit, Increment: milliseconds(max(info.Increment.Value, 0)),
		Memory: max(info.Memory.Value, 0),
		Nodes:  uint64(max(info.Nodes.Value, 0)),
		Depth:  atMost(info.Depth, 1<<16), Threads: atMost(info.Threads, 1<<16),
	}
	switch seconds := timeouts.Turn.Value; {
	case info.Turn.Given:
		l.Turn = milliseconds(max(info.Turn.Value, 0))
	case timeouts.Turn.Given && seconds >= msFrom:
		l.Turn = milliseconds(seconds)
	case timeouts.Turn.Given:
		l.Turn = time.Duration(max(seconds, 0)) * time.Second
	}
	if info.Match.Value > 0 && info.Match.Value < noLimitMS {
		l.Match = milliseconds(info.Match.Value)
	}
	left := info.Left
	if !left.Given {
		left = timeouts.Left
	}
	if left.Given && left.Value < noLimitMS {
		l.Left = milliseconds(left.Value)
	}
	if rest, known := l.rest(); l.Turn == unset && known {
		l.Turn = rest
	}
	return l
}

// rest returns the most that the match can have left, and whether that is known.
func (l Limits) rest() (rest time.Duration, known bool) {
	if l.Left != NoLimit {
		return max(l.Left, 0), true
	}
	return l.Match, l.Match > 0
}

// atMost returns the number, cut to most, and 0 where it is negative.
func atMost(n Number, most int64) int { return int(max(0, min(n.Value, most))) }

// PlayedRule returns the rule to play, freestyle if none is given, and a warning about the mask, "" if it is right.
func (info Info) PlayedRule() (rule board.Rule, wrong string) {
	given := info.Rule.Value
	rule, _ = board.Rule(given & 0xff).Sensible()
	if given < 0 || given > noLimitMS {
		rule = board.Freestyle // no mask at all
	}
	if given == int64(rule) {
		return rule, ""
	}
	return rule, "unknown rule " + strconv.FormatInt(given, 10) + ", played as " + strconv.Itoa(int(rule))
}
