package koth

import (
	"fmt"
	"regexp"
	"strings"

	"tahoun/board"
)

// A Reply is a line of a bot: the colour that it takes, board.Empty for none, and the squares of its stones.
type Reply struct {
	Takes   board.Stone
	Squares []board.Point
}

// String returns the reply as a bot sends it.
func (r Reply) String() string {
	var words []string
	if r.Takes != board.Empty {
		words = append(words, colour(r.Takes))
	}
	for _, at := range r.Squares {
		words = append(words, fmt.Sprintf("(%v)", at))
	}
	return strings.Join(words, " ")
}

var (
	replyPattern  = regexp.MustCompile(`^([BW]?)((?:\(\d+,\d+\))*)$`)
	squarePattern = regexp.MustCompile(`\((\d+),(\d+)\)`)
)

// ParseReply reads a line of a bot. The judge checks whether the squares are free and their number is right.
func ParseReply(line string) (Reply, error) {
	parts := replyPattern.FindStringSubmatch(removeBlanks(line))
	if parts == nil {
		return Reply{}, fmt.Errorf("want B, W or squares like (7,7), got %+.60q", line)
	}
	r := Reply{Takes: side(parts[1])}
	for _, found := range squarePattern.FindAllStringSubmatch(parts[2], -1) {
		at, ok := square(found[1], found[2])
		if !ok {
			return Reply{}, fmt.Errorf("%.60s is off the board", found[0])
		}
		r.Squares = append(r.Squares, at)
	}
	return r, nil
}
