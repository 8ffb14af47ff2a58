package record

import (
	"fmt"
	"io"
	"path/filepath"

	"github.com/spf13/afero"

	"tahoun/board"
	"tahoun/fileproto/file"
	"tahoun/scripts/arena/game"
	"tahoun/scripts/internal/gamefile"
)

// Kinds are the names of the folders with a file for each game.
var Kinds = []string{"sgf", "psq"}

// Files writes a game into the folders sgf and psq below dir: sgf/00012.sgf, psq/00012.psq. A board too
// large for SGF has only the latter, and a game in which x and o did not move in turn only the former. It replaces each
// file as a whole, or leaves the old one.
func Files(disk afero.Fs, dir string, g *game.Game) error {
	for _, kind := range Kinds {
		write, possible := SGF, hasSGF(g)
		if kind == "psq" {
			write, possible = PSQ, inTurn(g)
		}
		if !possible {
			continue
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

// fileName returns the name of a game's file in the run's folder, with slashes.
func fileName(kind string, g *game.Game) string { return fmt.Sprintf("%s/%05d.%s", kind, g.ID, kind) }

// SGFName returns the name of the SGF that Files writes, with slashes as in an address: "" if the board is too large.
func SGFName(g *game.Game) string {
	if !hasSGF(g) {
		return ""
	}
	return fileName("sgf", g)
}

func hasSGF(g *game.Game) bool { return max(g.Width, g.Height) <= gamefile.SGFSide }

// inTurn reports whether x began and the sides took turns.
func inTurn(g *game.Game) bool {
	for i, m := range g.Moves {
		if (m.Side == board.X) != ((len(g.Opening)+i)%2 == 0) {
			return false
		}
	}
	return true
}
