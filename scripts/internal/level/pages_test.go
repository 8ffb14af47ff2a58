package level

import (
	"fmt"
	"testing"

	"tahoun/scripts/internal/docs"
)

// TestFiguresOfPages: the page of the board has the nodes of the levels that search.
func TestFiguresOfPages(t *testing.T) {
	for _, l := range All {
		if l.Nodes > 0 {
			nodes := fmt.Sprint(l.Nodes)
			if l.Nodes >= 1000 {
				nodes = fmt.Sprintf("%d,%03d", l.Nodes/1000, l.Nodes%1000)
			}
			docs.Says(t, "scripts/board/README.md", fmt.Sprintf("| %s | looks at %s positions a move |", l.Key, nodes))
		}
	}
}
