package train

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"tahoun/scripts/internal/parallel"
)

// An objective is a mean of losses, one for each sample. gradient, if there is one, gets the loss's
// gradient added. Samples may be asked for by several threads at once.
type objective interface {
	samples() int
	subset(most int) objective // see spaced
	loss(sample int, theta, gradient []float64) float64
	clamp(theta []float64) // brings parameters that have left their bounds back
}

// A plan is how parameters are fitted.
type plan struct {
	epochs int
	seed   uint64
	rate   float64 // first step of Adam, in log odds; it falls to 0 evenly
	// prior is how far each parameter may be expected to move from where it starts (the deviation of a
	// normal prior, maximum a posteriori): parameters with few samples stay there.
	prior    func(parameter int) float64
	slowFrom int // from this parameter on steps are an eighth as large; 0: from none
}

const (
	batch     = 2048
	usualRate = 0.02

	// Sums are taken in so many parts for any number of threads, so that they are always the same.
	gradientParts = 16
)

// train moves theta to where the objective is least: Adam (Kingma and Ba, 2015) on batches. epoch hears
// of the mean loss in each epoch, while theta still moved. The error is that of ctx.
func train(ctx context.Context, o objective, theta []float64, p plan, epoch func(n int, loss float64)) error {
	start := slices.Clone(theta)
	adam := newAdam(len(theta))
	rng := rand.New(rand.NewPCG(p.seed, 0))
	gradient := newBatchGradient(len(theta))
	steps := p.epochs * ((o.samples() + batch - 1) / batch)
	for n := range p.epochs {
		order, total := rng.Perm(o.samples()), 0.0
		for rest := order; len(rest) > 0; {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			now := rest[:min(batch, len(rest))]
			rest = rest[len(now):]
			total += gradient.compute(o, now, theta)
			for i := range theta {
				pull := p.prior(i)
				gradient.sum[i] += (theta[i] - start[i]) / (pull * pull * float64(o.samples()))
			}
			adam.step(theta, gradient.sum, p.rate*(1-float64(adam.steps)/float64(steps)), p.slowFrom)
			o.clamp(theta)
		}
		epoch(n+1, total/float64(o.samples()))
	}
	return nil
}

// adam keeps the running means of gradients and of their squares. The same step size for all parameters would be
// wrong for one that appears in one batch of thousands: it would wander at random, and the prior would not bring it back.
// Below the constant least its steps are as small as its gradient.
type adam struct {
	mean, square []float64
	steps        int
}

func newAdam(n int) *adam { return &adam{mean: make([]float64, n), square: make([]float64, n)} }

func (a *adam) step(theta, gradient []float64, rate float64, slowFrom int) {
	const keepMean, keepSquare = 0.9, 0.999
	least := 1e-4
	a.steps++
	rate *= math.Sqrt(1-math.Pow(keepSquare, float64(a.steps))) / (1 - math.Pow(keepMean, float64(a.steps)))
	for i, g := range gradient {
		a.mean[i] += (1 - keepMean) * (g - a.mean[i])
		a.square[i] += (1 - keepSquare) * (g*g - a.square[i])
		if i == slowFrom && slowFrom > 0 {
			rate, least = rate/8, least/8
		}
		theta[i] -= rate * a.mean[i] / (math.Sqrt(a.square[i]) + least)
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
func (s *batchGradient) compute(o objective, samples []int, theta []float64) float64 {
	var losses [gradientParts]float64
	parallel.Each(0, gradientParts, func(k int) {
		clear(s.part[k])
		for _, i := range samples[k*len(samples)/gradientParts : (k+1)*len(samples)/gradientParts] {
			losses[k] += o.loss(i, theta, s.part[k])
		}
	})
	clear(s.sum)
	total := 0.0
	for k := range s.part {
		total += losses[k]
		for i, g := range s.part[k] {
			s.sum[i] += g / float64(len(samples))
		}
	}
	return total
}

// sampleLimit samples tell a mean as well as all.
const sampleLimit = 200_000

// subsample returns so many of all, at most, evenly spaced.
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

// meanLoss returns the mean loss of all samples.
func meanLoss(o objective, theta []float64) float64 {
	var losses [gradientParts]float64
	n := o.samples()
	parallel.Each(0, gradientParts, func(k int) {
		for i := k * n / gradientParts; i < (k+1)*n/gradientParts; i++ {
			losses[k] += o.loss(i, theta, nil)
		}
	})
	total := 0.0
	for _, l := range losses {
		total += l
	}
	return total / float64(n)
}
