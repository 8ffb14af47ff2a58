package main

import (
	"errors"
	"flag"
	"fmt"

	"github.com/spf13/afero"

	"tahoun/scripts/internal/match"
)

// adjudicationFlags are the flags for ends by score.
type adjudicationFlags struct{ resign, draw string }

func (a *adjudicationFlags) register(flags *flag.FlagSet) {
	flags.StringVar(&a.resign, "resign", "", "`TERMS`, as in count=3,score=2000: a player resigns after 3 moves"+
		" in which it said -2000 or worse or a forced loss, and its opponent 2000 or better or a win;"+
		" with sides=one its opponent is not asked")
	flags.StringVar(&a.draw, "draw", "", "`TERMS`, as in from=40,count=8,score=10: from 40 stones on,"+
		" a game is a draw after 8 moves each in which both players said a score from -10 to 10")
}

// setAdjudication sets the terms of ends by score.
func (o *options) setAdjudication(_ afero.Fs, r rawFlags) error {
	if r.resign == "" && r.draw == "" {
		return nil
	}
	if o.kothPlays() {
		return errors.New("-resign and -draw: koth players say no scores")
	}
	if r.resign != "" {
		resign, sides := match.Resign{}, "both"
		err := parseSettings(r.resign, map[string]any{"count": &resign.Count, "score": &resign.Score, "sides": &sides})
		if err != nil || resign.Count < 1 || resign.Score < 1 || sides != "both" && sides != "one" {
			return fmt.Errorf("-resign %s: want count=3,score=2000, both from 1, and maybe sides=both or one", r.resign)
		}
		resign.OneSided = sides == "one"
		o.plan.Terms.Resign = resign
	}
	if r.draw != "" {
		draw := match.Draw{}
		err := parseSettings(r.draw, map[string]any{"from": &draw.From, "count": &draw.Count, "score": &draw.Score})
		if err != nil || draw.Count < 1 || min(draw.From, draw.Score) < 0 {
			return fmt.Errorf("-draw %s: want from=40,count=8,score=10, with a count from 1", r.draw)
		}
		o.plan.Terms.Draw = draw
	}
	return nil
}
