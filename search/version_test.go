package search

import (
	"runtime/debug"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestBuild(t *testing.T) {
	const commit = "07d99a94b8b1d1c4a8b1a6a34c9f3d5e6f708192"
	revision, modified := debug.BuildSetting{Key: "vcs.revision", Value: commit}, debug.BuildSetting{Key: "vcs.modified", Value: "true"}
	assert.Equal(t, Version, build(nil), "not known")
	assert.Equal(t, Version+" (commit 07d99a94b8b1)", build([]debug.BuildSetting{revision, {Key: "vcs.modified", Value: "false"}}))
	assert.Equal(t, Version+" (commit 07d99a94b8b1, modified)", build([]debug.BuildSetting{revision, modified}))
	assert.Contains(t, Build(), Version)
}
