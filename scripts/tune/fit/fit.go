package fit

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/afero"

	"tahoun/search/weights"
)

// What the numbers mean when they are written: so much of the evaluation makes the odds e times better.
const writtenScale = 200

// How far a number may be expected to move, in log odds: see plan. A square is worth little, a set of
// threats more; what each threat adds is not known before. The evaluation gets less room than that
// would be, since the positions of a game share one result: three times as much did worse on games kept
// aside.
const (
	pullWorth  = 0.02
	pullThreat = 0.05
	pullBit    = 0.3
	pullNet    = 1
	pullWindow = 0.1
	pullRank   = 1
)

// A fitted is what came out for one objective.
type fitted struct {
	theta         []float64
	startScale    float64   // of the numbers in force
	learn, check  []float64 // loss by epoch, the first before any
	before, after float64   // loss on games that nothing was learned from, after rounding
}

// fit is the subcommand.
func fit(ctx context.Context, disk afero.Fs, o options, stdout io.Writer) error {
	var text strings.Builder
	out := io.MultiWriter(&text, stdout)
	m := newModel(o.rule)
	d, err := m.load(ctx, disk, o.data)
	if err != nil {
		return err
	}
	describe(out, d)
	v, err := m.fitValues(ctx, o, d, out)
	if err != nil {
		return err
	}
	r, err := m.fitRanks(ctx, o, d, out)
	if err != nil {
		return err
	}

	learned := ranks{d.check.choices}
	rankScale := r.startScale * learned.spread(m.ranksOf(m.start, r.startScale)) / learned.spread(r.theta)
	weights := m.weights(v.theta, writtenScale, r.theta, rankScale)
	m.centre(weights, v.theta, spaced(d.learn.positions, enough))
	m.compare(out, d, v, r, weights, rankScale)
	return m.write(disk, weights, source{o, d, v, r, rankScale, time.Now()}, text.String())
}

// fitValues fits the evaluation.
func (m *model) fitValues(ctx context.Context, o options, d *data, out io.Writer) (*fitted, error) {
	scores := scoreScale(d.learn.positions)
	aim(d.learn.positions, o.lambda, scores)
	aim(d.check.positions, o.lambda, scores)
	learn, check := values{m, d.learn.positions}, values{m, d.check.positions}
	scale := values{m, spaced(d.learn.positions, enough)}.valueScale(m.valuesOf(m.start, 1))
	fmt.Fprintf(out, "\nevaluation: scale of the scores %.0f, of the numbers in force %.0f, of the new ones %d\n",
		scores, scale, writtenScale)
	f := &fitted{theta: m.valuesOf(m.start, scale), startScale: scale}
	m.begin(f.theta, rand.New(rand.NewPCG(o.seed, 1)))
	m.beginSight(f.theta, rand.New(rand.NewPCG(o.seed, 2)))
	return f, f.train(ctx, learn, check, plan{o.epochs, o.seed, o.rate, m.pullOfValue, m.sightAt(0)}, out)
}

// fitRanks fits the ranks of moves.
func (m *model) fitRanks(ctx context.Context, o options, d *data, out io.Writer) (*fitted, error) {
	learn, check := ranks{d.learn.choices}, ranks{d.check.choices}
	scale := learn.rankScale(m.ranksOf(m.start, 1))
	fmt.Fprintf(out, "\nranks: temperature of the numbers in force %.1f\n", scale)
	f := &fitted{theta: m.ranksOf(m.start, scale), startScale: scale}
	return f, f.train(ctx, learn, check, plan{epochs: o.epochs, seed: o.seed, rate: o.rate, pull: func(int) float64 { return pullRank }}, out)
}

func (m *model) pullOfValue(parameter int) float64 {
	switch {
	case parameter >= m.sightAt(0) && (parameter-m.sightAt(0))%sightSize < windowsSize:
		return pullWindow
	case parameter >= m.net(0):
		return pullNet
	case parameter >= m.threatBit(0, 0):
		return pullBit
	case parameter >= m.threat(0, 0):
		return pullThreat
	}
	return pullWorth
}

// train fits theta and keeps how the loss fell.
func (f *fitted) train(ctx context.Context, learn, check objective, p plan, out io.Writer) error {
	few := check.part(enough)
	note := func(epoch int, loss float64) {
		f.learn, f.check = append(f.learn, loss), append(f.check, meanLoss(few, f.theta))
		fmt.Fprintf(out, "%7d %9.5f %9.5f\n", epoch, loss, f.check[epoch])
	}
	fmt.Fprintf(out, "%7s %9s %9s\n", "epoch", "learned", "checked")
	note(0, meanLoss(learn.part(enough), f.theta))
	return train(ctx, learn, f.theta, p, note)
}

// write writes the weights of all sets, the report and the picture.
func (m *model) write(disk afero.Fs, sets []*weights.Weights, from source, text string) error {
	dir := from.o.out
	if err := disk.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	data, err := dataLines(disk, from.o.data)
	if err != nil {
		return err
	}
	files := map[string][]byte{"fit.txt": []byte(text), "loss.svg": curves(from.v, from.r)}
	for set, name := range m.names {
		head := from.head(name, data)
		file := weights.Encode(head, sets[set])
		files[weights.Name(head, file)+".bin"] = file
	}
	for name, content := range files {
		if err := afero.WriteFile(disk, filepath.Join(dir, name), content, 0o644); err != nil {
			return err
		}
	}
	return nil
}
