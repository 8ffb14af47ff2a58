package player

import (
	"fmt"
	"testing"

	"tahoun/scripts/internal/docs"
)

// TestFiguresOfPages: the page of the arena has the sizes of logs and the times of players.
func TestFiguresOfPages(t *testing.T) {
	const page = "scripts/arena/README.md"
	docs.Says(t, page, fmt.Sprintf("beyond %d MiB (%d KiB without `-log-io`)", fullPiece>>20, stderrPiece>>10))
	docs.Says(t, page, fmt.Sprintf("`%v` by default; `pause=0`: none", DefaultPause))
	docs.Says(t, page, fmt.Sprintf("not counted as thinking; `%v` by default", defaultStartup))
	docs.Says(t, page, fmt.Sprintf("where the question came within %d ms", soon.Milliseconds()))
}
