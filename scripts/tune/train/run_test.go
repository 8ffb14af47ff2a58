package train

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"maps"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/scripts/tune/dataset"
	"tahoun/search"
	"tahoun/search/nnue"
	"tahoun/search/weights"
)

// everyRule has a rule for each set of weights.
var everyRule = []board.Rule{board.Freestyle, board.ExactFive, board.Renju, board.Caro}

// randomGame returns a game of random candidates with random scores. It ends where somebody has won.
func randomGame(rng *rand.Rand, rule board.Rule, most int) dataset.Game {
	g := dataset.Game{Rule: rule, Width: 9 + rng.IntN(7), Height: 9 + rng.IntN(7), Opening: 3, Result: dataset.Result(rng.IntN(3))}
	g.Walls = []board.Point{{X: 1, Y: 2}, {X: 5, Y: 5}}
	view := search.New(rule).Probe(g.Board(), board.X)
	for len(g.Moves) < most && view.WinIn() != 1 {
		var all []board.Point
		for at := range view.Candidates {
			all = append(all, at)
		}
		if len(all) == 0 {
			break
		}
		at := all[rng.IntN(len(all))]
		if len(g.Moves) >= g.Opening {
			g.Scores = append(g.Scores, int16(rng.IntN(601)-300))
		}
		g.Moves = append(g.Moves, at)
		view.Play(at)
	}
	return g
}

// randomSamples returns the samples of a few random games.
func randomSamples(m *model, rng *rand.Rand, n int) samples {
	engine := search.New(m.rule)
	var all samples
	for range n {
		g := randomGame(rng, m.rule, 60)
		s := m.extract(engine, &g)
		all.positions, all.choices = append(all.positions, s.positions...), append(all.choices, s.choices...)
	}
	setTargets(all.positions, 0.5, 100)
	return all
}

// randomWeights returns numbers of the size of fitted ones for every set of a model.
func (m *model) randomWeights(rng *rand.Rand) []*weights.Weights {
	all := make([]*weights.Weights, len(m.names))
	for set := range all {
		w := new(weights.Weights)
		for i := range w.CellValue {
			w.CellValue[i] = int16(rng.IntN(401) - 200)
		}
		for i := range w.ThreatValue {
			w.ThreatValue[i] = int16(rng.IntN(401) - 200)
		}
		for _, t := range m.policyTables(w, set) {
			for _, row := range t.rows {
				for i := range row {
					row[i] = int16(rng.IntN(500))
				}
			}
		}
		net := make([]float64, m.valueSize())
		for i := m.net(set) + nnue.AccumulatorSize; i < m.net(set+1); i++ {
			net[i] = 0.6*rng.Float64() - 0.3
		}
		m.convertNet(toWeights, net, set, outputScale, &w.PairNet)
		m.initConv(net, rng)
		for i := range patternsSize {
			m.conv(net, set).patterns[i] = 0.6*rng.Float64() - 0.3
		}
		m.convertConv(toWeights, net, set, outputScale, &w.LineNet)
		policy := make([]float64, m.policySize())
		n := m.policyNet(policy, set)
		n.layerParams.init(rng)
		for i := range n.patterns {
			n.patterns[i] = 0.6*rng.Float64() - 0.3
		}
		for _, part := range [...][]float64{n.hidden, n.flags, n.bias, n.square, n.out} {
			for i := range part {
				part[i] = 2*rng.Float64() - 1
			}
		}
		m.convertPolicyNet(toWeights, policy, set, 15, &w.PolicyNet)
		all[set] = w
		w.CellValue[isolated] = all[0].CellValue[isolated]
	}
	return all
}

// run runs the subcommand and returns its exit code and its output.
func run(t *testing.T, disk afero.Fs, args string) (code int, said string) {
	t.Helper()
	var out, err bytes.Buffer
	code = Main(t.Context(), disk, strings.Fields(args), &out, &err)
	return code, out.String() + err.String()
}

// fewGames is how many games of each rule writeGames writes: the last but one is for validation.
const fewGames = 22

// writeGames writes random games to name.
func writeGames(t *testing.T, disk afero.Fs, name string, seed uint64, rules ...board.Rule) {
	t.Helper()
	var file bytes.Buffer
	w := dataset.NewWriter(&file)
	rng := rand.New(rand.NewPCG(seed, 0))
	for range fewGames {
		for _, rule := range rules {
			require.NoError(t, w.Write(randomGame(rng, rule, 20)))
		}
	}
	require.NoError(t, afero.WriteFile(disk, name, file.Bytes(), 0o644))
}

// The same games, flags and seed give the same files, however many cores there are; another seed gives other numbers.
func TestSameGamesSameFiles(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	disk := afero.NewMemMapFs()
	writeGames(t, disk, "a.games", 1, board.Renju)
	writeGames(t, disk, "b.games", 2, board.Renju, board.Freestyle)
	var first, other map[string][]byte
	for i, seed := range []int{5, 5, 6} {
		runtime.GOMAXPROCS(1 + 2*i)
		require.NoError(t, disk.RemoveAll("out"))
		code, said := run(t, disk, fmt.Sprintf("-rule 4 -data a.games,b.games -epochs 1 -batch 200 -seed %d -out out", seed))
		require.Equal(t, 0, code, said)
		assert.Contains(t, said, fmt.Sprint(2*fewGames, " games"))
		got := written(t, disk, "out")
		require.Equal(t, []string{"fit.txt", "loss.svg", "renju_o", "renju_x"}, slices.Sorted(maps.Keys(got)))
		switch {
		case i == 0:
			first = got
		case seed == 5:
			require.Equal(t, first, got)
		default:
			other = got
		}
	}
	assert.NotEqual(t, *numbers(t, first["renju_x"]), *numbers(t, other["renju_x"]), "another seed changes nothing")
}

// written returns the files in a folder, those of weights by set. They have the name of their hash.
func written(t *testing.T, disk afero.Fs, dir string) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	entries, err := afero.ReadDir(disk, dir)
	require.NoError(t, err)
	for _, e := range entries {
		content, err := afero.ReadFile(disk, dir+"/"+e.Name())
		require.NoError(t, err)
		name, _, isWeights := strings.Cut(e.Name(), "-")
		if files[name] = content; isWeights {
			require.NoError(t, weights.CheckName(e.Name(), content))
		}
	}
	return files
}

// numbers returns the weights in a file.
func numbers(t *testing.T, file []byte) *weights.Weights {
	t.Helper()
	w, _, err := weights.Decode[weights.Weights](file)
	require.NoError(t, err)
	return w
}

func TestMistakes(t *testing.T) {
	disk := afero.NewMemMapFs()
	writeGames(t, disk, "a.games", 1, board.Caro)
	require.NoError(t, afero.WriteFile(disk, "no.games", []byte("something else"), 0o644))
	for _, test := range []struct {
		args string
		code int
		says string
	}{
		{"-h", 0, "usage: go run ./scripts/tune train"},
		{"", 2, "-data: want a file"},
		{"-data a.games", 2, "-out: want a folder"},
		{"-data a.games -out x -rule 12", 2, "not of both renju (4) and caro (8)"},
		{"-data a.games -out x -lambda 2", 2, "want 0 to 1"},
		{"-data a.games -out x -rate 0", 2, "want more than 0"},
		{"-data a.games -out x -epochs 0", 2, "want 1 or more"},
		{"-data a.games -out x -batch 0", 2, "want 1 or more"},
		{"-data a.games -out x -weights gone.bin", 2, "gone.bin"},
		{"-init -out x -data a.games", 2, "-init: learns nothing from -data"},
		{"-data a.games -out x more", 2, "want flags only"},
		{"-data a.games -out x -rule 4", 1, "0 games of rule 4 are too few"},
		{"-data gone.games -out x", 1, "gone.games"},
		{"-data no.games -out x", 1, "no.games: dataset: header"},
	} {
		code, said := run(t, disk, test.args)
		assert.Equal(t, test.code, code, test.args)
		assert.Contains(t, said, test.says, test.args)
	}
	exists, err := afero.DirExists(disk, "x")
	require.NoError(t, err)
	assert.False(t, exists)
}

func TestInterrupted(t *testing.T) {
	disk := afero.NewMemMapFs()
	writeGames(t, disk, "a.games", 1, board.Freestyle)
	ctx, cancel := context.WithCancel(t.Context())
	d, err := newModel(board.Freestyle, nil).load(ctx, disk, []string{"a.games"})
	require.NoError(t, err)
	cancel()
	var said bytes.Buffer
	assert.Equal(t, 1, Main(ctx, disk, strings.Fields("-data a.games -out x"), &said, &said))
	assert.Contains(t, said.String(), "context canceled")
	assert.ErrorIs(t, train(ctx, policyObjective{choices: d.training.choices}, nil, plan{epochs: 1, seed: 1, batch: usualBatch, rate: usualRate, prior: free}, ignoreEpoch), context.Canceled)
}

// fit.txt has the figures although nobody reads the standard output.
func TestNobodyReads(t *testing.T) {
	disk := afero.NewMemMapFs()
	writeGames(t, disk, "a.games", 1, board.Freestyle)
	var said bytes.Buffer
	closed, write := io.Pipe()
	require.NoError(t, closed.Close())
	require.Equal(t, 0, Main(t.Context(), disk, strings.Fields("-data a.games -out x -epochs 1"), write, &said), said.String())
	text, err := afero.ReadFile(disk, "x/fit.txt")
	require.NoError(t, err)
	assert.Contains(t, string(text), "move among the best 3")
}

// A file that was cut off gives the games that are whole.
func TestTornFile(t *testing.T) {
	disk := afero.NewMemMapFs()
	writeGames(t, disk, "a.games", 1, board.Freestyle)
	whole, err := afero.ReadFile(disk, "a.games")
	require.NoError(t, err)
	require.NoError(t, afero.WriteFile(disk, "torn.games", whole[:len(whole)-5], 0o644))
	d, err := newModel(board.Freestyle, nil).load(t.Context(), disk, []string{"torn.games"})
	require.NoError(t, err)
	assert.Equal(t, fewGames-1, d.games)
}

func TestBestScale(t *testing.T) {
	assert.InDelta(t, 170, bestScale(func(s float64) float64 { return math.Pow(math.Log(s/170), 2) }), 0.2)
}
