package train

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"tahoun/scripts/internal/parallel"
)

// An objective is a mean of losses, one for each sample. loss adds its gradient to gradient, if that is not nil;
// several threads may call it at once.
type objective interface {
	samples() int
	subset(most int) objective // see subsample
	loss(sample int, theta, gradient []float64) float64
	clamp(theta []float64) // brings parameters back into their bounds
}

// A plan is how parameters are fitted.
type plan struct {
	epochs int
	seed   uint64
	batch  int     // samples of a step of Adam
	rate   float64 // first step, in log odds; it falls to 0 evenly
	// prior is the standard deviation of a normal prior around each parameter's start (maximum a posteriori).
	// Parameters with few samples stay there.
	prior    func(parameter int) float64
	slowFrom int // first parameter whose steps are an eighth as large; 0: none
}

const (
	usualRate  = 0.02
	usualBatch = 2048

	// Sums have a fixed number of parts, so that they do not depend on the number of threads.
	gradientParts = 16
)

// train minimizes the objective over theta: Adam (Kingma and Ba, 2015) on batches. It calls epoch after each one with
// the mean loss, taken while theta still moved. The error is that of ctx.
func train(ctx context.Context, o objective, theta []float64, p plan, epoch func(n int, loss float64)) error {
	start := slices.Clone(theta)
	adam := newAdam(len(theta))
	rng := rand.New(rand.NewPCG(p.seed, 0))
	gradient := newBatchGradient(len(theta))
	steps := p.epochs * ((o.samples() + p.batch - 1) / p.batch)
	for n := range p.epochs {
		order, total := rng.Perm(o.samples()), 0.0
		for rest := order; len(rest) > 0; {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			now := rest[:min(p.batch, len(rest))]
			rest = rest[len(now):]
			total += gradient.compute(o, now, theta)
			for i := range theta {
				prior := p.prior(i)
				gradient.sum[i] += (theta[i] - start[i]) / (prior * prior * float64(o.samples()))
			}
			adam.step(theta, gradient.sum, p.rate*(1-float64(adam.steps)/float64(steps)), p.slowFrom)
			o.clamp(theta)
		}
		epoch(n+1, total/float64(o.samples()))
	}
	return nil
}

// adam keeps the running means of gradients and of their squares. Its epsilon is large, so that steps for a gradient
// below it shrink with the gradient. Otherwise a parameter that one batch in thousands touches would take steps as
// large as the others, move far by chance, and the prior would not bring it back.
type adam struct {
	mean, square []float64
	steps        int
}

func newAdam(n int) *adam { return &adam{mean: make([]float64, n), square: make([]float64, n)} }

func (a *adam) step(theta, gradient []float64, rate float64, slowFrom int) {
	const beta1, beta2 = 0.9, 0.999
	epsilon := 1e-4
	a.steps++
	rate *= math.Sqrt(1-math.Pow(beta2, float64(a.steps))) / (1 - math.Pow(beta1, float64(a.steps)))
	for i, g := range gradient {
		a.mean[i] += (1 - beta1) * (g - a.mean[i])
		a.square[i] += (1 - beta2) * (g*g - a.square[i])
		if i == slowFrom && slowFrom > 0 {
			rate, epsilon = rate/8, epsilon/8
		}
		theta[i] -= rate * a.mean[i] / (math.Sqrt(a.square[i]) + epsilon)
	}
}

// A batchGradient is the mean gradient of a batch, added up in parts.
type batchGradient struct {
	sum  []float64
	part [gradientParts][]float64
}

func newBatchGradient(n int) *batchGradient {
	s := &batchGradient{sum: make([]float64, n)}
	for i := range s.part {
		s.part[i] = make([]float64, n)
	}
	return s
}

// compute sets the sum to the mean gradient of the samples, and returns the sum of their losses.
func (g *batchGradient) compute(o objective, samples []int, theta []float64) float64 {
	total := sumInParts(len(samples), func(i, part int) float64 { return o.loss(samples[i], theta, g.part[part]) })
	clear(g.sum)
	for _, part := range g.part {
		for i, slope := range part {
			g.sum[i] += slope / float64(len(samples))
		}
		clear(part) // for the next batch
	}
	return total
}

// sampleLimit samples are enough for a mean.
const sampleLimit = 200_000

// subsample returns at most most elements of all, evenly spaced.
func subsample[T any](all []T, most int) []T {
	if len(all) <= most {
		return all
	}
	part := make([]T, most)
	for i := range part {
		part[i] = all[int64(i)*int64(len(all))/int64(most)]
	}
	return part
}

func meanLoss(o objective, theta []float64) float64 {
	n := o.samples()
	return sumInParts(n, func(i, _ int) float64 { return o.loss(i, theta, nil) }) / float64(n)
}

// sumInParts adds up n losses, several parts at once.
func sumInParts(n int, loss func(i, part int) float64) (total float64) {
	var sums [gradientParts]float64
	parallel.Each(0, gradientParts, func(part int) {
		for i := part * n / gradientParts; i < (part+1)*n/gradientParts; i++ {
			sums[part] += loss(i, part)
		}
	})
	for _, sum := range sums {
		total += sum
	}
	return total
}
