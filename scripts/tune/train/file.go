package train

import (
	"fmt"
	"strings"

	"github.com/spf13/afero"

	"tahoun/scripts/internal/gobuild"
	"tahoun/scripts/tune/dataset"
	"tahoun/search/weights"
)

// A source is the origin of weights, for the head of their files.
type source struct {
	o           options
	d           *data
	v, r        *fitResult
	policyScale float64
}

// head returns the head of the file of a set.
func (o options) head(set string) weights.Head {
	return weights.Head{
		{Name: "set", Value: set},
		{Name: "date", Value: gobuild.Day()},
		{Name: "commit", Value: gobuild.Commit()},
		{Name: "fit", Value: "tune train " + strings.Join(o.args, " ")},
	}
}

// head returns the head of the file of a set that was fitted from another file. data are those of dataLines.
func (s source) head(set, from string, data []weights.Line) weights.Head {
	h := append(s.o.head(set), weights.Line{Name: "start", Value: from})
	return append(append(h, data...),
		weights.Line{Name: "size", Value: fmt.Sprintf("%d games, %d positions, %d moves",
			s.d.games, len(s.d.training.positions), len(s.d.training.choices))},
		weights.Line{Name: "loss", Value: fmt.Sprintf("%s; policy %.4f, was %.4f; in validation",
			s.evaluation(from), s.r.after, s.r.before)},
		weights.Line{Name: "scale", Value: fmt.Sprintf(
			"%d of the evaluation, or %.1f of a move score, make the odds e times better", outputScale, s.policyScale)})
}

// evaluation says how well the evaluation was fitted, or which file it comes from.
func (s source) evaluation(from string) string {
	if s.v == nil {
		return "evaluation of " + from
	}
	return fmt.Sprintf("evaluation %.4f, was %.4f", s.v.after, s.v.before)
}

// dataLines returns a line for each file of games.
func dataLines(disk afero.Fs, files []string) (lines []weights.Line, err error) {
	for _, name := range files {
		from, err := dataset.Describe(disk, name)
		if err != nil {
			return nil, err
		}
		lines = append(lines, weights.Line{Name: "data", Value: from})
	}
	return lines, nil
}
