package selfmatch

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"tahoun/search"
)

// ParseParams returns base with the numbers in text, see ParseChange.
func ParseParams(text string, base search.Params) (search.Params, error) {
	change, err := ParseChange(text)
	change.Apply(&base)
	return base, err
}

// A Number is one of search.Params.
type Number struct {
	Name  string // one of Names
	Value int
}

// A Change is numbers to put into search.Params.
type Change []Number

// ParseChange reads names of search.Params with values, as in "RFPMargin=80,LMPMoves=5". No text is no change.
func ParseChange(text string) (c Change, err error) {
	names := Names()
	for _, part := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' }) {
		name, value, _ := strings.Cut(part, "=")
		v, err := strconv.Atoi(value)
		if err != nil || !slices.Contains(names, name) {
			return nil, fmt.Errorf("%q: want one of %s, with a number, as in RFPMargin=80",
				part, strings.Join(names, ", "))
		}
		c = append(c, Number{name, v})
	}
	return c, nil
}

// Apply puts the numbers into p.
func (c Change) Apply(p *search.Params) {
	for _, n := range c {
		Set(p, n.Name, n.Value)
	}
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
