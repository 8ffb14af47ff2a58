package selfmatch

import (
	"context"
	"flag"
	"io"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/scripts/internal/stats"
	"tahoun/search"
	"tahoun/search/weights"
)

// testMatch returns the match that args describe, on openings of its own unless it says -openings balanced.txt.
func testMatch(t *testing.T, args ...string) (Match, error) {
	t.Helper()
	disk := afero.NewMemMapFs()
	require.NoError(t, afero.WriteFile(disk, "o.txt", []byte("0,0, 1,1, 2,0\n0,0, 1,0, 2,2\n90,0\n"), 0o644))
	require.NoError(t, afero.WriteFile(disk, "far.txt", []byte("90,0\n"), 0o644))
	balanced, err := os.ReadFile("../../../testdata/openings/freestyle-15.txt")
	require.NoError(t, err)
	require.NoError(t, afero.WriteFile(disk, "balanced.txt", balanced, 0o644))
	var f flags
	set := flag.NewFlagSet("test", flag.ContinueOnError)
	f.register(set)
	require.NoError(t, set.Parse(append([]string{"-openings", "o.txt"}, args...)))
	return f.conditions(disk)
}

func TestEqualNumbersPlayEqualGames(t *testing.T) {
	m, err := testMatch(t, "-size", "15", "-nodes", "300", "-threads", "2")
	require.NoError(t, err)
	counted := 0
	pairs, err := m.Play(t.Context(), search.DefaultParams, search.DefaultParams, 2, 1, func(p stats.Pairs) {
		counted++
		assert.Equal(t, counted, p.Len())
	})
	require.NoError(t, err)
	assert.Equal(t, stats.Pairs{0, 0, 2, 0, 0}, pairs)
	assert.Equal(t, 2, counted)
}

func TestBadNumbersLose(t *testing.T) {
	m, err := testMatch(t, "-size", "15", "-nodes", "2000", "-openings", "balanced.txt")
	require.NoError(t, err)
	// Nearly every node is judged by its fours alone, and one move tried in the others.
	bad, err := ParseParams("RazorMargin=-30000,RazorDepth=60,History=12800,LMPMoves=1,LMPSlope=-1000", search.DefaultParams)
	require.NoError(t, err)
	pairs, err := m.Play(t.Context(), search.DefaultParams, bad, 6, 1, nil)
	require.NoError(t, err)
	assert.Greater(t, pairs.Score(), 0.6, "%v", pairs)
	mirrored, err := m.Play(t.Context(), bad, search.DefaultParams, 6, 1, nil)
	require.NoError(t, err)
	slices.Reverse(mirrored[:]) // as the second player sees them
	assert.Equal(t, pairs, mirrored)
}

func TestTimeInsteadOfNodes(t *testing.T) {
	m, err := testMatch(t, "-size", "15", "-time", "1ms", "-rule", "4")
	require.NoError(t, err)
	assert.Equal(t, search.Limits{Turn: time.Millisecond, Left: search.NoLimit}, m.Limits)
	assert.Equal(t, board.Renju, m.Terms.Rule)
	pairs, err := m.Play(t.Context(), search.DefaultParams, search.DefaultParams, 1, 1, nil)
	require.NoError(t, err)
	assert.Equal(t, 1, pairs.Len())
}

func TestAMatchThatIsCalledOffIsNoResult(t *testing.T) {
	m, err := testMatch(t)
	require.NoError(t, err)
	ctx, stop := context.WithCancel(t.Context())
	stop()
	_, err = m.Play(ctx, search.DefaultParams, search.DefaultParams, 1, 1, nil)
	assert.ErrorIs(t, err, context.Canceled)
}

func TestFlagsThatMakeNoMatch(t *testing.T) {
	for _, c := range []struct{ args, says []string }{
		{[]string{"-size", "121"}, []string{"-size 121"}},
		{[]string{"-nodes", "0"}, []string{"-nodes", "-time"}},
		{[]string{"-openings", "missing.txt"}, []string{"missing.txt"}},
		{[]string{"-openings", "far.txt"}, []string{"far.txt", "no opening fits"}},
	} {
		_, err := testMatch(t, c.args...)
		require.Error(t, err, c.args)
		for _, s := range c.says {
			assert.ErrorContains(t, err, s)
		}
	}
}

func TestParseParams(t *testing.T) {
	p, err := ParseParams("RFPMargin=81,LMPMoves=7", search.DefaultParams)
	require.NoError(t, err)
	want := search.DefaultParams
	want.RFPMargin, want.LMPMoves = 81, 7
	assert.Equal(t, want, p)
	p, err = ParseParams("", want)
	require.NoError(t, err)
	assert.Equal(t, want, p)
	for _, bad := range []string{"RFPMargin", "RFPMargin=", "RFPMargin=x", "rfpMargin=1", "Nothing=1", "=1"} {
		_, err := ParseParams(bad, want)
		assert.ErrorContains(t, err, "want one of Aspiration, ", bad)
	}
}

func TestEveryNumberCanBeSet(t *testing.T) {
	for i, name := range Names() {
		var p search.Params
		Set(&p, name, i+1)
		assert.Equal(t, i+1, Get(p, name))
		assert.NotEqual(t, search.Params{}, p)
	}
}

// The two sides play with the weights that each was given, which must be for the games' rule.
func TestWeights(t *testing.T) {
	disk := afero.NewMemMapFs()
	require.NoError(t, afero.WriteFile(disk, "o.txt", []byte("0,0, 1,1, 2,0\n"), 0o644))
	blank := weights.Encode(weights.Head{{Name: "set", Value: "freestyle"}}, new(weights.Weights))
	require.NoError(t, afero.WriteFile(disk, "blank.bin", blank, 0o644))
	weigh := func(a, b string, args ...string) (Match, error) {
		c := Command{
			Name: "test", Weights: func() (string, string) { return a, b },
			Register: func(*flag.FlagSet) {}, Check: func() error { return nil },
		}
		args = append([]string{"-openings", "o.txt", "-size", "15", "-nodes", "500"}, args...)
		if a == b {
			c.Weights = nil
			args = append(args, "-weights", a)
		}
		return c.parse(new(flags), disk, args, io.Discard)
	}
	both, err := weigh("blank.bin", "blank.bin")
	require.NoError(t, err)
	assert.Equal(t, both.WeightsA["freestyle"].Name, both.WeightsB["freestyle"].Name)

	m, err := weigh("", "blank.bin")
	require.NoError(t, err)
	assert.Empty(t, m.WeightsA)
	pairs, err := m.Play(t.Context(), search.DefaultParams, search.DefaultParams, 6, 1, nil)
	require.NoError(t, err)
	assert.Greater(t, pairs.Score(), 0.6, "against weights that see nothing: %v", pairs)

	_, err = weigh("blank.bin", "blank.bin", "-rule", "4")
	assert.ErrorContains(t, err, "is not for renju")
}
