package train

import "math"

// policyObjective is the objective of the policy, in log odds: the cross entropy of a softmax over the candidates and
// the move played.
type policyObjective struct{ choices []choice }

func (o policyObjective) samples() int { return len(o.choices) }
func (o policyObjective) subset(most int) objective {
	return policyObjective{subsample(o.choices, most)}
}
func (o policyObjective) clamp([]float64) {}

func (o policyObjective) loss(i int, theta, gradient []float64) float64 {
	c := &o.choices[i]
	var buffer [256]float64
	weights := buffer[:0]
	top := math.Inf(-1)
	for _, s := range c.candidates {
		r := s.logit(theta)
		weights = append(weights, r)
		top = max(top, r)
	}
	played, sum := weights[c.played], 0.0
	for i, s := range c.candidates {
		weights[i] = float64(s.n) * math.Exp(weights[i]-top)
		sum += weights[i]
	}
	if gradient != nil {
		for i, s := range c.candidates {
			slope := weights[i] / sum
			if i == c.played {
				slope--
			}
			for _, part := range s.parts {
				gradient[part] += slope
			}
		}
	}
	return math.Log(sum) + top - played
}

func (s *candidate) logit(theta []float64) float64 {
	p := &s.parts
	return theta[p[0]] + theta[p[1]] + theta[p[2]] + theta[p[3]] + theta[p[4]]
}

// temperature returns the scale at which the policy predicts the moves best. A part of the choices is enough for one
// number.
func (o policyObjective) temperature(theta []float64) float64 {
	few := o.subset(sampleLimit / 4)
	scaled := make([]float64, len(theta))
	return bestScale(func(scale float64) float64 {
		for i, v := range theta {
			scaled[i] = v / scale
		}
		return meanLoss(few, scaled)
	})
}

// spread returns the spread of the candidates' logits: the root of their mean variance in a position.
func (o policyObjective) spread(theta []float64) float64 {
	total := 0.0
	for _, c := range o.choices {
		n, sum, squares := 0.0, 0.0, 0.0
		for _, s := range c.candidates {
			r, k := s.logit(theta), float64(s.n)
			n, sum, squares = n+k, sum+k*r, squares+k*r*r
		}
		total += squares/n - sum*sum/(n*n)
	}
	return math.Sqrt(total / float64(len(o.choices)))
}

// topK returns how often the move played is among the k best. Ties are broken by chance.
func (o policyObjective) topK(k int, theta []float64) float64 {
	hits := 0.0
	for _, c := range o.choices {
		played := c.candidates[c.played].logit(theta)
		better, equal := 0, 0
		for _, s := range c.candidates {
			if r := s.logit(theta); r > played {
				better += int(s.n)
			} else if r == played {
				equal += int(s.n)
			}
		}
		hits += max(0, min(1, float64(k-better)/float64(equal)))
	}
	return hits / float64(len(o.choices))
}
