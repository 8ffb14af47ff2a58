package duel

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"tahoun/search"
)

// ParseParams returns the numbers that play with those of text in their place: names of search.Params with
// values, as in "Futility=80,LateMoves=5".
func ParseParams(text string) (search.Params, error) {
	p := search.DefaultParams
	for _, part := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' }) {
		name, value, _ := strings.Cut(part, "=")
		v, err := strconv.Atoi(value)
		field := reflect.ValueOf(&p).Elem().FieldByName(name)
		if err != nil || !field.IsValid() {
			return p, fmt.Errorf("%q: want one of %s, with a number, as in Futility=80", part, strings.Join(Names(), ", "))
		}
		field.SetInt(int64(v))
	}
	return p, nil
}

// Names returns the names of search.Params.
func Names() []string {
	var all []string
	for _, f := range reflect.VisibleFields(reflect.TypeFor[search.Params]()) {
		all = append(all, f.Name)
	}
	return all
}
