package output

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"tahoun/scripts/internal/game"
	"tahoun/scripts/internal/stats"
)

// TestSPRTOfModels: each model says its own ratio, of Elo in its own unit. The Bayesian one looks at single games, so a
// drawn pair is something else to it than one of a win and a loss. Fishtest's LLRcalc.py returns the same.
func TestSPRTOfModels(t *testing.T) {
	drawn := func(id int) *game.Game {
		g := won(id)
		g.Result = game.Result{Reason: game.Full}
		return g
	}
	before := []*game.Game{won(0), lost(1, game.Row), drawn(2), drawn(3), won(4), won(5), won(6), drawn(7)}
	pairs := stats.Pairs{2: 2, 3: 1, 4: 1}
	for model, said := range map[string]string{
		"logistic":   "SPRT of 50 against 0 Elo: undecided after 4 pairs, log likelihood ratio 0.53 between",
		"normalized": "SPRT of 50 against 0 nElo: undecided after 4 pairs, log likelihood ratio 0.43 between",
		"bayesian":   "SPRT of 50 against 0 BayesElo: undecided after 4 pairs, log likelihood ratio 0.48 between",
	} {
		r := after(t, "-p file,label=a:go -p file,label=b:go -sprt elo1=50,alpha=0.1,beta=0.2,model="+model, before...)
		games, _ := r.sprtVerdict()
		assert.Equal(t, stats.Games{Pairs: pairs, Draws: 3}, games)
		assert.Contains(t, strings.Join(r.findings(), "\n"), said+" -1.50 and 2.08.")
	}
}
