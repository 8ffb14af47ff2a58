package spsa

import (
	"context"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"

	"tahoun/scripts/internal/stats"
	"tahoun/scripts/tune/selfmatch"
	"tahoun/search"
)

// A parameter is a number to tune; its value is a fraction meanwhile.
type parameter struct {
	name  string
	value float64
	step  float64 // perturbation in the last round
}

// An optimizer tunes all parameters at once: simultaneous perturbation stochastic approximation (J. C. Spall, 1992). In
// every round it moves each parameter a step up or down at random. Two engines play, one with these values and one with
// their mirror images. Then each parameter moves towards the side that scored more.
//
// The gain is the part of a step that a parameter moves per point a game of difference. In round k of n the step is
// step*(n/k)^0.101 and the gain is gain*((A+n)/(A+k))^0.602 with A = n/10. These are Spall's exponents, scaled so that
// step and gain are those of the last round.
type optimizer struct {
	params []parameter
	rounds int
	gain   float64
	seed   uint64
	play   func(ctx context.Context, up, down search.Params, round int) (stats.Pairs, error)
}

// run runs all rounds, and calls turned after each.
func (o *optimizer) run(ctx context.Context, turned func(round int)) error {
	for round := range o.rounds {
		if err := o.round(ctx, round); err != nil {
			return err
		}
		turned(round)
	}
	return nil
}

// round plays one round and moves the parameters. Its random choices depend on seed and round alone.
func (o *optimizer) round(ctx context.Context, round int) error {
	rng := rand.New(rand.NewPCG(o.seed, uint64(round)))
	k, n := float64(round+1), float64(o.rounds)
	scale := math.Pow(n/k, 0.101)
	gain := o.gain * math.Pow((n/10+n)/(n/10+k), 0.602)

	up, down := search.DefaultParams, search.DefaultParams
	offsets := make([]float64, len(o.params))
	for i, d := range o.params {
		offsets[i] = d.step * scale * float64(2*rng.IntN(2)-1)
		rounding := rng.Float64()
		selfmatch.Set(&up, d.name, stochasticRound(d.value+offsets[i], rounding))
		selfmatch.Set(&down, d.name, stochasticRound(d.value-offsets[i], rounding))
	}
	pairs, err := o.play(ctx, up, down, round)
	if err != nil {
		return err
	}
	ahead := 2*pairs.Score() - 1 // points a game that up is ahead of down, from -1 to 1
	for i := range o.params {
		d := &o.params[i]
		d.value = max(1, d.value+gain*ahead*offsets[i])
	}
	return nil
}

// stochasticRound rounds v down or up, as often up as its fraction says if rounding is spread evenly from 0 to 1. No
// number of search.Params makes sense below 1.
func stochasticRound(v, rounding float64) int { return max(1, int(math.Floor(v+rounding))) }

// text writes the parameters for selfmatch.ParseParams.
func (o *optimizer) text() string {
	numbers := make([]string, len(o.params))
	for i, d := range o.params {
		numbers[i] = d.name + "=" + strconv.Itoa(int(math.Round(d.value)))
	}
	return strings.Join(numbers, ",")
}
