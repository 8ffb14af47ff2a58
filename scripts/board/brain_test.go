package main

import (
	"context"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/scripts/internal/level"
)

func asked(l line, player int) moveRequest { return moveRequest{line: l, Player: player, Turn: 60_000} }

func TestBrainPlays(t *testing.T) {
	s, tab := newServer(t, brain(t, "first")), newTestTab(t)
	got, err := s.move(context.Background(), tab, asked(standard(), 1))
	require.NoError(t, err)
	assert.Zero(t, got.At)
	assert.Equal(t, "<b>first & empty</b>", got.Message)
	assert.Empty(t, got.Fault)
	first := tab.seats[seatKey{1, board.X}]

	got, err = s.move(context.Background(), tab, asked(standard(0, 1), 1))
	require.NoError(t, err)
	assert.Equal(t, 2, got.At)
	assert.Same(t, first, tab.seats[seatKey{1, board.X}], "the brain goes on with its game")

	got, err = s.move(context.Background(), tab, asked(standard(0, 5), 1))
	require.NoError(t, err)
	assert.Equal(t, 1, got.At)
	assert.NotSame(t, first, tab.seats[seatKey{1, board.X}], "a move was taken back")
}

// A brain that is not ready to read just after its move gets all lines, as in the arena.
func TestBrainThatIsNotReadyAfterItsMove(t *testing.T) {
	s, tab := newServer(t, brain(t, "unready")), newTestTab(t)
	for n := range 4 {
		played := []int{}
		for i := range 2 * n {
			played = append(played, i)
		}
		got, err := s.move(context.Background(), tab, asked(standard(played...), 1))
		require.NoError(t, err)
		assert.Empty(t, got.Fault)
		assert.Equal(t, 2*n, got.At)
	}
}

func TestHostileBrains(t *testing.T) {
	for mode, want := range map[string]string{
		"illegal": "illegal move",
		"outside": "illegal move",
		"crash":   "exit",
		"flood":   "",
	} {
		t.Run(mode, func(t *testing.T) {
			s, tab := newServer(t, brain(t, mode)), newTestTab(t)
			ask := asked(standard(0), 1)
			if mode == "flood" {
				ask.Turn = 100
			}
			got, err := s.move(context.Background(), tab, ask)
			require.NoError(t, err)
			assert.Equal(t, -1, got.At)
			assert.NotEmpty(t, got.Fault)
			assert.Contains(t, got.Fault, want)
			assert.Empty(t, tab.seats, "its program has ended")
		})
	}
}

// pids waits for n numbers of processes in a folder.
func pids(t *testing.T, folder string, n int) []string {
	t.Helper()
	var names []string
	require.Eventually(t, func() bool {
		entries, err := os.ReadDir(folder)
		require.NoError(t, err)
		names = nil
		for _, e := range entries {
			names = append(names, e.Name())
		}
		return len(names) >= n
	}, waitForever, moment)
	return names
}

// A move that is given up ends the brain, and so does the end of its tab.
func TestBrainThatHangs(t *testing.T) {
	notes := t.TempDir()
	s, tab := newServer(t, brain(t, "hang", notes)), newTestTab(t)
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() {
		_, err := s.move(ctx, tab, asked(standard(), 1))
		ended <- err
	}()
	pids(t, notes, 1)
	cancel()
	assert.ErrorIs(t, <-ended, context.Canceled)
	assert.Empty(t, tab.seats)

	go func() {
		_, err := s.move(context.Background(), tab, asked(standard(), 1))
		ended <- err
	}()
	pids(t, notes, 2)
	require.NoError(t, tab.close())
	assert.ErrorIs(t, <-ended, errReplaced)
	_, err := s.move(context.Background(), tab, asked(standard(), 1))
	assert.ErrorIs(t, err, errClosed)
}

func TestWrongMoves(t *testing.T) {
	s, tab := newServer(t), newTestTab(t)
	for want, ask := range map[string]moveRequest{
		"player 1: want 0 to 0":   {line: opened, Player: 1},
		"player -1: want 0 to 0":  {line: opened, Player: -1},
		`there is no level "9"`:   {line: opened, Level: "9"},
		"want times of at most":   {line: opened, Level: "full", Turn: -1},
		"the game is over: row":   {line: line{Width: 5, Height: 1, First: "o", Start: "xxxxx"}},
		"want x or o for a side":  {},
		"the game is over: full ": {line: line{Width: 1, Height: 1, First: "o", Start: "x"}},
	} {
		if want == "want x or o for a side" {
			ask.Width, ask.Height = 1, 1
		}
		_, err := s.move(context.Background(), tab, ask)
		assert.ErrorContains(t, err, want)
	}
}

// Tahoun plays at the level of the question.
func TestLevelOfTheQuestion(t *testing.T) {
	s, tab := newServer(t), newTestTab(t)
	careless := false
	for _, l := range level.All {
		careless = careless || l.Key == "fair"
		ask := asked(standard(square(7, 7)), 0)
		ask.Level, ask.Turn = l.Key, 1
		got, err := s.move(context.Background(), tab, ask)
		require.NoError(t, err)
		assert.NotEqual(t, square(7, 7), got.At)
		assert.Equal(t, careless, got.Message == "one of the moves that look best" || got.Message == "plays without care",
			"%s: %s", l.Key, got.Message)
	}
}

func TestSwap2(t *testing.T) {
	s, tab := newServer(t), newTestTab(t)
	for n, l := range map[int]line{
		0: standard(),
		3: standard(square(7, 7), square(8, 8), square(9, 7)),
		5: standard(square(7, 7), square(8, 8), square(9, 7), square(0, 0), square(14, 14)),
	} {
		got, err := s.swap2(context.Background(), tab, swap2Request{line: l, Time: 100})
		require.NoError(t, err)
		p, err := l.play()
		require.NoError(t, err)
		for _, at := range got.Place {
			assert.Equal(t, board.Empty, p.board.At(p.point(at)))
		}
		switch n {
		case 0:
			assert.Len(t, got.Place, 3)
		case 3:
			assert.True(t, got.Swap || got.Move >= 0 || len(got.Place) == 2)
		case 5:
			assert.True(t, got.Swap || got.Move >= 0)
		}
	}
	for want, l := range map[string]line{
		"want 0, 3 or 5 stones":    standard(0),
		"begins on an empty board": {Width: 2, Height: 2, First: "x", Start: "x---"},
	} {
		_, err := s.swap2(context.Background(), tab, swap2Request{line: l, Time: 100})
		assert.ErrorContains(t, err, want)
	}
}

// In Swap1 Tahoun places a stone off the middle, and takes Black where the first player placed one in it.
func TestSwap1(t *testing.T) {
	s, tab := newServer(t), newTestTab(t)
	ask := swap2Request{line: standard(), Opening: "swap1", Time: 1}
	got, err := s.swap2(context.Background(), tab, ask)
	require.NoError(t, err)
	require.Len(t, got.Place, 1)
	x, y := got.Place[0]%15, got.Place[0]/15
	assert.True(t, min(x, y) < 4 || max(x, y) > 10, "%d,%d", x, y)
	assert.False(t, got.Swap)
	ask.line = standard(square(7, 7))
	got, err = s.swap2(context.Background(), tab, ask)
	require.NoError(t, err)
	assert.Equal(t, swap2Answer{Place: []int{}, Swap: true, Move: -1}, got)
	ask.line = standard(square(7, 7), square(8, 8), square(9, 7))
	_, err = s.swap2(context.Background(), tab, ask)
	assert.ErrorContains(t, err, "want 0 or 1 stones")
}

func TestCommandLine(t *testing.T) {
	for _, c := range []struct {
		args string
		want string
	}{
		{"-p koth:x", "want file:COMMAND or pipe:COMMAND"},
		{"-p x", "want file:COMMAND or pipe:COMMAND"},
		{"-p file:/no/such/brain", "no such file"},
		{"-port 70000", "want 0 to 65535"},
		{"-threads 2000", "want 0 to 1024"},
		{"a b", `"a" and "b": want one folder or one file to open`},
	} {
		_, err := parse(strings.Fields(c.args), &strings.Builder{})
		assert.ErrorContains(t, err, c.want, c.args)
	}
	o, err := parse([]string{"-show=false", "-time", "3s", "game.psq"}, &strings.Builder{})
	require.NoError(t, err)
	assert.Equal(t, "game.psq", o.path)
	assert.False(t, o.show)
	assert.Equal(t, 3*time.Second, o.turn)
	o, err = parse([]string{"folder", "-show=false"}, &strings.Builder{})
	require.NoError(t, err)
	assert.Equal(t, "folder", o.path)
	o, err = parse([]string{"-time", "3s"}, &strings.Builder{})
	require.NoError(t, err)
	assert.Empty(t, o.path)
}
