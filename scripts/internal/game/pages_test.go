package game

import (
	"fmt"
	"testing"

	"tahoun/scripts/internal/docs"
)

// TestFiguresOfPages: the page of the arena has the bounds of messages.
func TestFiguresOfPages(t *testing.T) {
	text := fmt.Sprintf("A game keeps %d KiB of a player's messages, and of one message a sixteenth of the bytes still left, so %d KiB at first",
		talk>>10, talk/share>>10)
	docs.Says(t, "scripts/arena/README.md", text)
}
