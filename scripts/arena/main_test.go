package main

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/scripts/internal/game"
	"tahoun/scripts/internal/match"
	"tahoun/scripts/internal/player"
	"tahoun/scripts/internal/record"
	"tahoun/scripts/internal/trials"
)

// A robot plays by its label, always alike: "strong" along the lines from the top left, "weak" every
// third square from the bottom right, "cheat" on the first stone that it sees.
type robot struct{ label string }

func (r robot) Move(ctx context.Context, ask player.Request) (player.Answer, error) {
	if ctx.Err() != nil {
		return player.Answer{At: player.Nowhere}, ctx.Err()
	}
	answer := player.Answer{At: player.Nowhere, Time: time.Millisecond, Message: r.label + " was here"}
	best := -1
	for p, s := range ask.Board.Points {
		i, rank := p.Y*ask.Board.Width()+p.X, 0
		switch r.label {
		case "cheat":
			if s == board.Empty {
				continue
			}
		case "strong":
			rank = 1000 - i
		default:
			rank = i + 1000*((i+len(ask.Moves))%3)
		}
		if (s == board.Empty || r.label == "cheat") && rank > best {
			answer.At, best = p, rank
		}
	}
	return answer, nil
}

func (robot) End() error { return nil }

func robots(spec player.Spec, _ player.Setting) (player.Player, error) {
	return robot{spec.Label}, nil
}

// interrupting are robots that interrupt the match at their n-th move.
func interrupting(n int32, stop func()) match.Open {
	var moves atomic.Int32
	return func(spec player.Spec, _ player.Setting) (player.Player, error) {
		return interrupter{robot{spec.Label}, func() {
			if moves.Add(1) == n {
				stop()
			}
		}}, nil
	}
}

type interrupter struct {
	robot
	count func()
}

func (i interrupter) Move(ctx context.Context, ask player.Request) (player.Answer, error) {
	i.count()
	return i.robot.Move(ctx, ask)
}

const someOpenings = "0,0, 1,1\n0,0, 0,1, 2,2\n-3,-3, 2,0\n1,0\n"

// arena runs the program and returns its exit code and output.
func arena(ctx context.Context, t *testing.T, disk afero.Fs, open match.Open, args string) (code int, stdout, stderr string) {
	t.Helper()
	require.NoError(t, afero.WriteFile(disk, "openings.txt", []byte(someOpenings), 0o644))
	return arenaAlone(ctx, t, disk, open, args)
}

// arenaAlone is arena without a file of openings.
func arenaAlone(ctx context.Context, t *testing.T, disk afero.Fs, open match.Open, args string) (code int, stdout, stderr string) {
	t.Helper()
	var out, err bytes.Buffer
	code = command(ctx, disk, open, strings.Fields(args), &out, &err)
	return code, out.String(), err.String()
}

const equals = "-p file:strong -p file:weak -p file:other -moves 44 "

const three = "-p file:strong -p file:weak -p file:cheat "

func TestTable(t *testing.T) {
	disk := afero.NewMemMapFs()
	code, out, said := arena(t.Context(), t, disk, robots, three+"-size 12 -pairs 3 -openings openings.txt -turned -out run -j 2 -anchor weak")
	require.Equal(t, 0, code, said)
	for _, want := range []string{
		"18 of 18 games", "cheat lost games by its own fault: 12 by illegal move.",
		"strong - cheat   6 : 0  6/0/0         0 0 0 0 3  +545  ±798  +695  ±404  94.4 %", "weak    +0    ±0",
	} {
		assert.Contains(t, out, want)
	}
	assert.Equal(t, 18, strings.Count("\n"+said, "\ngame "), "a line for each game; a warning where there is one core")
	assert.Contains(t, said, "cheat (x) - ")

	page, err := afero.ReadFile(disk, filepath.Join("run", "report.html"))
	require.NoError(t, err)
	assert.Contains(t, string(page), "strong")
	for _, name := range []string{"sgf/game-00018.sgf", "psq/game-00018.psq", "games.jsonl", ".gitignore"} {
		exists, err := afero.Exists(disk, filepath.Join("run", name))
		require.NoError(t, err)
		assert.True(t, exists, name)
	}
}

// TestLog: a finished match is a trial for every two players, once.
func TestLog(t *testing.T) {
	disk := afero.NewMemMapFs()
	const args = three + "-size 12 -pairs 3 -openings openings.txt -turned -seed 7 -out run -j 2 -time 300ms -log log.jsonl"
	for range 2 {
		code, _, said := arena(t.Context(), t, disk, robots, args)
		require.Zero(t, code, said)
	}
	all, err := trials.ReadFile(disk, "log.jsonl")
	require.NoError(t, err)
	require.Len(t, all, 3)
	got := all[1]
	assert.Equal(t, "strong against cheat", got.Idea)
	assert.Equal(t, []int{0, 0, 0, 0, 3}, got.Points)
	assert.Equal(t, 545.0, got.Elo[0])
	assert.Equal(t, []string{"five or more", "12x12", "openings, turned", "300ms", "arena, seed 7, 2 games at once", "open"},
		[]string{got.Rule, got.Size, got.Openings, got.Time, got.Conditions, got.Verdict})
}

// TestNoLogOfABrokenMatch: an unfinished match is no trial.
func TestNoLogOfABrokenMatch(t *testing.T) {
	disk := afero.NewMemMapFs()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	args := equals + "-size 10 -pairs 4 -openings openings.txt -out run -j 1 -log log.jsonl"
	code, _, _ := arena(ctx, t, disk, interrupting(100, stop), args)
	require.Equal(t, 1, code)
	exists, err := afero.Exists(disk, "log.jsonl")
	require.NoError(t, err)
	assert.False(t, exists)
	code, _, said := arena(t.Context(), t, disk, robots, args)
	require.Zero(t, code, said)
	all, err := trials.ReadFile(disk, "log.jsonl")
	require.NoError(t, err)
	assert.Len(t, all, 3)
}

// TestConcurrencyChangesNothing: the same seed gives the same games however many run at once.
func TestConcurrencyChangesNothing(t *testing.T) {
	const args = equals + "-size 10 -pairs 4 -openings openings.txt -turned -seed 5 -out run -j "
	var tables []string
	var games []string
	for jobs := 1; jobs <= 3; jobs++ {
		disk := afero.NewMemMapFs()
		code, out, said := arena(t.Context(), t, disk, robots, args+fmt.Sprint(jobs))
		require.Equal(t, 0, code, said)
		tables = append(tables, out)
		games = append(games, fingerprint(t, disk))
	}
	assert.Equal(t, tables[0], tables[1])
	assert.Equal(t, tables[0], tables[2])
	assert.Equal(t, games[0], games[1])
	assert.Equal(t, games[0], games[2])

	disk := afero.NewMemMapFs()
	_, _, _ = arena(t.Context(), t, disk, robots, strings.Replace(args, "-seed 5", "-seed 6", 1)+"1")
	assert.NotEqual(t, games[0], fingerprint(t, disk))
}

// fingerprint returns all moves of all games, as the .psq files have them.
func fingerprint(t *testing.T, disk afero.Fs) string {
	t.Helper()
	names, err := afero.Glob(disk, filepath.Join("run", "psq", "*"))
	require.NoError(t, err)
	require.NotEmpty(t, names)
	var all strings.Builder
	for _, name := range names {
		text, err := afero.ReadFile(disk, name)
		require.NoError(t, err)
		all.WriteString(name + "\n" + string(text))
	}
	return all.String()
}

// TestResume breaks a run off at many places and continues it: the result is that of an unbroken run.
func TestResume(t *testing.T) {
	const args = equals + "-size 10 -pairs 2 -openings openings.txt -turned -out run -j 2"
	whole := afero.NewMemMapFs()
	code, want, said := arena(t.Context(), t, whole, robots, args)
	require.Equal(t, 0, code, said)

	for _, at := range []int32{1, 2, 30, 77, 200} {
		disk := afero.NewMemMapFs()
		ctx, stop := context.WithCancel(t.Context())
		code, part, said := arena(ctx, t, disk, interrupting(at, stop), args)
		require.Equal(t, 1, code)
		assert.Contains(t, said, "interrupted; -continue run goes on")
		assert.Contains(t, part, " of 12 games", "what is there is printed")
		assert.NotContains(t, part, "12 of 12 games")

		code, got, said := arena(t.Context(), t, disk, robots, args)
		require.Equal(t, 0, code, said)
		assert.Equal(t, want, got, "broken off at move %d", at)
		assert.Equal(t, fingerprint(t, whole), fingerprint(t, disk))
		log, err := afero.ReadFile(disk, filepath.Join("run", record.Name))
		require.NoError(t, err)
		assert.Equal(t, 12, strings.Count(string(log), `{"game":{"ID":`), "no game is lost or played twice")
	}
}

func TestResumeIsRefused(t *testing.T) {
	disk := afero.NewMemMapFs()
	const args = "-p file:strong -p file:weak -size 10 -openings openings.txt -out run -pairs "
	code, _, _ := arena(t.Context(), t, disk, robots, args+"2")
	require.Equal(t, 0, code)
	code, _, said := arena(t.Context(), t, disk, robots, args+"2 -seed 9")
	assert.Equal(t, 1, code)
	assert.Contains(t, said, "the log is of another run: seed was 1 and is 9")
	code, _, said = arena(t.Context(), t, disk, robots, args+"1")
	assert.Equal(t, 1, code)
	assert.Contains(t, said, "-pairs may grow, not shrink")
	code, out, _ := arena(t.Context(), t, disk, robots, args+"3")
	assert.Equal(t, 0, code)
	assert.Contains(t, out, "6 of 6 games")
}

func TestSPRTStops(t *testing.T) {
	const args = "-p file:strong -p file:weak -size 10 -pairs 500 -openings openings.txt -out run -sprt 0,200 "
	disk := afero.NewMemMapFs()
	code, out, said := arena(t.Context(), t, disk, robots, args+"-j 1")
	require.Equal(t, 0, code, said)
	assert.Contains(t, out, "SPRT of 200 against 0 Elo: accepted after ")
	assert.NotContains(t, out, "1000 of 1000")
	assert.Contains(t, said, "LLR")

	_, again, _ := arena(t.Context(), t, disk, robots, args+"-j 1")
	assert.Equal(t, out, again, "what is decided is not played on")
}

// TestSPRTWithoutLimit: more pairs than -pairs has by default, more than there are openings, until the test is sure.
func TestSPRTWithoutLimit(t *testing.T) {
	disk := afero.NewMemMapFs()
	code, out, said := arena(t.Context(), t, disk, robots, "-p file:strong -p file:weak -size 10 -openings openings.txt -out run -sprt 0,20 -j 1")
	require.Equal(t, 0, code, said)
	assert.Regexp(t, `\n[0-9]+ games\n`, out)
	pairs := regexp.MustCompile("accepted after ([0-9]+) pairs").FindStringSubmatch(out)
	require.NotNil(t, pairs, out)
	n, err := strconv.Atoi(pairs[1])
	require.NoError(t, err)
	assert.Greater(t, n, 10)
	assert.NotContains(t, said, " of ")
	assert.NotContains(t, said, " left")
	assert.Contains(t, said, "(-2.94, 2.94)")
}

// TestFolderOfOthers: a folder that was there before gets no file that would hide it from git.
func TestFolderOfOthers(t *testing.T) {
	disk := afero.NewMemMapFs()
	require.NoError(t, disk.Mkdir("run", 0o755))
	code, _, said := arena(t.Context(), t, disk, robots, "-p file:a -p file:b -size 8 -pairs 1 -out run")
	require.Equal(t, 0, code, said)
	exists, err := afero.Exists(disk, filepath.Join("run", ".gitignore"))
	require.NoError(t, err)
	assert.False(t, exists)
}

func TestGauntlet(t *testing.T) {
	code, out, said := arena(t.Context(), t, afero.NewMemMapFs(), robots, three+"-gauntlet -size 10 -games 4 -openings openings.txt -out run")
	require.Equal(t, 0, code, said)
	assert.Contains(t, out, "8 of 8 games")
	assert.NotContains(t, out, "weak - cheat")
}

func TestVerbose(t *testing.T) {
	_, _, said := arena(t.Context(), t, afero.NewMemMapFs(), robots, "-p file:strong -p file:weak -size 10 -pairs 1 -out run -v -j 1")
	assert.Contains(t, said, "game 1, move 1: x 0,0, 0.001 s strong was here\n")

}

func TestManagersFailureEndsTheRun(t *testing.T) {
	var opened atomic.Int32
	broken := func(spec player.Spec, setting player.Setting) (player.Player, error) {
		if opened.Add(1) > 2 { // the preflight finds nothing
			return nil, fmt.Errorf("no such program")
		}
		return robots(spec, setting)
	}
	code, out, said := arena(t.Context(), t, afero.NewMemMapFs(), broken, "-p file:a -p file:b -out run -j 1")
	assert.Equal(t, 1, code)
	assert.Contains(t, said, "a against b: no such program")
	assert.Contains(t, out, "0 of 20 games")

	code, _, said = arena(t.Context(), t, &fullDisk{afero.NewMemMapFs()}, robots, "-p file:a -p file:b -out run")
	assert.Equal(t, 1, code)
	assert.Contains(t, said, "disk full")

	code, out, said = arena(t.Context(), t, &noReport{afero.NewMemMapFs()}, robots, "-p file:a -p file:b -size 8 -pairs 1 -out run")
	assert.Equal(t, 1, code)
	assert.Contains(t, said, "arena: no room for the report\n")
	assert.Contains(t, out, "\nrun: games and log\n")
}

// broken are robots that crash, those whose label begins with b.
func broken(spec player.Spec, setting player.Setting) (player.Player, error) {
	if strings.HasPrefix(spec.Label, "b") {
		return nil, &player.Fault{Reason: game.Crash, Detail: "exit code 3"}
	}
	return robots(spec, setting)
}

// TestPreflight: who cannot play is told before the first game, of a match that was begun too, and nothing is played.
func TestPreflight(t *testing.T) {
	disk := afero.NewMemMapFs()
	const args = "-p file:a -p file:b -size 8 -pairs 2 -out run"
	code, out, said := arena(t.Context(), t, disk, broken, args)
	assert.Equal(t, 1, code)
	assert.Empty(t, out)
	assert.Regexp(t, "^(arena: no -openings: .*\n)?arena: b cannot play: crash: exit code 3\n$", said)
	exists, err := afero.Exists(disk, "run")
	require.NoError(t, err)
	assert.False(t, exists, "another command may have the folder")

	ctx, stop := context.WithCancel(t.Context())
	code, _, _ = arena(ctx, t, disk, interrupting(20, stop), args)
	require.Equal(t, 1, code)
	code, out, said = arena(t.Context(), t, disk, broken, args)
	assert.Equal(t, 1, code)
	assert.Empty(t, out)
	assert.Contains(t, said, "b cannot play")
	code, out, said = arena(t.Context(), t, disk, robots, args)
	assert.Equal(t, 0, code, said)
	assert.Contains(t, out, "4 of 4 games")
	code, _, said = arena(t.Context(), t, disk, broken, args)
	assert.Equal(t, 0, code, said)
}

// TestNothingButFaults: such a match has failed.
func TestNothingButFaults(t *testing.T) {
	code, out, said := arena(t.Context(), t, afero.NewMemMapFs(), robots, "-p file:cheat -p file:weak -size 8 -pairs 2 -openings openings.txt -out run")
	assert.Equal(t, 1, code)
	assert.Contains(t, said, "arena: every game ended by a fault\n")
	assert.Contains(t, out, "4 of 4 games")
	assert.NotContains(t, out, "stronger")
}

// A noReport has room for all but the report.
type noReport struct{ afero.Fs }

func (d *noReport) OpenFile(name string, flag int, mode fs.FileMode) (afero.File, error) {
	if strings.Contains(name, ".html") {
		return nil, fmt.Errorf("no room for the report")
	}
	return d.Fs.OpenFile(name, flag, mode)
}

// A fullDisk has no room for games.
type fullDisk struct{ afero.Fs }

func (d *fullDisk) MkdirAll(path string, mode fs.FileMode) error {
	if strings.Contains(path, "psq") || strings.Contains(path, "sgf") {
		return fmt.Errorf("disk full")
	}
	return d.Fs.MkdirAll(path, mode)
}
