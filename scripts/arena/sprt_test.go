package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"tahoun/scripts/internal/game"
	"tahoun/scripts/internal/stats"
)

func TestSPRTSettings(t *testing.T) {
	const two = "-p file:a -p file:b -sprt "
	for text, want := range map[string]stats.Test{
		"0,20":               stats.NewTest(0, 20),
		"elo1=20":            stats.NewTest(0, 20),
		"elo1=2.5,elo0=-2.5": stats.NewTest(-2.5, 2.5),
		"elo0=1,elo1=10,alpha=0.1,beta=0.2,model=normalized": {Elo0: 1, Elo1: 10, Alpha: 0.1, Beta: 0.2, Model: stats.Normalized},
		"elo0=0,elo1=5,model=bayesian":                       {Elo0: 0, Elo1: 5, Alpha: 0.05, Beta: 0.05, Model: stats.Bayesian},
	} {
		o, _ := standingsAfter(t, two+text)
		assert.Equal(t, want, *o.sprt, text)
		assert.True(t, o.endless(), text)
	}
}

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
		o, st := standingsAfter(t, "-p file:a -p file:b -sprt elo1=50,alpha=0.1,beta=0.2,model="+model, before...)
		games, _ := st.sprtVerdict()
		assert.Equal(t, stats.Games{Pairs: pairs, Draws: 3}, games)
		assert.Contains(t, strings.Join(st.findings(o), "\n"), said+" -1.50 and 2.08.")
	}
}
