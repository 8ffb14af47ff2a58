package main

import (
	"bytes"
	"context"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/scripts/internal/docs"
)

var update = flag.Bool("update", false, "rewrite the table of late moves in the page from the kept logs")

// clock measures moves of a brain with this answer under a limit that none reaches.
func clock(ctx context.Context, t *testing.T, answer string, flags ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, said bytes.Buffer
	args := append([]string{"clock", "-brain", fake(t, answer), "-time", "1h", "-j", "2", "-threads", "1"}, flags...)
	code = run(ctx, args, &out, &said)
	return code, out.String(), said.String()
}

func readLines(t *testing.T, name string) []string {
	t.Helper()
	content, err := os.ReadFile(name)
	require.NoError(t, err)
	return strings.SplitAfter(strings.TrimSuffix(string(content), "\n"), "\n")
}

// TestClock: a measurement goes on where its log ends, even if that was torn, and takes only moves of its conditions.
func TestClock(t *testing.T) {
	name := filepath.Join(t.TempDir(), "moves.log")
	code, out, said := clock(t.Context(), t, "0,0\r\n", "-moves", "3", "-log", name)
	require.Equal(t, 0, code, said)
	assert.Contains(t, out, "3 moves at limit 1h0m0s, rule 0, idle otherwise, 2 moves at once, -threads 1, ")
	lines := readLines(t, name)
	require.Len(t, lines, 1+3)

	content := strings.Join(lines, "") + "\n"
	for _, torn := range []string{content + "17", lines[0][:9]} {
		require.NoError(t, os.WriteFile(name, []byte(torn), 0o644))
		code, out, said = clock(t.Context(), t, "0,0\r\n", "-moves", "4", "-log", name)
		require.Equal(t, 0, code, said)
		assert.Contains(t, out, "4 moves at limit")
		longer := readLines(t, name)
		require.Len(t, longer, 1+4)
		assert.Equal(t, lines[0], longer[0])
		if len(torn) >= len(content) {
			assert.Equal(t, content, strings.Join(longer[:4], ""))
		}
	}

	code, _, said = clock(t.Context(), t, "0,0\r\n", "-log", name, "-busy", "-moves", "5")
	assert.Equal(t, 1, code)
	assert.Contains(t, said, "moves.log: its moves were measured under other conditions: {Brain:")
	require.NoError(t, os.WriteFile(name, []byte("some\ntext"), 0o644))
	code, _, said = clock(t.Context(), t, "0,0\r\n", "-log", name)
	assert.Equal(t, 1, code)
	assert.Contains(t, said, "moves.log: line 1: invalid character")
	assert.Equal(t, []string{"some\n", "text"}, readLines(t, name), "a file that is no log stays")
}

func TestClockBusy(t *testing.T) {
	code, out, said := clock(t.Context(), t, "0,0\r\n", "-moves", "1", "-busy", "-j", "1", "-threads", "0")
	require.Equal(t, 0, code, said)
	assert.Contains(t, out, "1 moves at limit 1h0m0s, rule 0, every core busy otherwise, go")
}

// TestClockBrokenOff: a measurement that is broken off prints the moves until then, which are in the log.
func TestClockBrokenOff(t *testing.T) {
	name := filepath.Join(t.TempDir(), "moves.log")
	ctx, interrupt := context.WithCancel(t.Context())
	defer interrupt()
	go func() {
		for {
			if content, _ := os.ReadFile(name); bytes.Count(content, []byte{'\n'}) > 2 {
				interrupt()
				return
			}
			time.Sleep(time.Millisecond)
		}
	}()
	code, out, said := clock(ctx, t, "0,0\r\n", "-moves", "1000", "-log", name)
	assert.Equal(t, 1, code)
	assert.Contains(t, said, "bench: interrupted\n")
	content, err := os.ReadFile(name)
	require.NoError(t, err)
	log, err := parseMoves(content)
	require.NoError(t, err)
	assert.Regexp(t, `^whole process, \d+ moves`, out)
	assert.True(t, strings.HasPrefix(out, strings.Split(printed(t, log), "\n")[0]), out)
}

func printed(t *testing.T, log moveLog) string {
	var out strings.Builder
	require.NoError(t, log.print(&out))
	return out.String()
}

// TestClockKeepsFaults: the move that ends a measurement is in the log.
func TestClockKeepsFaults(t *testing.T) {
	name := filepath.Join(t.TempDir(), "moves.log")
	for n := range 2 {
		code, _, said := clock(t.Context(), t, "", "-moves", "9", "-j", "1", "-log", name)
		assert.Equal(t, 1, code)
		assert.Contains(t, said, `exit status 1; MSG.DAT: "no idea"`)
		lines := readLines(t, name)
		require.Len(t, lines, 1+n+1)
		assert.Regexp(t, `^\d+ -?\d+ \S+: exit status 1; MSG.DAT: "no idea"$`, lines[1+n])
	}
	code, _, said := clock(t.Context(), t, "", "-brain", filepath.Join(t.TempDir(), "none"))
	assert.Equal(t, 1, code)
	assert.Contains(t, said, "none")
}

const someMoves = `{"Brain":"Tahoun 9.8.7","Limit":1000000000,"Rule":0,"AtOnce":2,"Threads":1,"Busy":true,"Machine":"m"}
950000 0
1000000 12
1030000 9999
1030001 10001
1200000 199000
970000 0 TAH.DAT: want an empty square, got 2,0
`

// TestLate: a move is late if it took longer than the limit, and not explained if by more than 20 ms longer than it was
// kept from the processor.
func TestLate(t *testing.T) {
	dir := t.TempDir()
	name, other := filepath.Join(dir, "busy.log"), filepath.Join(dir, "elsewhere.log")
	require.NoError(t, os.WriteFile(name, []byte(someMoves), 0o644))
	require.NoError(t, os.WriteFile(other, []byte(someMoves+"1100000 -1\n"), 0o644))
	var out, said bytes.Buffer
	require.Equal(t, 0, run(t.Context(), []string{"late", name, other}, &out, &said), said.String())
	assert.Equal(t, lateHead+
		"| busy.log | Tahoun 9.8.7 | 1s | every core busy otherwise, 2 moves at once, -threads 1 | 6 | 101.5 % | 120.0 % | 3 | 200 | 1 | 1 |\n"+
		"| elsewhere.log | Tahoun 9.8.7 | 1s | every core busy otherwise, 2 moves at once, -threads 1 | 7 | 103.0 % | 120.0 % | 4 | 200 | not told | 1 |\n",
		out.String())
	log, err := parseMoves([]byte(someMoves))
	require.NoError(t, err)
	out.Reset()
	assert.EqualError(t, log.print(&out), "3 of 6 moves came too late")
	assert.Regexp(t, `(?m)^ +95.0 %  101.5 %  120.0 %     3            200              1     not told$`, out.String())

	for damage, want := range map[string]string{
		"":                            "want moves with a limit",
		"{}\n":                        "want moves with a limit",
		someMoves + "950000\n":        `line 8: want two times, got ["950000"]`,
		someMoves + "950000 1.5\n":    `line 8: strconv.ParseInt: parsing "1.5": invalid syntax`,
		someMoves + "950000 0\n\n":    "line 9: want two times",
		"{\"Limit\":1}\n" + someMoves: "line 2: ",
	} {
		require.NoError(t, os.WriteFile(name, []byte(damage), 0o644))
		said.Reset()
		assert.Equal(t, 1, run(t.Context(), []string{"late", name}, &out, &said), damage)
		assert.Contains(t, said.String(), "busy.log: "+want)
	}
}

// TestTableOfLateMoves: the table in the page is the one that the kept logs give.
func TestTableOfLateMoves(t *testing.T) {
	t.Chdir(docs.Root(t))
	var table, said bytes.Buffer
	require.Equal(t, 0, run(t.Context(), []string{"late"}, &table, &said), said.String())
	docs.Table(t, "scripts/bench/README.md", "go run ./scripts/bench late", table.String(), *update)

	logs, err := filepath.Glob(lateFolder + "/*.log")
	require.NoError(t, err)
	for _, name := range logs {
		content, err := os.ReadFile(name)
		require.NoError(t, err)
		log, err := parseMoves(content)
		require.NoError(t, err)
		assert.Len(t, log.moves, 10_000, name)
		assert.Regexp(t, `^Tahoun \d+\.\d+\.\d+$`, log.Brain, name)
		assert.Less(t, len(content), 200_000, name)
	}
}

func FuzzParseMoves(f *testing.F) {
	f.Add([]byte(someMoves))
	f.Fuzz(func(t *testing.T, content []byte) {
		log, err := parseMoves(content)
		if err != nil {
			return
		}
		for _, m := range log.moves {
			again, err := parseMove(strings.Fields(m.line()))
			require.NoError(t, err)
			require.Equal(t, m, again)
		}
		_ = log.print(new(strings.Builder))
	})
}
