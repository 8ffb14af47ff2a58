package cli

import (
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
)

// A program tells its use by its own name, and from source by go run.
func TestSource(t *testing.T) {
	started := os.Args[0]
	t.Cleanup(func() { os.Args[0] = started })
	const usage = "usage: go run ./scripts/arena -p PLAYER\n       go run ./scripts/arena merge\n"
	for path, want := range map[string]string{
		"/tmp/go-build123/b001/exe/arena": usage,
		"./tahoun-arena":                  "usage: tahoun-arena -p PLAYER\n       tahoun-arena merge\n",
		"arena":                           "usage: arena -p PLAYER\n       arena merge\n",
	} {
		os.Args[0] = path
		assert.Equal(t, want, Source(usage, "./scripts/arena"))
	}
}
