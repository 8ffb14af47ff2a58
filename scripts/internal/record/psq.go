package record

import (
	"fmt"
	"io"

	"tahoun/scripts/internal/game"
	"tahoun/scripts/internal/gamefile"
)

// PSQ writes a game as Piskvork saves it. The format has no place for walls, messages and the rule. A forbidden move is
// no fault there.
func PSQ(w io.Writer, g *game.Game) error {
	file := gameFile(g)
	if g.Result.Reason == game.Foul {
		file.Result = "?"
	}
	if err := gamefile.WritePSQ(w, file); err != nil {
		return fmt.Errorf("record: %w", err)
	}
	return nil
}
