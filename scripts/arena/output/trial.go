package output

import (
	"fmt"

	"github.com/spf13/afero"

	"tahoun/scripts/arena/settings"
	"tahoun/scripts/internal/player"
	"tahoun/scripts/internal/trials"
)

// KeepTrials adds a trial for every two players who met to the file that -log names, unless every game ended by a
// fault.
func (r Result) KeepTrials(disk afero.Fs) error {
	if r.OnlyFaults() {
		return nil
	}
	var all []trials.Trial
	for a := range r.labels {
		for b := a + 1; b < len(r.labels); b++ {
			if pairs := r.pairs(a, b); pairs.Len() > 0 {
				all = append(all, trial(r.settings, a, b).Count(pairs))
			}
		}
	}
	return trials.Append(disk, r.settings.Log, all...)
}

// trial returns a trial of player a against b without the result.
func trial(s settings.Settings, a, b int) trials.Trial {
	first, second, terms := s.Players[a], s.Players[b], s.Plan.Terms
	t := trials.New(first.Label + " against " + second.Label)
	t.Rule, t.Size = terms.Rule.String(), fmt.Sprintf("%dx%d", terms.Width, terms.Height)
	t.Openings = s.OpeningsInWords()
	t.Time = first.Turn.String()
	t.Conditions = fmt.Sprintf("arena, seed %d, %d games at once", s.Plan.Seed, s.Jobs)
	if second.Turn != first.Turn {
		t.Conditions += fmt.Sprintf(", %v for the second", second.Turn)
	}
	if first.Match != 0 || second.Match != 0 {
		t.Conditions += fmt.Sprintf(", a game %s and %s", first.GameTime(), second.GameTime())
	}
	for i, p := range []player.Spec{first, second} {
		if other := p.OtherLimits(); other != "" {
			t.Conditions += fmt.Sprintf(", the %s %s", [2]string{"first", "second"}[i], other)
		}
	}
	if len(terms.Walls) > 0 {
		t.Conditions += fmt.Sprintf(", walls %v", terms.Walls)
	}
	if terms.Resign.Count > 0 {
		t.Conditions += ", resign " + terms.Resign.String()
	}
	if terms.Draw.Count > 0 {
		t.Conditions += ", draw " + terms.Draw.String()
	}
	return t
}
