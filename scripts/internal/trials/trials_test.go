package trials

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/scripts/internal/stats"
)

// record returns the repository's record as it lies on the disk.
func record(t testing.TB) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "..", filepath.FromSlash(File)))
	require.NoError(t, err)
	return text
}

// Every line of the record is a trial that somebody has sorted, in the form that Append writes, the oldest first.
func TestRecord(t *testing.T) {
	text := record(t)
	all, err := Read(bytes.NewReader(text))
	require.NoError(t, err)
	var again bytes.Buffer
	for i, trial := range all {
		require.NoError(t, Write(&again, trial))
		assert.NotEqual(t, Unsorted, trial.Area, "line %d", i+1)
		assert.NotEqual(t, Unsorted, trial.Term, "line %d", i+1)
	}
	assert.Equal(t, strings.ReplaceAll(string(text), "\r\n", "\n"), again.String())
	assert.True(t, slices.IsSortedFunc(all, func(a, b Trial) int { return strings.Compare(a.Date, b.Date) }))
}

// The fields that decide where a trial is found have one spelling.
func TestRecordSpellsTermsInOneWay(t *testing.T) {
	all, err := Read(bytes.NewReader(record(t)))
	require.NoError(t, err)
	spelled := map[string]string{}
	for _, trial := range all {
		bare := strings.NewReplacer(" ", "", "-", "").Replace(strings.ToLower(trial.Term))
		if spelled[bare] == "" {
			spelled[bare] = trial.Term
		}
		assert.Equal(t, spelled[bare], trial.Term)
	}
}

const line = `{"date":"2026-11-21","area":"lmr","term":"late move reduction","idea":"more","pairs":3,"points":[1,0,1,0,1],"elo":[0,-9,9],"verdict":"open"}`

func TestRead(t *testing.T) {
	all, err := Read(strings.NewReader(line + "\n" + line))
	require.NoError(t, err)
	want := Trial{Date: "2026-11-21", Area: "lmr", Term: "late move reduction", Idea: "more", Pairs: 3,
		Points: []int{1, 0, 1, 0, 1}, Elo: []float64{0, -9, 9}, Verdict: "open"}
	assert.Equal(t, []Trial{want, want}, all)
}

func TestReadRefuses(t *testing.T) {
	for _, c := range []struct{ old, new, says string }{
		{`"idea"`, `"thought"`, "unknown field"},
		{`}`, `}{}`, "want one trial a line"},
		{`}`, "}\n\n", "line 2: EOF"},
		{`}`, ``, "unexpected EOF"},
		{`2026-11-21`, `2026-02-30`, "date"},
		{`"lmr"`, `"lmx"`, "want one of data, "},
		{`"open"`, `"good"`, "want one of kept, "},
		{`"more"`, `""`, "want a term and an idea"},
		{`"term":"late move reduction",`, ``, "want a term and an idea"},
		{`"elo":[0,-9,9],`, ``, "want an elo or a result"},
		{`[0,-9,9]`, `[0,1,9]`, "elo [0 1 9]"},
		{`[0,-9,9]`, `[0,-9,-1]`, "elo [0 -9 -1]"},
		{`[0,-9,9]`, `[0,-9]`, "elo [0 -9]"},
		{`[0,-9,9]`, `[]`, "elo []"},
		{`[1,0,1,0,1]`, `[1,0,1,1]`, "want five numbers"},
		{`[1,0,1,0,1]`, `[1,0,1,0,2]`, "want five numbers"},
		{`[1,0,1,0,1]`, `[1,0,2,-1,1]`, "no negative"},
		{`"pairs":3`, `"pairs":-1`, "pairs -1"},
		{`"pairs":3`, `"size":"20","pairs":3`, `size "20"`},
		{`"pairs":3`, `"commit":"HEAD","pairs":3`, `commit "HEAD"`},
		{`"pairs":3`, `"rule":"chess","pairs":3`, `rule "chess"`},
		{`"pairs":3`, `"time":"long","pairs":3`, `time "long"`},
		{`"pairs":3`, `"method":"guess","pairs":3`, `method "guess"`},
		{`more`, strings.Repeat("more", longest/4), "too long"},
	} {
		_, err := Read(strings.NewReader(strings.Replace(line, c.old, c.new, 1)))
		assert.ErrorContains(t, err, c.says, c.new)
	}
}

// FuzzRead: trials that were read are written and read again as the same.
func FuzzRead(f *testing.F) {
	f.Add([]byte(line))
	f.Add([]byte(line + "\r\n" + line + "\n"))
	for i, l := range bytes.SplitAfter(record(f), []byte("\n")) {
		if i%90 == 0 {
			f.Add(l)
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		all, err := Read(bytes.NewReader(data))
		if err != nil {
			assert.Empty(t, all)
			return
		}
		var text bytes.Buffer
		for _, trial := range all {
			require.NoError(t, Write(&text, trial))
		}
		again, err := Read(&text)
		require.NoError(t, err)
		assert.Equal(t, all, again)
	})
}

func TestAppend(t *testing.T) {
	disk := afero.NewMemMapFs()
	first := New("a -> b").Count(stats.Pairs{0, 1, 2, 1, 0})
	require.NoError(t, Append(disk, "log.jsonl", first))
	require.NoError(t, Append(disk, "log.jsonl", first, first))
	all, err := ReadFile(disk, "log.jsonl")
	require.NoError(t, err)
	assert.Equal(t, []Trial{first, first, first}, all)
	assert.Equal(t, 4, first.Pairs)
	assert.Equal(t, 0.0, first.Elo[0])
	assert.Equal(t, -first.Elo[1], first.Elo[2])

	bad := first
	bad.Idea = ""
	assert.ErrorContains(t, Append(disk, "log.jsonl", first, bad), "want a term and an idea")
	all, err = ReadFile(disk, "log.jsonl")
	require.NoError(t, err)
	assert.Len(t, all, 3)
	assert.Error(t, Append(afero.NewReadOnlyFs(disk), "log.jsonl", first))
}
