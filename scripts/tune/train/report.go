package train

import (
	"fmt"
	"io"

	"tahoun/search/weights"
)

func describe(out io.Writer, d *data) {
	fmt.Fprintf(out, "%d games: %d positions and %d moves for training, %d and %d for validation\n", d.games,
		len(d.training.positions), len(d.training.choices), len(d.validation.positions), len(d.validation.choices))
}

// compare prints the losses of the weights in force and of the new ones, rounded as they are written, on games that
// nothing was learned from.
func (m *model) compare(out io.Writer, d *data, v, r *fitResult, weights []*weights.Weights, policyScale float64) {
	fmt.Fprintf(out, "\nvalidation, rounded        current       new\n")
	if v != nil {
		m.compareValues(out, d, v, weights)
	}
	played := policyObjective{m, d.validation.choices}
	oldPolicy, newPolicy := m.policyOf(m.start, r.startScale), m.policyOf(weights, policyScale)
	r.before, r.after = meanLoss(played, oldPolicy), meanLoss(played, newPolicy)
	fmt.Fprintf(out, "policy, loss             %9.5f %9.5f\n", r.before, r.after)
	fmt.Fprintf(out, "policy, temperature      %9.1f %9.1f\n", r.startScale, policyScale)
	ks := []int{1, 3, 8}
	was, is := played.topK(oldPolicy, ks...), played.topK(newPolicy, ks...)
	for i, k := range ks {
		fmt.Fprintf(out, "move among the best %d    %8.1f%% %8.1f%%\n", k, 100*was[i], 100*is[i])
	}
}

func (m *model) compareValues(out io.Writer, d *data, v *fitResult, weights []*weights.Weights) {
	check := valueObjective{m, d.validation.positions}
	oldValues, newValues := m.valuesOf(m.start, v.startScale), m.valuesOf(weights, outputScale)
	v.before, v.after = meanLoss(check, oldValues), meanLoss(check, newValues)
	fmt.Fprintf(out, "evaluation, loss         %9.5f %9.5f\n", v.before, v.after)
	if leaves := check.leaves(); len(leaves.positions) > 0 {
		fmt.Fprintf(out, "the same, at leaves      %9.5f %9.5f  of %d\n",
			meanLoss(leaves, oldValues), meanLoss(leaves, newValues), len(leaves.positions))
	}
	oldWinners, newWinners := check.winners(oldValues), check.winners(newValues)
	for i, from := range phases {
		if n := newWinners[i].positions; n > 0 {
			fmt.Fprintf(out, "winner right, ply %3d on %8.1f%% %8.1f%%  of %d\n",
				from, oldWinners[i].percent(), newWinners[i].percent(), n)
		}
	}
}

func (o valueObjective) leaves() valueObjective {
	of := valueObjective{m: o.m}
	for _, p := range o.positions {
		if p.result == unknown {
			of.positions = append(of.positions, p)
		}
	}
	return of
}

// phases are the plies at which the parts of a game begin, see winners.
var phases = [...]int{0, 10, 20, 40, 80}

// An accuracy is how often the side that the evaluation preferred won, without drawn games.
type accuracy struct {
	positions int
	right     float64
}

func (a accuracy) percent() float64 { return 100 * a.right / float64(a.positions) }

// winners returns the accuracies by part of the game.
func (o valueObjective) winners(theta []float64) [len(phases)]accuracy {
	var all [len(phases)]accuracy
	said := o.evaluateAll(theta)
	for i := range o.positions {
		p := &o.positions[i]
		if p.result == 0.5 || p.result == unknown {
			continue
		}
		part := 0
		for part+1 < len(phases) && int(p.ply) >= phases[part+1] {
			part++
		}
		all[part].positions++
		switch v := said[i]; {
		case v == 0:
			all[part].right += 0.5
		case (v > 0) == (p.result == 1):
			all[part].right++
		}
	}
	return all
}
