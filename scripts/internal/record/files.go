package record

import (
	"fmt"
	"io"
	"path/filepath"

	"github.com/spf13/afero"

	"tahoun/board"
	"tahoun/fileproto/file"
	"tahoun/fileproto/sgf"
	"tahoun/scripts/internal/game"
)

// A Kind is a format in which a run keeps its games, in a folder with a file for each.
type Kind struct {
	Name  string // of the folder, and the extension of its files
	holds func(*game.Game) bool
	write func(io.Writer, *game.Game) error
}

// Kinds are the formats of a run's folder. A board too large for SGF has no such file, and a game in which x and o did
// not move in turn no .psq.
var Kinds = []Kind{{"sgf", hasSGF, SGF}, {"psq", inTurn, PSQ}}

// Files writes a game into the folders of Kinds below dir: sgf/game-00012.sgf, psq/game-00012.psq. It replaces each
// file as a whole, or leaves the old one.
func Files(disk afero.Fs, dir string, g *game.Game) error {
	for _, kind := range Kinds {
		if !kind.holds(g) {
			continue
		}
		name := filepath.Join(dir, fileName(kind.Name, g))
		if err := disk.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return fmt.Errorf("record: %w", err)
		}
		if err := file.ReplaceByRename(disk, name, func(w io.Writer) error { return kind.write(w, g) }); err != nil {
			return fmt.Errorf("record: %s: %w", name, err)
		}
	}
	return nil
}

// fileNames returns the names of the files in the folders of games below dir, as fileName does.
func fileNames(disk afero.Fs, dir string) map[string]bool {
	names := map[string]bool{}
	for _, kind := range Kinds {
		entries, _ := afero.ReadDir(disk, filepath.Join(dir, kind.Name)) // no folder: no files
		for _, e := range entries {
			names[kind.Name+"/"+e.Name()] = true
		}
	}
	return names
}

// addMissing writes those files of a finished game that are not there. Earlier versions had other names for them.
func addMissing(disk afero.Fs, dir string, there map[string]bool, g *game.Game) error {
	for _, kind := range Kinds {
		if kind.holds(g) && !there[fileName(kind.Name, g)] {
			return Files(disk, dir, g)
		}
	}
	return nil
}

// fileName returns the name of a game's file in the run's folder, with slashes.
func fileName(kind string, g *game.Game) string {
	return fmt.Sprintf("%s/game-%05d.%s", kind, g.Number(), kind)
}

// SGFName returns the name of the SGF that Files writes, with slashes as in an address: "" if the board is too large.
func SGFName(g *game.Game) string {
	if !hasSGF(g) {
		return ""
	}
	return fileName("sgf", g)
}

func hasSGF(g *game.Game) bool { return max(g.Width, g.Height) <= sgf.MaxSide }

// inTurn reports whether x began and the sides took turns.
func inTurn(g *game.Game) bool {
	for i, m := range g.Moves {
		if (m.Side == board.X) != ((len(g.Opening)+i)%2 == 0) {
			return false
		}
	}
	return true
}
