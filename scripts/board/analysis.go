package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"sync/atomic"
	"time"

	"tahoun/board"
	"tahoun/fileproto/process"
	"tahoun/search"
	"tahoun/search/console"
)

const (
	updateEvery   = 100 * time.Millisecond // between updates of an analysis
	longestSearch = time.Hour              // for an analysis that nobody stops
	threatNodes   = 20_000                 // for each search for a forced win that is shown as a threat
	mostMoves     = 20                     // of an analysis
)

// A variation is a move of an analysis with its line.
type variation struct {
	At     int     `json:"at"`
	Score  string  `json:"score"`  // as console.Score
	Chance float64 `json:"chance"` // to win, of the side to move
	Plies  int     `json:"plies"`  // to the end of a proven game, otherwise 0; negative in a loss
	Depth  int     `json:"depth"`
	Line   []int   `json:"line"`
}

func (p *position) variation(v search.Variation) variation {
	plies := v.Plies
	if v.Score < 0 {
		plies = -plies
	}
	return variation{p.square(v.Move), console.Score(v), v.Chance(), plies, v.Depth, p.squares(v.Line)}
}

func (p *position) variations(all []search.Variation) []variation {
	found := make([]variation, len(all))
	for i, v := range all {
		found[i] = p.variation(v)
	}
	return found
}

type analysisRequest struct {
	line
	numbered
	Top     int `json:"top"`
	Time    int `json:"time"`    // ms; 0: until it is stopped
	Threads int `json:"threads"` // at most; 0: as many as the program may use
	Memory  int `json:"memory"`  // at most, of the transposition table in MiB; 0: tableBytes
	Depth   int `json:"depth"`   // at most; 0: any

	Nodes uint64 `json:"nodes"` // at most; 0: any number

	Balanced int `json:"balanced"` // 1: moves after which neither side is ahead, in place of the best; 2: pairs of moves
}

// check returns an error for a request that the page does not make.
func (a analysisRequest) check() error {
	switch {
	case a.Top < 1 || a.Top > mostMoves:
		return fmt.Errorf("want 1 to %d moves, got %d", mostMoves, a.Top)
	case a.Balanced < 0 || a.Balanced > 2:
		return fmt.Errorf("want 1 for balanced moves or 2 for pairs, got %d", a.Balanced)
	case min(a.Time, a.Threads, a.Memory, a.Depth) < 0:
		return errors.New("want a time, threads, memory and a depth that are not negative")
	}
	return nil
}

// limit puts the limits that a person has chosen in place of the program's.
func (a analysisRequest) limit(l search.Limits) search.Limits {
	if a.Threads > 0 {
		l.Threads = min(l.Threads, a.Threads)
	}
	if a.Memory > 0 {
		l.Hash = min(int64(a.Memory)<<20, search.LargestTable)
	}
	l.MaxDepth, l.MaxNodes = a.Depth, a.Nodes
	return l
}

// A finder is a search for n moves.
type finder func(ctx context.Context, n int, better func(search.Analysis))

// finder returns the search of job that is asked for.
func (a analysisRequest) finder(job *search.Job) finder {
	switch a.Balanced {
	case 1:
		return func(ctx context.Context, n int, better func(search.Analysis)) { job.Balance(ctx, n, 0, better) }
	case 2:
		return func(ctx context.Context, n int, better func(search.Analysis)) { job.BalancePairs(ctx, n, 0, better) }
	}
	return job.Analyse
}

type update struct {
	Moves   []variation `json:"moves,omitempty"`
	Depth   int         `json:"depth,omitempty"`
	Nodes   uint64      `json:"nodes,omitempty"`
	Time    int64       `json:"time,omitempty"`  // ms of the search so far
	Rated   []variation `json:"rated,omitempty"` // all candidates by a static search, without lines
	Threats *threats    `json:"threats,omitempty"`
	None    bool        `json:"none,omitempty"` // no move is balanced
	End     *ending     `json:"end,omitempty"`  // the game is over: there is nothing to analyse
	Done    bool        `json:"done,omitempty"`
}

// The threats of both sides: squares on which a side makes a three or more, the strongest first, and forced wins.
type threats struct {
	Squares []mark      `json:"squares"`
	Wins    []forcedWin `json:"wins"`
}

// A forcedWin is a win by threats that a side would have if it were to move.
type forcedWin struct {
	Side string `json:"side"`
	variation
}

func (s *server) limits(ctx context.Context, start time.Time, turn time.Duration) search.Limits {
	return search.Limits{
		Start: start, Turn: turn, Left: search.NoLimit, Hash: tableBytes, Threads: s.threads,
		Memory: process.Allowed(s.disk), Done: ctx.Done()}
}

// analyse analyses a position and sends updates until time is up or ctx ends. The first one, from a static search,
// comes within milliseconds.
func (s *server) analyse(ctx context.Context, t *tab, ask analysisRequest, send func(any) error) error {
	start := time.Now()
	if err := ask.check(); err != nil {
		return err
	}
	p, err := ask.play()
	if err != nil {
		return err
	}
	if p.end != nil {
		return send(update{End: p.end, Done: true})
	}
	ctx, done, err := t.begin(ctx, ask.Question)
	if err != nil {
		return err
	}
	defer done()
	turn := cmp.Or(time.Duration(ask.Time)*time.Millisecond, longestSearch)
	return t.guarded(func() error {
		job := t.engineFor(p.rule).NewJob(p.board, p.side, ask.limit(s.limits(ctx, start, turn)))
		first := update{Rated: p.variations(job.Rate())}
		if ask.Balanced == 0 {
			first.Moves = first.Rated[:min(len(first.Rated), ask.Top)]
		}
		if err := send(first); err != nil {
			return err
		}
		if err := send(p.threats(job)); err != nil || ctx.Err() != nil {
			return err
		}
		return p.deepen(ctx, ask.finder(job), ask.Top, send)
	})
}

func (p *position) threats(job *search.Job) update {
	found := threats{[]mark{}, []forcedWin{}}
	for _, threat := range job.Threats() {
		found.Squares = append(found.Squares, mark{
			At: p.square(threat.At), Side: threat.Side.String(), Word: threat.Class.String()})
	}
	for _, side := range []board.Stone{board.X, board.O} {
		if win, ok := job.ForcedWin(side, threatNodes); ok {
			found.Wins = append(found.Wins, forcedWin{side.String(), p.variation(win)})
		}
	}
	return update{Threats: &found}
}

// deepen searches and sends the newest analysis, no more often than updateEvery.
func (p *position) deepen(ctx context.Context, find finder, top int, send func(any) error) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	start := time.Now()
	var latest atomic.Pointer[search.Analysis]
	ended := make(chan struct{})
	sent := make(chan error, 1)
	go func() {
		ticker := time.NewTicker(updateEvery)
		defer ticker.Stop()
		for {
			over := false
			select {
			case <-ticker.C:
			case <-ended:
				over = true
			}
			if a := latest.Swap(nil); a != nil {
				u := update{Moves: p.variations(a.Moves), Depth: a.Depth, Nodes: a.Nodes, None: len(a.Moves) == 0}
				u.Time = time.Since(start).Milliseconds()
				if err := send(u); err != nil {
					stop(err)
				}
			}
			if over {
				sent <- send(update{Done: true})
				return
			}
		}
	}()
	func() {
		defer close(ended) // after a panic, too
		find(ctx, top, func(a search.Analysis) {
			a.Moves = slices.Clone(a.Moves)
			latest.Store(&a)
		})
	}()
	return <-sent
}

// guarded runs a search. A search that panics is an error, and costs the tab its engine. The caller holds the turn.
func (t *tab) guarded(find func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			t.engine = nil
			debug.FreeOSMemory()
			err = fmt.Errorf("the search failed: %v", r)
		}
	}()
	return find()
}
