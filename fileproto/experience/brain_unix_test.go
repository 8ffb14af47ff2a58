//go:build unix

package experience

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/fileproto/file/filetest"
	_ "tahoun/search" // so that the cache of test results knows of it
)

// A brainGame is a game that the executable plays against itself in a folder of its own.
type brainGame struct {
	t      *testing.T
	brain  string
	dir    string
	folder string // persistent
	board  *board.Board
	side   board.Stone
	games  int
}

func (g *brainGame) write(name, content string) {
	require.NoError(g.t, os.WriteFile(filepath.Join(g.dir, name), []byte(content), 0o644))
}

// run asks for a move within a number of milliseconds and kills the brain after a while; 0: never. It returns the
// answer in TAH.DAT, and false if there is none.
func (g *brainGame) run(limit int, killAfter time.Duration) (move board.Point, answered bool) {
	var rows strings.Builder
	for p, s := range g.board.Points {
		rows.WriteString(s.String())
		if p.X == g.board.Width()-1 {
			rows.WriteString("\n")
		}
	}
	g.write("PLOCHA.DAT", rows.String())
	g.write("TAH.DAT", g.side.String()+"\n")
	g.write("INFO.DAT", fmt.Sprintf("timeout_turn %d\ntimeout_match 0\nmax_memory 0\nrule 0\ntime_left 2147483647\nthread_num 1\nfolder %s\n", limit, g.folder))
	cmd := exec.Command(g.brain)
	var stderr bytes.Buffer
	cmd.Dir, cmd.Stderr = g.dir, &stderr
	require.NoError(g.t, cmd.Start())
	if killAfter > 0 {
		time.AfterFunc(killAfter, func() { _ = cmd.Process.Kill() })
	}
	err := cmd.Wait()
	answer, errRead := os.ReadFile(filepath.Join(g.dir, "TAH.DAT"))
	require.NoError(g.t, errRead)
	if killAfter == 0 {
		require.NoError(g.t, err, stderr.String())
		require.NotContains(g.t, stderr.String(), "panic")
	}
	if string(answer) == g.side.String()+"\n" {
		return move, false
	}
	_, err = fmt.Sscanf(string(answer), "%d,%d\n", &move.X, &move.Y)
	require.NoError(g.t, err, "%q", answer)
	require.True(g.t, g.board.Contains(move) && g.board.At(move) == board.Empty, "%q", answer)
	return move, true
}

// play makes a move on the board, and begins a new game after the last.
func (g *brainGame) play(move board.Point) {
	outcome, err := g.board.Play(move, g.side, freestyle)
	require.NoError(g.t, err)
	g.side = g.side.Other()
	if outcome.Five() || g.board.Count(board.Empty) == 0 {
		g.board, g.side = board.New(15, 15), board.X
		g.games++
	}
}

// Two games share a persistent folder, and their brains are killed at random instants: each turn ends with a move all
// the same, the records are whole, and the games go on in memory.bin.
func TestKilledBrains(t *testing.T) {
	if testing.Short() {
		t.Skip("plays for some seconds")
	}
	brain, folder := filetest.Brain(t), t.TempDir()
	const kills, limit = 12, 40
	t.Run("games", func(t *testing.T) {
		for i := range 2 {
			t.Run(strconv.Itoa(i), func(t *testing.T) {
				t.Parallel()
				g := &brainGame{t: t, brain: brain, dir: t.TempDir(), folder: folder, board: board.New(15, 15), side: board.X}
				rng := rand.New(rand.NewPCG(uint64(i), 7))
				answers := 0
				for range kills {
					move, answered := g.run(limit, time.Duration(1_000+rng.IntN(69_000))*time.Microsecond)
					if answered {
						answers++
					} else {
						move, answered = g.run(limit, 0)
						require.True(t, answered)
					}
					g.play(move)
				}
				goesOn := -1
				for n := 0; n < 8 && goesOn < 0; n++ { // memory.bin may not have been written, for want of time
					before, side := g.board.Clone(), g.side
					move, answered := g.run(5*limit<<n, 0)
					require.True(t, answered)
					g.play(move)
					before.Set(move, side)
					kept, err := os.ReadFile(filepath.Join(g.dir, "tahoun", "memory.bin"))
					if err != nil {
						continue
					}
					m := newLearner(Open(afero.NewOsFs(), folder, "tahoun", freestyle, 0))
					require.Less(t, len(m.TakeFrom(kept)), len(kept))
					if played := m.games[side-board.X]; bytes.Equal(played.squares, squares(before)) {
						goesOn = len(played.decisions)
					}
				}
				if goesOn < 0 {
					t.Skip("this machine is too busy to keep memory.bin")
				}
				assert.Positive(t, goesOn, "the game goes on in memory.bin")
				t.Logf("%d games ended; %d of %d killed brains had answered; %d decisions in memory.bin", g.games, answers, kills, goesOn)
			})
		}
	})
	s := Open(afero.NewOsFs(), folder, "tahoun", freestyle, 0)
	if there, err := afero.Exists(s.disk, s.path); err != nil || !there {
		t.Skip("this machine is too busy to write a record")
	}
	b := content(t, s)
	all, damaged := wholeRecords(t, b)
	assert.NotEmpty(t, all)
	assert.Zero(t, damaged)
	h, err := readHead(bytes.NewReader(b))
	require.NoError(t, err)
	assert.EqualValues(t, len(all), h.place, "no records after the last brain's")
	t.Logf("%d records, %d bytes over", len(all), len(b)%RecordSize)
}
