package train

import (
	"math"
	"slices"

	"tahoun/scripts/internal/parallel"
	"tahoun/search/weights"
)

// policyObjective is the objective of the policy, in log odds: the cross entropy of a softmax over the candidates and
// the move played. A nil model has no policy net.
type policyObjective struct {
	m       *model
	choices []choice
}

func (o policyObjective) samples() int { return len(o.choices) }
func (o policyObjective) subset(most int) objective {
	return policyObjective{o.m, subsample(o.choices, most)}
}
func (o policyObjective) clamp(theta []float64) {
	if o.m == nil {
		return
	}
	for set := range o.m.names {
		o.m.policyNet(theta, set).clamp()
	}
}

func (o policyObjective) loss(i int, theta, gradient []float64) float64 {
	c := &o.choices[i]
	g := layersPool.Get().(*convLayers)
	defer layersPool.Put(g)
	slopes := o.logits(c, theta, g)
	played := slopes[c.played]
	loss := logSumExp(slopes) - played
	if gradient != nil {
		for i, v := range slopes {
			slopes[i] = math.Exp(v - played - loss)
		}
		slopes[c.played]--
		for i, slope := range slopes {
			for _, part := range c.candidates[i].parts {
				gradient[part] += slope
			}
		}
		if o.usesNet(c) {
			o.m.addPolicyNetGradient(c, slopes, theta, g, gradient)
		}
	}
	return loss
}

// usesNet reports whether a policy net scores the candidates: the engine does not ask it against a threatened open
// four.
func (o policyObjective) usesNet(c *choice) bool {
	return o.m != nil && c.threats&weights.OpponentWinningFour == 0
}

// logits returns the logits of a choice's candidates, and leaves the layers of the policy nets in g.
func (o policyObjective) logits(c *choice, theta []float64, g *convLayers) []float64 {
	g.logits = resized(g.logits, len(c.candidates))
	for i := range c.candidates {
		p := &c.candidates[i].parts
		g.logits[i] = theta[p[0]] + theta[p[1]] + theta[p[2]] + theta[p[3]] + theta[p[4]]
	}
	if o.usesNet(c) {
		o.m.addPolicyNet(c, theta, g, g.logits)
	}
	return g.logits
}

// eachLogits calls do with the index and the logits of each choice, several at once.
func (o policyObjective) eachLogits(theta []float64, do func(i int, logits []float64)) {
	parallel.Each(0, len(o.choices), func(i int) {
		g := layersPool.Get().(*convLayers)
		defer layersPool.Put(g)
		do(i, o.logits(&o.choices[i], theta, g))
	})
}

func logSumExp(all []float64) float64 {
	top, sum := slices.Max(all), 0.0
	for _, v := range all {
		sum += math.Exp(v - top)
	}
	return math.Log(sum) + top
}

// temperature returns the scale at which the policy predicts the moves best. A part of the choices is enough for one
// number.
func (o policyObjective) temperature(theta []float64) float64 {
	few := policyObjective{o.m, subsample(o.choices, sampleLimit/4)}
	all := make([][]float64, len(few.choices))
	few.eachLogits(theta, func(i int, logits []float64) { all[i] = slices.Clone(logits) })
	return bestScale(func(scale float64) float64 {
		total := 0.0
		for i, logits := range all {
			scaled := make([]float64, len(logits))
			for k, v := range logits {
				scaled[k] = v / scale
			}
			total += logSumExp(scaled) - scaled[few.choices[i].played]
		}
		return total
	})
}

// spread returns the spread of the candidates' logits: the root of their mean variance in a position.
func (o policyObjective) spread(theta []float64) float64 {
	each := make([]float64, len(o.choices))
	o.eachLogits(theta, func(i int, logits []float64) {
		n, sum, squares := float64(len(logits)), 0.0, 0.0
		for _, v := range logits {
			sum, squares = sum+v, squares+v*v
		}
		each[i] = squares/n - sum*sum/(n*n)
	})
	total := 0.0
	for _, v := range each {
		total += v
	}
	return math.Sqrt(total / float64(len(each)))
}

// topK returns how often the move played is among the k best, for each of ks. Ties are broken by chance.
func (o policyObjective) topK(theta []float64, ks ...int) []float64 {
	better, equal := make([]int, len(o.choices)), make([]int, len(o.choices))
	o.eachLogits(theta, func(i int, logits []float64) {
		played := logits[o.choices[i].played]
		for _, v := range logits {
			if v > played {
				better[i]++
			} else if v == played {
				equal[i]++
			}
		}
	})
	shares := make([]float64, len(ks))
	for n, k := range ks {
		for i := range better {
			shares[n] += max(0, min(1, float64(k-better[i])/float64(equal[i])))
		}
		shares[n] /= float64(len(better))
	}
	return shares
}
