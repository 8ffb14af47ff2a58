// Package search is the judgement: which move to play, within limits. It reads shapes on lines, sees
// forced wins, and searches; it knows nothing about files.
//
// Its files, from the ground up:
//
//   - pattern/ names shapes on a line and joins them into classes; nnue/ holds two small networks.
//   - weights, weights_*: the numbers of judgement. knowledge: what they and a rule say of every code. sum: all squares
//     of a side in one word.
//   - position: stones and shapes, and what is read from them. lay: how they are worked out from a board. put: how they
//     change as stones come and go. near: which squares lie near stones. sight: what the network sees of lines. renju:
//     forbidden squares. snares: what its o makes of them.
//   - evaluate: what a position is worth by its looks.
//   - threats: wins that the counts of shapes prove. answers: every move that may stop those of the opponent.
//   - solver: what a search for wins by threats does for the root. fours: wins by continuous fours. threes: wins by
//     continuous threats. attacks: the moves of that search. proof: what it remembers.
//   - rank: which moves come first. history: which were good elsewhere. promise: which need not be ranked. picker: hands
//     them out one by one.
//   - searcher: a search by one thread. tree: its nodes. leaf: those below its depth. params: its numbers. evaluations:
//     what it has judged already. guess: what it need not judge. table: what positions turned out to be worth; pages and
//     prefetch make it fast.
//   - fallback: a move by the cheapest look, without any of the above or below.
//   - root: which moves to search, and the answer where none needs to be. opening: the first move. continuous: a five
//     with which the game goes on. deepen: iterations. threads: several searches at once.
//   - engine, thought: what the package offers. clock, memory: what a move may take. note: the text beside its answer.
//     pv: the line in that text. keep: what
//     outlives the process. version: whose judgement it is.
//   - view, leaves: for tools that fit the numbers.
package search

import (
	"time"

	"tahoun/board"
)

// Limits say what a move may cost. The zero value means: answer at once.
type Limits struct {
	Start  time.Time     // when the clock of this move began to run
	Turn   time.Duration // for this move; 0: as fast as possible
	Match  time.Duration // for all moves of the game; 0: no limit
	Left   time.Duration // left of Match, may be negative; NoLimit if nothing tells: what the moves so far should have left
	Margin time.Duration // kept for exit and slow disks; 0: the policy of clock.go
	Memory int64         // bytes that the process may occupy at its peak; 0: no limit
	Nodes  uint64        // positions that the search proper may visit, solvers aside; 0: no limit. With it, time is no limit

	// MaxNodes limits the positions that all threads of the search proper visit, in addition to the limits of time; 0: no
	// limit. One thread keeps it exactly.
	MaxNodes uint64

	// Occupied is how many bytes of Memory the process occupied before its first search, 0 if that is not known: systems
	// map more or less of their own into it, Wine three times as much as Linux.
	Occupied int64

	Threads int // how many may search at once, if Memory has room for them; 0: one. With a node limit there is one
}

// NoLimit as Limits.Left says that the match has no limit. It equals fileproto.NoLimit: mains hand Left on as it is.
const NoLimit = time.Duration(1<<63 - 1)

// An Engine plays one rule, move after move. Between moves it keeps what it found out, unless moves
// have a node limit: then every answer is the same whatever came before.
type Engine struct {
	Params Params // for tools to vary between moves

	rules *ruleTables
	table *table // nil until there is time to think
	spare *Job   // one that was released, nil if there is none
}

// New returns an engine for rule. To learn the rule takes a millisecond or two.
func New(rule board.Rule) *Engine { return &Engine{Params: DefaultParams, rules: newRuleTables(rule)} }

// Turn returns the thought that finds a move for side on b, which it does not change. b needs an empty
// square. One thought at a time.
func (e *Engine) NewJob(b *board.Board, side board.Stone, limits Limits) *Job {
	t := e.spare
	e.spare = nil
	if t == nil {
		t = &Job{engine: e, p: new(position), vcf: new(vcfSolver), vct: new(vctSolver), worker: new(worker)}
	}
	t.limits, t.moves = limits, e.movesMade(b, side)
	t.limits.Threads = limits.affordableThreads()
	t.p.setup(b, side, e.rules)
	t.worker.begin(t.p, nil, &e.Params)
	t.Retime(limits)
	return t
}
