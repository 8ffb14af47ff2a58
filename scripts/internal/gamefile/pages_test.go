package gamefile

import (
	"fmt"
	"testing"

	"tahoun/scripts/internal/docs"
)

// TestFiguresOfPages: the pages have the limits of a library.
func TestFiguresOfPages(t *testing.T) {
	moves := fmt.Sprintf("the first %d,%03d,%03d moves and %d MiB", maxNodes/1e6, maxNodes/1e3%1e3, maxNodes%1e3, maxTreeBytes>>20)
	for _, page := range []string{"scripts/arena/README.md", "scripts/board/README.md"} {
		docs.Says(t, page, moves[len("the "):])
	}
}
