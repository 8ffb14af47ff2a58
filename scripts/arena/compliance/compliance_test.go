package compliance_test

import (
	"context"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/scripts/arena/compliance"
	"tahoun/scripts/internal/manager"
	"tahoun/scripts/internal/player"
)

// examine checks a fake, and returns the report and the checks that have not passed, without those that were skipped.
func examine(t *testing.T, protocol player.Protocol, fault string) (report string, failed, warned,
	unsupported []string) {
	synctest.Test(t, func(t *testing.T) {
		disk := afero.NewMemMapFs()
		spec := player.Spec{Protocol: protocol, Label: "fake", Grace: time.Second, Files: manager.Unix}
		if fault == "does not know LF" {
			spec.Files = manager.DOS
		}
		var out strings.Builder
		results, err := compliance.Run(t.Context(), compliance.Options{Spec: spec, Disk: disk, Launch: faulty(fault,
			disk)}, &out)
		require.NoError(t, err)
		for _, r := range results {
			switch r.Verdict {
			case compliance.Fail:
				failed = append(failed, r.Name)
			case compliance.Warning:
				warned = append(warned, r.Name)
			case compliance.Unsupported:
				unsupported = append(unsupported, r.Name)
			}
		}
		assert.Equal(t, len(failed) > 0, compliance.Failed(results))
		report = out.String()
	})
	return report, failed, warned, unsupported
}

// A faultCase is a fault with the names of the checks that fail or warn because of it.
type faultCase struct {
	fault, failed, warned string
	said                  string // in the report
}

// testFaults tests that each fault is named and no other check complains, that a program without a fault passes so many
// checks, and that every check but one finds a fault.
func testFaults(t *testing.T, protocol player.Protocol, passed int, but string, cases []faultCase) {
	t.Helper()
	report, failed, warned, unsupported := examine(t, protocol, "")
	assert.Empty(t, slices.Concat(failed, warned, unsupported))
	missing := map[string]bool{}
	for line := range strings.Lines(report) {
		if rest, ok := strings.CutPrefix(line, "pass "); ok {
			missing[strings.Fields(rest)[0]] = true
		}
	}
	assert.Len(t, missing, passed, report)
	delete(missing, but)
	for _, tt := range cases {
		t.Run(tt.fault, func(t *testing.T) {
			report, failed, warned, unsupported := examine(t, protocol, tt.fault)
			for _, name := range slices.Concat(failed, warned) {
				delete(missing, name)
			}
			assert.ElementsMatch(t, strings.Fields(tt.failed), failed, "failed")
			assert.ElementsMatch(t, strings.Fields(tt.warned), warned, "warned")
			assert.Empty(t, unsupported)
			assert.True(t, strings.Contains(report, tt.said), "want %q in the report:\n%s", tt.said,
				notPassed(report))
		})
	}
	assert.Empty(t, missing, "no fault is found by these checks")
}

// A fault is named, and no other check complains.
func TestPipeFaults(t *testing.T) {
	testFaults(t, player.Pipe, 77, "lower-case", []faultCase{ // TestPipeUnsupported finds it
		{"suggests", "", "", "0 failed"},
		{"is not ready after a move", "", "early",
			"; the question came 0s after its own move: a program that prints its move before it is ready to read loses"},
		{"is silent", "start-20", "", "no answer to START 20 within 10s"},
		{"closes its output", "start-20", "",
			"it ended without an answer to START 20 (it closed its output and still ran)"},
		{"does not flush", "start-20", "",
			`"OK" came when its input was closed: is the output flushed after every line?`},
		{"forgets line ends", "start-20", "", `it wrote "OK" without the end of a line`},
		{"ignores BEGIN", "begin", "", "no answer to BEGIN"},
		{"plays on stones", "turn", "", "illegal move: 10,10 already holds x"},
		{"ignores BOARD", "board", "", "no answer to DONE"},
		{"leaves a small board", "sizes", "", "board 7: illegal move: 7,7 is off the board"},
		{"plays 20x20 only", "", "sizes", "accepts 20, not 15"},
		{"does not know large boards", "sizes", "", "board 23: answered START with \"UNKNOWN size\", want an ERROR"},
		{"dies of a wrong START", "start-refused", "", "it ended after START (exit status 139)"},
		{"keeps stones", "games", "", ""},
		{"keeps stones of larger boards", "start-again", "", `answered TURN 10,10 with "ERROR square"`},
		{"forgets BOARD", "board-turn", "", "illegal move"},
		{"dies late in a game", "game-turn games", "early", "it ended without an answer to TURN"},
		{"dies of seven stones", "game-board rule-0 rule-1 rule-2 rule-3 rule-4 rule-8 rule-9", "", ""},
		{"ignores END", "end", "end-thinking", "still running 2s after END"},
		{"dies of an early END", "end-first", "", "exit status 139 after END"},
		{"is deaf while it thinks", "", "end-thinking", "still running 2s after END"},
		{"talks after END", "", "end words", `wrote "bye" after END`},
		{"ends with code 3", "", "end end-first exit-code", "exit status 3"},
		{"ends within a line", "", "whole-lines", `the output ended with "MESSAGE good"`},
		{"ignores the end of input", "eof eof-thinking", "", "still running 2s after the end of its input"},
		{"answers INFO evaluate", "info-keys", "", `answered INFO evaluate 5,5 with "OK"`},
		{"answers unknown INFO", "info-unknown", "", `answered INFO no_such_key 1 with "UNKNOWN INFO"`},
		{"dies of a wrong INFO", "info-wrong", "", "it ended without an answer to BEGIN"},
		{"wants START first", "info-first", "", `answered START 20 with "ERROR no board"`},
		{"waits for limits", "info-none", "", "no answer to BEGIN within 32s"},
		{"complains at once", "", "info-memory", ""},
		{"has no name", "", "about", `got a gomoku brain`},
		{"swaps width and height", "rectstart", "", ""},
		{"keeps stones after RESTART", "restart", "", ""},
		{"takes nothing back", "takeback", "", ""},
		{"dies of PLAY", "play", "", "it ended after PLAY 0,0"},
		{"opens with two squares", "swap2-open", "", `answered SWAP2BOARD with "7,7 8,7"`},
		{"never chooses", "swap2-choose", "", `answered SWAP2BOARD with "6,6 5,5"`},
		{"opens on a stone", "swap2-answer", "", "7,7 is not free"},
		{"ignores unknown commands", "unknown-command", "", "no answer to FOOBAR"},
		{"dies before START", "before-start", "", "it ended after BEGIN"},
		{"dies of an occupied square", "turn-occupied", "", "it ended after TURN 10,10"},
		{"ignores an occupied square", "", "turn-occupied", "no answer to TURN on its own stone"},
		{"dies off the board", "turn-off-board turn-garbage", "", "it ended after TURN 20,0"},
		{"dies of a wrong TURN", "turn-garbage", "", "it ended after TURN (exit"},
		{"hangs after a wrong BOARD", "board-wrong", "", "no answer to START 20"},
		{"dies of garbage", "garbage", "", "it ended (exit status 139)"},
		{"dies of long lines", "long-line", "", "it ended"},
		{"answers blank lines", "", "blank-lines", "> BEGIN\n        < UNKNOWN command\n    expected  blank lines"},
		{"does not know CR LF", "crlf", "", `answered START 20 with "UNKNOWN command"`},
		{"does not know LF", "lf", "", ""},
		{"reads no blanks", "", "spaces", ""},
		{"reads pieces as lines", "pieces at-once", "", ""},
		{"plays on walls", "walls", "", "is a wall"},
		{"does not know renju", "renju-overline renju-four-four renju-three-three", "",
			"forbidden move: x may not play"},
		{"does not know exactly five", "", "exact-knows", "played 6,10, which does not win by exactly five"},
		{"does not know caro", "", "caro-knows", "played 7,10, which does not win by caro"},
		{"sees no five", "", "exact-knows caro-knows wins blocks", "want 8,7"},
		{"takes 0 for no limit", "", "time-0", "took 2s for a move, want 1s at most"},
		{"ignores time_left", "time-left time-overdrawn", "", ""},
		{"is slow", "", "time-100 time-changed", "took 350ms for a move, want 100ms at most"},
		{"is late once", "", "", "77 passed"},
		{"is late", "", "time-1000", "took 1.1s for a move, want 1s at most"},
		{"is too late", "time-1000 time-changed memory", "", ""},
		{"too much memory", "memory", "", "used 1024.0 MiB, limit 350.0 MiB"},
		{"ponders", "", "idle", "used 2s of processor time in 2s"},
		{"speaks unasked", "unasked", "", `said "OK I am ready" after its answer`},
		{"writes blanks", "", "answer-form", `answered "10, 10"`},
		{"carriage returns", "", "line-ends", "ends with CR LF"},
		{"writes a log", "", "words", `wrote "depth 3 score 5"`},
		{"stderr", "", "stderr", `wrote "debug output"`},
		{"leaves files", "", "files", `left "log.txt"`},
	})
}

// notPassed returns the report without the lines of checks that passed.
func notPassed(report string) string {
	lines := strings.Split(report, "\n")
	return strings.Join(slices.DeleteFunc(lines, func(l string) bool { return strings.HasPrefix(l, "pass ") }), "\n")
}

// A refusal of an optional command is no failure.
func TestPipeUnsupported(t *testing.T) {
	report, failed, warned, unsupported := examine(t, player.Pipe, "wants capitals")
	assert.Empty(t, slices.Concat(failed, warned))
	assert.Equal(t, []string{"lower-case"}, unsupported)
	assert.Contains(t, report, `not supported  lower-case           answered start 20 with "UNKNOWN command"`)
}

// Without the pause, lines are lost to a program that is not ready to read after its move.
func TestPauseIsKept(t *testing.T) {
	for pause, lost := range map[time.Duration]bool{0: true, readyAfter - 1: true, readyAfter: false} {
		synctest.Test(t, func(t *testing.T) {
			disk := afero.NewMemMapFs()
			results, err := compliance.Run(t.Context(), compliance.Options{
				Spec: player.Spec{Protocol: player.Pipe, Label: "fake", Files: manager.Unix, Pause: &pause},
				Disk: disk, Launch: faulty("is not ready after a move", disk),
			}, io.Discard)
			require.NoError(t, err)
			assert.Equal(t, lost, compliance.Failed(results), "pause %v", pause)
		})
	}
}

// The report of a failure holds the conversation, the expectation with its reason, and what came.
func TestReport(t *testing.T) {
	report, _, _, _ := examine(t, player.Pipe, "answers INFO evaluate")
	assert.Contains(t, report, `
FAIL           info-keys            no INFO of the protocol is answered, and a move follows
        > START 20
        < OK
        > INFO timeout_turn 100
        > INFO rule 0
        > INFO time_left 2147483647
        > INFO evaluate 5,5
        > BEGIN
        < OK
    expected  no INFO of the protocol is answered, and a move follows
    because   the protocol: INFO has no answer; a manager takes one for that to the next command
    got       answered INFO evaluate 5,5 with "OK"

pass           info-unknown `)
	assert.True(t, strings.HasSuffix(report, "\nFAIL: info-keys\n"), report)
}

// Verbose shows the conversations of passed checks too.
func TestVerbose(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		disk := afero.NewMemMapFs()
		var out strings.Builder
		o := compliance.Options{
			Spec: player.Spec{Protocol: player.Pipe, Label: "fake", Files: manager.Unix}, Disk: disk,
			Launch: faulty("", disk), Verbose: true,
		}
		_, err := compliance.Run(t.Context(), o, &out)
		require.NoError(t, err)
		assert.Contains(t, out.String(), `
pass           begin                BEGIN is answered with a legal move
        > START 20
        < OK
        > INFO timeout_turn 100
        > INFO rule 0
        > INFO time_left 2147483647
        > BEGIN
        < MESSAGE depth 3
        < 10,10
`)
	})
}

// An interrupt ends the test at once, even while it waits for an answer.
func TestInterrupted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		disk := afero.NewMemMapFs()
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		defer cancel()
		begun := time.Now()
		spec := player.Spec{Protocol: player.Pipe, Startup: time.Hour}
		_, err := compliance.Run(ctx, compliance.Options{Spec: spec, Disk: disk, Launch: faulty("is silent", disk)},
			io.Discard)
		assert.ErrorIs(t, err, context.DeadlineExceeded)
		assert.Equal(t, 5*time.Second, time.Since(begun))
	})
}
