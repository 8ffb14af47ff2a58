package player_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/scripts/internal/manager"
	"tahoun/scripts/internal/player"
)

// stamp is what differs from run to run in a line of a transcript.
var stamp = regexp.MustCompile(`(?m)^\d\d:\d\d:\d\d\.\d{6} |process \d+$|after [^,]+|\d{4}-\d\d-\d\d`)

// logged lets a liar play a move, or fail, with a transcript, and returns the transcript's lines without what differs.
func logged(t *testing.T, spec player.Spec, full bool) []string {
	t.Helper()
	disk := afero.NewMemMapFs()
	spec.Files, spec.Folder = manager.Unix, t.TempDir()
	p := seatedAt(t, spec, player.Setting{
		Width: 15, Height: 15, Side: board.X, Transcript: player.NewTranscript(disk, "logs/1-liar/00007.log", "game 7", full),
	})
	_, _ = p.Move(t.Context(), player.Request{Board: board.New(15, 15)})
	require.NoError(t, p.End())
	text, err := afero.ReadFile(disk, "logs/1-liar/00007.log")
	if err != nil {
		return nil
	}
	plain := strings.ReplaceAll(stamp.ReplaceAllString(string(text), ""), spec.Folder, "FOLDER")
	plain = strings.ReplaceAll(plain, fmt.Sprintf("%q", spec.Args), "COMMAND")
	return strings.Split(strings.TrimSuffix(plain, "\n"), "\n")
}

// TestTranscriptOfAPipeBrain: every line with its direction, in the order of the dialogue.
func TestTranscriptOfAPipeBrain(t *testing.T) {
	assert.Equal(t, []string{
		"# , game 7", "# started COMMAND as ", "> START 15", "< MESSAGE hello", "< OK - ready",
		"> INFO timeout_turn 20000", "> INFO timeout_match 0", "> INFO max_memory 0", "> INFO game_type 1", "> INFO rule 0", "> INFO folder FOLDER",
		"> INFO time_left 2147483647", "> BEGIN", "< 0,0", "> END", "# ended , exit code 0",
	}, logged(t, pipeSpec(t), true))
	assert.Empty(t, logged(t, pipeSpec(t), false), "no file without standard error")
}

// TestTranscriptOfAFileBrain: the files as written and as answered.
func TestTranscriptOfAFileBrain(t *testing.T) {
	got := logged(t, fileSpec(t, "say", `"said\r\nmore"`), true)
	assert.Equal(t, []string{"# , game 7", "> PLOCHA.DAT: ---------------"}, got[:2])
	assert.Equal(t, []string{
		"> TAH.DAT: x", "> TIMEOUTS.DAT: 20", "> TIMEOUTS.DAT: 2147483647",
		"> INFO.DAT: max_memory 0", "> INFO.DAT: timeout_match 0", "> INFO.DAT: timeout_turn 20000", "> INFO.DAT: game_type 1",
		"> INFO.DAT: rule 0", "> INFO.DAT: time_left 2147483647", "> INFO.DAT: folder FOLDER",
		"# started COMMAND as ", "# ended , exit code 0", "< TAH.DAT: 1,1", "< MSG.DAT: said", "< MSG.DAT: more",
	}, got[16:])
}

// TestTranscriptOfStandardError: it is kept without being asked for, for both protocols.
func TestTranscriptOfStandardError(t *testing.T) {
	each(t, func(t *testing.T, spec func(testing.TB, ...string) player.Spec) {
		got := logged(t, spec(t, "exit"), false)
		require.NotEmpty(t, got)
		assert.Equal(t, "# , game 7", got[0])
		assert.Contains(t, got, "! no idea")
		for _, line := range got[1:] {
			assert.True(t, strings.HasPrefix(line, "! "), line)
		}
	})
}

// TestTranscriptOnAFullDisk: the failure is told at the end, and the game goes on.
func TestTranscriptOnAFullDisk(t *testing.T) {
	spec := pipeSpec(t)
	spec.Label = "liar"
	p, err := player.New(spec, player.Setting{
		Width: 15, Height: 15, Side: board.X,
		Transcript: player.NewTranscript(afero.NewReadOnlyFs(afero.NewMemMapFs()), "logs/7.log", "game 7", true),
	})
	require.NoError(t, err)
	_, err = p.Move(t.Context(), empty())
	assert.NoError(t, err)
	assert.ErrorContains(t, p.End(), "log logs/7.log: operation not permitted")
}
