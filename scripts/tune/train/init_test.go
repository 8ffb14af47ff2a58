package train

import (
	"testing"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/scripts/internal/sets"
	"tahoun/search/weights"
)

// Untrained weights are random policies by the seed alone, and a fit from them learns all parts.
func TestInit(t *testing.T) {
	disk := afero.NewMemMapFs()
	for _, args := range []string{"-seed 5 -out a", "-seed 5 -out b", "-seed 6 -out c"} {
		code, said := run(t, disk, "-rule 4 -init "+args)
		require.Equal(t, 0, code, said)
	}
	a, b, c := written(t, disk, "a"), written(t, disk, "b"), written(t, disk, "c")
	for _, set := range []string{"renju_x", "renju_o"} {
		w := numbers(t, a[set])
		assert.Equal(t, *w, *numbers(t, b[set]), "the same seed")
		assert.NotEqual(t, *w, *numbers(t, c[set]), "another seed")
		assert.False(t, w.PolicyNet.IsZero())
		policy := weights.Weights{
			OwnPolicy: w.OwnPolicy, OpponentPolicy: w.OpponentPolicy, PairPolicy: w.PairPolicy,
			OwnThreatPolicy: w.OwnThreatPolicy, OpponentThreatPolicy: w.OpponentThreatPolicy, PolicyNet: w.PolicyNet,
		}
		assert.Equal(t, policy, *w, "no evaluation")
	}

	for set, content := range a {
		require.NoError(t, afero.WriteFile(disk, set+".bin", content, 0o644))
	}
	writeGames(t, disk, "a.games", 1, board.Renju)
	code, said := run(t, disk, "-rule 4 -data a.games -epochs 1 -weights renju_x.bin,renju_o.bin -out fit")
	require.Equal(t, 0, code, said)
	start, err := sets.Load(disk, "renju_x.bin")
	require.NoError(t, err)
	fitted := written(t, disk, "fit")["renju_x"]
	head, err := weights.Read(fitted)
	require.NoError(t, err)
	assert.Contains(t, head.String(), "start: "+start["renju_x"].Name+"\n")
	w, from := numbers(t, fitted), start["renju_x"].Weights
	assert.False(t, w.LineNet.IsZero())
	assert.NotEqual(t, from.PairNet, w.PairNet)
	assert.NotEqual(t, from.PolicyNet, w.PolicyNet)
	assert.NotEqual(t, from.ThreatValue, w.ThreatValue)
}
