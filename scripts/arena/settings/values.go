package settings

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"tahoun/scripts/internal/match"
	"tahoun/scripts/internal/stats"
)

// parseSettings reads settings such as count=3,score=2000 into the *int, *float64 and *string of known. A setting that
// is missing keeps its value.
func parseSettings(text string, known map[string]any) error {
	seen := map[string]bool{}
	for setting := range strings.SplitSeq(text, ",") {
		key, value, found := strings.Cut(strings.TrimSpace(setting), "=")
		if !found || seen[key] {
			return fmt.Errorf("want each setting once as name=value, got %q", setting)
		}
		seen[key] = true
		var err error
		switch into := known[key].(type) {
		case *int:
			*into, err = strconv.Atoi(value)
		case *float64:
			*into, err = strconv.ParseFloat(value, 64)
		case *string:
			*into = value
		default:
			err = fmt.Errorf("unknown setting %q", key)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (c *commandLine) setAdjudication() error {
	if c.resign == "" && c.draw == "" {
		return nil
	}
	if c.kothPlays() {
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

const sprtUsage = "play until an SPRT has decided between two differences in Elo, `ELO0,ELO1`," +
	" as in 0,20 (two players), or elo0=0,elo1=10,alpha=0.05,beta=0.05,model=normalized;" +
	" the other models are logistic (as in 0,20) and bayesian"

func parseSPRT(text string) (stats.Test, error) {
	test := stats.NewTest(0, math.NaN())
	if !strings.Contains(text, "=") {
		low, high, _ := strings.Cut(text, ",")
		elo0, err0 := strconv.ParseFloat(strings.TrimSpace(low), 64)
		elo1, err1 := strconv.ParseFloat(strings.TrimSpace(high), 64)
		test.Elo0, test.Elo1 = elo0, elo1
		if err0 != nil || err1 != nil || test.Check() != nil {
			return test, fmt.Errorf("-sprt %s: want two Elo differences, the smaller one first: 0,20", text)
		}
		return test, nil
	}
	model := test.Model.String()
	err := parseSettings(text, map[string]any{
		"elo0": &test.Elo0, "elo1": &test.Elo1, "alpha": &test.Alpha, "beta": &test.Beta, "model": &model,
	})
	if err == nil {
		test.Model, err = stats.ParseModel(model)
	}
	if err == nil {
		err = test.Check()
	}
	if err != nil {
		return test, fmt.Errorf("-sprt %s: %w", text, err)
	}
	return test, nil
}
