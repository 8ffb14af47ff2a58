package game

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"tahoun/scripts/internal/stats"
)

// An Eval is how a program judges a position, from the view of the side that moves.
type Eval struct {
	Score int   // in the program's own units; 0 if Mate is known
	Mate  int   // plies to a forced end, as the program counts them; below 0 if it loses, 0: none
	Depth int   // nominal depth; 0: not known
	Nodes int64 // 0: not known
}

const (
	unknownMate = 999  // Mate of a forced end that a program announces without its length
	mostSure    = 1e-4 // keeps the Elo of win rates finite, which programs round to 0 and 100 %
)

// ParseEval returns the evaluation in a program's messages, which are lines. Programs print one line per iteration of
// their search, so the last line with an evaluation counts; depth and nodes are those of that line. A win rate becomes
// the Elo difference with that expectation, and a decimal fraction counts in hundredths, as chess programs' centipawns
// do. ok is false if no line has an evaluation.
//
// It reads the forms of Tahoun, Carbon, Rapfi (all its styles), AlphaGomoku and KataGomo.
func ParseEval(message string) (e Eval, ok bool) {
	for message != "" {
		start := strings.LastIndexByte(message, '\n') + 1
		if e, ok = parseLine(strings.ToLower(message[start:])); ok {
			return e, true
		}
		message = message[:max(0, start-1)]
	}
	return Eval{}, false
}

func parseLine(line string) (Eval, bool) {
	var words []string
	separates := func(r rune) bool { return r <= ' ' || strings.ContainsRune("|;:=()", r) }
	for w := range strings.FieldsFuncSeq(line, separates) {
		if w == "line" || w == "pv" { // moves follow
			break
		}
		if w = strings.TrimRight(w, ",."); w != "" {
			words = append(words, w)
		}
	}
	if len(words) > 0 && (words[0] == "message" || words[0] == "debug") {
		words = words[1:]
	}
	ranked := strings.HasPrefix(line, "(")
	if len(words) < 2 || words[0] == "[pondering]" || ranked && words[0] != "1" {
		return Eval{}, false // of another position, or of another move than the best
	}
	percents := valueOf(words, "winrate") != nil
	e, ok := Eval{}, false
	for _, key := range []string{"score", "eval", "ev", "evaluation"} {
		if !ok {
			e, ok = judgement(valueOf(words, key), percents)
		}
	}
	if !ok && ranked {
		e, ok = judgement(words[1:], percents)
	}
	if !ok {
		e, ok = static(words)
	}
	if !ok {
		e, ok = judgement(valueOf(words, "winrate"), percents)
	}
	if rank := valueOf(words, "multipv"); !ok || rank != nil && rank[0] != "1" {
		return Eval{}, false
	}
	for i, w := range words[:len(words)-1] {
		switch w {
		case "depth":
			nominal, _, _ := strings.Cut(words[i+1], "-")
			n, _ := number(nominal)
			e.Depth = round(max(n, 0))
		case "nodes", "node", "visits", "visit", "n":
			e.Nodes = count(words[i+1])
		}
	}
	return e, true
}

// valueOf returns the words after a key, nil if there are none.
func valueOf(words []string, key string) []string {
	if i := slices.Index(words[:len(words)-1], key); i >= 0 {
		return words[i+1:]
	}
	return nil
}

// judgement returns the score or the forced end with which the words begin. With percents a decimal fraction is a
// percentage.
func judgement(words []string, percents bool) (Eval, bool) {
	if len(words) == 0 {
		return Eval{}, false
	}
	next := words[1:]
	switch w := words[0]; w {
	case "cp":
		return judgement(next, percents)
	case "win", "loss", "mate", "w", "l": // win in 5, mate -5, W 5
		if len(next) > 1 && next[0] == "in" {
			next = next[1:]
		}
		if len(next) == 0 {
			return Eval{}, false
		}
		return mateIn(next[0], w == "loss" || w == "l")
	}
	sign, plies, announced := strings.Cut(words[0], "m") // -M5, and M* where the length is not known
	switch {
	case announced && (sign == "" || sign == "+" || sign == "-"):
		return mateIn(plies, sign == "-")
	case words[0][0] == 'w' || words[0][0] == 'l': // W5
		return mateIn(words[0][1:], words[0][0] == 'l')
	}
	text, percent := strings.CutSuffix(words[0], "%")
	n, ok := number(text)
	fraction := strings.Contains(text, ".")
	switch {
	case percent || percents && fraction || len(next) > 0 && next[0] == "%":
		n = stats.Elo(min(max(n/100, mostSure), 1-mostSure))
	case fraction:
		n *= 100
	}
	return Eval{Score: round(n)}, ok
}

func mateIn(plies string, loses bool) (Eval, bool) {
	n, ok := number(plies)
	switch {
	case plies == "*":
		n, ok = unknownMate, true
	case n == 0:
		n = 1
	}
	if loses {
		n = -n
	}
	return Eval{Mate: round(n)}, ok
}

// static returns the evaluation in an answer that Tahoun gave without a search.
func static(words []string) (Eval, bool) {
	last := len(words) - 1
	switch wins := valueOf(words, "wins"); {
	case len(wins) > 3 && wins[0] == "by" && wins[2] == "in": // wins by fours in 7
		return mateIn(wins[3], false)
	case words[last] == "five" && strings.Contains(words[last-1], ","): // 7,7 five
		return Eval{Mate: 1}, true
	case strings.HasSuffix(strings.Join(words, " "), "lost a five cannot be stopped"):
		return Eval{Mate: -2}, true
	}
	return Eval{}, false
}

// count returns a number of nodes as programs abbreviate it: 140K. It is 0 if there is none.
func count(text string) int64 {
	if text == "" {
		return 0
	}
	unit := map[byte]float64{'k': 1e3, 'm': 1e6, 'g': 1e9, 'b': 1e9}[text[len(text)-1]]
	if unit == 0 {
		unit = 1
	} else {
		text = text[:len(text)-1]
	}
	n, _ := number(text)
	return int64(min(max(n, 0)*unit, 1e15))
}

// number returns a decimal number. ParseFloat alone would take more: exponents, hexadecimal digits, infinity.
func number(text string) (n float64, ok bool) {
	if text == "" || strings.Trim(text, "+-.0123456789") != "" {
		return 0, false
	}
	n, err := strconv.ParseFloat(text, 64)
	if err != nil && !math.IsInf(n, 0) {
		return 0, false
	}
	return n, true
}

// round returns the nearest whole number up to 10^9, so that it fits every int.
func round(n float64) int { return int(math.Round(min(max(n, -1e9), 1e9))) }
