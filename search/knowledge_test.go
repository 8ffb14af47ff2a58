package search

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"tahoun/search/pattern"
)

// Every code has the class of its shapes and the ranks of its combination.
func TestFacts(t *testing.T) {
	withFitted(t, rand.New(rand.NewPCG(1, 1)))
	for _, rule := range everyRule {
		know := newRuleTables(rule)
		for side := range 2 {
			_, w := WeightsOf(rule, stoneOf(side))
			for _, code := range pattern.Each {
				for _, c := range code.Orders() {
					f := know.infos[side][c]
					class, suspect := c.Class(rule.Forbids(stoneOf(side)))
					require.Equal(t, class, f.class())
					require.Equal(t, suspect, f.suspect())
					require.EqualValues(t, w.Attack[c.Combination()], f.attack())
					require.EqualValues(t, w.Defence[c.Combination()], f.defence())
				}
			}
		}
	}
}
