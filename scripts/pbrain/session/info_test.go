package session_test

import (
	"bytes"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"

	"tahoun/scripts/pbrain/session"
	"tahoun/search"
)

// Each mistake in INFO that no later INFO corrects is reported once, before the next answer, and costs no answer.
func TestProblemsOfInfo(t *testing.T) {
	sent := []string{
		"INFO rule 99", "INFO thread_num x", "INFO timeout_turn soon", "INFO max_memory 1", "INFO timeout_turn 1000", "INFO max_node many",
		"ABOUT", "START 15", "RESTART",
		"INFO time_left soon", "BOARD", "7,7,1", "INFO rule: 12", "8,8,2", "DONE",
	}
	var out bytes.Buffer
	assert.Zero(t, session.Run(strings.NewReader(strings.Join(sent, "\n")), &out, options(20)))
	said := strings.Split(out.String(), "\n")
	want := []string{
		`name="Tahoun", version="VERSION", author="The Tahoun authors"`,
		"MESSAGE unknown rule 99, played as 3",
		`MESSAGE thread_num: want a whole number, got "x"`,
		"MESSAGE max_memory 1 is too small: want 25165824 or more",
		`MESSAGE max_node: want a whole number, got "many"`,
		"OK", "OK",
	}
	if assert.Greater(t, len(said), len(want)+2, out.String()) {
		assert.Equal(t, want, said[:len(want)])
		assert.Regexp(t, `MESSAGE time_left: want a whole number, got "soon"\nMESSAGE rule: want a blank behind it, got ":"; unknown rule 12[^\n]*\nMESSAGE (\d+,\d+) [^\n]+\n\d+,\d+\n$`, out.String())
	}
}

// The brain plays on after a win and reports it.
func TestWonBoard(t *testing.T) {
	var out bytes.Buffer
	sent := "START 15\nBOARD\n1,1,2\n2,1,2\n3,1,2\n4,1,2\n5,1,2\n7,7,1\n7,8,1\n7,9,1\n7,10,1\nDONE\n"
	assert.Zero(t, session.Run(strings.NewReader(sent), &out, options(20)))
	assert.Regexp(t, `^OK\nMESSAGE [xo] has already won at 1,1, playing on\nMESSAGE \d+,\d+ [^\n]+\n\d+,\d+\n$`, out.String())
}

// A new game has the time that was sent for it, even before START, and not the rest of the old game's.
func TestTimeOfANewGame(t *testing.T) {
	const old = "START 15\nINFO timeout_match 90000\nINFO time_left 60000\nTURN 7,7\n"
	tests := []struct {
		name, before, begin string
		want                time.Duration
	}{
		{"told before START", "INFO time_left 60000\nABOUT\n", "START 15\n", time.Minute},
		{"left of the old game", old, "RESTART\n", 90 * time.Second},
		{"left of the old game, no limit", old, "INFO timeout_match 0\nSTART 15\n", search.NoLimit},
		{"told between the games", old, "INFO time_left 50000\nRESTART\n", 50 * time.Second},
		{"told after the start", old, "RESTART\nINFO time_left 50000\n", 50 * time.Second},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { // its clock stands still, as that of Windows does for 15 ms
				got := make(chan search.Limits, 2)
				m := newManager(t, recordingLimits(got, 0))
				m.send(tt.before)
				if m.answer() == "OK" { // the old game's
					m.answer()
					assert.Equal(t, time.Minute, (<-got).Left)
				}
				m.send(tt.begin + "BEGIN\n")
				assert.Equal(t, "OK", m.answer())
				assert.NotEmpty(t, m.answer())
				assert.Equal(t, tt.want, (<-got).Left)
				assert.Zero(t, m.end())
			})
		})
	}
}
