package train

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"path/filepath"
	"strings"

	"github.com/spf13/afero"

	"tahoun/fileproto/file"
	"tahoun/search/weights"
)

// outputScale is the scale of the written weights: this much evaluation makes the odds e times better.
const outputScale = 200

// The priors of plan, in log odds. Cell values are small, those of threat sets larger, and those of single threats are
// free. All are narrow because the positions of a game share one result: three times as wide was worse in validation.
const (
	priorCell    = 0.02
	priorThreats = 0.05
	priorThreat  = 0.3
	priorNet     = 1
	priorPattern = 0.1
	priorPolicy  = 1
)

// A fitResult is the result for one objective.
type fitResult struct {
	theta                []float64
	startScale           float64   // of the current weights
	trainLoss, validLoss []float64 // by epoch, starting before the first
	before, after        float64   // validation loss of the current and the new weights, rounded
}

func trainWeights(ctx context.Context, disk afero.Fs, o options, stdout io.Writer) error {
	var text strings.Builder
	out := io.MultiWriter(&text, stdout)
	m := newModel(o.rule, o.weights)
	d, err := m.load(ctx, disk, o.data)
	if err != nil {
		return err
	}
	describe(out, d)
	var v *fitResult
	var values []float64
	if !o.policy {
		if v, err = m.trainValues(ctx, o, d, out); err != nil {
			return err
		}
		values = v.theta
	}
	r, err := m.trainPolicy(ctx, o, d, out)
	if err != nil {
		return err
	}

	learned := policyObjective{m, d.validation.choices}
	policyScale := r.startScale * learned.spread(m.policyOf(m.start, r.startScale)) / learned.spread(r.theta)
	weights := m.weights(values, outputScale, r.theta, policyScale)
	if !o.policy {
		m.centre(weights, values, subsample(d.training.positions, sampleLimit))
	}
	m.compare(out, d, v, r, weights, policyScale)
	return m.write(disk, weights, source{o, d, v, r, policyScale}, text.String())
}

func (m *model) trainValues(ctx context.Context, o options, d *data, out io.Writer) (*fitResult, error) {
	scores := scoreScale(d.training.positions)
	setTargets(d.training.positions, o.lambda, scores)
	setTargets(d.validation.positions, o.lambda, scores)
	learn, check := valueObjective{m, d.training.positions}, valueObjective{m, d.validation.positions}
	scale := valueObjective{m, subsample(d.training.positions, sampleLimit)}.valueScale(m.valuesOf(m.start, 1))
	fmt.Fprintf(out, "\nevaluation: scale of the scores %.0f, of the current weights %.0f, of the new ones %d\n",
		scores, scale, outputScale)
	f := &fitResult{theta: m.valuesOf(m.start, scale), startScale: scale}
	m.initNet(f.theta, rand.New(rand.NewPCG(o.seed, 1)))
	m.initConv(f.theta, rand.New(rand.NewPCG(o.seed, 2)))
	return f, f.run(ctx, learn, check, plan{o.epochs, o.seed, o.batch, o.rate, m.valuePrior, m.convAt(0)}, out)
}

func (m *model) trainPolicy(ctx context.Context, o options, d *data, out io.Writer) (*fitResult, error) {
	learn, check := policyObjective{m, d.training.choices}, policyObjective{m, d.validation.choices}
	scale := learn.temperature(m.policyOf(m.start, 1))
	fmt.Fprintf(out, "\npolicy: temperature of the current weights %.1f\n", scale)
	f := &fitResult{theta: m.policyOf(m.start, scale), startScale: scale}
	m.initPolicyNet(f.theta, scale, rand.New(rand.NewPCG(o.seed, 3)))
	return f, f.run(ctx, learn, check, plan{o.epochs, o.seed, o.batch, o.rate, m.policyPrior, m.policyNetAt(0)}, out)
}

func (m *model) policyPrior(parameter int) float64 {
	switch {
	case parameter < m.policyNetAt(0):
		return priorPolicy
	case (parameter-m.policyNetAt(0))%policyNetSize < patternsSize:
		return priorPattern
	}
	return priorNet
}

func (m *model) valuePrior(parameter int) float64 {
	switch {
	case parameter >= m.convAt(0) && (parameter-m.convAt(0))%convSize < patternsSize:
		return priorPattern
	case parameter >= m.net(0):
		return priorNet
	case parameter >= m.threatBit(0, 0):
		return priorThreat
	case parameter >= m.threat(0, 0):
		return priorThreats
	}
	return priorCell
}

// run fits theta and records the losses.
func (f *fitResult) run(ctx context.Context, learn, check objective, p plan, out io.Writer) error {
	few := check.subset(sampleLimit)
	note := func(epoch int, loss float64) {
		f.trainLoss, f.validLoss = append(f.trainLoss, loss), append(f.validLoss, meanLoss(few, f.theta))
		fmt.Fprintf(out, "%7d %9.5f %10.5f\n", epoch, loss, f.validLoss[epoch])
	}
	fmt.Fprintf(out, "%7s %9s %10s\n", "epoch", "training", "validation")
	note(0, meanLoss(learn.subset(sampleLimit), f.theta))
	return train(ctx, learn, f.theta, p, note)
}

// write writes the weights of all sets, the report and the loss plot.
func (m *model) write(disk afero.Fs, sets []*weights.Weights, from source, text string) error {
	data, err := dataLines(disk, from.o.data)
	if err != nil {
		return err
	}
	files := map[string][]byte{"fit.txt": []byte(text), "loss.svg": lossPlot(from.v, from.r)}
	for set, name := range m.names {
		addWeights(files, from.head(name, m.from[set], data), sets[set])
	}
	return writeFiles(disk, from.o.out, files)
}

// addWeights adds a file of weights to files.
func addWeights(files map[string][]byte, head weights.Head, w *weights.Weights) {
	encoded := weights.Encode(head, w)
	files[weights.Name(head, encoded)+".bin"] = encoded
}

// writeFiles writes files into a folder that may not exist.
func writeFiles(disk afero.Fs, dir string, files map[string][]byte) error {
	if err := disk.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	file.Sweep(disk, dir)
	for name, content := range files {
		if err := file.ReplaceByRename(disk, filepath.Join(dir, name), file.Content(content)); err != nil {
			return err
		}
	}
	return nil
}
