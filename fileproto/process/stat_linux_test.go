package process

import (
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A stopped program knows by its threads that it was this one all the time.
func TestLongestStartByThreads(t *testing.T) {
	disk := afero.NewMemMapFs()
	for thread, ticks := range map[string]string{strconv.Itoa(os.Getpid()): "0", "7": "0", "8": "4711"} {
		stat := "7 (tahoun) S 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 " + ticks + " 20 21\n"
		require.NoError(t, afero.WriteFile(disk, "/proc/self/task/"+thread+"/stat", []byte(stat), 0o444))
	}
	sinceBoot, ok := ageOf(disk, "/proc/self/task/7/stat")
	require.True(t, ok)
	assert.GreaterOrEqual(t, longestStart(disk), startTime+sinceBoot)
	require.NoError(t, disk.RemoveAll("/proc/self/task/7"))
	assert.Less(t, longestStart(disk), startTime+sinceBoot, "the first thread does not count")
}

// Of the age of a process no more is a program's start than the system let it run or wait, and half a second.
func TestLongestStart(t *testing.T) {
	for stat, want := range map[string]time.Duration{
		"":                          startTime,
		"many few 2\n":              startTime,
		"2000000 1500000000 7\n":    startTime + 1502*time.Millisecond,
		"99999999999999999999 0 7 ": startTime + time.Duration(1<<61-1),
	} {
		disk := afero.NewMemMapFs()
		require.NoError(t, afero.WriteFile(disk, "/proc/self/schedstat", []byte(stat), 0o444))
		assert.Equal(t, want, longestStart(disk), "%q", stat)
	}
	assert.Equal(t, startTime, longestStart(afero.NewMemMapFs()))
}

func TestParseStat(t *testing.T) {
	const rest = " S 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 4711 20 21\n"
	tests := []struct {
		name string
		stat string
		want time.Duration
		ok   bool
	}{
		{"usual", "77 (tahoun)" + rest, 47110 * time.Millisecond, true},
		{"spaces and parentheses in the name", "77 (a) S 1 (b 2)" + rest, 47110 * time.Millisecond, true},
		{"empty", "", 0, false},
		{"cut off", "77 (tahoun) S 1 2 3", 0, false},
		{"no number", strings.Replace("77 (tahoun)"+rest, "4711", "-", 1), 0, false},
		{"negative", strings.Replace("77 (tahoun)"+rest, "4711", "-1", 1), 0, false},
		{"past all time", strings.Replace("77 (tahoun)"+rest, "4711", "4611686018427387904", 1), 0, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, ok := parseStat([]byte(test.stat))
			assert.Equal(t, test.want, got)
			assert.Equal(t, test.ok, ok)
		})
	}
}
