package search

import (
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestFiguresOfReadme: README has the figures of the time manager and of the saved table.
func TestFiguresOfReadme(t *testing.T) {
	page, err := os.ReadFile("../README.md")
	require.NoError(t, err)
	text := strings.Join(strings.Fields(string(page)), " ")
	saved := savedHead + savedItem*(savedProofs+savedEntries)
	for _, want := range []string{
		fmt.Sprintf("reserves it for its next %d moves", reservedMoves),
		fmt.Sprintf("%.0f %%, at least %d ms, and up to %d ms more on a busy machine", 100.0/marginShare, leastMargin.Milliseconds(), longestStall.Milliseconds()),
		fmt.Sprintf("`memory.bin`, %.1f MB at most", math.Ceil(float64(saved)/1e5)/10),
	} {
		assert.True(t, strings.Contains(text, want), "want %q", want)
	}
}
