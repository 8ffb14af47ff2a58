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
func (s *participant) writeFiles(ask Request) error {
	if err := s.removeFiles(); err != nil {
		return err
	}
	position := manager.Position{
		Rows: manager.Rows(ask.Board), Side: s.setting.Side.String(),
		Turn: s.spec.turnMilliseconds(), Match: manager.Milliseconds(s.spec.Match), Left: s.spec.leftMilliseconds(ask),
		Memory: s.spec.Memory, Rule: int(s.setting.Rule), Folder: s.keepDir, Info: s.spec.toldInfo(),
	}
	s.logFiles(position)
	return position.Write(s.workDir, s.spec.Files)
}

// logFiles logs the files of a move, each line behind the name of its file.
func (s *participant) logFiles(position manager.Position) {
	if !s.setting.Transcript.keeps() {
		return
	}
	for i, name := range s.spec.Files.Names() {
		for line := range strings.Lines(string(position.Text(i, s.spec.Files))) {
			s.setting.Transcript.input(name + ": " + line)
		}
	}
}

// logAnswer logs the files that a program writes, as they are after its end.
func (s *participant) logAnswer() {
	if !s.setting.Transcript.keeps() {
		return
	}
	for _, file := range []int{manager.SideFile, manager.MessageFile} {
		for _, path := range manager.Find(s.workDir, manager.Unix.Names()[file]) {
			text, err := manager.Read(path)
			if err != nil {
				s.setting.Transcript.remark("%v", err)
			}
			for line := range strings.Lines(text) {
				s.setting.Transcript.output([]byte(filepath.Base(path) + ": " + line))
			}
		}
	}
	s.setting.Transcript.save()
}

// removeFiles removes the files of the last move, with names in any case.
func (s *participant) removeFiles() error {
	if err := s.restoreWorkDir(); err != nil {
		return err
	}
	entries, err := os.ReadDir(s.workDir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		known := slices.ContainsFunc(manager.Unix.Names(), func(n string) bool { return strings.EqualFold(n, e.Name()) })
		if !known {
			continue
		}
		if err := removeAll(filepath.Join(s.workDir, e.Name())); err != nil {
			return err
		}
	}
	return nil
}

// readFiles returns the contents of the files with that name in any case, capitals first.
func (s *participant) readFiles(file int) []string {
	var found []string
	for _, path := range manager.Find(s.workDir, manager.Unix.Names()[file]) {
		if text, err := manager.Read(path); err == nil {
			found = append(found, text)
		}
	}
	return found
}

// readMove returns the move in TAH.DAT, or a description of its other content.
func (s *participant) readMove() (answer Answer, instead string) {
	found := s.readFiles(manager.SideFile)
	question := s.setting.Side.String() + s.spec.Files.LineEnd()
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
func (s *participant) readMessage() string {
	for _, text := range s.readFiles(manager.MessageFile) {
		if text = tidy(text); text != "" {
			return text
		}
	}
	return ""
}
