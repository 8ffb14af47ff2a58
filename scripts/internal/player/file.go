package player

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"tahoun/scripts/internal/game"
	"tahoun/scripts/internal/manager"
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

// turnMilliseconds returns the limit of a move: 0 only for a move as fast as possible.
func (s Spec) turnMilliseconds() int64 {
	ms := manager.Milliseconds(s.Turn)
	if ms == 0 && s.Turn > 0 {
		return 1
	}
	return ms
}

// leftMilliseconds returns the time left in the match.
func (s Spec) leftMilliseconds(ask Request) int64 {
	if s.Match == 0 {
		return manager.NoLimit
	}
	return manager.Milliseconds(ask.Left)
}

// writeFiles writes the files of one move over those of the last. Other files in the working folder stay.
func (p *participant) writeFiles(ask Request) error {
	if err := p.clearNames(); err != nil {
		return err
	}
	position := manager.Position{
		Rows: manager.Rows(ask.Board), Side: p.setting.Side.String(),
		Turn: p.spec.turnMilliseconds(), Match: manager.Milliseconds(p.spec.Match), Left: p.spec.leftMilliseconds(ask),
		Memory: p.spec.Memory, Rule: int(p.setting.Rule), Folder: p.keepDir, Info: p.spec.toldInfo(),
	}
	p.logFiles(position)
	return position.Write(p.workDir, p.spec.Files)
}

// logFiles logs the files of a move, each line behind the name of its file.
func (p *participant) logFiles(position manager.Position) {
	if !p.setting.Transcript.keeps() {
		return
	}
	for i, name := range p.spec.Files.Names() {
		for line := range strings.Lines(string(position.Text(i, p.spec.Files))) {
			p.setting.Transcript.input(name + ": " + line)
		}
	}
}

// logAnswer logs the files that a program writes, as they are after its end.
func (p *participant) logAnswer() {
	if !p.setting.Transcript.keeps() {
		return
	}
	for _, file := range []int{manager.SideFile, manager.MessageFile} {
		for _, path := range manager.Find(p.workDir, manager.Unix.Names()[file]) {
			text, err := manager.Read(path)
			if err != nil {
				p.setting.Transcript.remark("%v", err)
			}
			for line := range strings.Lines(text) {
				p.setting.Transcript.output([]byte(filepath.Base(path) + ": " + line))
			}
		}
	}
	p.setting.Transcript.save()
}

// clearNames removes all that stands under the names of the files, in any case, but the files that may be overwritten.
func (p *participant) clearNames() error {
	if err := p.restoreWorkDir(); err != nil {
		return err
	}
	entries, err := os.ReadDir(p.workDir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		same := func(name string) bool { return strings.EqualFold(name, e.Name()) }
		if !slices.ContainsFunc(manager.Unix.Names(), same) || p.mayOverwrite(e) {
			continue
		}
		if err := removeAll(filepath.Join(p.workDir, e.Name())); err != nil {
			return err
		}
	}
	return nil
}

// mayOverwrite reports whether an entry of the working folder is a file with one of the names as the arena writes them,
// which it may write to.
func (p *participant) mayOverwrite(e os.DirEntry) bool {
	const ownerWrites = 0o200
	if !e.Type().IsRegular() || !slices.Contains(p.spec.Files.Names(), e.Name()) {
		return false
	}
	info, err := e.Info()
	return err == nil && info.Mode()&ownerWrites != 0
}

// readFiles returns the contents of the files with that name in any case, capitals first.
func (p *participant) readFiles(file int) []string {
	var found []string
	for _, path := range manager.Find(p.workDir, manager.Unix.Names()[file]) {
		if text, err := manager.Read(path); err == nil {
			found = append(found, text)
		}
	}
	return found
}

// readMove returns the move in TAH.DAT, or a description of its other content.
func (p *participant) readMove() (answer Answer, instead string) {
	found := p.readFiles(manager.SideFile)
	question := p.setting.Side.String() + p.spec.Files.LineEnd()
	instead = "no TAH.DAT"
	for _, text := range found {
		if at, written, ok := manager.ScanMove(text); ok {
			return Answer{At: at, Written: game.Line(excerpt(written))}, ""
		}
		switch {
		case text != question:
			instead = fmt.Sprintf("TAH.DAT holds %q", excerpt(text))
		case len(found) == 1:
			instead = "TAH.DAT is unchanged"
		}
	}
	return Answer{At: Nowhere}, instead
}

func (p *participant) readMessage() string {
	for _, text := range p.readFiles(manager.MessageFile) {
		if text = tidy(text); text != "" {
			return text
		}
	}
	return ""
}
