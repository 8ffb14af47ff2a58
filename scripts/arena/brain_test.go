package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/scripts/arena/settings"
	"tahoun/scripts/internal/game"
	"tahoun/scripts/internal/gobuild"
	"tahoun/scripts/internal/gobuild/gobuildtest"
	"tahoun/scripts/internal/player"
	"tahoun/scripts/internal/record"
)

// built returns the executable of the main package in a folder of the module, built once for all tests.
func built(t testing.TB, folder, name string) string {
	t.Helper()
	dir := filepath.Join(testPrograms, "of", folder)
	if file := filepath.Join(dir, gobuild.Host().File(name)); exists(file) {
		return file
	}
	return gobuildtest.Program(t, folder, dir, name)
}

func exists(file string) bool {
	_, err := os.Stat(file)
	return err == nil
}

// brain builds the brain for a protocol from its folder and returns a player.
func brain(t testing.TB, protocol, folder string) string {
	t.Helper()
	file := built(t, folder, "brain")
	return fmt.Sprintf("%s,%%s:'%s'", protocol, file)
}

// TestBrainAgainstItself lets the built brains play themselves as managers let them. Slow machines need the grace.
func TestBrainAgainstItself(t *testing.T) {
	files, pipes := brain(t, "file", "."), brain(t, "pipe", "scripts/pbrain")
	const shared = "../../testdata/openings/freestyle-15.txt"
	for _, tt := range []struct{ name, spec, args string }{
		{"square", files, "-size 15 -openings " + shared},
		{"oblong, walls, renju", files, "-size 12x18 -rule 4 -walls 0,0"},
		{"pipes, square", pipes, "-size 15 -openings " + shared},
		{"pipes, oblong, walls, renju", pipes, "-size 12x18 -rule 4 -walls 0,0"},
		{"pipes, continuous, match limit", pipes, "-size 8 -rule 2 -match 2s"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			spec := tt.spec
			dir := filepath.Join(t.TempDir(), "run")
			args := append(strings.Fields(tt.args), "-p", fmt.Sprintf(spec, "label=dos,files=dos"), "-p", fmt.Sprintf(spec, "label=unix,files=unix"),
				"-pairs", "1", "-time", "20ms", "-grace", "20s", "-moves", "10", "-j", "2", "-out", dir)
			var out, said bytes.Buffer
			code := command(t.Context(), afero.NewOsFs(), player.New, args, &out, &said)
			require.Equal(t, 0, code, said.String())
			assert.Contains(t, out.String(), "2 of 2 games")
			assert.NotContains(t, out.String(), "fault:")

			s, err := settings.Parse(afero.NewOsFs(), args, &said, nil)
			require.NoError(t, err)
			log, err := record.Open(afero.NewOsFs(), dir, s.Description())
			require.NoError(t, err)
			require.NoError(t, log.Close())
			require.Len(t, log.Games, 2)
			for _, g := range log.Games {
				assert.Contains(t, []game.Reason{game.Row, game.Adjudged, game.MoreRows}, g.Result.Reason, g.Result.Detail)
				require.NotEmpty(t, g.Moves)
				if spec == files { // a brain of pipes says little in so short a time
					assert.Contains(t, g.Moves[0].Message, "Tahoun")
				}
				assert.Positive(t, g.Moves[0].Time)
			}
			assert.Equal(t, log.Games[0].X, log.Games[1].O, "colours are swapped")
		})
	}
}

// TestBrainsKeepLimits: the brains of both protocols know the limits that players have beside time.
func TestBrainsKeepLimits(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	const limits = "threads=1,time=20s+20s,memory=64m,info.unknown=3" // so little that a move clears a small table
	args := []string{
		"-p", fmt.Sprintf(brain(t, "file", "."), "depth=3,"+limits), "-p", fmt.Sprintf(brain(t, "pipe", "scripts/pbrain"), "depth=3,"+limits),
		"-pairs", "1", "-size", "15", "-moves", "12", "-grace", "20s", "-out", dir,
	}
	var out, said bytes.Buffer
	require.Equal(t, 0, command(t.Context(), afero.NewOsFs(), player.New, args, &out, &said), said.String())
	s, err := settings.Parse(afero.NewOsFs(), args, &said, nil)
	require.NoError(t, err)
	log, err := record.Open(afero.NewOsFs(), dir, s.Description())
	require.NoError(t, err)
	require.NoError(t, log.Close())
	depths := map[string]int{}
	for _, g := range log.Games {
		for _, m := range g.Moves {
			for _, found := range regexp.MustCompile(`depth (\d+)`).FindAllStringSubmatch(m.Message, -1) {
				name := map[board.Stone]string{board.X: g.X, board.O: g.O}[m.Side]
				depth, _ := strconv.Atoi(found[1])
				depths[name] = max(depths[name], depth)
			}
		}
	}
	assert.Equal(t, map[string]int{"brain": 3, "brain 2": 3}, depths)
}

// BenchmarkManager measures the time that the manager adds to every move of two brains that answer as fast as they can:
// everything but the times of the moves. It also tells that time as a part of the moves'.
func BenchmarkManager(b *testing.B) {
	b.Run("file", func(b *testing.B) { benchmarkManager(b, brain(b, "file", ".")) })
	b.Run("pipe", func(b *testing.B) { benchmarkManager(b, brain(b, "pipe", "scripts/pbrain")) })
	b.Run("pipe, all lines logged", func(b *testing.B) { benchmarkManager(b, brain(b, "pipe", "scripts/pbrain"), "-log-io") })
}

func benchmarkManager(b *testing.B, spec string, flags ...string) {
	var beside, thinking time.Duration
	moves := 0
	for b.Loop() {
		dir := filepath.Join(b.TempDir(), "run")
		args := append([]string{
			"-p", fmt.Sprintf(spec, "label=a"), "-p", fmt.Sprintf(spec, "label=b"),
			"-each", "pause=0", "-pairs", "1", "-time", "0", "-moves", "60", "-j", "1", "-out", dir,
		}, flags...)
		start := time.Now()
		var out bytes.Buffer
		require.Equal(b, 0, command(b.Context(), afero.NewOsFs(), player.New, args, &out, &out), "%s", &out)
		beside += time.Since(start)
		s, err := settings.Parse(afero.NewOsFs(), args, &out, nil)
		require.NoError(b, err)
		log, err := record.Open(afero.NewOsFs(), dir, s.Description())
		require.NoError(b, err)
		require.NoError(b, log.Close())
		for _, g := range log.Games {
			for _, m := range g.Moves {
				thinking += m.Time
				moves++
			}
		}
		require.NoError(b, os.RemoveAll(dir))
	}
	beside -= thinking
	b.ReportMetric(float64(beside.Microseconds())/1000/float64(moves), "ms/move")
	b.ReportMetric(float64(beside)/float64(thinking), "of-moves")
}
