package fileproto

import (
	"errors"
	"math"
	"strconv"
	"strings"
	"time"

	"tahoun/board"
)

// noLimitMS milliseconds or more are no limit to a match; a longer time for one move is cut to it.
const noLimitMS = 1<<31 - 1

// A Number is a whole number that a file may give.
type Number struct {
	Value int64 // the nearest of 64 bits, if the file has more
	Given bool
}

// Units are the factors of the units that people write behind a number, by name in small letters.
type units map[string]float64

var (
	plain         = units{"": 1}
	milli         = units{"": 1, "ms": 1, "s": 1000}
	seconds       = units{"": 1, "s": 1, "ms": 0.001}
	memory  units = units{
		"": 1, "b": 1, "k": 1e3, "kb": 1e3, "kib": 1 << 10, "m": 1e6, "mb": 1e6, "mib": 1 << 20,
		"g": 1e9, "gb": 1e9, "gib": 1 << 30,
	}
)

// read sets n to the whole number at the start of text, and reports whether there is one. A fraction or a unit counts,
// the result is rounded down, and punctuation or another number behind it is left out, all that with a warning.
func (n *Number) read(text string, u units) (ok bool, warning string) {
	value, err := strconv.ParseInt(text, 10, 64)
	if err == nil || errors.Is(err, strconv.ErrRange) {
		*n = Number{value, true} // where it is out of range, the nearest of 64 bits
		return true, ""
	}
	digits, unit := cutNumber(strings.Trim(text, `"'`+blanks))
	factor, known := u[unit]
	if !known && unit[0] < 'A' { // punctuation or another number, no unit
		factor, known = 1, true
	}
	exact, err := strconv.ParseFloat(digits, 64)
	if err != nil || !known {
		return false, "want a whole number, got " + quote(text)
	}
	*n = Number{int64(min(max(math.Floor(exact*factor), -1<<62), 1<<62)), true}
	return true, quote(text) + " read as " + strconv.FormatInt(n.Value, 10)
}

// readRule is read for a rule, which a person may call by its name.
func (n *Number) readRule(text string) (ok bool, warning string) {
	if rule, err := board.ParseRule(strings.Trim(text, `"'`+blanks)); err == nil {
		*n = Number{int64(rule), true}
		return true, ""
	}
	if ok, warning = n.read(text, plain); !ok {
		warning = "want a number or a name such as renju, got " + quote(text)
	}
	return ok, warning
}

// cutNumber splits text after the number at its start. It returns the number with a decimal point, and the word behind
// it in small letters.
func cutNumber(text string) (digits, rest string) {
	digits, rest = cutDigits(text, len(text)-len(strings.TrimLeft(text, "+-")))
	if rest != "" && (rest[0] == '.' || rest[0] == ',') {
		fraction, behind := cutDigits(rest[1:], 0)
		digits, rest = digits+"."+fraction, behind
	}
	rest = strings.TrimLeft(rest, blanks)
	if i := strings.IndexAny(rest, blanks+separators); i > 0 {
		rest = rest[:i]
	}
	return digits, strings.ToLower(rest)
}

// cutDigits splits text after its first from bytes and the digits that follow.
func cutDigits(text string, from int) (head, rest string) {
	end := from
	for end < len(text) && '0' <= text[end] && text[end] <= '9' {
		end++
	}
	return text[:end], text[end:]
}

// milliseconds returns n ms, cut so that no sum of times overflows.
func milliseconds(n int64) time.Duration {
	return time.Duration(min(max(n, -noLimitMS), noLimitMS)) * time.Millisecond
}
