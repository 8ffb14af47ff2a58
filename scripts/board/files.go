package main

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/spf13/afero"

	"tahoun/board"
	"tahoun/fileproto"
	"tahoun/fileproto/file"
	"tahoun/scripts/internal/gamefile"
	"tahoun/scripts/internal/manager"
)

// An openRequest holds a game file, or the files of a manager's folder.
type openRequest struct {
	Files   []namedFile `json:"files"`
	Width   int         `json:"width"` // for formats that do not tell it, if the moves fit; 0: 15, or more if they need it
	Height  int         `json:"height"`
	FromTop bool        `json:"fromTop"` // row 1 of a position as text is the topmost
}

// A namedFile is a file and its content, in base64 in JSON.
type namedFile struct {
	Name    string `json:"name"`
	Content []byte `json:"content"`
}

// largestTyped is the side of the largest board that a typed position makes by itself: z99 is a slip, not a board of 99x99.
const largestTyped = 20

// open reads a game, or the position of a manager's folder.
func open(ask openRequest) (*tree, error) {
	switch {
	case len(ask.Files) == 0:
		return nil, errors.New("want a file")
	case slices.ContainsFunc(ask.Files, func(f namedFile) bool { return isBoardFile(f.Name) }):
		folder, dir := afero.NewMemMapFs(), ""
		for _, f := range ask.Files {
			if isBoardFile(f.Name) {
				if dir != "" {
					return nil, fmt.Errorf("want a folder with one game, got %s and %s", dir, f.Name)
				}
				dir = f.Name
			}
			if err := afero.WriteFile(folder, filepath.Base(f.Name), f.Content, 0o644); err != nil {
				return nil, err
			}
		}
		t, _, err := readFolder(folder)
		return t, err
	case len(ask.Files) > 1:
		return nil, fmt.Errorf("want one game, or a folder with a PLOCHA.DAT; got %d files", len(ask.Files))
	}
	f := ask.Files[0]
	options := gamefile.Options{Width: ask.Width, Height: ask.Height, FromTop: ask.FromTop}
	g, err := gamefile.Read(f.Name, f.Content, options)
	if err != nil && options.Width > 0 {
		options.Width, options.Height = 0, 0
		larger, reason := gamefile.Read(f.Name, f.Content, options)
		if reason == nil && max(larger.Start.Width(), larger.Start.Height()) <= largestTyped {
			g, err = larger, nil
		}
	}
	if err != nil {
		return nil, err
	}
	return newTree(g), nil
}

func isBoardFile(name string) bool {
	return strings.EqualFold(filepath.Base(filepath.ToSlash(name)), manager.Unix.Names()[manager.BoardFile])
}

// readFolder reads the position of a manager's folder, with its limits. Where o began in renju, the sides are swapped.
func readFolder(folder afero.Fs) (*tree, fileproto.Task, error) {
	question := fileproto.Turn{FS: folder, Start: time.Now(), Verbose: true}
	task, warnings, err := question.Question()
	if names, _ := fileproto.Find(folder); err != nil && !exists(folder, names.Board) && !exists(folder, names.Board+".txt") {
		err = errNoBoard
	}
	if err != nil && task.Board != nil && task.Side == board.Empty {
		question.Override = func(task *fileproto.Task) { task.Side = board.X }
		task, warnings, err = question.Question()
		warnings = append(warnings, "neither TAH.DAT nor the stones tell who moves: x is taken, and the page can change it")
	}
	if err != nil {
		return nil, task, err
	}
	t := newTree(&gamefile.Game{Start: task.Board, First: task.Side, Rule: task.Rule, RuleKnown: true, Warnings: warnings, Format: "a manager's folder"})
	t.Turn = task.Limits.Turn.Milliseconds()
	if task.OBegan {
		t.Warnings = append(t.Warnings, "o moved first, and the rule forbids squares to the first player: the page shows it as x")
	}
	return t, task, nil
}

func exists(folder afero.Fs, name string) bool {
	found, err := afero.Exists(folder, name)
	return found || err != nil
}

// A saveRequest asks for a game in a format.
type saveRequest struct {
	Format string `json:"format"` // psq, sgf, text, textTop, folder; home: write to the folder or file of the command line
	Game   tree   `json:"game"`
}

// A saved game is a file, or what was written instead.
type saved struct {
	namedFile
	Backup string `json:"backup"` // the file that holds what was there before, "" for none
}

// save returns a game in a format, or writes it.
func (s *server) save(ask saveRequest) (saved, error) {
	g, err := ask.Game.game()
	if err != nil {
		return saved{}, err
	}
	var out bytes.Buffer
	f := saved{}
	switch ask.Format {
	case "psq":
		f.Name, err = "game.psq", gamefile.WritePSQ(&out, g)
	case "sgf":
		f.Name, err = "game.sgf", gamefile.WriteSGF(&out, g)
	case "text":
		f.Name, err = "game.txt", gamefile.WriteText(&out, g, false)
	case "textTop":
		f.Name, err = "game.txt", gamefile.WriteText(&out, g, true)
	case "folder":
		f.Name = "game.zip"
		var p manager.Position
		if p, err = ask.Game.files(fileproto.Task{}); err == nil {
			err = zipFolder(&out, p)
		}
	case "home":
		if s.home == nil {
			return f, errors.New("no folder and no file was named at the start")
		}
		f.Name = s.home.name()
		f.Backup, err = s.home.write(&ask.Game, g)
	default:
		err = fmt.Errorf("unknown format %q", ask.Format)
	}
	f.Content = out.Bytes()
	return f, err
}

// files returns the last position of the main line as a manager writes it. Limits that the page does not know come
// from task.
func (t *tree) files(task fileproto.Task) (manager.Position, error) {
	p, err := t.mainLine().play()
	if err != nil {
		return manager.Position{}, err
	}
	if task.OBegan {
		p.board.SwapSides()
		p.side = p.side.Other()
	}
	left := int64(manager.NoLimit)
	if task.Limits.Match > 0 && task.Limits.Left != fileproto.NoLimit {
		left = task.Limits.Left.Milliseconds()
	}
	return manager.Position{
		Rows: manager.Rows(p.board), Side: p.side.String(), Rule: int(p.rule),
		Turn: max(t.Turn, 0), Match: task.Limits.Match.Milliseconds(), Left: left,
		Memory: task.Limits.Memory, Folder: task.Folder,
	}, nil
}

// zipFolder writes the files of a position into a zip.
func zipFolder(out *bytes.Buffer, p manager.Position) error {
	w := zip.NewWriter(out)
	for i, name := range manager.Unix.Names() {
		entry, err := w.Create(name)
		if err != nil {
			return err
		}
		if _, err := entry.Write(p.Text(i, manager.Unix)); err != nil {
			return err
		}
	}
	return w.Close()
}

// A home is the folder or the file that the command line names.
type home struct {
	disk   afero.Fs
	path   string
	folder bool

	mu   sync.Mutex
	kept bool // the file as it was at the start lies beside it
}

// errNoBoard is the error of a folder that may become a manager's.
var errNoBoard = errors.New("the folder holds no PLOCHA.DAT; the page can save one there")

// newHome returns the home at path, which must exist.
func newHome(disk afero.Fs, path string) (*home, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	info, err := disk.Stat(path)
	if err != nil {
		return nil, err
	}
	h := &home{disk: disk, path: path, folder: info.IsDir()}
	if !h.folder && isBoardFile(path) {
		h.path, h.folder = filepath.Dir(path), true
	}
	return h, nil
}

func (h *home) name() string { return filepath.Base(h.path) }

// format returns the format that write writes, "" for none.
func (h *home) format() string {
	switch extension := strings.ToLower(filepath.Ext(h.path)); {
	case h.folder:
		return "folder"
	case extension == ".psq" || extension == ".sgf":
		return extension[1:]
	}
	return ""
}

// read reads the game.
func (h *home) read() (*tree, error) {
	if h.folder {
		t, _, err := readFolder(afero.NewBasePathFs(h.disk, h.path))
		return t, err
	}
	content, err := file.Read(h.disk, h.path, maxFiles)
	if err != nil {
		return nil, errors.New(h.name() + ": " + file.Reason(err))
	}
	g, err := gamefile.Read(h.name(), content, gamefile.Options{})
	if err != nil {
		return nil, err
	}
	return newTree(g), nil
}

// saveWait is how long a save may wait for other programs that have the file open.
const saveWait = time.Second

// write writes the game into the file, or the position into the folder. A file may hold what the page does not know, so the
// first write keeps it beside the new one, under the name that write returns.
func (h *home) write(t *tree, g *gamefile.Game) (backup string, err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	var out bytes.Buffer
	switch h.format() {
	case "folder":
		return "", h.writeFolder(t)
	case "psq":
		err = gamefile.WritePSQ(&out, g)
	case "sgf":
		err = gamefile.WriteSGF(&out, g)
	default:
		err = fmt.Errorf("%s: only .psq and .sgf are written back", h.name())
	}
	if err != nil {
		return "", err
	}
	backup = h.path + ".bak"
	if !h.kept {
		old, err := afero.ReadFile(h.disk, h.path)
		if err == nil {
			err = h.replace(h.disk, backup, old)
		}
		if err != nil {
			return "", err
		}
		h.kept = true
	}
	return filepath.Base(backup), h.replace(h.disk, h.path, out.Bytes())
}

// writeFolder writes all files but the message, under the names that the folder has already.
func (h *home) writeFolder(t *tree) error {
	folder := afero.NewBasePathFs(h.disk, h.path)
	_, task, err := readFolder(folder)
	if err != nil {
		task = fileproto.Task{} // there is nothing to keep
	}
	p, err := t.files(task)
	if err != nil {
		return err
	}
	names, _ := fileproto.Find(folder)
	for i, name := range []string{names.Board, names.Side, names.Timeouts, names.Info} {
		if err := h.replace(folder, name, p.Text(i, manager.NativeStyle())); err != nil {
			return err
		}
	}
	return nil
}

func (h *home) replace(disk afero.Fs, path string, content []byte) error {
	if err := file.Replace(disk, path, content, saveWait); err != nil {
		return errors.New(filepath.Base(path) + ": " + file.Reason(err))
	}
	return nil
}
