package fileproto

import (
	"errors"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/afero"

	"tahoun/board"
	"tahoun/fileproto/file"
)

// readTask reads the question from the files of disk. override, if not nil, changes it before the side is read.
func readTask(disk afero.Fs, names Names, override func(*Task)) (Task, error) {
	var task Task
	c, err := read(disk, names.Board)
	if err != nil {
		said := names.Board + ": " + file.Reason(err)
		if errors.Is(err, fs.ErrNotExist) {
			said += missing(disk, names.Board)
		}
		return task, errors.New(said)
	}
	task.Board, task.Warnings, err = ParseBoard(names.Board, c.data)
	task.Warnings = append(c.warnings, task.Warnings...)
	if err != nil {
		return task, err
	}
	readLimits(disk, names, &task)
	if override != nil {
		override(&task)
	}
	if task.Side == board.Empty {
		if err := readSide(disk, names.Side, &task); err != nil {
			return task, err
		}
	}
	if task.Limits.Turn == unset {
		task.Limits.Turn = DefaultTurn
		task.Warnings = append(task.Warnings,
			"no time limit in "+names.Info+" or "+names.Timeouts+": using "+DefaultTurn.String())
	}
	if won := task.alreadyWon(); won != "" {
		task.Warnings = slices.Insert(task.Warnings, 0, names.Board+": "+won) // a message may have room for this alone
	}
	return task, nil
}

// missing returns the advice for a folder without a board file.
func missing(disk afero.Fs, name string) string {
	hidden, err := file.Patiently(wait, func() (bool, error) { return afero.Exists(disk, name+".txt") })
	if err == nil && hidden {
		return ", but " + name + ".txt: rename it to " + name
	}
	return ": want a board; start where a manager wrote one, or name that folder: tahoun DIR"
}

// readLimits fills in the limits and the rule of INFO.DAT and, where that lacks a limit, of TIMEOUTS.DAT.
func readLimits(disk afero.Fs, names Names, task *Task) {
	info, warnings := ParseInfo(names.Info, readOptional(disk, names.Info, task))
	task.Warnings = append(task.Warnings, warnings...)
	var timeouts Timeouts
	if !info.Turn.Given || !info.Left.Given {
		timeouts, warnings = ParseTimeouts(names.Timeouts, readOptional(disk, names.Timeouts, task))
		task.Warnings = append(task.Warnings, warnings...)
	}
	var wrong string
	if task.Rule, wrong = info.PlayedRule(); wrong != "" {
		task.Warnings = append(task.Warnings, at(names.Info, info.ruleLine)+wrong)
	}
	task.Limits, task.Folder = info.Limits(timeouts), info.Folder
}

// readOptional returns the bytes of a file, none if it is missing. One that cannot be read, or not soon, has none too,
// and gets a warning.
func readOptional(disk afero.Fs, name string, task *Task) []byte {
	c, err := readSoon(disk, name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		c.warnings = append(c.warnings, name+": "+file.Reason(err))
	}
	task.Warnings = append(task.Warnings, c.warnings...)
	return c.data
}

// readSide fills in which side is to play from TAH.DAT, or else from the stones.
func readSide(disk afero.Fs, name string, task *Task) error {
	var wrong string
	if c, err := read(disk, name); err != nil {
		wrong = name + ": " + file.Reason(err)
	} else {
		task.Warnings = append(task.Warnings, c.warnings...)
		var warnings []string
		if task.Side, warnings = ParseSide(name, c.data); task.Side != board.Empty {
			task.Warnings = append(task.Warnings, warnings...)
			task.OBegan = oBegan(task.Board, task.Side, task.Rule)
			return nil
		}
		wrong = warnings[0]
	}
	if task.Side = sideFromStones(task.Board, board.X); task.Side != board.Empty {
		task.Warnings = append(task.Warnings, wrong+": played "+task.Side.String()+", as the stones show")
		return nil
	}
	stones := strconv.Itoa(task.Board.Count(board.X)) + " x, " + strconv.Itoa(task.Board.Count(board.O)) + " o"
	return errors.New(wrong + "; the stones (" + stones + ") do not show it either: write x or o there, or use -side")
}

// alreadyWon returns who has won on the board, "" if nobody has.
func (task Task) alreadyWon() string {
	own := task.ruled()
	p, won := own.Board.Won(own.Rule)
	if !won {
		return ""
	}
	return task.Board.At(p).String() + " has already won at " + p.String() + ", playing on"
}

// ParseSide reads which side is to play from the first line of TAH.DAT that is not blank. It returns
// board.Empty and a warning if that is neither x nor o.
func ParseSide(name string, data []byte) (board.Stone, []string) {
	side := board.Empty
	var warnings []string
	for line, text := range lines(data) {
		if side != board.Empty {
			return side, append(warnings, at(name, line)+"ignored the lines after the side")
		}
		switch text = strings.TrimLeft(text, blanks); text {
		case "x", "X":
			side = board.X
		case "o", "O":
			side = board.O
		default:
			return board.Empty, []string{at(name, line) + "want the side to play, x or o, got " + quote(text)}
		}
		if text != side.String() {
			warnings = append(warnings, at(name, line)+"upper-case "+text+" taken as "+side.String())
		}
	}
	if side == board.Empty {
		return side, []string{name + ": want the side to play, x or o, got an empty file"}
	}
	return side, warnings
}

// oBegan reports whether o moved first in this game under renju: managers let a person begin whose stones are o. Other
// rules do not depend on that. In a continuous game walls were stones, and only the parity of the turns is known.
func oBegan(b *board.Board, side board.Stone, rule board.Rule) bool {
	switch {
	case !rule.Forbids(board.X):
		return false
	case rule&board.Continuous != 0:
		turns := b.Width()*b.Height() - b.Count(board.Empty)
		return turns%2 == 0 == (side == board.O)
	}
	return sideFromStones(b, board.O) == side
}

// sideFromStones tells the side to move in a plain game that first began: board.Empty if the stones are
// not those of one.
func sideFromStones(b *board.Board, first board.Stone) board.Stone {
	switch b.Count(first) - b.Count(first.Other()) {
	case 0:
		return first
	case 1:
		return first.Other()
	}
	return board.Empty
}
