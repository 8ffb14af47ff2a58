package train

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/scripts/tune/dataset"
	"tahoun/search"
	"tahoun/search/nnue"
	"tahoun/search/pattern"
)

// With the engine's weights, the model evaluates positions as the engine does, and scores all candidates.
func TestModelAgreesWithEngine(t *testing.T) {
	for _, rule := range everyRule {
		m := newModel(rule, nil)
		theta, policy := m.valuesOf(m.start, 1), m.policyOf(m.start, 1)
		rng := rand.New(rand.NewPCG(1, uint64(rule)))
		engine := search.New(rule)
		positions, choices := 0, 0
		for range 10 {
			g := randomGame(rng, rule, 80)
			g.Opening, g.Scores = 0, make([]int16, len(g.Moves))
			s := m.extract(engine, &g)
			view := engine.Probe(g.Board(), board.X)
			for ply, at := range g.Moves {
				if len(s.positions) > 0 && int(s.positions[0].ply) == ply {
					p := &s.positions[0]
					net, _ := m.forwardNet(p, theta)
					conv := m.convInQuarters(p, theta)
					require.InDelta(t, view.Evaluate(), math.Trunc(net)+m.linear(p, theta)+math.Trunc(conv), 0.001)
					require.EqualValues(t, view.ThreatSet(), p.threats)
					s.positions = s.positions[1:]
					positions++
					if requireChoice(t, m, policy, view, at, s.choices) {
						s.choices = s.choices[1:]
						choices++
					}
				}
				view.Play(at)
			}
			require.Empty(t, s.positions)
			require.Empty(t, s.choices)
		}
		assert.Greater(t, positions, 200)
		assert.Greater(t, choices, 200)
	}
}

// convInQuarters is forwardConv as the engine does it: pooled values enter the units in whole quarters.
func (m *model) convInQuarters(p *position, theta []float64) float64 {
	const quarter = 4. / (nnue.LineFeatureScale * poolScale)
	g := new(convLayers)
	m.forwardConv(p, theta, g)
	for i := range g.pooled {
		g.pooled[i] = quarter * math.Floor(g.pooled[i]/quarter)
	}
	own := m.conv(theta, int(p.set))
	return g.valueHead(&own, p)
}

// requireChoice compares the first choice with the candidates of view, and reports whether there is a choice:
// the move played must be a candidate, and not the only one.
func requireChoice(
	t *testing.T, m *model, policy []float64, view *search.Probe, at board.Point, choices []choice,
) bool {
	t.Helper()
	side := sideOf(view)
	var want []float64
	played := -1
	for other, codes := range view.Candidates {
		own := m.start[m.set[side]]
		pair := pattern.Pair(m.class(codes, side), m.class(codes, side^1))
		if other == at {
			played = len(want)
		}
		want = append(want, float64(own.OwnPolicy[codes[side].Combination()])+
			float64(m.start[m.set[side^1]].OpponentPolicy[codes[side^1].Combination()])+
			float64(own.PairPolicy[view.Recency(other)][pair])+
			float64(own.OwnThreatPolicy[view.OwnThreats()][pair])+float64(own.OpponentThreatPolicy[view.OpponentThreats()][pair])+
			float64(view.PolicyScore(other)))
	}
	if played < 0 || len(want) < 2 {
		return false
	}
	got := policyObjective{m, nil}.logits(&choices[0], policy, new(convLayers))
	require.InDeltaSlice(t, want, got, 2) // the engine rounds pooled sums, hidden units and the score
	require.Equal(t, played, choices[0].played)
	return true
}

// Moves that no search chose, and decided positions, are no samples.
func TestWhatIsLearned(t *testing.T) {
	const width = 15
	at := func(x, y int) board.Point { return board.Point{X: x, Y: y} }
	g := dataset.Game{
		Width: width, Height: width, Opening: 2, Result: dataset.XWins,
		Moves: []board.Point{
			at(7, 7), at(0, 0), // given
			at(7, 8), at(2, 0), // searched; drawn by chance
			at(7, 9), at(0, 14), // searched; without a score
			at(7, 6),   // x is seen to win: an open four
			at(14, 14), // o must stop a five
			at(7, 5),   // five
		},
		Scores: []int16{10, -20, 30, dataset.NoScore, 29990, -29990, 29999},
		Random: []int{3},
	}
	m := newModel(board.Freestyle, nil)
	s := m.extract(search.New(board.Freestyle), &g)
	require.Len(t, s.positions, 4)
	for i, want := range []position{
		{ply: 2, score: 10, result: 1}, {ply: 3, score: -20}, {ply: 4, score: 30, result: 1}, {ply: 5, score: dataset.NoScore},
	} {
		p := s.positions[i]
		assert.Equal(t, want, position{ply: p.ply, score: p.score, result: p.result})
	}
	assert.Len(t, s.choices, 2)

	g.Scores[0] = -dataset.Proven - 1 // lost anyway
	assert.Len(t, m.extract(search.New(board.Freestyle), &g).choices, 1)

	g.Leaves = []dataset.Leaf{
		{Ply: 4, Line: []board.Point{at(9, 9)}, Move: at(7, 9), Score: 50},
		{Ply: 4, Line: []board.Point{at(9, 9), at(1, 0)}, Move: at(0, 1), Score: -50}, // o threatens an open four
		{Ply: 6, Line: []board.Point{at(7, 6)}, Move: at(7, 5), Score: 29995},         // o must stop a five
	}
	withLeaves := m.extract(search.New(board.Freestyle), &g)
	require.Len(t, withLeaves.positions, 6)
	require.Len(t, withLeaves.choices, 3)
	leaf := withLeaves.positions[3]
	assert.Equal(t, position{ply: 5, score: 50, result: unknown}, position{ply: leaf.ply, score: leaf.score, result: leaf.result})
	assert.NotEqual(t, withLeaves.positions[2].threats, leaf.threats)
	setTargets(withLeaves.positions, 0.25, 100)
	assert.InDelta(t, 1/(1+math.Exp(-0.5)), withLeaves.positions[3].target, 1e-6)

	setTargets(s.positions, 0.25, 100)
	assert.InDelta(t, 0.25+0.75/(1+math.Exp(-0.1)), s.positions[0].target, 1e-6)
	assert.Zero(t, s.positions[3].target)
}
