package session

import (
	"context"
	"fmt"
	"math/bits"
	"strconv"
	"strings"
	"sync/atomic"

	"tahoun/board"
	"tahoun/scripts/internal/thinking"
	"tahoun/scripts/pbrain/protocol"
	"tahoun/search"
	"tahoun/search/console"
)

// Yixin-Board and Rapfi's GUIs speak Gomocup's protocol with more commands and keys of INFO. The Yixin protocol
// describes some; Yixin-Board's source shows all of them.

type yixin struct {
	gui      bool  // YXSHOWINFO has come: rule 2 means renju
	realtime bool  // INFO show_detail: squares of the search are told while it runs
	hash     int64 // INFO hash_size in bytes, 0: no limit
}

// setInfo takes over a key of INFO that Gomocup does not have. It reports whether key is one.
func (y *yixin) setInfo(key, value string) bool {
	n, err := strconv.ParseInt(strings.TrimSpace(value), 10, 64)
	if err != nil {
		return false
	}
	switch key {
	case "show_detail":
		y.realtime = n&1 != 0
	case "hash_size":
		y.hash = max(0, min(n, 1<<40)) << 10
	default:
		return false
	}
	return true
}

func (y *yixin) rule(rule board.Rule) board.Rule {
	if y.gui && rule == board.Continuous {
		return board.Renju
	}
	return rule
}

// showInfo tells a GUI the brain and the greatest values of its settings.
func (s *session) showInfo(string) (string, error) {
	s.yixin.gui = true
	s.writeLine("MESSAGE %s", s.About)
	s.writeLine("MESSAGE INFO MAX_THREAD_NUM %d", s.Prepare(0, s.Threads))
	logKilobytes := bits.Len64(uint64(search.LargestTable>>10)) - 1
	s.writeLine("MESSAGE INFO MAX_HASH_SIZE %d", logKilobytes)
	return "", nil
}

// showForbidden lists the squares that renju forbids to the side to move. The answer has two digits for a coordinate,
// and so none from column or row 100 on.
func (s *session) showForbidden(string) (string, error) {
	if s.game == nil {
		return "", errNoGame
	}
	var squares strings.Builder
	rule := s.rule()
	for at, stone := range s.game.board.Points {
		if max(at.X, at.Y) > 99 {
			continue
		}
		if stone == board.Empty && rule.Forbids(s.game.next) && s.game.board.Forbidden(at, rule) {
			fmt.Fprintf(&squares, "%02d%02d", at.X, at.Y)
		}
	}
	return "FORBID " + squares.String() + ".", nil
}

func (s *session) nBest(rest string) (string, error) {
	n, ok := protocol.Numbers(rest, 1)
	switch {
	case !ok || n[0] < 1:
		return "", fmt.Errorf("want YXNBEST and a number of moves, got %+.40q", rest)
	case s.game == nil:
		return "", errNoGame
	case s.suggested:
		return "", errWantPlay
	}
	s.find = func(ctx context.Context, a analyser, better func(search.Analysis)) { a.Analyse(ctx, n[0], better) }
	defer func() { s.find = nil }()
	return s.answer(s.game)
}

// An analyser is a job that finds several moves. search.Job is one and describes the methods.
type analyser interface {
	Analyse(ctx context.Context, n int, better func(search.Analysis))
	Balance(ctx context.Context, n, wished int, better func(search.Analysis))
	BalancePairs(ctx context.Context, n, wished int, better func(search.Analysis))
}

// A finder lets an analyser find moves.
type finder func(ctx context.Context, a analyser, better func(search.Analysis))

type analyst struct {
	thinking.Job
	find   finder
	latest *atomic.Pointer[search.Analysis]
}

// Think searches as find does, and offers the first move, if there is one.
func (a analyst) Think(ctx context.Context, better func(board.Point, string)) {
	job, ok := a.Job.(analyser)
	if !ok {
		a.Job.Think(ctx, better)
		return
	}
	a.find(ctx, job, func(found search.Analysis) {
		a.latest.Store(&found)
		if len(found.Moves) == 0 {
			return
		}
		best := found.Moves[0]
		line := console.Line(best.Line)
		better(best.Move, fmt.Sprintf("score %s depth %d line %s", console.Score(best), best.Depth, line))
	})
}

// analysing returns newJob, whose searches then search as find does and store their analyses in latest.
func analysing(newJob thinking.NewJob, find finder, latest *atomic.Pointer[search.Analysis]) thinking.NewJob {
	return func(b *board.Board, side board.Stone, l search.Limits) thinking.Job {
		return analyst{newJob(b, side, l), find, latest}
	}
}

// writeAnalysis writes the moves of an analysis, a MESSAGE each, and its note.
func (s *session) writeAnalysis(a search.Analysis) {
	for i, v := range a.Moves {
		s.message(fmt.Sprintf("(%d) %v %s (%.1f%%) depth %d line %s",
			i+1, v.Move, console.Score(v), 100*v.Chance(), v.Depth, console.Line(v.Line)))
	}
	if a.Note != "" {
		s.message(a.Note)
	}
}

func (s *session) writeRealtime(best board.Point) {
	if s.yixin.realtime && best != s.shown {
		s.shown = best
		s.writeLine("MESSAGE REALTIME BEST %v", best)
	}
}
