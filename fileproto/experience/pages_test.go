package experience

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestFiguresOfReadme: README has the figures by which experience counts.
func TestFiguresOfReadme(t *testing.T) {
	page, err := os.ReadFile("../../README.md")
	require.NoError(t, err)
	text := strings.Join(strings.Fields(string(page)), " ")
	for _, want := range []string{
		fmt.Sprintf("less %d for each game that it lost more than it won", lossPenalty),
		fmt.Sprintf("counts as %d better than the search finds it", winBonus),
		fmt.Sprintf("waits up to %d ms to read and to write", patience.Milliseconds()),
		fmt.Sprintf("called `experience-%d-rule-0.bin`", version),
	} {
		assert.True(t, strings.Contains(text, want), "want %q", want)
	}
}
