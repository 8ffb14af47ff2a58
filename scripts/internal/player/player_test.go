package player_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/scripts/internal/gobuild/gobuildtest"
	"tahoun/scripts/internal/manager"
	"tahoun/scripts/internal/player"
)

func TestNewSaysWhatIsWrong(t *testing.T) {
	good := player.Spec{Protocol: player.File, Label: "a", Args: liar(t)}
	fits := player.Setting{Width: 15, Height: 15, Side: board.X}
	tests := []struct {
		name    string
		spec    player.Spec
		setting player.Setting
		want    string
	}{
		{"protocol", player.Spec{Protocol: "tcp", Label: "a", Args: liar(t)}, fits, `player a: want protocol file, pipe or koth, got "tcp"`},
		{"side", good, player.Setting{Width: 15, Height: 15}, `player a: want side x or o, got "-"`},
		{"size", good, player.Setting{Width: 15, Height: 121, Side: board.X}, "player a: want a board of 1 to 120 on a side, got 15x121"},
		{"no command", player.Spec{Protocol: player.File, Label: "a"}, fits, "player a: want a command"},
		{"no program", player.Spec{Protocol: player.File, Label: "a", Args: []string{"./none"}}, fits, "want the path of an executable"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p, err := player.New(tt.spec, tt.setting)
			assert.ErrorContains(t, err, tt.want)
			assert.Nil(t, p)
		})
	}
}

// The reason of a failure stands at the end of standard error, in lines that belong together.
func TestWholeReason(t *testing.T) {
	t.Parallel()
	for _, m := range []string{"trace", "trace-hang"} {
		t.Run(m, func(t *testing.T) {
			each(t, func(t *testing.T, spec func(testing.TB, ...string) player.Spec) {
				t.Parallel()
				s := mode(spec(t), m, "")
				if m == "trace-hang" {
					s.Turn = time.Millisecond
				}
				_, err := seated(t, s, board.X).Move(t.Context(), empty())
				var fault *player.Fault
				require.ErrorAs(t, err, &fault)
				if m == "trace-hang" && !strings.Contains(fault.Detail, "line 19") {
					t.Skip("this machine is too slow to start a program in a second")
				}
				for i := range 20 {
					line := fmt.Sprintf("line %d %s", i, strings.TrimSpace(strings.Repeat("of the trace ", 10)))
					assert.Equal(t, i >= 8, strings.Contains(fault.Detail, line), "%s in %s", line, fault.Detail)
				}
			})
		})
	}
}

// A folder for good outlives the game.
func TestFolderForGood(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "made", "anew")
	spec := fileSpec(t, "answer", "1,1")
	spec.Folder = folder
	p := seated(t, spec, board.X)
	_, err := p.Move(t.Context(), empty())
	require.NoError(t, err)
	require.NoError(t, p.End())
	assert.DirExists(t, folder)
}

// A game between two brains goes to its end or to the given number of moves.
func playGame(t *testing.T, setting player.Setting, x, o player.Spec, moves int) *position {
	t.Helper()
	p := newPosition(setting.Width, setting.Height, setting.Rule)
	players := map[board.Stone]player.Player{}
	for side, spec := range map[board.Stone]player.Spec{board.X: x, board.O: o} {
		setting.Side = side
		players[side] = seatedAt(t, spec, setting)
	}
	side := board.X
	for len(p.ask.Moves) < moves && p.ask.Board.Count(board.Empty) > 0 {
		got, err := players[side].Move(t.Context(), p.ask)
		require.NoError(t, err)
		if p.play(t, side, got.At).Five() && p.rule&board.Continuous == 0 {
			break
		}
		side = side.Other()
	}
	return p
}

func TestGameThroughPipes(t *testing.T) {
	t.Parallel()
	spec := pipeSpec(t, "")
	p := playGame(t, player.Setting{Width: 6, Height: 3, Rule: board.Continuous}, spec, spec, 100)
	assert.Zero(t, p.ask.Board.Count(board.Empty), "played until the board was full")
}

// Our own brain meets both kinds of files.
func TestGameOfOurBrain(t *testing.T) {
	t.Parallel()
	brain := gobuildtest.Program(t, ".", t.TempDir(), "tahoun")
	spec := player.Spec{Protocol: player.File, Label: "tahoun", Args: []string{brain}, Turn: 10 * time.Millisecond, Grace: ample}
	x, o := spec, spec
	x.Files, o.Files = manager.DOS, manager.Unix
	p := playGame(t, player.Setting{Width: 12, Height: 18}, x, o, 10)
	assert.Greater(t, len(p.ask.Moves), 8, "nobody wins sooner")
}

// BenchmarkManagerCost measures the time of a move by the file protocol beside the program's own time.
func BenchmarkManagerCost(b *testing.B) {
	p := seatedAt(b, fileSpec(b, "answer", "7,7"), player.Setting{Width: 20, Height: 20, Side: board.X})
	ask := player.Request{Board: board.New(20, 20)}
	var program time.Duration
	for b.Loop() {
		got, err := p.Move(b.Context(), ask)
		require.NoError(b, err)
		program += got.Time
	}
	ms := func(d time.Duration) float64 { return d.Seconds() * 1000 / float64(b.N) }
	b.ReportMetric(ms(b.Elapsed()-program), "manager-ms/move")
	b.ReportMetric(ms(program), "program-ms/move")
}
