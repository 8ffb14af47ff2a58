package search

import (
	"crypto/sha256"
	"fmt"
	"os"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/search/weights"
	"tahoun/search/weights/weightstest"
)

func TestBuild(t *testing.T) {
	const commit = "07d99a94b8b1d1c4a8b1a6a34c9f3d5e6f708192"
	revision, modified := debug.BuildSetting{Key: "vcs.revision", Value: commit}, debug.BuildSetting{Key: "vcs.modified", Value: "true"}
	assert.Equal(t, Version, build(nil), "not known")
	assert.Equal(t, Version+" (commit 07d99a94b8b1)", build([]debug.BuildSetting{revision, {Key: "vcs.modified", Value: "false"}}))
	assert.Equal(t, Version+" (commit 07d99a94b8b1, modified)", build([]debug.BuildSetting{revision, modified}))
}

// A build tells its version and the weights that it judges by, others where it has been given them.
func TestBuildNamesTheWeights(t *testing.T) {
	version, names, _ := strings.Cut(Build(nil), "\n")
	assert.Contains(t, version, Version)
	for _, f := range weights.Embedded {
		assert.Contains(t, names, f.Name)
	}
	sets := weights.Sets{}
	file := weightstest.File("freestyle", new(weights.Weights))
	require.NoError(t, sets.Load(file))
	_, others, _ := strings.Cut(Build(sets), "\n")
	_, usual := weights.Sets(nil).Of(board.Freestyle, board.X)
	in, out := sets["freestyle"].Name, usual.Name
	assert.NotEqual(t, in, out)
	assert.Equal(t, strings.Replace(names, out, in, 1), others)
}

// A change of play changes the fingerprint of saved tables.
func TestSignatureSum(t *testing.T) {
	golden, err := os.ReadFile(signatureFile)
	require.NoError(t, err)
	sum := fmt.Sprintf("%x", sha256.Sum256(golden))
	assert.Equal(t, sum[:12], signatureSum, "of %s", signatureFile)
}
