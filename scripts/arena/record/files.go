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

// Files writes a game into the folders sgf and psq below dir: sgf/00012.sgf, psq/00012.psq. A board too
// large for SGF has only the latter, and a game in which x and o did not move in turn only the former. It replaces each
// file as a whole, or leaves the old one.
func Files(disk afero.Fs, dir string, g *game.Game) error {
	for kind, write := range map[string]func(io.Writer, *game.Game) error{"sgf": SGF, "psq": PSQ} {
		if kind == "sgf" && max(g.Width, g.Height) > gamefile.SGFSide {
			continue
		}
		if kind == "psq" && !inTurn(g) {
			continue
		}
		name := filepath.Join(dir, kind, fmt.Sprintf("%05d.%s", g.ID, kind))
		if err := disk.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return fmt.Errorf("record: %w", err)
		}
		if err := file.ReplaceByRename(disk, name, func(w io.Writer) error { return write(w, g) }); err != nil {
			return fmt.Errorf("record: %s: %w", name, err)
		}
	}
	return nil
}

// inTurn reports whether x began and the sides took turns.
func inTurn(g *game.Game) bool {
	for i, m := range g.Moves {
		if (m.Side == board.X) != ((len(g.Opening)+i)%2 == 0) {
			return false
		}
	}
	return true
}
