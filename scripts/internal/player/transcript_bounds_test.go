package player

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestTranscriptIsBounded: of a flood the last lines are kept, in two files.
func TestTranscriptIsBounded(t *testing.T) {
	disk := afero.NewMemMapFs()
	require.NoError(t, afero.WriteFile(disk, "7.earlier.log", []byte("of an earlier attempt"), 0o644))
	log := NewTranscript(disk, "7.log", "game 7", false)
	_, err := disk.Stat("7.earlier.log")
	require.Error(t, err)
	line := strings.Repeat("x", 1000) + "\n"
	for n := range 2000 {
		log.stderr([]byte(fmt.Sprint(n, line)))
	}
	require.NoError(t, log.Close())
	log.stderr([]byte("after its end\n"))
	last, err := afero.ReadFile(disk, "7.log")
	require.NoError(t, err)
	before, err := afero.ReadFile(disk, "7.earlier.log")
	require.NoError(t, err)
	assert.Less(t, len(last), 300<<10)
	assert.InDelta(t, 256<<10, len(before), 2000)
	assert.Regexp(t, `^\S+ # \S+, game 7\n`, string(last))
	text := string(before) + string(last)
	assert.Contains(t, text, " ! 1999xxx")
	assert.NotContains(t, text, " ! 1000xxx")
	assert.Contains(t, text, " ! 1700xxx")
	assert.NotContains(t, text, "after its end")
}

// TestTranscriptTellsTheTime: of each line, so that a stall can be found.
func TestTranscriptTellsTheTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		disk := afero.NewMemMapFs()
		log := NewTranscript(disk, "7.log", "game 7", false)
		log.stderr([]byte("one\ntw"))
		log.stderr([]byte("o\nwithout an end"))
		require.NoError(t, log.Close())
		text, err := afero.ReadFile(disk, "7.log")
		require.NoError(t, err)
		assert.Regexp(t, `^(\d\d:\d\d:00.000000) # 2000-01-01, game 7\n\d\d:\d\d:00.000000 ! one\n\d\d:\d\d:00.000000 ! two\n\d\d:\d\d:00.000000 ! without an end\n$`, string(text))
	})
}
