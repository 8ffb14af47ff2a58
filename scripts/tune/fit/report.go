package fit

import (
	"fmt"
	"io"

	"tahoun/search/weights"
)

func describe(out io.Writer, d *data) {
	fmt.Fprintf(out, "%d games: %d positions and %d moves to learn from, %d and %d to check\n", d.games,
		len(d.learn.positions), len(d.learn.choices), len(d.check.positions), len(d.check.choices))
}

// compare tells what the numbers in force and the new ones, rounded as they are written, do on games that
// nothing was learned from.
func (m *model) compare(out io.Writer, d *data, v, r *fitted, weights []*weights.Weights, rankScale float64) {
	check := values{m, d.check.positions}
	oldValues, newValues := m.valuesOf(m.start, v.startScale), m.valuesOf(weights, writtenScale)
	v.before, v.after = meanLoss(check, oldValues), meanLoss(check, newValues)
	fmt.Fprintf(out, "\nchecked, rounded          in force       new\nevaluation, loss         %9.5f %9.5f\n", v.before, v.after)
	if leaves := check.leaves(); len(leaves.positions) > 0 {
		fmt.Fprintf(out, "the same, at leaves      %9.5f %9.5f  of %d\n",
			meanLoss(leaves, oldValues), meanLoss(leaves, newValues), len(leaves.positions))
	}
	oldWinners, newWinners := check.winners(oldValues), check.winners(newValues)
	for i, from := range plies {
		if n := newWinners[i].positions; n > 0 {
			fmt.Fprintf(out, "winner known, ply %3d on %8.1f%% %8.1f%%  of %d\n", from, oldWinners[i].percent(), newWinners[i].percent(), n)
		}
	}

	played := ranks{d.check.choices}
	oldRanks, newRanks := m.ranksOf(m.start, r.startScale), m.ranksOf(weights, rankScale)
	r.before, r.after = meanLoss(played, oldRanks), meanLoss(played, newRanks)
	fmt.Fprintf(out, "ranks, loss              %9.5f %9.5f\n", r.before, r.after)
	fmt.Fprintf(out, "ranks, temperature       %9.1f %9.1f\n", r.startScale, rankScale)
	for _, k := range []int{1, 3} {
		fmt.Fprintf(out, "move among the first %d   %8.1f%% %8.1f%%\n", k, 100*played.among(k, oldRanks), 100*played.among(k, newRanks))
	}
}

// leaves returns the part of the objective that leaves have.
func (o values) leaves() values {
	of := values{m: o.m}
	for _, p := range o.positions {
		if p.result == unknown {
			of.positions = append(of.positions, p)
		}
	}
	return of
}

// plies are where the parts of a game begin that winners tells apart.
var plies = [...]int{0, 10, 20, 40, 80}

// A record is how often the side that the evaluation preferred went on to win, draws aside.
type record struct {
	positions int
	right     float64
}

func (r record) percent() float64 { return 100 * r.right / float64(r.positions) }

// winners returns the records by part of the game.
func (o values) winners(theta []float64) [len(plies)]record {
	var all [len(plies)]record
	said := o.all(theta)
	for i := range o.positions {
		p := &o.positions[i]
		if p.result == 0.5 || p.result == unknown {
			continue
		}
		part := 0
		for part+1 < len(plies) && int(p.ply) >= plies[part+1] {
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
