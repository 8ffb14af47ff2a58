package change

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/scripts/internal/match"
	"tahoun/scripts/internal/player"
)

const someOpenings = "0,0, 1,1\n0,0, 0,1, 2,2\n-3,-3, 2,0\n1,0\n"

// scriptedVersions are versions whose executables are texts; robots play for them.
type scriptedVersions struct {
	dir       string
	unchanged bool
	tree      string // the executable of the working tree; that of a commit is its hash
	fails     error  // in building the working tree
}

func (v scriptedVersions) root() string { return v.dir }

func (v scriptedVersions) changed() (bool, error) { return !v.unchanged, nil }

func (v scriptedVersions) resolve(name string) (string, error) {
	if name == "nowhere" {
		return "", errors.New("no such commit")
	}
	return "hash of " + name, nil
}

func (v scriptedVersions) buildTree(out string) error {
	return errors.Join(v.fails, writeProgram(out, v.tree))
}

func (v scriptedVersions) buildCommit(commit, out string) error { return writeProgram(out, commit) }

func writeProgram(name, content string) error {
	return errors.Join(os.MkdirAll(filepath.Dir(name), 0o755), os.WriteFile(name, []byte(content), 0o755))
}

// A robot plays by its name, always alike: "strong" on the first empty square, "weak" on the last one of every third.
type robot string

func (r robot) Move(ctx context.Context, ask player.Request) (player.Answer, error) {
	answer, best := player.Answer{At: player.Nowhere, Time: time.Millisecond}, -1
	for p, s := range ask.Board.Points {
		rank := p.Y*ask.Board.Width() + p.X
		if r == "strong" {
			rank = 1000 - rank
		} else {
			rank += 1000 * ((rank + len(ask.Moves)) % 3)
		}
		if s == board.Empty && rank > best {
			answer.At, best = p, rank
		}
	}
	return answer, ctx.Err()
}

func (robot) End() error { return nil }

// An interrupter is a player that interrupts the run.
type interrupter struct {
	player.Player
	count func()
}

func (i interrupter) Move(ctx context.Context, ask player.Request) (player.Answer, error) {
	i.count()
	return i.Player.Move(ctx, ask)
}

// pretending are robots that play for the versions.
func pretending(newer, older robot) match.Open {
	return func(spec player.Spec, _ player.Setting) (player.Player, error) {
		if spec.Label == newLabel {
			return newer, nil
		}
		return older, nil
	}
}

// changeRun runs arena change in a fresh folder, with openings where the versions have them. It returns the exit code
// and the output, and checks that no temporary folder is left.
func changeRun(ctx context.Context, t *testing.T, v scriptedVersions, open match.Open, args ...string) (
	code int, stdout, stderr string,
) {
	t.Helper()
	temp := t.TempDir()
	for _, name := range []string{"TMPDIR", "TMP", "TEMP"} {
		t.Setenv(name, temp)
	}
	v.dir = t.TempDir()
	folder := filepath.Join(v.dir, "testdata", "openings")
	require.NoError(t, os.MkdirAll(folder, 0o755))
	for _, name := range []string{"freestyle-20-even.txt", "freestyle-15.txt"} {
		require.NoError(t, os.WriteFile(filepath.Join(folder, name), []byte(someOpenings), 0o644))
	}
	var out, said bytes.Buffer
	find := func() (versions, error) { return v, nil }
	code = command(ctx, afero.NewOsFs(), open, find, args, &out, &said)
	left, err := os.ReadDir(temp)
	require.NoError(t, err)
	assert.Empty(t, left)
	return code, out.String(), said.String()
}

// The answer is a sentence, whoever is stronger.
func TestChangeAnswers(t *testing.T) {
	for _, tt := range []struct {
		name         string
		newer, older robot
		args         []string
		want, commit string
	}{
		{"stronger", "strong", "weak", nil, "The working tree is stronger than ", "hash of HEAD"},
		{"not stronger", "weak", "strong", nil, "The working tree is not stronger than ", "hash of HEAD"},
		{"undecided", "strong", "weak", []string{"-pairs", "2"},
			"It is undecided after 2 pairs whether the working tree is stronger than ", "hash of HEAD"},
		{"by time against another commit", "strong", "weak", []string{"-time=5ms", "-against", "main~3"},
			"The working tree is stronger than ", "hash of main~3"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			args := append([]string{"-out", "run", "-size", "12", "-j", "2"}, tt.args...)
			code, out, said := changeRun(t.Context(), t, scriptedVersions{tree: "tree"}, pretending(tt.newer, tt.older), args...)
			require.Equal(t, 0, code, said)
			assert.Contains(t, out, tt.want+tt.commit+".\nSPRT of 10 against 0 Elo: ")
			newer, older := executables(filepath.Join("run", "builds"))
			for file, content := range map[string]string{newer: "tree", older: tt.commit} {
				kept, err := os.ReadFile(file)
				require.NoError(t, err)
				assert.Equal(t, content, string(kept))
			}
		})
	}
}

// Where there is nothing to measure the arena says so, and leaves no folder.
func TestChangePlaysNothing(t *testing.T) {
	for _, tt := range []struct {
		name      string
		v         scriptedVersions
		args      []string
		code      int
		out, said string
	}{
		{"no change", scriptedVersions{tree: "tree", unchanged: true}, nil, 1, "", "the working tree is HEAD"},
		{"equal executables", scriptedVersions{tree: "hash of HEAD"}, nil, 0,
			"The working tree plays the same moves as hash of HEAD: the executables are equal.\n", ""},
		{"no change since a commit", scriptedVersions{tree: "hash of x", unchanged: true}, []string{"-against", "x"}, 0,
			"The working tree plays the same moves as hash of x: the executables are equal.\n", ""},
		{"equal moves", scriptedVersions{tree: "tree"}, nil, 0,
			"The working tree plays the same moves as hash of HEAD: 4 openings with both colours, ", ""},
		{"not built", scriptedVersions{fails: errors.New("undefined: x")}, nil, 1, "", "arena change: undefined: x"},
		{"no such commit", scriptedVersions{}, []string{"-against", "nowhere"}, 1, "", "no such commit"},
		{"wrong flags of the arena", scriptedVersions{}, []string{"-size", "big"}, 2, "", "-size big: want 20 or 12x18"},
		{"a third player", scriptedVersions{}, []string{"-p", "pipe:go"}, 2, "", "want two players, got 3"},
		{"two limits", scriptedVersions{}, []string{"-nodes", "5", "-time", "5ms"}, 2, "", "want -nodes or -time, not both"},
		{"threads and nodes", scriptedVersions{}, []string{"-threads", "2"}, 2, "", "-threads 2: want 1, or more with -time"},
		{"no nodes", scriptedVersions{}, []string{"-nodes", "0"}, 2, "", "-nodes 0: want 1 or more"},
		{"help", scriptedVersions{}, []string{"-pairs", "5", "-h"}, 0, "usage: go run ./scripts/arena change", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			code, out, said := changeRun(t.Context(), t, tt.v, pretending("weak", "weak"), tt.args...)
			assert.Equal(t, tt.code, code)
			assert.Contains(t, out, tt.out)
			assert.Contains(t, said, tt.said)
			left, err := os.ReadDir(".")
			require.NoError(t, err)
			assert.Empty(t, left)
		})
	}
}

// At a time limit equal moves are no answer: the change may be faster on another day.
func TestChangeOfSpeed(t *testing.T) {
	t.Chdir(t.TempDir())
	code, out, said := changeRun(t.Context(), t, scriptedVersions{tree: "tree"}, pretending("weak", "weak"),
		"-time", "5ms", "-pairs", "5", "-size", "12", "-out", "run")
	require.Equal(t, 0, code, said)
	assert.Contains(t, out, "10 of 10 games")
}

// A run that was interrupted goes on with the same builds, and with no others.
func TestChangeGoesOn(t *testing.T) {
	t.Chdir(t.TempDir())
	args := []string{"-time", "5ms", "-pairs", "3", "-size", "12", "-out", "run", "-j", "1"}
	v, open := scriptedVersions{tree: "tree"}, pretending("strong", "weak")
	ctx, stop := context.WithCancel(t.Context())
	moves := 0
	code, out, said := changeRun(ctx, t, v, func(spec player.Spec, s player.Setting) (player.Player, error) {
		p, err := open(spec, s)
		return interrupter{p, func() {
			if moves++; moves == 40 {
				stop()
			}
		}}, err
	}, args...)
	require.Equal(t, 1, code, out)
	assert.Contains(t, said, "arena change: interrupted; ")

	code, _, said = changeRun(t.Context(), t, scriptedVersions{tree: "another"}, open, args...)
	assert.Equal(t, 1, code)
	assert.Contains(t, said, "is another build than that of now: want another -out")

	// The folder of the openings is another one here.
	code, out, said = changeRun(t.Context(), t, v, open, args...)
	require.Equal(t, 0, code, said)
	assert.Contains(t, out, "6 of 6 games")
}

// An interruption while the versions are built leaves nothing.
func TestChangeInterruptedWhileBuilding(t *testing.T) {
	t.Chdir(t.TempDir())
	ctx, stop := context.WithCancel(t.Context())
	stop()
	code, out, said := changeRun(ctx, t, scriptedVersions{tree: "tree"}, pretending("strong", "weak"))
	assert.Equal(t, 1, code)
	assert.Empty(t, out)
	assert.Contains(t, said, "arena change: interrupted")
	left, err := os.ReadDir(".")
	require.NoError(t, err)
	assert.Empty(t, left)
}

// Flags of the user come behind the presets, and the command of a player has the limit.
func TestChangeArguments(t *testing.T) {
	find := func() (versions, error) { return scriptedVersions{dir: filepath.Join("..", "..", "..")}, nil }
	for _, tt := range []struct {
		args, command, time string
		openings            string
		elo1                float64
		jobs                int
	}{
		{"", "-nodes 20000", "1m40s", "freestyle-20-even.txt", 10, 0},
		{"-nodes=500 -size 15 -sprt 0,5 -j 3", "-nodes 500", "1m40s", "freestyle-15.txt", 5, 3},
		{"-rule 4 -size 15 --time 300ms -threads 2", "-threads 2", "300ms", "renju-15-even.txt", 10, 0},
		{"-openings openings.txt -j 1 -time=1s", "-threads 1", "1s", "openings.txt", 10, 1},
		{"-each nodes=500 -j 2", "-nodes 20000", "1m40s", "freestyle-20-even.txt", 10, 2},
		{"-each=depth=9 -nodes 70", "-nodes 70", "1m40s", "freestyle-20-even.txt", 10, 0},
		{"-anchor new -each time=1s -log against=x", "-nodes 20000", "1s", "freestyle-20-even.txt", 10, 0},
	} {
		t.Run(tt.args, func(t *testing.T) {
			disk := afero.NewOsFs()
			own := filepath.Join(t.TempDir(), "openings.txt")
			require.NoError(t, os.WriteFile(own, []byte(someOpenings), 0o644))
			args := strings.Fields(tt.args)
			if i := slices.Index(args, "openings.txt"); i >= 0 {
				args[i] = own
			}
			c, err := parse(disk, find, args, nil)
			require.NoError(t, err)
			self, err := os.Executable()
			require.NoError(t, err)
			o, err := c.match(disk, self, self)
			require.NoError(t, err)
			for i, label := range []string{newLabel, oldLabel} {
				assert.Equal(t, player.Pipe, o.Players[i].Protocol)
				assert.Equal(t, label, o.Players[i].Label)
				assert.Equal(t, append([]string{self}, strings.Fields(tt.command)...), o.Players[i].Args)
				assert.Equal(t, tt.time, o.Players[i].Turn.String())
			}
			assert.Equal(t, tt.openings, filepath.Base(o.Openings))
			assert.NotEmpty(t, o.Plan.Openings)
			assert.True(t, o.Plan.Turned)
			assert.Equal(t, tt.elo1, o.SPRT.Elo1)
			if tt.jobs > 0 {
				assert.Equal(t, tt.jobs, o.Jobs)
			}
			again, err := c.match(disk, self, self)
			require.NoError(t, err)
			assert.Equal(t, o.Out, again.Out)
		})
	}
}

// Whether an argument is a flag or the value of the one before it depends on that one alone.
func TestSplitArgs(t *testing.T) {
	own := flag.NewFlagSet("change", flag.ContinueOnError)
	own.Int("nodes", 0, "")
	own.Bool("quick", false, "")
	ofMatch := flag.NewFlagSet("arena", flag.ContinueOnError)
	ofMatch.String("each", "", "")
	ofMatch.Bool("turned", false, "")
	for _, tt := range []struct{ args, mine, others string }{
		{"-each nodes=5", "", "-each nodes=5"},
		{"--each -nodes -nodes 5", "-nodes 5", "--each -nodes"},
		{"-each=nodes=5 -turned -nodes=5", "-nodes=5", "-each=nodes=5 -turned"},
		{"-quick -turned nodes", "-quick", "-turned nodes"},
		{"-nodes -each -each -h", "-nodes -each", "-each -h"},
		{"-h -each x --help", "-h --help", "-each x"},
		{"-unknown -nodes 5 - -each", "-nodes 5", "-unknown - -each"},
		{"-each x -nodes", "-nodes", "-each x"},
	} {
		mine, others := splitArgs(own, ofMatch, strings.Fields(tt.args))
		assert.Equal(t, tt.mine, strings.Join(mine, " "), tt.args)
		assert.Equal(t, tt.others, strings.Join(others, " "), tt.args)
	}
}

// A settings file wins over what change presets, and the command line over both.
func TestChangeConfig(t *testing.T) {
	find := func() (versions, error) { return scriptedVersions{dir: filepath.Join("..", "..", "..")}, nil }
	config := filepath.Join(t.TempDir(), "a.cfg")
	require.NoError(t, os.WriteFile(config, []byte("size 15\nsprt 0,50\npairs 3\nthreads 1\nturned false\n"), 0o644))
	c, err := parse(afero.NewOsFs(), find, []string{"-config", config, "-pairs", "4"}, nil)
	require.NoError(t, err)
	assert.InDelta(t, 50, c.plan.SPRT.Elo1, 0)
	assert.Equal(t, 4, c.plan.Plan.Pairs)
	assert.Equal(t, 15, c.plan.Plan.Terms.Width)
	assert.False(t, c.plan.Plan.Turned)
	for _, args := range [][]string{{"-shard", "1/2"}, {"--shard=1/2"}, {"-continue", "run"}, {"-continue=run"}} {
		_, err := parse(afero.NewOsFs(), find, args, nil)
		assert.ErrorContains(t, err, ": each run builds for itself; the same command with -out DIR goes on", args)
	}
	c, err = parse(afero.NewOsFs(), find, []string{"-opening-rule", "swap2", "-size", "15"}, nil)
	require.NoError(t, err)
	assert.Empty(t, c.plan.Openings, "the players place the openings")
}

// Every file of openings that change may choose exists.
func TestOpeningsFor(t *testing.T) {
	for _, rule := range []board.Rule{board.Freestyle, board.ExactFive, board.Continuous, board.Renju, board.Caro} {
		for _, size := range []int{10, 15, 19, 20, 25} {
			name := openingsFor(match.Terms{Width: size, Height: size, Rule: rule})
			assert.FileExists(t, filepath.Join("..", "..", "..", "testdata", "openings", name))
		}
	}
}
