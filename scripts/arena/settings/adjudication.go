package settings

import (
	"errors"
	"fmt"

	"tahoun/scripts/internal/match"
)

// setAdjudication sets the terms of ends by score.
func (c *commandLine) setAdjudication() error {
	if c.resign == "" && c.draw == "" {
		return nil
	}
	if c.KothPlays() {
		return errors.New("-resign and -draw: koth players say no scores")
	}
	if c.resign != "" {
		resign, sides := match.Resign{}, "both"
		err := parseSettings(c.resign, map[string]any{"count": &resign.Count, "score": &resign.Score, "sides": &sides})
		if err != nil || resign.Count < 1 || resign.Score < 1 || sides != "both" && sides != "one" {
			return fmt.Errorf("-resign %s: want count=3,score=2000, both from 1, and maybe sides=both or one", c.resign)
		}
		resign.OneSided = sides == "one"
		c.Plan.Terms.Resign = resign
	}
	if c.draw != "" {
		draw := match.Draw{}
		err := parseSettings(c.draw, map[string]any{"from": &draw.From, "count": &draw.Count, "score": &draw.Score})
		if err != nil || draw.Count < 1 || min(draw.From, draw.Score) < 0 {
			return fmt.Errorf("-draw %s: want from=40,count=8,score=10, with a count from 1", c.draw)
		}
		c.Plan.Terms.Draw = draw
	}
	return nil
}
