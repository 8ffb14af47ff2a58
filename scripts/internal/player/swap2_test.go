package player_test

import (
	"bufio"
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

// swap2Liar is the word for a pipe brain that plays by Swap2.
const swap2Liar = "swap2-liar"

// lieBySwap2 records the lines to it and answers the end of every SWAP2BOARD with a text; "late" and "exit" are how it
// does so instead. Other questions get a move.
func lieBySwap2(text, log string) {
	file := must(os.OpenFile(log, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644))
	in := bufio.NewReader(os.Stdin)
	choosing := false
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			return
		}
		fmt.Fprintf(file, "%q\n", line)
		switch word, _, _ := strings.Cut(strings.TrimSpace(line), " "); word {
		case "START", "RECTSTART":
			fmt.Println("OK")
		case "SWAP2BOARD":
			choosing = true
		case "DONE":
			if !choosing {
				fmt.Println("MESSAGE a move\n8,8")
				continue
			}
			choosing = false
			switch text {
			case "late":
				time.Sleep(300 * time.Millisecond)
				fmt.Println("SWAP")
			case "exit":
				os.Exit(3)
			default:
				fmt.Println(text)
			}
		case "END":
			return
		}
	}
}

// swap2Player makes a player that answers SWAP2BOARD with a text, and returns its record.
func swap2Player(t *testing.T, text string, setting player.Setting, spec player.Spec) (player.Chooser, string) {
	t.Helper()
	log := filepath.Join(t.TempDir(), "log")
	spec.Protocol, spec.Args, spec.Files = player.Pipe, liar(t, swap2Liar, text, log), "unix"
	if spec.Turn == 0 {
		spec.Turn = ample
	}
	setting.Width, setting.Height = 15, 15
	return seatedAt(t, spec, setting).(player.Chooser), log
}

// opened returns a position after stones of x and o in turn.
func opened(t *testing.T, stones ...board.Point) *position {
	t.Helper()
	p := newPosition(15, 15, 0)
	side := board.X
	for _, at := range stones {
		p.play(t, side, at)
		side = side.Other()
	}
	return p
}

var five = []board.Point{{X: 5, Y: 2}, {X: 1, Y: 5}, {X: 1, Y: 6}, {X: 7, Y: 9}, {X: 11, Y: 11}}

// Every answer that SWAP2BOARD has, whatever its case and the talk around it, as a reply of the king-of-the-hill, whose
// squares are black's before white's.
func TestSwap2Replies(t *testing.T) {
	t.Parallel()
	tests := []struct {
		phase  koth.Phase
		stones int
		text   string
		want   string
		first  bool // black moves first
	}{
		{koth.Open, 0, "MESSAGE three\n1,2 3,4 5,6", "(1,2) (5,6) (3,4)", false},
		{koth.Open, 0, "DEBUG SWAP\nSWAP or not?\n1,2  3,4\t5,6 ", "(1,2) (5,6) (3,4)", false},
		{koth.Answer, 3, "SWAP", "B", false},
		{koth.Answer, 3, "UNKNOWN INFO key thread_num\nswap", "B", false},
		{koth.Answer, 3, "7,7", "W (7,7)", false},
		{koth.Answer, 3, "7,7", "W (7,7)", true},
		{koth.Answer, 3, "7,7 8,8", "(8,8) (7,7)", false},
		{koth.Choose, 5, "SWAP", "B", false},
		{koth.Choose, 5, "7,7", "W (7,7)", false},
		{koth.Choose, 5, "7,7", "W", true},
	}
	for _, tt := range tests {
		t.Run(tt.text, func(t *testing.T) {
			t.Parallel()
			p, _ := swap2Player(t, tt.text, player.Setting{Side: board.X, BlackFirst: tt.first}, player.Spec{})
			c, err := p.Choose(t.Context(), tt.phase, opened(t, five[:tt.stones]...).ask)
			require.NoError(t, err)
			assert.Equal(t, tt.want, c.Reply.String())
			assert.Equal(t, player.Nowhere, c.At)
			assert.Positive(t, c.Time)
		})
	}
}

// The lines to a brain that opens, then chooses, and then plays white from a whole BOARD: its stones are those of the
// side that it took.
func TestSwap2Lines(t *testing.T) {
	t.Parallel()
	keep := t.TempDir()
	p, log := swap2Player(t, "SWAP", player.Setting{Side: board.X}, player.Spec{Folder: keep})
	_, err := p.Choose(t.Context(), koth.Choose, opened(t, five...).ask)
	require.NoError(t, err)
	p.Take(board.O)
	got, err := p.Move(t.Context(), opened(t, five...).ask)
	require.NoError(t, err)
	assert.Equal(t, board.Point{X: 8, Y: 8}, got.At)
	require.NoError(t, p.End())
	record, err := os.ReadFile(log)
	require.NoError(t, err)
	var lines []string
	for quoted := range strings.Lines(string(record)) {
		line, err := strconv.Unquote(strings.TrimSpace(quoted))
		require.NoError(t, err)
		lines = append(lines, strings.TrimSpace(line))
	}
	lines = lines[slices.Index(lines, "INFO folder "+keep)+1:]
	require.Len(t, lines, 17)
	assert.Equal(t, "SWAP2BOARD 5,2,2 1,5,1 1,6,2 7,9,1 11,11,2 DONE", strings.Join(lines[1:8], " "))
	assert.Equal(t, "BOARD 5,2,2 1,5,1 1,6,2 7,9,1 11,11,2 DONE END", strings.Join(lines[9:], " "))
}

// A brain that cannot answer is told apart from one that answers with nonsense.
func TestSwap2Faults(t *testing.T) {
	t.Parallel()
	tests := []struct {
		phase  koth.Phase
		text   string
		reason game.Reason
		detail string
	}{
		{koth.Open, "UNKNOWN command", game.NoAnswer, `with "UNKNOWN command": it cannot play by Swap2`},
		{koth.Open, "ERROR what?", game.NoAnswer, `with "ERROR what?": it cannot play by Swap2`},
		{koth.Open, "7,7 8,8", game.Illegal, `with "7,7 8,8", want three squares`},
		{koth.Open, "SWAP", game.Illegal, `with "SWAP", want three squares`},
		{koth.Answer, "1,1 2,2 3,3", game.Illegal, `with "1,1 2,2 3,3", want SWAP, one square or two squares`},
		{koth.Answer, "7,7 please", game.Illegal, `with "7,7 please", want SWAP, one square or two squares`},
		{koth.Choose, "7,7 8,8", game.Illegal, `with "7,7 8,8", want SWAP or one square`},
	}
	for _, tt := range tests {
		t.Run(tt.text, func(t *testing.T) {
			t.Parallel()
			p, _ := swap2Player(t, tt.text, player.Setting{Side: board.X}, player.Spec{})
			_, err := p.Choose(t.Context(), tt.phase, opened(t).ask)
			assert.Equal(t, &player.Fault{Reason: tt.reason, Detail: "answered SWAP2BOARD " + tt.detail}, err)
		})
	}
	p, _ := swap2Player(t, "exit", player.Setting{Side: board.X}, player.Spec{})
	_, err := p.Choose(t.Context(), koth.Open, opened(t).ask)
	assert.Equal(t, &player.Fault{Reason: game.Crash, Detail: "ended without an answer to SWAP2BOARD; exit code 3"}, err)
}

// A choice has the limit of a move.
func TestSwap2Late(t *testing.T) {
	t.Parallel()
	p, _ := swap2Player(t, "late", player.Setting{Side: board.O}, player.Spec{Turn: time.Millisecond})
	_, err := p.Choose(t.Context(), koth.Answer, opened(t, five[:3]...).ask)
	var fault *player.Fault
	require.ErrorAs(t, err, &fault)
	assert.Equal(t, game.OutOfTime, fault.Reason)
}

// A file player chooses nothing.
func TestSwap2NeedsWords(t *testing.T) {
	p := seated(t, player.Spec{Protocol: player.File, Args: liar(t, fileLiar)}, board.X)
	_, ok := p.(player.Chooser)
	assert.False(t, ok)
}
