package record

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
)

// compare returns an error if the log's description differs from the run's.
func compare(logged json.RawMessage, run Description) error {
	text, err := json.Marshal(run)
	if err != nil {
		return err
	}
	was, is := map[string]string{}, map[string]string{}
	if err := flatten(logged, was); err != nil {
		return err
	}
	if err := flatten(text, is); err != nil {
		return err
	}
	all := maps.Clone(was)
	maps.Copy(all, is)
	maps.DeleteFunc(all, func(key, _ string) bool { return was[key] == is[key] })
	if len(all) == 0 {
		return nil
	}
	key := slices.Min(slices.Collect(maps.Keys(all)))
	return fmt.Errorf("the log is of another run: %s was %s and is %s (differences: %d)",
		key, cmp.Or(was[key], "not there"), cmp.Or(is[key], "not there"), len(all))
}

// flatten lists the values in a JSON text by their path: players.0.Label.
func flatten(text json.RawMessage, into map[string]string) error {
	var tree any
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	if err := decoder.Decode(&tree); err != nil {
		return err
	}
	var walk func(path string, v any)
	walk = func(path string, v any) {
		switch v := v.(type) {
		case map[string]any:
			for key, value := range v {
				walk(path+"."+key, value)
			}
		case []any:
			for i, value := range v {
				walk(path+"."+strconv.Itoa(i), value)
			}
		case nil:
		case string:
			into[path[1:]] = strconv.Quote(v)
		default:
			into[path[min(1, len(path)):]] = fmt.Sprint(v)
		}
	}
	walk("", tree)
	return nil
}
