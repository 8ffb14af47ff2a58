package fileproto

import (
	"errors"
	"io/fs"
	"strconv"

	"tahoun/board"
)

// read returns the task that the files tell.
func (t Turn) read(names Names) (Task, error) {
	var task Task
	data, err := read(t.FS, names.Board)
	if err != nil {
		said := names.Board + ": " + reason(err)
		if errors.Is(err, fs.ErrNotExist) {
			said += ": want a board; start where a manager wrote one, or name that folder: tahoun DIR"
		}
		return task, errors.New(said)
	}
	if task.Board, task.Warnings, err = ParseBoard(names.Board, data); err != nil {
		return task, err
	}
	t.readLimits(names, &task)
	if t.Override != nil {
		t.Override(&task)
	}
	if task.Side == board.Empty {
		if err := t.readSide(names.Side, &task); err != nil {
			return task, err
		}
	}
	if task.Limits.Turn == unset {
		task.Limits.Turn = DefaultTurn
		task.Warnings = append(task.Warnings, "no time limit in "+names.Info+" or "+names.Timeouts+": took "+DefaultTurn.String())
	}
	return task, nil
}

// readLimits fills in what INFO.DAT tells and, where that lacks a limit, TIMEOUTS.DAT.
func (t Turn) readLimits(names Names, task *Task) {
	var info Info
	if data, ok := t.readOptional(names.Info, task); ok {
		var warnings []string
		info, warnings = ParseInfo(names.Info, data)
		task.Warnings = append(task.Warnings, warnings...)
	}
	var timeouts Timeouts
	if !info.Turn.Given || !info.Left.Given {
		if data, ok := t.readOptional(names.Timeouts, task); ok {
			var warnings []string
			timeouts, warnings = ParseTimeouts(names.Timeouts, data)
			task.Warnings = append(task.Warnings, warnings...)
		}
	}
	var wrong string
	if task.Rule, wrong = info.PlayedRule(); wrong != "" {
		task.Warnings = append(task.Warnings, at(names.Info, info.ruleLine)+wrong)
	}
	task.Limits, task.Folder = info.Limits(timeouts), info.Folder
}

// readOptional returns the bytes of a file that may be missing. One that is there but cannot be read
// gets a warning.
func (t Turn) readOptional(name string, task *Task) ([]byte, bool) {
	data, err := read(t.FS, name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		task.Warnings = append(task.Warnings, name+": "+reason(err))
	}
	return data, err == nil
}

// readSide fills in which side is to play from TAH.DAT, or else from the stones.
func (t Turn) readSide(name string, task *Task) error {
	var wrong string
	if data, err := read(t.FS, name); err != nil {
		wrong = name + ": " + reason(err)
	} else {
		var warnings []string
		if task.Side, warnings = ParseSide(name, data); task.Side != board.Empty {
			task.Warnings = append(task.Warnings, warnings...)
			task.OBegan = oBegan(task.Board, task.Side, task.Rule)
			return nil
		}
		wrong = warnings[0]
	}
	if task.Side = sideFromStones(task.Board, board.X); task.Side != board.Empty {
		task.Warnings = append(task.Warnings, wrong+": played "+task.Side.String()+" as the stones tell")
		return nil
	}
	stones := strconv.Itoa(task.Board.Count(board.X)) + " x, " + strconv.Itoa(task.Board.Count(board.O)) + " o"
	return errors.New(wrong + "; the stones (" + stones + ") do not tell it either; write x or o there, or start with -side")
}
