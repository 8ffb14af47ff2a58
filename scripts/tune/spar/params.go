package spar

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"tahoun/search"
)

// ParseParams returns base with the numbers of text in their place: names of search.Params with values, as in
// "Futility=80,LateMoves=5".
func ParseParams(text string, base search.Params) (search.Params, error) {
	for _, part := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' }) {
		name, value, _ := strings.Cut(part, "=")
		v, err := strconv.Atoi(value)
		if at := number(&base, name); at.IsValid() && err == nil {
			at.SetInt(int64(v))
			continue
		}
		return base, fmt.Errorf("%q: want one of %s, with a number, as in Futility=80", part, strings.Join(Names(), ", "))
	}
	return base, nil
}

// Names returns the names of search.Params.
func Names() []string {
	var all []string
	for _, f := range reflect.VisibleFields(reflect.TypeFor[search.Params]()) {
		all = append(all, f.Name)
	}
	return all
}

// Get returns the number of that name, which must be one of Names.
func Get(p search.Params, name string) int { return int(number(&p, name).Int()) }

// Set changes the number of that name, which must be one of Names.
func Set(p *search.Params, name string, v int) { number(p, name).SetInt(int64(v)) }

func number(p *search.Params, name string) reflect.Value {
	return reflect.ValueOf(p).Elem().FieldByName(name)
}
