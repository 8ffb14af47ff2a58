package player

import (
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"tahoun/board"
)

// The files of one move, in the order in which a manager writes them.
const (
	boardFile = iota
	sideFile
	timeoutsFile
	infoFile
	messageFile
)

// fileNames are the names of the files, in the same order.
var fileNames = map[FileStyle][]string{
	DOS:  {"Plocha.dat", "Tah.dat", "TimeOuts.dat", "Info.dat", "msg.dat"},
	Unix: {"PLOCHA.DAT", "TAH.DAT", "TIMEOUTS.DAT", "INFO.DAT", "MSG.DAT"},
}

// lineEnd returns what ends a line.
func (f FileStyle) lineEnd() string {
	if f == DOS {
		return "\r\n"
	}
	return "\n"
}

// noLimit stands for a number of milliseconds or bytes without a limit, and for all that are more:
// old brains read 32 bits.
const noLimit = math.MaxInt32

// milliseconds returns d in whole ms for a file.
func milliseconds(d time.Duration) int64 { return min(d.Milliseconds(), noLimit) }

// turnMilliseconds returns the limit of a move, at least 1 unless it is 0, as fast as possible.
func (s Spec) turnMilliseconds() int64 {
	ms := milliseconds(s.Turn)
	if ms == 0 && s.Turn > 0 {
		return 1
	}
	return ms
}

// leftMilliseconds returns what is left of the match.
func (s Spec) leftMilliseconds(ask Request) int64 {
	if s.Match == 0 {
		return noLimit
	}
	return milliseconds(ask.Left)
}

// contents returns the lines of the files of one move.
func (s *participant) contents(ask Request) [][]string {
	turn, left := s.spec.turnMilliseconds(), s.spec.leftMilliseconds(ask)
	return [][]string{
		boardFile:    rows(ask.Board),
		sideFile:     {s.setting.Side.String()},
		timeoutsFile: {strconv.FormatInt(turn/1000, 10), strconv.FormatInt(left, 10)},
		infoFile: {
			fmt.Sprintf("max_memory %d", min(s.spec.Memory, noLimit)),
			fmt.Sprintf("timeout_match %d", milliseconds(s.spec.Match)),
			fmt.Sprintf("timeout_turn %d", turn),
			"game_type 1",
			fmt.Sprintf("rule %d", s.setting.Rule),
			fmt.Sprintf("time_left %d", left),
			"folder " + s.keepDir,
		},
		messageFile: nil,
	}
}

// rows draws a board as a board file does.
func rows(b *board.Board) []string {
	drawn := make([]string, b.Height())
	for y := range drawn {
		row := make([]byte, b.Width())
		for x := range row {
			row[x] = b.At(board.Point{X: x, Y: y}).String()[0]
		}
		drawn[y] = string(row)
	}
	return drawn
}

// writeFiles writes the files of one move anew. What else lies in the working folder stays.
func (s *participant) writeFiles(ask Request) error {
	if err := s.removeFiles(); err != nil {
		return err
	}
	end := s.spec.Files.lineEnd()
	for i, lines := range s.contents(ask) {
		var text strings.Builder
		for _, line := range lines {
			text.WriteString(line + end)
		}
		name := filepath.Join(s.workDir, fileNames[s.spec.Files][i])
		if err := os.WriteFile(name, []byte(text.String()), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// removeFiles removes the files of the last move, under whatever case of their names.
func (s *participant) removeFiles() error {
	if err := s.restoreWorkDir(); err != nil {
		return err
	}
	entries, err := os.ReadDir(s.workDir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		known := slices.ContainsFunc(fileNames[Unix], func(n string) bool { return strings.EqualFold(n, e.Name()) })
		if !known {
			continue
		}
		if err := removeAll(filepath.Join(s.workDir, e.Name())); err != nil {
			return err
		}
	}
	return nil
}

// answerBytes is how much of a file written by a program is read.
const answerBytes = 1 << 16

// readFiles returns the contents of the files called name but for the case of its letters, capitals first.
func (s *participant) readFiles(name string) []string {
	entries, _ := os.ReadDir(s.workDir)
	var found []string
	for _, e := range entries {
		if !strings.EqualFold(e.Name(), name) {
			continue
		}
		if text, err := readStart(filepath.Join(s.workDir, e.Name())); err == nil {
			found = append(found, text)
		}
	}
	return found
}

// readStart returns the first bytes of a file.
func readStart(path string) (string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return "", err
	}
	if !info.Mode().IsRegular() { // reading a named pipe would take for ever
		return "", fmt.Errorf("%s is no file", path)
	}
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, answerBytes))
	return string(text), err
}

// readMove returns the move in TAH.DAT, or what there is instead. A brain on a system where names
// differ by case may have written a file beside the manager's.
func (s *participant) readMove() (answer Answer, instead string) {
	found := s.readFiles(fileNames[Unix][sideFile])
	question := s.setting.Side.String() + s.spec.Files.lineEnd()
	instead = "no TAH.DAT"
	for _, text := range found {
		if at, written, ok := scanMove(text); ok {
			return Answer{At: at, Written: written}, ""
		}
		switch {
		case text != question:
			instead = fmt.Sprintf("TAH.DAT holds %q", excerpt(text))
		case len(found) == 1:
			instead = "TAH.DAT is as it was"
		}
	}
	return Answer{At: Nowhere}, instead
}

// readMessage returns what MSG.DAT says.
func (s *participant) readMessage() string {
	for _, text := range s.readFiles(fileNames[Unix][messageFile]) {
		if text = tidy(text); text != "" {
			return text
		}
	}
	return ""
}
