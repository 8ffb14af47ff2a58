package gamefile

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"tahoun/board"
)

// savStart matches the start of a .sav of Yixin-Board: rows, columns and the number of stones, a line each, then a row
// and a column in each line, counted from 0 at the top left.
var savStart = regexp.MustCompile(`^\s*(?:[5-9]|[1-9][0-9]{1,2})[ \t]*\n\s*[0-9]{1,3}[ \t]*\n\s*[0-9]{1,5}[ \t]*` +
	`(?:\n\s*[0-9]{1,3}[ \t]+[0-9]{1,3}[ \t]*)?(?:\n|$)`)

// savRules are the rules that Yixin-Board wrote for the columns before 2015, when all boards were square.
var savRules = []board.Rule{board.Freestyle, board.ExactFive, board.Renju}

func readSav(s *source) (*Game, error) {
	name, fields := s.name, strings.Fields(s.text())
	if len(fields) > 2*maxSquares+3 {
		return nil, fmt.Errorf("%s: more than %d moves", name, maxSquares)
	}
	numbers := make([]int, 0, len(fields))
	for _, field := range fields {
		n, err := strconv.ParseUint(field, 10, 31)
		if err != nil {
			break
		}
		numbers = append(numbers, int(n))
	}
	if len(numbers) < 3 {
		return nil, fmt.Errorf("%s: want rows, columns and the number of stones, as Yixin-Board writes them", name)
	}
	height, width, count, squares := numbers[0], numbers[1], numbers[2], numbers[3:]
	rule, ruleKnown := board.Rule(0), false
	if width < len(savRules) {
		rule, ruleKnown, width = savRules[width], true, height
	} else if width < 5 {
		width = height // an opening rule
	}
	if err := checkSize(width, height); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	g := newGame(width, height)
	g.Rule, g.RuleKnown = rule, ruleKnown
	tree := newTreeBuilder(g)
	for i := 0; i+1 < len(squares) && i/2 < count; i += 2 {
		row, column := squares[i], squares[i+1]
		at := board.Point{X: column, Y: row}
		square := fmt.Sprintf("row %d, column %d", row, column)
		if err := tree.playOrLeaveOut(Move{At: at, Side: tree.turn()}, square); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	if stones := len(squares) / 2; stones < count {
		g.warn("it announces %d moves and holds %d", count, stones)
	}
	if rest := len(fields) - 3 - 2*count; rest > 0 && len(fields) > len(numbers) {
		g.warn("%s and what follows it is ignored", quote(fields[len(numbers)]))
	} else if rest > 0 {
		g.warn("%d numbers after the last move are ignored", rest)
	}
	tree.finish()
	return g, nil
}
