package typed

import "strings"

var (
	// coordinates are moves such as h8, one or more in a word, or 7,7.
	coordinates = lazy(`^(([A-Za-z]\d{1,2})+|\d+,\d+)$`)

	// record is a line with a column, a row and perhaps a third number.
	record = lazy(`^[\s(\[{]*\d+\s*[,; \t]\s*\d+(\s*[,; \t]\s*\d+)?[\s)\]},;]*$`)

	// turn is the number of a move in front of it.
	turn = lazy(`^\d+[.)]*$`)
)

// movesIn returns an error that says how to write a board if the lines look like a list of moves, otherwise nil.
func movesIn(lines []Line) *Error {
	first, moves, others := "", 0, 0
	for _, l := range lines {
		if record().MatchString(l.Text) {
			moves++
			if first == "" {
				first = strings.TrimSpace(l.Text)
			}
			continue
		}
		for _, word := range strings.FieldsFunc(l.Text, func(c rune) bool { return strings.ContainsRune(" \t;-", c) }) {
			word = strings.Trim(word, ",()[]")
			switch {
			case coordinates().MatchString(word):
				moves++
				if first == "" {
					first = word
				}
			case word != "" && !turn().MatchString(word):
				others++
			}
		}
	}
	if moves == 0 || others > moves || moves == 1 && len(lines) > 1 {
		return nil
	}
	return &Error{lines[0].Number, quote(first) + " looks like a list of moves: " +
		"want a board, a line for each row; the page of tahoun-board opens lists of moves"}
}
