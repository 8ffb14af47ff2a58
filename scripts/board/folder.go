package main

import (
	"path/filepath"
	"slices"

	"github.com/spf13/afero"

	"tahoun/fileproto"
	"tahoun/scripts/internal/manager"
)

// folderFiles returns the files of a manager's folder but the message, in the manager's order, under the names that the
// folder has for them.
func (h *home) folderFiles() []content {
	names, _ := fileproto.Find(afero.NewBasePathFs(h.disk, h.path))
	files := make([]content, manager.MessageFile)
	for i, name := range []string{names.Board, names.Side, names.Timeouts, names.Info} {
		files[i].path = filepath.Join(h.path, name)
	}
	return files
}

// wantedFolder returns the files of a folder with the position of a game. A file that tells the same already stays as
// it is, and of the others every line that the page does not know.
func (h *home) wantedFolder(files []content, t *tree) ([]content, error) {
	_, task, _ := readFolder(afero.NewBasePathFs(h.disk, h.path)) // no task where there is none
	p, err := t.position(task.OBegan)
	if err != nil {
		return nil, err
	}
	fresh := files[manager.BoardFile].content == nil
	wanted := slices.Clone(files)
	for i, f := range files {
		if f.content == nil && (fresh || i == manager.SideFile) {
			wanted[i].content = p.Text(i, manager.NativeStyle())
		}
	}
	if rows := readRows(files[manager.BoardFile].content); !slices.Equal(rows, p.Rows) {
		wanted[manager.BoardFile].content = p.Text(manager.BoardFile, styleOf(files[manager.BoardFile].content))
	}
	if old := files[manager.SideFile].content; old != nil {
		if side, _ := fileproto.ParseSide("", old); side.String() != p.Side {
			wanted[manager.SideFile].content = p.Text(manager.SideFile, styleOf(old))
		}
	}
	setLimits(files, wanted, p)
	return wanted, nil
}

// setLimits changes the rule and the time for a move where the files tell others.
func setLimits(files, wanted []content, p manager.Position) {
	timeouts, info := &wanted[manager.TimeoutsFile], &wanted[manager.InfoFile]
	told, _ := fileproto.ParseInfo("", files[manager.InfoFile].content)
	seconds, _ := fileproto.ParseTimeouts("", files[manager.TimeoutsFile].content)
	rule, _ := told.PlayedRule()
	newRule := int(rule) != p.Rule
	newTurn := shownTurn(told.Limits(seconds).Turn) != p.Turn
	if newTurn && files[manager.TimeoutsFile].content != nil {
		timeouts.content = fileproto.SetSeconds(timeouts.content, p.Turn/1000)
	}
	// TIMEOUTS.DAT alone tells the time where INFO.DAT does not, and the new one is of whole seconds too.
	again, _ := fileproto.ParseTimeouts("", timeouts.content)
	newTurn = newTurn && shownTurn(told.Limits(again).Turn) != p.Turn
	if !newRule && !newTurn || files[manager.InfoFile].content == nil && info.content != nil {
		return
	}
	if info.content == nil {
		if seconds.Left.Given {
			p.Left = min(seconds.Left.Value, manager.NoLimit)
		}
		info.content = p.Text(manager.InfoFile, styleOf(files[manager.BoardFile].content))
		return
	}
	if newRule {
		info.content = fileproto.SetKey(info.content, "rule", int64(p.Rule))
	}
	if newTurn {
		info.content = fileproto.SetKey(info.content, "timeout_turn", p.Turn)
	}
}

// readRows returns the rows of a board file, nil if it has none.
func readRows(text []byte) []string {
	b, _, err := fileproto.ParseBoard("", text)
	if err != nil {
		return nil
	}
	return manager.Rows(b)
}

// styleOf returns how the lines of a file end, or those of this system where it has none.
func styleOf(text []byte) manager.Style {
	switch fileproto.LineEnd(text) {
	case "":
		return manager.NativeStyle()
	case manager.DOS.LineEnd():
		return manager.DOS
	}
	return manager.Unix
}
