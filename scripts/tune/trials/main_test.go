package trials

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/scripts/internal/trials"
)

const line = `{"date":"2026-11-21","area":"lmr","term":"late move reduction","idea":"more","pairs":3,"points":[1,0,1,0,1],"elo":[0,-9,9],"verdict":"open"}`

// command runs the subcommand on a record of three lines.
func command(t *testing.T, args string) (code int, stdout, stderr string) {
	t.Helper()
	disk := afero.NewMemMapFs()
	speed := trials.Trial{Date: "2026-11-22", Area: "speed", Term: "prefetch", Idea: strings.Repeat("far ", 50), Time: "instant",
		Rule: "renju", Measure: "nodes a second", Result: "1.05 times as many in the median of eight", Verdict: "measured"}
	all, err := trials.Read(strings.NewReader(line))
	require.NoError(t, err)
	short, other := all[0], all[0]
	other.Nodes, other.OpponentNodes, other.Term, other.Verdict, other.Variant = 20000, 10000, "Late move X", "kept", "twice"
	require.NoError(t, afero.WriteFile(disk, filepath.FromSlash(trials.File), nil, 0o644))
	require.NoError(t, trials.Append(disk, trials.File, short, other, speed))
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
		all, err := trials.Read(strings.NewReader(said))
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
