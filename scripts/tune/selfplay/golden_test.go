package selfplay

import (
	"bytes"
	"crypto/sha256"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/scripts/tune/dataset"
)

var rewrite = flag.Bool("update", false, "rewrite the hashes of games from those that are now played")

const goldenFile = "testdata/games.golden"

// The same command makes the same games on every machine with any number of threads: so weights name their games by
// command, commit and hash. The file pins a hundred games, which -update plays on one thread. The engine chooses their
// moves: whatever changes testdata/signature.golden, how the engine plays, changes these hashes too. If they alone
// change, self-play makes other games, another order or another format. `go test ./scripts/tune/selfplay -run Hundred
// -update` rewrites them.
func TestAHundredGamesAreTheSameEverywhere(t *testing.T) {
	if *rewrite {
		require.NoError(t, os.WriteFile(goldenFile, []byte(hashes(t, 1)), 0o644))
	}
	want, err := os.ReadFile(goldenFile)
	require.NoError(t, err)
	assert.Equal(t, string(want), hashes(t, 3))
}

// hashes returns a line with the hash of the file of twenty games, cut off early, for each of five rules.
func hashes(t *testing.T, threads int) string {
	var lines strings.Builder
	for _, rule := range []board.Rule{board.Freestyle, board.ExactFive, board.Continuous, board.Renju, board.Caro} {
		var file bytes.Buffer
		w, games, positions := dataset.NewWriter(&file), 0, 0
		o := options{rule: rule, nodes: 50, check: 300, leaves: 1, most: 12, seed: 7, threads: threads}
		o.playFrom(t.Context(), 0, func(g dataset.Game) bool {
			require.NoError(t, w.Write(g))
			games++
			positions += len(g.Scores)
			return games < 20
		})
		fmt.Fprintf(&lines, "rule %d: %d games, %d positions, sha256 %x\n",
			rule, games, positions, sha256.Sum256(file.Bytes()))
	}
	return lines.String()
}
