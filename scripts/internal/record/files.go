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

// Kinds are the names of the folders with a file for each game.
var Kinds = []string{"sgf", "psq"}

// Files writes a game into the folders sgf and psq below dir: sgf/game-00012.sgf, psq/game-00012.psq. A board too
// large for SGF has only the latter, and a game in which x and o did not move in turn only the former. It replaces each
// file as a whole, or leaves the old one.
func Files(disk afero.Fs, dir string, g *game.Game) error {
	for _, kind := range kindsOf(g) {
		write := SGF
		if kind == "psq" {
			write = PSQ
		}
		name := filepath.Join(dir, fileName(kind, g))
		if err := disk.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return fmt.Errorf("record: %w", err)
		}
		if err := file.ReplaceByRename(disk, name, func(w io.Writer) error { return write(w, g) }); err != nil {
			return fmt.Errorf("record: %s: %w", name, err)
		}
	}
	return nil
}

// kindsOf returns those of Kinds that can hold a game.
func kindsOf(g *game.Game) (kinds []string) {
	if hasSGF(g) {
		kinds = append(kinds, "sgf")
	}
	if inTurn(g) {
		kinds = append(kinds, "psq")
	}
	return kinds
}

// fileNames returns the names of the files in the folders of games below dir, as fileName does.
func fileNames(disk afero.Fs, dir string) map[string]bool {
	names := map[string]bool{}
	for _, kind := range Kinds {
		entries, _ := afero.ReadDir(disk, filepath.Join(dir, kind)) // no folder: no files
		for _, e := range entries {
			names[kind+"/"+e.Name()] = true
		}
	}
	return names
}

// addMissing writes those files of a finished game that are not there. Earlier versions had other names for them.
func addMissing(disk afero.Fs, dir string, there map[string]bool, g *game.Game) error {
	for _, kind := range kindsOf(g) {
		if !there[fileName(kind, g)] {
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
