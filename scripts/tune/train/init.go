package train

import (
	"math/rand/v2"

	"github.com/spf13/afero"

	"tahoun/search/weights"
)

// Untrained weights have random policies, so that the search has an order of moves, and an evaluation of 0: the first
// fit gives its nets random numbers of their own.
const (
	initialPolicy      = 0.9 // standard deviation of a number of a policy table, in log odds
	initialPolicyScale = 12  // the move score that makes the odds e times better, as in fitted weights
)

// initWeights writes untrained weights for all sets of a rule.
func initWeights(disk afero.Fs, o options) error {
	m := newModel(o.rule, nil)
	files := map[string][]byte{}
	for set, w := range m.untrained(rand.New(rand.NewPCG(o.seed, 4))) {
		addWeights(files, o.head(m.names[set]), w)
	}
	return writeFiles(disk, o.out, files)
}

// untrained returns random weights for all sets.
func (m *model) untrained(rng *rand.Rand) []*weights.Weights {
	policy := make([]float64, m.policySize())
	for i := range m.tablesSize() {
		policy[i] = initialPolicy * rng.NormFloat64()
	}
	all := make([]*weights.Weights, len(m.names))
	for set := range all {
		all[set] = new(weights.Weights)
		m.policyNet(policy, set).init(rng)
	}
	m.roundPolicy(all, policy, initialPolicyScale)
	return all
}
