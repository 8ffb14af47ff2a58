package train

import (
	"encoding/xml"
	"io"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"tahoun/search/weights"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
)

// A written file holds the weights and their origin.
func TestFile(t *testing.T) {
	disk := afero.NewMemMapFs()
	require.NoError(t, afero.WriteFile(disk, "some/a.games", []byte("abc"), 0o644))
	require.NoError(t, afero.WriteFile(disk, "b.games", nil, 0o644))
	require.NoError(t, afero.WriteFile(disk, "b.games.txt", []byte("tune selfplay -rule 4 at 0123\n"), 0o644))
	lines, err := dataLines(disk, []string{"some/a.games", "b.games"})
	require.NoError(t, err)
	_, err = dataLines(disk, []string{"c.games"})
	assert.Error(t, err)

	m := newModel(board.Renju, nil)
	w := m.randomWeights(rand.New(rand.NewPCG(5, 5)))[0]
	from := source{options{args: []string{"-rule", "4"}}, &data{games: 7}, &fitResult{after: 0.5}, &fitResult{}, 16}
	file := weights.Encode(from.head("renju_x", "renju_x-0123", lines), w)
	got, head, err := weights.Decode[weights.Weights](file)
	require.NoError(t, err)
	assert.Equal(t, w, got)
	for _, line := range []string{
		"set: renju_x", "fit: tune train -rule 4", "start: renju_x-0123",
		"data: a.games, sha256 ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad, made by unknown",
		"data: b.games, sha256 e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855, made by tune selfplay -rule 4 at 0123",
		"size: 7 games, 0 positions, 0 moves", "evaluation 0.5000, was 0.0000", "16.0 of a move score",
	} {
		assert.Contains(t, head.String(), line)
	}
	from.v = nil
	assert.Contains(t, from.head("renju_x", "renju_x-0123", lines).String(), "loss: evaluation of renju_x-0123; policy 0.0000")
}

// Weights become parameters and the same weights again; the least move score of each table is 0, threats are added up,
// and numbers that are too great are clamped.
func TestRounding(t *testing.T) {
	m := newModel(board.Renju, nil)
	want := m.randomWeights(rand.New(rand.NewPCG(6, 6)))
	want[1].OwnPolicy[3], want[0].OpponentPolicy[4] = 0, 0
	for i := range want[0].OwnThreatPolicy {
		want[i%2].OwnThreatPolicy[i][i] = 0
	}
	for i := range want[0].OpponentThreatPolicy {
		want[i%2].OpponentThreatPolicy[i][i] = 0
	}
	theta, policy := m.valuesOf(want, 200), m.policyOf(want, 15)
	for i := range m.tablesSize() {
		policy[i] += 0.8 // of no account
	}
	assert.Equal(t, want, m.weights(theta, 200, policy, 15))

	kept := m.weights(nil, 0, policy, 15) // without values
	for set, w := range kept {
		assert.Equal(t, m.start[set].LineNet, w.LineNet)
		assert.Equal(t, want[set].PolicyNet, w.PolicyNet)
	}

	theta[m.threatBit(1, 0)], theta[m.threatBit(1, 2)] = 0.5, 0.25
	theta[m.cell(0, 9)], policy[m.ownPolicy(0, 9)] = 1e9, 1e9
	got := m.weights(theta, 200, policy, 15)
	for threats, more := range map[int]int16{0: 0, 1: 100, 4: 50, 5: 150, 6: 50} {
		assert.Equal(t, want[1].ThreatValue[threats]+more, got[1].ThreatValue[threats])
		assert.Equal(t, want[0].ThreatValue[threats], got[0].ThreatValue[threats])
	}
	assert.EqualValues(t, maxValue, got[0].CellValue[9])
	assert.EqualValues(t, maxPolicy, got[0].OwnPolicy[9])
}

// The mean evaluation of positions, which rounding changes, is restored for the side to move.
func TestCentre(t *testing.T) {
	m := newModel(board.Renju, nil)
	theta := make([]float64, m.valueSize())
	theta[m.cell(0, 0)] = 0.4 / outputScale
	positions := []position{
		{netInput: netInput{set: 0}, features: []feature{{0, 95}}}, {netInput: netInput{set: 0}, features: []feature{{0, 105}}}, {netInput: netInput{set: 1}, features: []feature{{0, -25}}},
	}
	fitted := m.weights(theta, outputScale, make([]float64, m.policySize()), 1)
	m.centre(fitted, theta, positions)
	require.Zero(t, fitted[0].CellValue[0])
	for i := range weights.ThreatSets {
		require.EqualValues(t, 40, fitted[0].ThreatValue[i])
		require.EqualValues(t, -10, fitted[1].ThreatValue[i])
	}
}

// The plot is well-formed XML without NaN.
func TestLossPlot(t *testing.T) {
	flat := &fitResult{trainLoss: []float64{1}, validLoss: []float64{1}}
	falling := &fitResult{trainLoss: []float64{2, 1.5, 1.2}, validLoss: []float64{2.1, 1.6, 1.4}}
	svg := string(lossPlot(flat, falling))
	d := xml.NewDecoder(strings.NewReader(svg))
	for {
		_, err := d.Token()
		if err == io.EOF {
			break
		}
		require.NoError(t, err)
	}
	assert.NotContains(t, svg, "NaN")
	assert.Equal(t, 4, strings.Count(svg, "<polyline"))
	assert.Equal(t, 2, strings.Count(string(lossPlot(nil, falling)), "<polyline"))
}

func TestNewModel(t *testing.T) {
	for rule, want := range map[board.Rule]int{board.Freestyle: 1, board.ExactFive: 1, board.Caro: 1, board.Renju: 2} {
		m := newModel(rule, nil)
		assert.Len(t, m.names, want)
		assert.Equal(t, want-1, m.set[1])
		assert.LessOrEqual(t, max(m.net(0), m.tablesSize()), math.MaxUint16)
	}
	assert.Equal(t, weights.ThreatSets, 1<<(threatBits-1))
}
