package boardtest

import (
	"os"
	"strconv"
)

// Sweep returns how many random cases a test tries: so many as it names, few enough for every day, or with the
// environment's TAHOUN_SWEEP=20 twenty times as many, for changes of the code that the test is about.
func Sweep(cases int) int {
	if times, err := strconv.Atoi(os.Getenv("TAHOUN_SWEEP")); err == nil && times > 0 {
		return cases * times
	}
	return cases
}
