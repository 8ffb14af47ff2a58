package search

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"tahoun/search/pattern"
)

// A move's rank is what plain loops look up in the tables.
func TestMeritAgreesWithPlainLoops(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	withFitted(t, rng)
	for _, rule := range everyRule {
		know := newRuleTables(rule)
		for range 50 {
			p := newPosition(sprinkle(rng, 5+rng.IntN(16), 5+rng.IntN(16), rng.IntN(30), rng.IntN(10)), stoneOf(rng.IntN(2)), know)
			if p.now().empty == 0 {
				continue
			}
			free := p.allEmpty()
			p.make(free[rng.IntN(len(free))])
			s := newWorker(p, nil, &DefaultParams)
			for _, c := range p.allEmpty() {
				s.history[p.side][c&cellMask] = int16(rng.IntN(2*historyLimit+1) - historyLimit)
				s.contHist[p.side][p.contHistBase()+contHistIndex(c)] = int16(rng.IntN(2*historyLimit+1) - historyLimit)
			}
			moves := s.scoreMoves(p.allEmpty())
			require.Len(t, moves, int(p.now().empty))
			for _, m := range moves {
				c := m.cell()
				history := (int(s.history[p.side][c&cellMask]) + historyLimit) * s.params.History >> 14
				replies := (int(s.contHist[p.side][p.contHistBase()+contHistIndex(c)]) + historyLimit) * s.params.ContHist >> 14
				require.Equal(t, plainRank(&Probe{p: p}, c)+history+replies, m.score())
			}
		}
	}
}

// plainRank looks up what a move ranks without history.
func plainRank(v *Probe, c cell) int {
	p, side := v.p, v.p.side
	_, w := WeightsOf(p.rules.rule, stoneOf(side))
	_, other := WeightsOf(p.rules.rule, stoneOf(side^1))
	pair := pattern.Pair(p.classFor(c, side), p.classFor(c, side^1))
	return int(w.Attack[p.codeOf(c, side).Combination()]) + int(other.Defence[p.codeOf(c, side^1).Combination()]) +
		int(w.Both[v.Touched(p.point(c))][pair]) + int(w.Chances[v.Chances()][pair]) + int(w.Dangers[v.Dangers()][pair])
}
