package main

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// stress runs moves of the fake brain on a large board with one stone in the middle, under a limit that none reaches.
func stress(t *testing.T, answer string, flags ...string) (code int, said string) {
	t.Helper()
	dir := t.TempDir()
	rows := slices.Repeat([]string{strings.Repeat("-", 21)}, 21)
	rows[10] = "----------x----------"
	require.NoError(t, position{rows, "o"}.write(dir, limits{}))
	var stdout, stderr bytes.Buffer
	args := append([]string{"stress", "-in", dir, "-brain", fake(t, answer), "-limit", "1h", "-moves", "2"}, flags...)
	code = run(t.Context(), args, &stdout, &stderr)
	return code, stdout.String() + stderr.String()
}

func TestStress(t *testing.T) {
	for _, mishap := range []string{"none", "message-pipe", "stderr-full", "no-timeouts", "leftovers"} {
		code, said := stress(t, "9,9\n", "-mishap", mishap)
		assert.Equal(t, 0, code, said)
		assert.NotContains(t, said, "again:", mishap)
	}
}

func TestStressTellsFaults(t *testing.T) {
	code, said := stress(t, "0,0\n", "-mishap", "none", "-seed", "7", "-from", "3")
	assert.Equal(t, 1, code)
	assert.Contains(t, said, "0,0 is far from all stones")
	assert.Contains(t, said, "again: go run ./scripts/bench stress -seed 7 -from 4 -moves 1 -mishap none -limit 1h0m0s -in ")
	assert.Contains(t, said, "bench: 2 of 2 moves had a fault")

	code, said = stress(t, "", "-mishap", "none")
	assert.Equal(t, 1, code)
	assert.Contains(t, said, "exit status 1")
	assert.Contains(t, said, `TAH.DAT: want a move such as 3,4, got "`)
}

// A fault can be repeated: each move is drawn by its number alone.
func TestDraw(t *testing.T) {
	d := sampler{seed: 3}
	require.NoError(t, d.read(""))
	came := map[string]int{}
	for i := range 2000 {
		one := d.draw(i, 1)
		came[one.mishap.name]++
		assert.True(t, one.limits.rule&4 == 0 || one.position.count("x")-one.position.count("o") == strings.Index("xo", one.position.side), "%v", one)
	}
	for _, name := range mishapNames() {
		assert.Positive(t, came[name], name)
	}
	one, again := d.draw(17, 1), d.draw(17, 1)
	assert.Equal(t, one.String(), again.String())
	assert.Equal(t, one.lots.Uint64(), again.lots.Uint64())
}

func TestDrawAsAsked(t *testing.T) {
	limit := 5 * time.Second
	d := sampler{mishap: "long-stop-at-start", positions: [][]testPosition{{blank(15)}}}
	assert.Equal(t, 8*time.Second, d.draw(0, 1).limits.turn)
	d.limit = &limit
	for i := range 100 {
		one := d.draw(i, 1)
		assert.Equal(t, limit, one.limits.turn)
		stop := one.mishap.stops(one.lots, one.limits.turn)[0]
		assert.Less(t, stop.from, 31*time.Millisecond)
		assert.Greater(t, stop.to, 4*time.Second)
	}
}

func TestStopsAreInOrder(t *testing.T) {
	d := sampler{mishap: "stops", positions: [][]testPosition{{blank(15)}}}
	for i := range 100 {
		one := d.draw(i, 1)
		last := time.Duration(0)
		for _, s := range one.mishap.stops(one.lots, one.limits.turn) {
			assert.LessOrEqual(t, last, s.from)
			assert.Less(t, s.from, s.to)
			last = s.to
		}
	}
}

func TestWrongUseOfStress(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"stress", "-moves", "0"}, "want 1 or more"},
		{[]string{"stress", "-from", "-1"}, "want 1 or more and 0 or more"},
		{[]string{"stress", "-mishap", "fire"}, `-mishap "fire": want one of none, stop, `},
		{[]string{"stress", "-limit", "1"}, "want a time such as 2s or 300ms"},
		{[]string{"stress", "17"}, `"17": want flags only`},
	} {
		var stdout, stderr bytes.Buffer
		assert.Equal(t, 2, run(t.Context(), c.args, &stdout, &stderr), "%v", c.args)
		assert.Contains(t, stderr.String(), c.want, "%v", c.args)
	}
}
