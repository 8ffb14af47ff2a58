package factors

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// factors runs the subcommand on openings of its own.
func factors(ctx context.Context, t *testing.T, args string) (code int, stdout, stderr string) {
	t.Helper()
	disk := afero.NewMemMapFs()
	require.NoError(t, afero.WriteFile(disk, "o.txt", []byte("0,0, 1,1, 2,0\n"), 0o644))
	var out, err bytes.Buffer
	code = Main(ctx, disk, strings.Fields("-openings o.txt "+args), &out, &err)
	return code, out.String(), err.String()
}

func TestFactors(t *testing.T) {
	const args = "-try Futility=20,FutilityDepth=12 -try LateMoves=1 -pairs 6 -nodes 300 -size 15"
	code, said, _ := factors(t.Context(), t, args)
	assert.Equal(t, 0, code)
	assert.Regexp(t, `^(Elo \S+ \[\S+ \S+\] +(Futility=20,FutilityDepth=12|LateMoves=1)\n){2}$`, said)
	again, saidAgain, _ := factors(t.Context(), t, args+" -threads 1")
	assert.Equal(t, 0, again)
	assert.Equal(t, said, saidAgain)
}

func TestInterruptedBeforeAnyGame(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	code, said, wrong := factors(ctx, t, "-try Razor=9 -nodes 200 -size 15")
	assert.Equal(t, 1, code)
	assert.Empty(t, said)
	assert.Contains(t, wrong, "interrupted")
}

func TestWrongUse(t *testing.T) {
	for args, says := range map[string]string{
		"":                                    "want -try",
		"-try Nothing=1":                      "want one of",
		"-try Razor":                          "want one of",
		"-try=":                               "want a number",
		"-try Razor=9 -try Counter=1,Razor=8": "Razor belongs to two changes",
		"-try Razor=9 -pairs 0":               "-pairs",
		"-try Razor=9 -openings none":         "none",
		"-try Razor=9 more":                   "want flags only",
	} {
		code, _, said := factors(t.Context(), t, args)
		assert.Equal(t, 2, code, args)
		assert.Contains(t, said, says)
	}
}
