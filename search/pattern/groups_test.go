package pattern

import (
	"flag"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
)

var rewrite = flag.Bool("update", false, "rewrite the embedded groups from what the program computes")

// The embedded groups are those that the program computes.
func TestEmbeddedGroups(t *testing.T) {
	for rule, file := range map[board.Rule]string{
		board.Freestyle: "freestyle", board.ExactFive: "exact", board.Renju: "renju", board.Caro: "caro",
	} {
		t.Run(file, func(t *testing.T) {
			path, computed := "groups/"+file+".bin", group(rule)
			if *rewrite {
				require.NoError(t, os.WriteFile(path, computed, 0o644))
				return
			}
			content, err := os.ReadFile(path)
			require.NoError(t, err)
			assert.True(t, string(content) == string(computed), "go test ./search/pattern -run Embedded -update")
			assert.True(t, *NewTable(rule) == *NewTable(rule | board.Continuous))
		})
	}
}
