package session_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"tahoun/scripts/pbrain/session"
)

// All that is wrong with what INFO said and was not put right is said once, before the next answer, and costs no answer.
func TestProblemsOfInfo(t *testing.T) {
	sent := []string{
		"INFO rule 99", "INFO thread_num x", "INFO timeout_turn soon", "INFO max_memory 1", "INFO timeout_turn 1000",
		"ABOUT", "START 15", "RESTART",
		"INFO time_left soon", "BOARD", "7,7,1", "INFO rule 12", "8,8,2", "DONE",
	}
	var out bytes.Buffer
	assert.Zero(t, session.Run(strings.NewReader(strings.Join(sent, "\n")), &out, options(20)))
	said := strings.Split(out.String(), "\r\n")
	want := []string{
		`name="Tahoun", version="0.1.0", author="The Tahoun authors"`,
		"MESSAGE rule 99 is none that is known, played as 3",
		`MESSAGE thread_num: want a whole number, got "x"`,
		"MESSAGE max_memory 1 is too small: want 25165824 or more",
		"OK", "OK",
	}
	if assert.Greater(t, len(said), len(want)+2, out.String()) {
		assert.Equal(t, want, said[:len(want)])
		assert.Regexp(t, `MESSAGE time_left: want a whole number, got "soon"\r\nMESSAGE rule 12 is none [^\r]*\r\n\d+,\d+\r\n$`, out.String())
	}
}
