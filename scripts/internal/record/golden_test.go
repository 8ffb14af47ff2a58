package record_test

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/scripts/internal/game"
	"tahoun/scripts/internal/gamefile"
	"tahoun/scripts/internal/player"
	"tahoun/scripts/internal/record"
	"tahoun/search"
)

var update = flag.Bool("update", false, "rewrite testdata from what the package now writes")

// TestGolden compares files byte for byte.
func TestGolden(t *testing.T) {
	oblong := sample(3)
	oblong.Width, oblong.Height, oblong.Rule, oblong.Walls = 30, 20, board.Freestyle, nil
	oblong.Opening, oblong.X = nil, "a ] name\nof two lines"
	oblong.Moves[0].At = at(29, 19)
	oblong.Result = game.Result{Winner: board.O, Reason: game.OutOfTime, Detail: "took 2 s [limit 1 s]"}
	oblong.Moves[0].Limit, oblong.Moves[1].Limit, oblong.Moves[2].Limit = time.Second, 700*time.Millisecond, 900*time.Millisecond
	fault := sample(4)
	fault.X, fault.O = "5,5,0", "2 threads [a:b] c\\d"
	fault.Result = game.Result{Winner: board.O, Reason: game.Illegal, Detail: "on a stone"}
	draw := sample(5)
	draw.Rule, draw.Result = board.Continuous|board.ExactFive, game.Result{Reason: game.MoreRows, Detail: "1 to 1"}
	for name, g := range map[string]*game.Game{"row": sample(0), "oblong-time": oblong, "illegal": fault, "draw": draw} {
		for kind, write := range map[string]func(io.Writer, *game.Game) error{"sgf": record.SGF, "psq": record.PSQ} {
			t.Run(name+"."+kind, func(t *testing.T) {
				var got bytes.Buffer
				require.NoError(t, write(&got, g))
				file := filepath.Join("testdata", name+"."+kind)
				anyVersion := strings.Replace(got.String(), "arena:"+search.Version, "arena:VERSION", 1)
				if *update {
					require.NoError(t, os.WriteFile(file, []byte(anyVersion), 0o644))
				}
				want, err := os.ReadFile(file)
				require.NoError(t, err)
				assert.Equal(t, string(want), anyVersion)
			})
		}
	}
}

// TestReadBack: the files are games again, with the same moves, walls, names and results.
func TestReadBack(t *testing.T) {
	g := sample(0)
	g.Moves[1].Left = 0
	for kind, write := range map[string]func(io.Writer, *game.Game) error{"sgf": record.SGF, "psq": record.PSQ} {
		var content bytes.Buffer
		require.NoError(t, write(&content, g))
		file, err := gamefile.Read("f", content.Bytes(), gamefile.Options{})
		require.NoError(t, err)
		line := file.MainLine()
		require.Len(t, line, len(g.Opening)+len(g.Moves))
		for i, m := range g.Moves {
			got := line[len(g.Opening)+i]
			assert.Equal(t, m.At, got.At)
			assert.Equal(t, m.Side, got.Side)
			if kind == "psq" {
				assert.Equal(t, m.Time.Truncate(time.Millisecond), got.Time)
			}
		}
		assert.Equal(t, []string{g.X, g.O}, []string{file.X.Name, file.O.Name})
		if kind == "sgf" {
			assert.Equal(t, board.Wall, file.Start.At(g.Walls[0]))
			assert.Equal(t, g.Rule, file.Rule)
			assert.Equal(t, "B+", file.Result)
			assert.Contains(t, content.String(), "WL[0.000]", "no time left is known")
		}
	}
}

// The record writes memory as -memory reads it and as a fault has it: 350M is 350.0 MiB everywhere.
func TestUnitOfMemory(t *testing.T) {
	g := sample(0)
	var err error
	g.Moves[0].Memory, err = player.ParseBytes("350M")
	require.NoError(t, err)
	var sgf bytes.Buffer
	require.NoError(t, record.SGF(&sgf, g))
	assert.Contains(t, sgf.String(), ", 350.0 MiB")
}

// The result in either format.
func TestResults(t *testing.T) {
	tests := []struct {
		result   game.Result
		sgf, psq string
	}{
		{game.Result{}, "Void", "-1"},
		{game.Result{Reason: game.Stopped}, "Void", "-1"},
		{game.Result{Reason: game.Full}, "0", "0"},
		{game.Result{Winner: board.X, Reason: game.Row}, "B+", "0"},
		{game.Result{Winner: board.O, Reason: game.MoreRows}, "W+", "0"},
		{game.Result{Winner: board.O, Reason: game.OutOfTime}, "W+T", "15"},
		{game.Result{Winner: board.X, Reason: game.Crash}, "B+F", "-2"},
		{game.Result{Winner: board.X, Reason: game.Resigned}, "B+R", "0"},
		{game.Result{Winner: board.O, Reason: game.Illegal}, "W+F", "-2"},
		{game.Result{Winner: board.O, Reason: game.NoAnswer}, "W+F", "-2"},
		{game.Result{Winner: board.O, Reason: game.OutOfSpace}, "W+F", "-2"},
		{game.Result{Winner: board.O, Reason: game.Foul}, "W+F", "0"},
		{game.Result{Reason: game.Adjudged}, "0", "0"},
	}
	for _, tt := range tests {
		g := sample(0)
		g.Result = tt.result
		var sgf, psq bytes.Buffer
		require.NoError(t, errors.Join(record.SGF(&sgf, g), record.PSQ(&psq, g)))
		assert.Contains(t, sgf.String(), "RE["+tt.sgf+"]")
		assert.True(t, strings.HasSuffix(psq.String(), "\r\n"+tt.psq+"\r\n"), "%v: %s", tt.result, psq.String())
	}
}

func TestSGFOfLargeBoards(t *testing.T) {
	g := sample(0)
	g.Width = 53
	err := record.SGF(io.Discard, g)
	assert.EqualError(t, err, "record: SGF has letters for 52 columns and rows, the board has 53x15")
}

// head returns the numbers in the first line of a .psq record.
func head(t *testing.T, g *game.Game) (levels [2]int) {
	t.Helper()
	var psq bytes.Buffer
	require.NoError(t, record.PSQ(&psq, g))
	_, err := fmt.Sscanf(psq.String(), "Piskvorky 15x15, %d:%d, 0\r\n", &levels[0], &levels[1])
	require.NoError(t, err)
	return levels
}

// TestPSQLevels: the head tells the limits of both players as Piskvork's levels, rounded down.
func TestPSQLevels(t *testing.T) {
	for limit, want := range map[time.Duration]int{
		0: 1, 20 * time.Millisecond: 1, 100 * time.Millisecond: 1, 299 * time.Millisecond: 1, 300 * time.Millisecond: 2,
		600 * time.Millisecond: 3, time.Second: 4, 2 * time.Second: 5, 2500 * time.Millisecond: 6, 5 * time.Second: 7,
		10 * time.Second: 8, 29 * time.Second: 9, 30 * time.Second: 10, time.Minute: 11, time.Hour: 11,
	} {
		g := sample(0)
		g.Moves[0].Limit, g.Moves[2].Limit = limit, limit/2 // x; at last the match is nearly over
		g.Moves[1].Limit = time.Minute
		assert.Equal(t, [2]int{want, 11}, head(t, g), limit)
	}
}

// piskvorkNames reads names as Piskvork does: fscanf of "\n%d,%d,%d" until it fails, then two lines, each of 255 bytes.
func piskvorkNames(t *testing.T, psq string) (moves int, names [2]string) {
	t.Helper()
	_, rest, _ := strings.Cut(strings.ReplaceAll(psq, "\r\n", "\n"), "\n")
	number := regexp.MustCompile(`^\s*[+-]?\d*`)
	for {
		fields := 0
		for fields < 3 {
			found := number.FindString(rest)
			rest = rest[len(found):]
			if !strings.ContainsAny(found, "0123456789") {
				break
			}
			fields++
			if fields < 3 && !strings.HasPrefix(rest, ",") {
				break
			}
			rest = strings.TrimPrefix(rest, ",")
		}
		if fields < 2 {
			break
		}
		moves++
	}
	for i := range names {
		end := strings.IndexByte(rest, '\n') + 1
		line := rest[:min(end, 255)]
		names[i], rest = strings.TrimSuffix(line, "\n"), rest[len(line):]
		require.False(t, strings.HasPrefix(strings.ToLower(names[i]), "homo-"), "a human")
	}
	_, err := strconv.Atoi(strings.TrimSpace(rest))
	require.NoError(t, err, "the code is where Piskvork has it: %q", rest)
	return moves, names
}

// TestPSQNames: Piskvork reads every label whole and no label for a move.
func TestPSQNames(t *testing.T) {
	long := strings.Repeat("ž", 300)
	for label, want := range map[string]string{
		"new":                 "new",
		"5,5,0":               `"5,5,0"`,
		"5,5":                 `"5,5"`,
		"2 threads":           `"2 threads"`,
		"-1":                  `"-1"`,
		"+":                   `"+"`,
		" 7":                  `"7"`,
		"homo-1":              `"homo-1"`,
		"Homo-sapiens":        `"Homo-sapiens"`,
		"homo":                "homo",
		"two\r\nlines\x1b[1m": "two lines?[1m",
		long:                  long[:250],
		"7" + long:            `"7` + long[:248] + `"`,
	} {
		g := sample(0)
		g.X, g.O = label, label
		var psq bytes.Buffer
		require.NoError(t, record.PSQ(&psq, g))
		moves, names := piskvorkNames(t, psq.String())
		assert.Equal(t, 5, moves, label)
		assert.Equal(t, [2]string{want, want}, names)
	}
}
