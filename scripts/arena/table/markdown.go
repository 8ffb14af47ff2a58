package table

import (
	"slices"
	"strings"

	"tahoun/board"
	"tahoun/scripts/arena/output"
)

// long returns a table with a row for each match, "" if there is none.
func long(matches []match) string {
	if len(matches) == 0 {
		return ""
	}
	var text strings.Builder
	text.WriteString(output.RowHead)
	for _, m := range matches {
		text.WriteString(m.Row("[" + m.name + "](matches/" + m.name + settingsExt + ")"))
	}
	return text.String()
}

// rules are the columns of a short table.
var rules = []board.Rule{board.Freestyle, board.ExactFive, board.Renju, board.Caro}

// short returns a table with a row for each opponent at a time, and a column for each rule.
func short(matches []match) string {
	if len(matches) == 0 {
		return ""
	}
	var text strings.Builder
	text.WriteString("| against | a move |")
	for _, r := range rules {
		text.WriteString(" " + r.String() + " |")
	}
	text.WriteString("\n|---|---|" + strings.Repeat("---|", len(rules)) + "\n")
	cells := map[string][]string{} // by the beginning of the row
	var order []string
	for _, m := range matches {
		begin := "| " + m.settings.Players[1].Label + " | " + m.TimeInWords() + " |"
		if cells[begin] == nil {
			order = append(order, begin)
			cells[begin] = make([]string, len(rules))
		}
		if column := slices.Index(rules, m.settings.Plan.Terms.Rule); column >= 0 {
			cells[begin][column] = m.Cell()
		}
	}
	for _, begin := range order {
		text.WriteString(begin + " " + strings.Join(cells[begin], " | ") + " |\n")
	}
	return text.String()
}
