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

	"tahoun/scripts/arena/stats"
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
		require.NoError(t, write(&again, trial))
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
			require.NoError(t, write(&text, trial))
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

// command runs the subcommand on a record of three lines.
func command(t *testing.T, args string) (code int, stdout, stderr string) {
	t.Helper()
	disk := afero.NewMemMapFs()
	speed := Trial{Date: "2026-11-22", Area: "speed", Term: "prefetch", Idea: strings.Repeat("far ", 50), Time: "instant",
		Rule: "renju", Measure: "nodes a second", Result: "1.05 times as many in the median of eight", Verdict: "measured"}
	short, err := parse([]byte(line))
	require.NoError(t, err)
	other := short
	other.Nodes, other.OpponentNodes, other.Term, other.Verdict, other.Variant = 20000, 10000, "Late move X", "kept", "twice"
	require.NoError(t, afero.WriteFile(disk, filepath.FromSlash(File), nil, 0o644))
	require.NoError(t, Append(disk, File, short, other, speed))
	var out, wrong bytes.Buffer
	code = Main(t.Context(), disk, strings.Fields(args), &out, &wrong)
	return code, out.String(), wrong.String()
}

func TestTable(t *testing.T) {
	code, said, _ := command(t, "")
	assert.Equal(t, 0, code)
	lines := strings.Split(said, "\n")
	require.Len(t, lines, 4)
	assert.Regexp(t, `^2026-11-21  open      lmr    late move reduction  \+0 \[-9, \+9\] +3 pairs +more$`, lines[0])
	assert.Regexp(t, `^2026-11-21  kept      lmr    Late move X          \+0 \[-9, \+9\] +20000:10000 nodes, 3 pairs  more; twice$`, lines[1])
	assert.Regexp(t, `^2026-11-22  measured  speed  prefetch             1.05 times as many in t…  instant, renju +far .*…$`, lines[2])
	for i, l := range lines[:2] {
		assert.Equal(t, strings.Index(lines[0], "3 pairs")+[2]int{0, len("20000:10000 nodes, ")}[i], strings.Index(l, "3 pairs"))
	}
	assert.Len(t, []rune(lines[2]), 160)
	_, said, _ = command(t, "-width 0 -area speed")
	assert.Contains(t, said, "nodes a second; 1.05 times as many in the median of eight\n")
	_, said, _ = command(t, "-width 20 -verdict kept")
	assert.Equal(t, "2026-11-21  kept  l…\n", said)
}

func TestChoice(t *testing.T) {
	for args, want := range map[string]int{
		"-json": 3, "-json -area lmr": 2, "-json -term move": 2, "-json -term MOVE -area speed": 0, "-json -verdict open": 1, "-json -term prefetch": 1,
	} {
		code, said, told := command(t, args)
		assert.Equal(t, want, strings.Count(said, "\n"), args)
		if want == 0 {
			assert.Equal(t, 1, code)
			assert.Contains(t, told, "no such trial")
			continue
		}
		all, err := Read(strings.NewReader(said))
		assert.NoError(t, err)
		assert.Len(t, all, want)
	}
}

func TestAreas(t *testing.T) {
	code, said, _ := command(t, "-areas")
	assert.Equal(t, 0, code)
	assert.Equal(t, []string{"lmr", "2", "Late", "move", "X", "1", "late", "move", "reduction", "1", "speed", "1", "prefetch", "1"}, strings.Fields(said))
}

func TestWrongUse(t *testing.T) {
	for args, says := range map[string]string{
		"-area chess":   "want one of data",
		"-verdict good": "want one of kept",
		"-width -1":     "-width -1",
		"-areas -json":  "-areas or -json",
		"more":          "want flags only",
	} {
		code, _, told := command(t, args)
		assert.Equal(t, 2, code, args)
		assert.Contains(t, told, says)
	}
	code, _, told := command(t, "-file none")
	assert.Equal(t, 1, code)
	assert.Contains(t, told, "none")
}
