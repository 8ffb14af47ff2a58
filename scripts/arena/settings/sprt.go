package settings

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"tahoun/scripts/internal/stats"
)

const sprtUsage = "play until an SPRT has decided between two differences in Elo, `ELO0,ELO1`, as in 0,20 (two players)," +
	" or elo0=0,elo1=10,alpha=0.05,beta=0.05,model=normalized; the other models are logistic (as in 0,20) and bayesian"

// parseSPRT reads the test that -sprt asks for.
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
