package selfplay

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/scripts/tune/dataset"
)

// selfplay runs the subcommand and returns its exit code and its output.
func selfplay(ctx context.Context, disk afero.Fs, args string) (code int, stdout, stderr string) {
	var out, err bytes.Buffer
	code = Main(ctx, disk, strings.Fields(args), &out, &err)
	return code, out.String(), err.String()
}

// made runs the subcommand with success and returns the file that it made.
func made(t *testing.T, disk afero.Fs, args string) []byte {
	t.Helper()
	code, out, said := selfplay(t.Context(), disk, args+" -out f")
	require.Equal(t, 0, code, said)
	require.Empty(t, said)
	require.Regexp(t, `^f: \d+ games, \d+ positions\n$`, out)
	data, err := afero.ReadFile(disk, "f")
	require.NoError(t, err)
	return data
}

// read returns the games of a file.
func read(t *testing.T, data []byte) []dataset.Game {
	t.Helper()
	r := dataset.NewReader(bytes.NewReader(data))
	var all []dataset.Game
	for {
		g, err := r.Read()
		if err == io.EOF {
			return all
		}
		require.NoError(t, err)
		all = append(all, g)
	}
}

// Under each rule the rules of the board agree with every move, score and result; the file ends with the
// game that brings the last position.
func TestGames(t *testing.T) {
	for _, rule := range []board.Rule{
		board.Freestyle, board.ExactFive, board.Continuous, board.Renju, board.Caro, board.ExactFive | board.Continuous | board.Caro,
	} {
		t.Run(fmt.Sprint(rule), func(t *testing.T) {
			all := read(t, made(t, afero.NewMemMapFs(), fmt.Sprintf("-rule %d -positions 120 -nodes 300 -threads 1", rule)))
			positions := 0
			for n, g := range all {
				require.Equal(t, rule, g.Rule)
				require.Less(t, positions, 120, "game %d", n)
				positions += len(g.Scores)
				replay(t, g)
			}
			assert.GreaterOrEqual(t, positions, 120)
		})
	}
}

// replay holds a game against the rules of the board.
func replay(t *testing.T, g dataset.Game) {
	t.Helper()
	b, want, still := g.Board(), dataset.Draw, 0
	for i, at := range g.Moves {
		side := []board.Stone{board.X, board.O}[i%2]
		require.False(t, i >= g.Opening && drawn(b, i, usualMost, still), "move %d of a game that is drawn", i)
		require.Equal(t, dataset.Draw, want, "move %d of a game that is over", i)
		out, err := b.Play(at, side, g.Rule)
		require.NoError(t, err)
		if i < g.Opening {
			require.False(t, out.Five() || out.Foul, "in the opening")
			continue
		}
		score := g.Scores[i-g.Opening]
		if out.Five() {
			require.EqualValues(t, 29999, score)
		}
		switch {
		case out.Foul:
			want = dataset.OWins
		case score > dataset.Proven && side == board.X:
			want = dataset.XWins
		case score > dataset.Proven:
			want = dataset.OWins
		}
		still = countQuiet(still, score)
	}
	require.Equal(t, want, g.Result)
	require.True(t, want != dataset.Draw || drawn(b, len(g.Moves), usualMost, still), "no reason for a draw")
}

// Leaves are where a search can be, and change nothing in the games that they grow on.
func TestLeaves(t *testing.T) {
	const args = "-positions 120 -nodes 300 -rule 4 -threads 1"
	bare := read(t, made(t, afero.NewMemMapFs(), args))
	leaves, searched := 0, 0
	for n, g := range read(t, made(t, afero.NewMemMapFs(), args+" -leaves 2")) {
		for _, l := range g.Leaves {
			b := g.Board()
			for i, at := range slices.Concat(g.Moves[:l.Ply], l.Line, []board.Point{l.Move}) {
				out, err := b.Play(at, sideAfter(i), g.Rule)
				require.NoError(t, err)
				require.False(t, out.Foul)
				require.False(t, out.Five() && i < l.Ply+len(l.Line), "play goes on behind a five")
			}
			require.NotEmpty(t, l.Line)
			require.NotEqual(t, int16(dataset.NoScore), l.Score)
		}
		leaves, searched = leaves+len(g.Leaves), searched+len(g.Scores)
		g.Leaves = nil
		require.Equal(t, bare[n], g)
	}
	assert.Greater(t, leaves, searched/3)
}

// A run goes on wherever the file was cut off, in the header, in a game, between games or nowhere, and more positions
// make a longer one.
func TestResume(t *testing.T) {
	const args = "-nodes 300 -leaves 1 -threads 2 -positions "
	short, long := made(t, afero.NewMemMapFs(), args+"1"), made(t, afero.NewMemMapFs(), args+"100")
	require.Equal(t, short, long[:len(short)])
	require.Less(t, len(short), len(long))
	for _, cut := range []int{5, len(short), len(long) - 1, len(long)} {
		disk := afero.NewMemMapFs()
		require.NoError(t, afero.WriteFile(disk, "f", long[:cut], 0o644))
		assert.Equal(t, long, made(t, disk, args+"100"), "cut at %d", cut)
	}
}

// An interrupted run leaves the games that are whole, and goes on.
func TestInterrupt(t *testing.T) {
	const args = "-nodes 300 -threads 2 -positions 60"
	want := made(t, afero.NewMemMapFs(), args)
	ctx, stop := context.WithCancel(t.Context())
	disk := stoppingDisk{afero.NewMemMapFs(), stop}
	code, out, said := selfplay(ctx, disk, args+" -out f")
	assert.Equal(t, 1, code)
	assert.Equal(t, "tune selfplay: interrupted; the same command goes on\n", said)
	assert.Contains(t, out, "f: 1 games, ")
	part, err := afero.ReadFile(disk, "f")
	require.NoError(t, err)
	assert.Len(t, read(t, part), 1)
	assert.Equal(t, want, made(t, disk.Fs, args))
}

// A stoppingDisk stops the run when it writes its first game, into f.
type stoppingDisk struct {
	afero.Fs
	stop func()
}

func (d stoppingDisk) OpenFile(name string, flag int, mode os.FileMode) (afero.File, error) {
	f, err := d.Fs.OpenFile(name, flag, mode)
	if name != "f" {
		return f, err
	}
	return stoppingFile{f, d.stop}, err
}

type stoppingFile struct {
	afero.File
	stop func()
}

func (f stoppingFile) Write(data []byte) (int, error) {
	f.stop()
	return f.File.Write(data)
}

func TestFailures(t *testing.T) {
	disk := afero.NewMemMapFs()
	const args = "-nodes 300 -positions 20 -out f"
	data := made(t, disk, strings.TrimSuffix(args, "-out f"))
	tests := []struct {
		name, args, want string
		disk             afero.Fs
	}{
		{"of another seed", args + " -seed 2", "f: its game 1 differs from the one that this engine plays with these flags", disk},
		{"no games", "-positions 20 -out letter", `letter: dataset: header: want "tahoung\x01", got "Dear"`, disk},
		{"read only", args + "2", "operation not permitted", afero.NewReadOnlyFs(disk)},
	}
	require.NoError(t, afero.WriteFile(disk, "letter", []byte("Dear"), 0o644))
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			code, _, said := selfplay(t.Context(), tt.disk, tt.args)
			assert.Equal(t, 1, code)
			assert.Contains(t, said, "tune selfplay: ")
			assert.Contains(t, said, tt.want)
		})
	}
	after, err := afero.ReadFile(disk, "f")
	require.NoError(t, err)
	assert.Equal(t, data, after)
}

func TestUse(t *testing.T) {
	const fine = "-positions 5 -out f "
	tests := []struct{ name, args, want string }{
		{"nothing", "", "-positions: want a number"},
		{"no file", "-positions 5", "-out: want a file"},
		{"no nodes", fine + "-nodes 0", "-nodes: want 1 or more"},
		{"leaves", fine + "-leaves -1", "-leaves: want 0 or more"},
		{"rule", fine + "-rule 12", "not of both renju (4) and caro (8)"},
		{"rule beyond", fine + "-rule 256", "want five or more (0)"},
		{"no such file", fine + "-from none", "none"},
		{"shard", fine + "-shard 4/3", "want a shard such as 3/16"},
		{"words", fine + "more", `"more": want flags only`},
		{"unknown", fine + "-fast", "-fast"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			disk := afero.NewMemMapFs()
			code, out, said := selfplay(t.Context(), disk, tt.args)
			assert.Equal(t, 2, code)
			assert.Empty(t, out)
			assert.Contains(t, said, tt.want)
			there, err := afero.Exists(disk, "f")
			require.NoError(t, err)
			assert.False(t, there)
		})
	}
	code, out, said := selfplay(t.Context(), afero.NewMemMapFs(), "-h")
	assert.Equal(t, 0, code)
	assert.Contains(t, out, "usage: go run ./scripts/tune selfplay")
	assert.Empty(t, said)
}
