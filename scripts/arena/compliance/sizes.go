package compliance

import (
	"fmt"
	"slices"
	"strings"

	"tahoun/board"
)

// eachSize checks boards of 5 to 30, and tells which of them the program accepts.
func eachSize(p *gameProbe, plays func(size int) (accepted bool)) {
	var accepted []int
	for size := 5; size <= 30; size++ {
		p.forget()
		if plays(size) {
			accepted = append(accepted, size)
		}
		if p.over {
			p.result.Detail = fmt.Sprintf("board %d: %s", size, p.result.Detail)
			return
		}
	}
	if !slices.Contains(accepted, 15) {
		p.warn("accepts %s, not 15, on which Gomocup plays exactly five and renju", ranges(accepted))
	}
	p.remark("accepts %s", ranges(accepted))
}

// ranges writes ascending numbers as "5-7 9".
func ranges(numbers []int) string {
	var words []string
	for i := 0; i < len(numbers); {
		j := i
		for j+1 < len(numbers) && numbers[j+1] == numbers[j]+1 {
			j++
		}
		word := fmt.Sprint(numbers[i])
		if j > i {
			word += fmt.Sprintf("-%d", numbers[j])
		}
		words = append(words, word)
		i = j + 1
	}
	if words == nil {
		return "none"
	}
	return strings.Join(words, " ")
}

// corner returns an empty corner, first the one with the largest coordinates, or another square if all are taken.
func (p *gameProbe) corner() board.Point {
	if p.over {
		return board.Point{}
	}
	w, h := p.board.Width()-1, p.board.Height()-1
	for _, at := range []board.Point{{X: w, Y: h}, {X: 0, Y: h}, {X: w, Y: 0}} {
		if p.board.At(at) == board.Empty {
			return at
		}
	}
	return p.free(0)
}
