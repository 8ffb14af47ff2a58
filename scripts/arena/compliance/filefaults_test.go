package compliance_test

import (
	"testing"

	"tahoun/scripts/internal/player"
)

// A fault of a file brain is named, and no other check complains.
func TestFileFaults(t *testing.T) {
	testFaults(t, player.File, 44, "", []faultCase{
		{"gives no move", "move", "", "no move in TAH.DAT (exit status 0)"},
		{"hangs after its move", "move", "", "still running after 2.1s, limit 100ms"},
		{"does not know large boards", "", "", "(accepts 5-22)"},
		{"dies as o", "answer game side rule-0 rule-1 rule-2 rule-3 rule-4 rule-8 rule-9", "", "exit status 139"},
		{"leaves a large board", "sizes", "", "board 23: illegal move: 23,23 is off the board"},
		{"plays on walls", "walls", "", "is a wall"},
		{"does not know renju", "renju-overline renju-four-four renju-three-three", "",
			"forbidden move: x may not play"},
		{"sees no five", "", "side exact-knows caro-knows wins blocks", "want 8,7"},
		{"swaps width and height", "rectangles", "", "illegal move: 8,6 already holds x"},
		{"counts stones", "", "side", "o has four in a row and played"},
		{"wants x to have more", "", "side", "x has four in a row and fewer stones than o"},
		{"needs time_left", "info-partial", "", ""},
		{"wants capitals", "dos lower-names", "", "no move in TAH.DAT (exit status 1)"},
		{"does not know CR LF", "dos", "", ""},
		{"wants a last line's end", "no-last-end", "", ""},
		{"knows no blanks", "blanks", "", ""},
		{"needs INFO.DAT", "no-info time-timeouts", "", "exit status 139"},
		{"needs MSG.DAT", "no-msg", "", ""},
		{"does not know LF", "unix lower-names", "", ""},
		{"dies of unknown keys", "info-unknown", "", ""},
		{"knows no folders with blanks", "folder-blanks", "", ""},
		{"hangs without a board", "wrong-files", "", "still running"},
		{"takes 0 for no limit", "", "time-0", "took 2s for a move, want 1s at most"},
		{"ignores time_left", "time-left time-overdrawn", "", "still running after 3s, limit 1s"},
		{"ignores TIMEOUTS.DAT", "time-timeouts", "", ""},
		{"is slow", "", "time-500", "took 650ms for a move, want 500ms at most"},
		{"is late", "", "time-1000 time-timeouts", "took 1.1s for a move, want 1s at most"},
		{"is too late", "time-1000 time-timeouts memory", "", ""},
		{"too much memory", "memory", "", "used 1024.0 MiB, limit 350.0 MiB"},
		{"writes blanks", "", "answer-form", `TAH.DAT holds "10, 10"`},
		{"talks much", "", "message", "MSG.DAT holds"},
		{"ends with code 3", "", "exit-code", "exit status 3 in check move"},
		{"changes INFO.DAT", "", "others-files", `changed "INFO.DAT"`},
		{"leaves files", "", "files", `left "log.txt"`},
	})
}
