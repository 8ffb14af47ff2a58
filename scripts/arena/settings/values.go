package settings

import (
	"fmt"
	"strconv"
	"strings"
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
