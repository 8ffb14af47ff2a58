package main

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/afero"

	"tahoun/board"
	"tahoun/fileproto"
	"tahoun/scripts/internal/gamefile"
	"tahoun/scripts/internal/manager"
)

// An openRequest holds a game file, or the files of a manager's folder.
type openRequest struct {
	Files   []namedFile `json:"files"`
	Width   int         `json:"width"` // for formats that do not tell it, if the moves fit; 0: 15, or more if needed
	Height  int         `json:"height"`
	FromTop bool        `json:"fromTop"` // row 1 of a position as text is the topmost
	Game    int         `json:"game"`    // which game of a file with several, from 1; 0: the first that can be read
}

// A namedFile is a file and its content, in base64 in JSON.
type namedFile struct {
	Name    string `json:"name"`
	Content []byte `json:"content"`
}

// largestTyped is the side of the largest board that a typed position makes by itself: z99 is a slip, not a board of
// 99x99.
const largestTyped = 20

// open reads a game, or the position of a manager's folder.
func (s *shelf) open(ask openRequest) (*tree, error) {
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
	options := gamefile.Options{Width: ask.Width, Height: ask.Height, FromTop: ask.FromTop, Game: ask.Game}
	t, err := s.readGame(f.Name, f.Content, options)
	if err != nil && options.Width > 0 {
		options.Width, options.Height = 0, 0
		larger, reason := s.readGame(f.Name, f.Content, options)
		if reason == nil && max(larger.Width, larger.Height) <= largestTyped {
			return larger, nil
		}
	}
	return t, err
}

func isBoardFile(name string) bool {
	return strings.EqualFold(filepath.Base(filepath.ToSlash(name)), manager.Unix.Names()[manager.BoardFile])
}

// readFolder reads the position of a manager's folder, with its limits. Where o began in renju, the sides are swapped.
func readFolder(folder afero.Fs) (*tree, fileproto.Task, error) {
	question := fileproto.Turn{FS: folder, Start: time.Now(), Verbose: true}
	task, warnings, err := question.Question()
	names, _ := fileproto.Find(folder)
	if err != nil && !exists(folder, names.Board) && !exists(folder, names.Board+".txt") {
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
	t := newTree(&gamefile.Game{
		Start: task.Board, First: task.Side, Rule: task.Rule, RuleKnown: true,
		Warnings: warnings, Format: "a manager's folder"})
	t.Turn = shownTurn(task.Limits.Turn)
	if task.OBegan {
		t.Warnings = append(t.Warnings, "o moved first, and the rule forbids squares to the first player: the page shows it as x")
	}
	return t, task, nil
}

// shownTurn returns the time for a move of a folder as the page shows it, in ms. No limit is the page's longest time.
func shownTurn(limit time.Duration) int64 {
	if limit < 0 {
		limit = fileproto.DefaultTurn
	}
	return min(limit.Milliseconds(), longestTurn)
}

func exists(folder afero.Fs, name string) bool {
	found, err := afero.Exists(folder, name)
	return found || err != nil
}

type saveRequest struct {
	// Format is an extension of gamefile.Writer, text, textTop, folder, home (that of the command line), or puzzles.
	Format string `json:"format"`
	Game   tree   `json:"game"`
	Games  []tree `json:"games"` // only for puzzles: they are written one after the other, in SGF

	// Only for home: the digest of the content that the page knows, and whether another content may be replaced too.
	Digest    string `json:"digest"`
	Overwrite bool   `json:"overwrite"`

	Variations bool `json:"variations"` // the page has moves that it left out of the game
	Agreed     bool `json:"agreed"`     // the person knows what the format does not hold
}

// A saved game is a file, or the report of a save to the home.
type saved struct {
	namedFile
	*written                 // only for home
	Lost     []gamefile.Loss `json:"lost,omitempty"` // nothing was written: the person has to agree first
}

// save returns a game in a format, or writes it.
func (s *server) save(ask saveRequest) (saved, error) {
	if ask.Format == "puzzles" {
		return savePuzzles(ask.Games)
	}
	g, err := ask.Game.game()
	if err != nil {
		return saved{}, err
	}
	var out bytes.Buffer
	f := saved{}
	if f.Lost, err = s.lost(ask, g); err != nil || len(f.Lost) > 0 {
		return f, err
	}
	switch ask.Format {
	case "text":
		f.Name, err = "game.txt", gamefile.WriteText(&out, g, false)
	case "textTop":
		f.Name, err = "game.txt", gamefile.WriteText(&out, g, true)
	case "folder":
		f.Name = "game.zip"
		var p manager.Position
		if p, err = ask.Game.position(false); err == nil {
			err = zipFolder(&out, p)
		}
	case "home":
		if s.home == nil {
			return f, errors.New("no folder and no file was named at the start")
		}
		f.Name = s.home.name()
		f.written, err = s.home.write(ask, g)
	default:
		write := gamefile.Writer(ask.Format)
		if write == nil {
			return f, fmt.Errorf("unknown format %q", ask.Format)
		}
		f.Name, err = "game."+ask.Format, write(&out, g)
	}
	f.Content = out.Bytes()
	return f, err
}

// lost returns the things of a game that its format does not hold, unless the person knows them.
func (s *server) lost(ask saveRequest, g *gamefile.Game) ([]gamefile.Loss, error) {
	format := ask.Format
	if format == "home" && s.home != nil {
		format = s.home.format()
	}
	lost, err := gamefile.Lost(format, g)
	if ask.Variations && format == "psq" {
		lost = append(lost, gamefile.LostVariations)
	}
	if ask.Agreed {
		lost = nil
	}
	return lost, err
}

func savePuzzles(games []tree) (saved, error) {
	var out bytes.Buffer
	for i := range games {
		g, err := games[i].game()
		if err == nil {
			err = gamefile.WriteSGF(&out, g)
		}
		if err != nil {
			return saved{}, fmt.Errorf("puzzle %d: %w", i+1, err)
		}
	}
	return saved{namedFile: namedFile{"puzzles.sgf", out.Bytes()}}, nil
}

// position returns the last position of the main line as a manager writes it. Where o began in renju, the sides are
// swapped back.
func (t *tree) position(oBegan bool) (manager.Position, error) {
	p, err := t.mainLine().play()
	if err != nil {
		return manager.Position{}, err
	}
	if oBegan {
		p.board.SwapSides()
		p.side = p.side.Other()
	}
	return manager.Position{
		Rows: manager.Rows(p.board), Side: p.side.String(), Rule: int(p.rule),
		Turn: max(t.Turn, 0), Left: manager.NoLimit}, nil
}

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
