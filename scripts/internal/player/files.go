package player

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"tahoun/scripts/internal/game"
	"tahoun/scripts/internal/manager"
)

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

// writeFiles writes the files of one move anew. Other files in the working folder stay.
func (p *participant) writeFiles(ask Request) error {
	if err := p.removeFiles(); err != nil {
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

// removeFiles removes the files of the last move, with names in any case.
func (p *participant) removeFiles() error {
	if err := p.restoreWorkDir(); err != nil {
		return err
	}
	entries, err := os.ReadDir(p.workDir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		same := func(name string) bool { return strings.EqualFold(name, e.Name()) }
		if !slices.ContainsFunc(manager.Unix.Names(), same) {
			continue
		}
		if err := removeAll(filepath.Join(p.workDir, e.Name())); err != nil {
			return err
		}
	}
	return nil
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

// readMessage returns the message in MSG.DAT.
func (p *participant) readMessage() string {
	for _, text := range p.readFiles(manager.MessageFile) {
		if text = tidy(text); text != "" {
			return text
		}
	}
	return ""
}
