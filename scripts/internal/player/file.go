package player

import (
	"context"
	"fmt"
	"strings"

	"tahoun/scripts/internal/game"
)

// A filePlayer speaks the old protocol: files in a folder, a process for each move.
type filePlayer struct{ *participant }

// Move writes the files, runs the program and reads the answer. The clock runs from just before the
// program's start to its end; then Move kills children that outlive it.
func (p *filePlayer) Move(ctx context.Context, ask Request) (Answer, error) {
	p.moveLock.Lock()
	defer p.moveLock.Unlock()
	if p.closed() || ctx.Err() != nil {
		return Answer{At: Nowhere}, p.cancelError(ctx)
	}

	// Step 1. The program reads the files, plays and ends.
	if err := p.writeFiles(ask); err != nil {
		return Answer{At: Nowhere}, p.wrap(err)
	}
	run, err := p.start(nil, nil)
	if err != nil {
		return Answer{At: Nowhere}, p.wrap(err)
	}
	limit := p.limit(ask)
	why := p.await(ctx, run, limit.time+limit.grace+overrunWait)
	if err := run.finish(); err != nil {
		return Answer{At: Nowhere}, p.wrap(err)
	}

	// Step 2. Read the answer and the memory.
	p.logAnswer()
	p.peak = max(p.peak, run.peak.Load())
	answer, instead := p.readMove()
	answer.Time, answer.Memory, answer.Message = run.took(), p.peak, p.readMessage()

	// Step 3. Judge.
	if why == cancelled {
		return answer, p.cancelError(ctx)
	}
	if fault := p.judge(run, why, limit, instead); fault != nil {
		if instead != "" {
			fault.Detail += Said(answer.Message)
		}
		return answer, fault
	}
	if run.crashed() {
		answer.Message = strings.TrimPrefix(answer.Message+"\n(after its move: "+run.exitStatus()+")", "\n")
	}
	return answer, nil
}

// judge returns the fault of the program, nil if there is none. instead describes the content of TAH.DAT if there is no
// move; it is "" if there is one: then it does not matter how the program ended.
func (p *filePlayer) judge(run *process, why waitEnd, limit limit, instead string) *Fault {
	if fault := p.outOfSpace(); fault != nil {
		return fault
	}
	took := "took"
	if why == timedOut {
		took = "killed after"
	}
	if fault := limit.exceeded(run.took(), took); fault != nil {
		if why == timedOut {
			fault.Detail += run.stderrTail()
		}
		return fault
	}
	switch {
	case instead == "":
		return nil
	case run.crashed():
		return &Fault{game.Crash, fmt.Sprintf("%s; %s", run.exitStatus(), instead)}
	}
	return &Fault{game.NoAnswer, fmt.Sprintf("%s; %s", instead, run.exitStatus())}
}

// End removes the folders.
func (p *filePlayer) End() error { return p.end(func() {}) }
