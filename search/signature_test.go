package search

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/board/boardtest"
	"tahoun/search/position"
)

var rewrite = flag.Bool("update", false, "rewrite the signature from what the search now does")

const signatureFile = "../testdata/signature.golden"

// One thread and a node limit give the same move, score and node count on every machine. The file pins
// them: whoever changes it on purpose, with `go test ./search -run Signature -update`, has changed how
// Tahoun plays and owes a match; whoever changes it by accident has found out here.
func TestSignature(t *testing.T) {
	got := signature()
	if *rewrite {
		require.NoError(t, os.WriteFile(signatureFile, []byte(got), 0o644))
	}
	want, err := os.ReadFile(signatureFile)
	require.NoError(t, err)
	assert.Equal(t, string(want), got)
}

// signature lets the search think about positions of every rule, in a line each.
func signature() string {
	var lines strings.Builder
	for _, rule := range boardtest.EveryRule {
		for _, size := range [][2]int{{15, 15}, {20, 20}, {12, 19}} {
			b := boardtest.Middle(rand.New(rand.NewPCG(uint64(size[0]), uint64(rule))), size[0], size[1])
			e := testJob(b, board.X, rule, 30_000)
			_, note := run(e)
			if head, _, searched := strings.Cut(note, " line "); searched {
				own := e.best // the search's own line, not read on
				if position.Proves(own.score) {
					own = e.roots[0]
				}
				note = head + " line" + e.lineText(rootMove{line: own.line})
			} else {
				note, _, _ = strings.Cut(note, ", score ") // of a forced move: a static one
			}
			fmt.Fprintf(&lines, "rule %d, %dx%d: %s\n", rule, size[0], size[1], note)
		}
	}
	return lines.String()
}
