package main

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/scripts/internal/stats"
)

// TestReadmeTable holds README's table against package stats.
func TestReadmeTable(t *testing.T) {
	text, err := os.ReadFile("README.md")
	require.NoError(t, err)
	var table strings.Builder
	for _, games := range []int{48, 80, 400, 2000, 10000, 40000} {
		pairs := games / 2
		require.Zero(t, pairs%8, "an eighth of %d pairs would be rounded", pairs)
		open := stats.Pairs{pairs / 4, 0, pairs - 2*(pairs/4), 0, pairs / 4}
		decided := stats.Pairs{pairs / 8, 0, pairs - 2*(pairs/8), 0, pairs / 8}
		fmt.Fprintf(&table, "| %d | %.0f | %.0f |\n", games, open.Elo().Bar, decided.Elo().Bar)
	}
	assert.True(t, strings.Contains(string(text), table.String()), "want in README.md:\n%s", &table)
}
