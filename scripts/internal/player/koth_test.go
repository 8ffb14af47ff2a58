package player_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/scripts/internal/game"
	"tahoun/scripts/internal/koth"
	"tahoun/scripts/internal/player"
)

// lieToJudge is a bot of the king-of-the-hill. It records the lines to it, after its last two arguments.
func lieToJudge(mode, log string, args []string) {
	file := must(os.OpenFile(log, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644))
	fmt.Fprintf(file, "%q\n", args)
	in := bufio.NewReader(os.Stdin)
	for {
		text, err := in.ReadString('\n')
		if err != nil {
			return
		}
		fmt.Fprintf(file, "%q\n", text)
		word, _, _ := strings.Cut(text, " ")
		if word == "EXIT" {
			if mode == "deaf-to-exit" {
				time.Sleep(time.Minute)
			}
			put("state", text)
			return
		}
		switch mode {
		case "late":
			time.Sleep(300 * time.Millisecond)
		case "silence":
			continue
		case "exit":
			fmt.Fprintln(os.Stderr, "no idea")
			os.Exit(3)
		case "twice":
			fmt.Println("(1,1)")
		}
		said, ok := map[string]string{"A": "(0,0) (2,0) (4,0)", "B": "W (1, 1)", "C": "B"}[word]
		if !ok {
			said = "( 9 , 9 )"
		}
		if mode, text, says := strings.Cut(mode, "="); says && mode == "say" {
			said = text
		}
		fmt.Println(said)
	}
}

// A kothSeat is a bot in a game.
type kothSeat interface {
	player.Chooser
	player.Exiter
}

// kothPlayer makes a player of a liar and returns its record.
func kothPlayer(t *testing.T, mode string, spec player.Spec) (p kothSeat, log string) {
	t.Helper()
	log = filepath.Join(t.TempDir(), "log")
	spec.Protocol, spec.Args = player.Koth, liar(t, kothLiar, mode, log)
	if spec.Turn == 0 {
		spec.Turn = ample
	}
	setting := player.Setting{Width: 15, Height: 15, Side: board.O, Opponent: "the other", Seed: 7}
	return seatedAt(t, spec, setting).(kothSeat), log
}

// Phases, rounds and the end as a bot hears them, in a folder that it keeps.
func TestKothDialogue(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "kept")
	p, log := kothPlayer(t, "", player.Spec{Folder: folder})
	position := newPosition(15, 15, 0)
	choose := func(phase koth.Phase, want string) {
		t.Helper()
		c, err := p.Choose(t.Context(), phase, position.ask)
		require.NoError(t, err)
		assert.Equal(t, want, c.Reply.String())
		assert.Equal(t, player.Nowhere, c.At)
		assert.Positive(t, c.Time)
	}
	choose(koth.Open, "(0,0) (2,0) (4,0)")
	position.play(t, board.X, board.Point{})
	choose(koth.Answer, "W (1,1)")
	position.play(t, board.O, board.Point{X: 14, Y: 3})
	choose(koth.Choose, "B")
	for range 2 {
		got, err := p.Move(t.Context(), position.ask)
		require.NoError(t, err)
		assert.Equal(t, board.Point{X: 9, Y: 9}, got.At)
		assert.Positive(t, got.Time)
	}
	p.Exit("me")
	require.NoError(t, p.End())
	kept, err := os.ReadFile(filepath.Join(folder, "state"))
	require.NoError(t, err)
	assert.Equal(t, "EXIT me\n", string(kept))

	text, err := os.ReadFile(log)
	require.NoError(t, err)
	const two = `[((0,0),"B"),((14,3),"W")]`
	turned := strings.ReplaceAll(string(text), strconv.Quote(`[((14,3),"W"),((0,0),"B")]` + "\n")[1:], strconv.Quote(two + "\n")[1:])
	assert.Equal(t, fmt.Sprintf("%q\n", []string{"the other", "7"})+
		told("\n", `A []`, `B [((0,0),"B")]`, `C `+two, `0 `+two, `1 `+two, `EXIT me`), turned)
}

// The order of the stones is drawn by the seed.
func TestKothOrder(t *testing.T) {
	t.Parallel()
	position := newPosition(15, 15, 0)
	for x := range 12 {
		position.play(t, board.X+board.Stone(x%2), board.Point{X: x, Y: x})
	}
	var logs [2]string
	for i := range logs {
		p, log := kothPlayer(t, "", player.Spec{})
		for range 3 {
			_, err := p.Move(t.Context(), position.ask)
			require.NoError(t, err)
		}
		require.NoError(t, p.End())
		text, err := os.ReadFile(log)
		require.NoError(t, err)
		logs[i] = string(text)
	}
	assert.Equal(t, logs[0], logs[1])
	rounds := strings.Split(logs[0], "\n")[1:4]
	for i, line := range rounds {
		_, rounds[i], _ = strings.Cut(line, " ")
	}
	slices.Sort(rounds)
	assert.Len(t, slices.Compact(rounds), 3)
}

func TestKothFaults(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, mode string
		turn       time.Duration
		want       board.Point
		reason     game.Reason
		detail     string // the start of it
	}{
		{"late", "late", 100 * time.Millisecond, board.Point{X: 9, Y: 9}, game.OutOfTime, "took "},
		{"silent", "silence", 50 * time.Millisecond, player.Nowhere, game.OutOfTime, "no answer to 0 [] after "},
		{"exit code", "exit", ample, player.Nowhere, game.Crash, `ended without an answer to 0 []; exit code 3; standard error: "no idea"`},
		{"rubbish", "say=hello", ample, player.Nowhere, game.Illegal, `want B, W or squares like (7,7), got "hello"`},
		{"a huge number", "say=(99999999999999999999,1)", ample, player.Nowhere, game.Illegal, "(99999999999999999999,1) is off the board"},
		{"off the board", "say=(15,0)", ample, player.Nowhere, game.Illegal, "(15,0) is off the board"},
		{"a colour", "say=B", ample, player.Nowhere, game.Illegal, `said "B", want one square`},
		{"two squares", "say=(1,2)(3,4)", ample, player.Nowhere, game.Illegal, `said "(1,2) (3,4)", want one square`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			p, _ := kothPlayer(t, tt.mode, player.Spec{Turn: tt.turn})
			got, err := p.Move(t.Context(), empty())
			var fault *player.Fault
			require.ErrorAs(t, err, &fault)
			if tt.mode == "late" && strings.HasPrefix(fault.Detail, "no answer") {
				t.Skip("this machine sleeps too long")
			}
			assert.Equal(t, tt.want, got.At)
			assert.Equal(t, tt.reason, fault.Reason)
			assert.True(t, strings.HasPrefix(fault.Detail, tt.detail), fault.Detail)
		})
	}
}

// A bot that does not end after EXIT is ended; one that never played hears none.
func TestKothExit(t *testing.T) {
	t.Parallel()
	p, log := kothPlayer(t, "deaf-to-exit", player.Spec{})
	_, err := p.Move(t.Context(), empty())
	require.NoError(t, err)
	p.Exit(koth.Tie)
	require.NoError(t, p.End())
	text, err := os.ReadFile(log)
	require.NoError(t, err)
	assert.Contains(t, string(text), "EXIT TIE")

	p, log = kothPlayer(t, "", player.Spec{})
	p.Exit(koth.Tie)
	require.NoError(t, p.End())
	assert.NoFileExists(t, log)
}

func TestKothCalledOff(t *testing.T) {
	t.Parallel()
	p, log := kothPlayer(t, "silence", player.Spec{})
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	go func() {
		waitFor(log)
		cancel()
	}()
	_, err := p.Choose(ctx, koth.Open, empty())
	assert.EqualError(t, err, "player liar: context canceled")
}

func TestKothBoard(t *testing.T) {
	spec := player.Spec{Protocol: player.Koth, Label: "a", Args: liar(t)}
	_, err := player.New(spec, player.Setting{Width: 20, Height: 15, Side: board.X})
	assert.EqualError(t, err, "player a: want a board of 15x15, got 20x15")
}
