package duel

import (
	"bytes"
	"strings"
	"testing"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// duelling runs the subcommand on openings of its own.
func duelling(t *testing.T, args string) (code int, stdout, stderr string) {
	t.Helper()
	disk := afero.NewMemMapFs()
	require.NoError(t, afero.WriteFile(disk, "o.txt", []byte("0,0, 1,1, 2,0\n"), 0o644))
	var out, err bytes.Buffer
	code = Main(t.Context(), disk, strings.Fields("-openings o.txt "+args), &out, &err)
	return code, out.String(), err.String()
}

func TestDuel(t *testing.T) {
	code, said, _ := duelling(t, "-a Futility=60 -pairs 2 -nodes 200 -size 15")
	assert.Equal(t, 0, code)
	assert.Contains(t, said, "Elo +0 [")
	assert.Contains(t, said, "[0 0 2 0 0]")
}

func TestWrongUse(t *testing.T) {
	for args, says := range map[string]string{
		"-a Nothing=1":              "-a: ",
		"-b Razor":                  "-b: ",
		"":                          "want -a",
		"-a Razor=9 -pairs 0":       "-pairs",
		"-a Razor=9 -size 0":        "-size 0",
		"-a Razor=9 -openings none": "none",
		"more":                      "want flags only",
	} {
		code, _, said := duelling(t, args)
		assert.Equal(t, 2, code, args)
		assert.Contains(t, said, says)
	}
}
