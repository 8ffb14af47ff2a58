package player

import (
	"fmt"
	"testing"

	"tahoun/scripts/internal/pages"
)

// TestFiguresOfPages: the page of the arena has the sizes of logs and the times of players.
func TestFiguresOfPages(t *testing.T) {
	const page = "scripts/arena/README.md"
	pages.Says(t, page, fmt.Sprintf("beyond %d MiB (%d KiB without `-log-io`)", fullPiece>>20, stderrPiece>>10))
	pages.Says(t, page, fmt.Sprintf("`%v` by default; `pause=0`: none", DefaultPause))
	pages.Says(t, page, fmt.Sprintf("not counted as thinking; `%v` by default", defaultStartup))
	pages.Says(t, page, fmt.Sprintf("where the question came within %d ms", soon.Milliseconds()))
}
