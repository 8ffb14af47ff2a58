package player_test

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/scripts/internal/game"
	"tahoun/scripts/internal/manager"
	"tahoun/scripts/internal/player"
)

func pipeSpec(t testing.TB, words ...string) player.Spec {
	return player.Spec{Protocol: player.Pipe, Args: liar(t, append([]string{pipeLiar}, words...)...), Turn: ample}
}

// A position is a game so far.
type position struct {
	ask  player.Request
	rule board.Rule
}

func newPosition(width, height int, rule board.Rule) *position {
	return &position{player.Request{Board: board.New(width, height)}, rule}
}

// play puts a stone as the referee does.
func (p *position) play(t testing.TB, side board.Stone, at board.Point) board.Outcome {
	t.Helper()
	outcome, err := p.ask.Board.Play(at, side, p.rule)
	require.NoError(t, err)
	p.ask.Moves = append(p.ask.Moves, player.Stone{At: at, Side: side})
	return outcome
}

// infos are the lines that tell a brain the limits of a game.
func infos(end, folder, rule string) string {
	return told(end, "INFO timeout_turn 1000", "INFO timeout_match 60000", "INFO max_memory 367001600",
		"INFO game_type 1", "INFO rule "+rule, "INFO folder "+folder)
}

// told returns the record of a brain that was sent these lines.
func told(end string, lines ...string) string {
	var text strings.Builder
	for _, line := range lines {
		text.WriteString(strconv.Quote(line+end) + "\n")
	}
	return text.String()
}

// dialogue plays moves, the brain's own answers among them, and returns the lines to the brain.
func dialogue(t *testing.T, mode string, files manager.Style, setting player.Setting, p *position, opponent ...board.Point) (log, folder string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "log")
	folder = t.TempDir()
	spec := pipeSpec(t, mode, path)
	spec.Files, spec.Folder = files, folder
	spec.Turn, spec.Match, spec.Memory, spec.Grace = time.Second, time.Minute, 367001600, ample
	setting.Width, setting.Height = p.ask.Board.Width(), p.ask.Board.Height()
	setting.Rule = p.rule
	brain := seatedAt(t, spec, setting)
	p.ask.Left = time.Minute
	for i := 0; ; i++ {
		got, err := brain.Move(t.Context(), p.ask)
		require.NoError(t, err)
		p.play(t, setting.Side, got.At)
		if i == len(opponent) {
			break
		}
		p.play(t, setting.Side.Other(), opponent[i])
		p.ask.Left -= time.Second
	}
	require.NoError(t, brain.End())
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	return string(text), folder
}

func TestPipeDialogue(t *testing.T) {
	t.Run("first player", func(t *testing.T) {
		log, folder := dialogue(t, "", manager.DOS, player.Setting{Side: board.X}, newPosition(15, 15, 0), board.Point{X: 7, Y: 7}, board.Point{X: 8, Y: 7})
		assert.Equal(t, told("\r\n", "START 15")+infos("\r\n", folder, "0")+told("\r\n",
			"INFO time_left 60000", "BEGIN", "INFO time_left 59000", "TURN 7,7", "INFO time_left 58000", "TURN 8,7", "END"), log)
	})
	t.Run("second player, board not square", func(t *testing.T) {
		p := newPosition(12, 18, board.ExactFive)
		p.play(t, board.X, board.Point{X: 3, Y: 4})
		log, folder := dialogue(t, "", manager.Unix, player.Setting{Side: board.O}, p, board.Point{X: 11, Y: 17})
		assert.Equal(t, told("\n", "RECTSTART 12,18")+infos("\n", folder, "1")+told("\n",
			"INFO time_left 60000", "TURN 3,4", "INFO time_left 59000", "TURN 11,17", "END"), log)
	})
	t.Run("opening and walls", func(t *testing.T) {
		p := newPosition(15, 15, board.Freestyle)
		p.ask.Board.Set(board.Point{X: 14, Y: 14}, board.Wall)
		p.play(t, board.X, board.Point{X: 7, Y: 7})
		p.play(t, board.O, board.Point{X: 6, Y: 6})
		log, folder := dialogue(t, "", manager.Unix, player.Setting{Side: board.X}, p, board.Point{X: 8, Y: 8})
		assert.Equal(t, told("\n", "START 15")+infos("\n", folder, "0")+told("\n",
			"INFO time_left 60000", "BOARD", "14,14,3", "7,7,1", "6,6,2", "DONE", "INFO time_left 59000", "TURN 8,8", "END"), log)
	})
	t.Run("limits beside time, told anew after a RESTART", func(t *testing.T) {
		p := newPosition(15, 15, board.Freestyle)
		spec := pipeSpec(t, "", filepath.Join(t.TempDir(), "log"))
		spec.Files, spec.Folder, spec.Grace = manager.Unix, t.TempDir(), ample
		spec.Turn, spec.Match, spec.Increment, spec.Memory = time.Second, time.Minute, 50*time.Millisecond, 367001600
		spec.Nodes, spec.Depth, spec.Threads, spec.Info = 5000, 6, 2, []string{"own a b"}
		brain := seatedAt(t, spec, player.Setting{Side: board.X, Width: 15, Height: 15})
		p.ask.Left = time.Minute
		got, err := brain.Move(t.Context(), p.ask)
		require.NoError(t, err)
		p.play(t, board.X, got.At)
		p.play(t, board.O, board.Point{X: 7, Y: 7})
		p.play(t, board.O, board.Point{X: 8, Y: 8})
		_, err = brain.Move(t.Context(), p.ask)
		require.NoError(t, err)
		require.NoError(t, brain.End())
		log, err := os.ReadFile(spec.Args[3])
		require.NoError(t, err)
		limits := infos("\n", spec.Folder, "0") + told("\n", "INFO time_increment 50", "INFO max_node 5000", "INFO max_depth 6",
			"INFO thread_num 2", "INFO own a b")
		assert.Equal(t, told("\n", "START 15")+limits+told("\n", "INFO time_left 60000", "BEGIN", "RESTART")+limits+
			told("\n", "INFO time_left 60000", "BOARD", got.At.String()+",1", "7,7,2", "8,8,2", "DONE", "END"), string(log))
	})
	t.Run("keys of the author's own, and some left out", func(t *testing.T) {
		p := newPosition(15, 15, board.Freestyle)
		spec := pipeSpec(t, "", filepath.Join(t.TempDir(), "log"))
		spec.Files, spec.Turn, spec.Grace, spec.Nodes = manager.Unix, time.Second, ample, 5000
		spec.Info = []string{"max_memory", "time_left", "folder", "game_type 0", "max_node"}
		brain := seatedAt(t, spec, player.Setting{Side: board.X, Width: 15, Height: 15})
		_, err := brain.Move(t.Context(), p.ask)
		require.NoError(t, err)
		require.NoError(t, brain.End())
		log, err := os.ReadFile(spec.Args[3])
		require.NoError(t, err)
		assert.Equal(t, told("\n", "START 15", "INFO timeout_turn 1000", "INFO timeout_match 0", "INFO rule 0", "INFO game_type 0",
			"BEGIN", "END"), string(log))
	})
	continuous := func(t *testing.T) *position { // the opponent lacks one stone for a row
		p := newPosition(5, 3, board.Continuous)
		for x := range 4 {
			p.play(t, board.O, board.Point{X: x, Y: 2})
		}
		return p
	}
	finish := board.Point{X: 4, Y: 2}
	before := []string{"INFO time_left 60000", "BOARD", "0,2,2", "1,2,2", "2,2,2", "3,2,2", "DONE"}
	after := []string{"INFO time_left 59000", "BOARD", "0,2,3", "1,2,3", "2,2,3", "3,2,3", "0,0,1", "4,2,3", "DONE", "END"}
	t.Run("a row becomes walls", func(t *testing.T) {
		log, folder := dialogue(t, "", manager.Unix, player.Setting{Side: board.X}, continuous(t), finish)
		assert.Equal(t, told("\n", "RECTSTART 5,3")+infos("\n", folder, "2")+told("\n", before...)+
			told("\n", "RESTART")+infos("\n", folder, "2")+told("\n", after...), log)
	})
	t.Run("a brain without RESTART is started anew", func(t *testing.T) {
		log, folder := dialogue(t, "no-restart", manager.Unix, player.Setting{Side: board.X}, continuous(t), finish)
		assert.Equal(t, told("\n", "RECTSTART 5,3")+infos("\n", folder, "2")+told("\n", before...)+
			told("\n", "RESTART", "END", "RECTSTART 5,3")+infos("\n", folder, "2")+told("\n", after...), log)
	})
}

func TestPipeTalk(t *testing.T) {
	p := seated(t, pipeSpec(t, "talk"), board.X)
	position := newPosition(15, 15, 0)
	got, err := p.Move(t.Context(), position.ask)
	require.NoError(t, err)
	assert.Equal(t, board.Point{}, got.At)
	assert.Equal(t, "hello\nDEBUG depth 3\ntwo words\nSUGGEST 7,7\nUNKNOWN INFO\n?!", got.Message)
	assert.Positive(t, got.Time)

	position.play(t, board.X, got.At)
	position.play(t, board.O, board.Point{X: 7, Y: 7})
	got, err = p.Move(t.Context(), position.ask)
	require.NoError(t, err)
	assert.Equal(t, board.Point{X: 1}, got.At)
	assert.Equal(t, "DEBUG depth 3\ntwo words\nSUGGEST 7,7\nUNKNOWN INFO\n?!", got.Message, "each line once")
}

// A brain may say as much as it likes, the arena keeps a part of it.
func TestPipeTalksTooMuch(t *testing.T) {
	t.Parallel()
	for _, mode := range []string{"long", "flood"} {
		t.Run(mode, func(t *testing.T) {
			got, err := seated(t, pipeSpec(t, mode), board.X).Move(t.Context(), empty())
			require.NoError(t, err)
			assert.Equal(t, board.Point{}, got.At)
			assert.Contains(t, got.Message, mode+" "+mode)
			end := map[string]string{"long": " " + game.Cut, "flood": "flood"}[mode]
			assert.True(t, strings.HasSuffix(got.Message, end), "the end of it")
			assert.LessOrEqual(t, len(got.Message), 1<<16)
		})
	}
}

func TestPipeFaults(t *testing.T) {
	t.Parallel()
	const first = "START 15"
	tests := []struct {
		name, mode string
		turn       time.Duration
		startup    time.Duration
		want       board.Point
		reason     game.Reason
		detail     string // the start of it
	}{
		{"late", "late", 100 * time.Millisecond, 0, board.Point{}, game.OutOfTime, "took "},
		{"silent", "silence", 50 * time.Millisecond, 0, player.Nowhere, game.OutOfTime, "no answer to BEGIN after "},
		{"rubbish", "rubbish", 50 * time.Millisecond, 0, player.Nowhere, game.OutOfTime, "no answer to BEGIN after "},
		{"does not know the question", "move-unknown", 50 * time.Millisecond, 0, player.Nowhere, game.OutOfTime, "no answer to BEGIN after "},
		{"wants to be asked", "suggest", 50 * time.Millisecond, 0, player.Nowhere, game.OutOfTime, "no answer to BEGIN after "},
		{"ends in the middle of its thoughts", "talk-exit", ample, 0, player.Nowhere, game.Crash, "ended without an answer to BEGIN; exit code 3"},
		{"error", "error", ample, 0, player.Nowhere, game.NoAnswer, `answered BEGIN with "ERROR out of ideas"`},
		{"exit code", "exit", ample, 0, player.Nowhere, game.Crash, `ended without an answer to BEGIN; exit code 3; standard error: "no idea"`},
		{"killed", "kill", ample, 0, player.Nowhere, game.Crash, "ended without an answer to BEGIN; " + crashed},
		{"ends while a child holds its pipes", "child-exit", ample, 0, player.Nowhere, game.Crash, "ended without an answer to BEGIN; exit code 5"},
		{"error at the start", "start-error", ample, 0, player.Nowhere, game.NoAnswer, "answered " + first + ` with "ERROR board too small"`},
		{"does not know the start", "start-unknown", ample, 0, player.Nowhere, game.NoAnswer, "answered " + first + ` with "UNKNOWN command"`},
		{"silent at the start", "start-silence", ample, 50 * time.Millisecond, player.Nowhere, game.OutOfTime, "no answer to " + first + " after "},
		{"ends at the start", "start-exit", ample, 0, player.Nowhere, game.Crash, "ended without an answer to " + first + "; exit code 4"},
		{"hears nothing", "deaf", 50 * time.Millisecond, 0, player.Nowhere, game.OutOfTime, "no answer to BEGIN after "},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			spec := pipeSpec(t, tt.mode, filepath.Join(t.TempDir(), "log"))
			spec.Turn, spec.Startup = tt.turn, tt.startup
			got, err := seated(t, spec, board.X).Move(t.Context(), empty())
			var fault *player.Fault
			require.ErrorAs(t, err, &fault)
			if tt.mode == "late" && strings.HasPrefix(fault.Detail, "no answer") {
				t.Skip("this machine sleeps too long")
			}
			assert.Equal(t, tt.want, got.At)
			assert.Equal(t, tt.reason, fault.Reason)
			assert.True(t, strings.HasPrefix(fault.Detail, tt.detail), fault.Detail)
			said := map[string]string{
				"move-unknown": "UNKNOWN command", "rubbish": "I resign", "suggest": "SUGGEST 7,7", "talk-exit": "DEBUG depth 3",
			}
			if said[tt.mode] != "" {
				assert.Contains(t, fault.Detail, `; it said "`+said[tt.mode]+`"`)
			}
			if tt.mode == "rubbish" {
				assert.Equal(t, "hello\nI resign", got.Message)
			}
		})
	}
}

func TestPipeOutOfTheBoard(t *testing.T) {
	got, err := seated(t, pipeSpec(t, "off"), board.X).Move(t.Context(), empty())
	require.NoError(t, err, "judged by others")
	assert.Equal(t, board.Point{X: 99, Y: -1}, got.At)
}

// A number too big for any board is told as it was written.
func TestPipeHugeNumber(t *testing.T) {
	got, err := seated(t, pipeSpec(t, "huge"), board.X).Move(t.Context(), empty())
	require.NoError(t, err, "judged by others")
	assert.Equal(t, board.Point{X: 1<<31 - 1, Y: 1}, got.At)
	assert.Equal(t, "+99999999999999999999, 1", got.Written)
}

// An answer too many would be taken for the next one.
func TestPipeTwoAnswers(t *testing.T) {
	t.Parallel()
	got, err := secondMove(t, "twice", 200*time.Millisecond)
	if err == nil { // on a slow machine the line came after the question
		assert.Equal(t, board.Point{}, got.At)
		return
	}
	var fault *player.Fault
	require.ErrorAs(t, err, &fault)
	assert.Equal(t, player.Fault{Reason: game.Illegal, Detail: `said "0,0" unasked, after 1 answers`}, *fault)
}

// secondMove asks a brain for two moves, and gives the opponent's between them so much time. It returns the second.
func secondMove(t *testing.T, brain string, pause time.Duration) (player.Answer, error) {
	t.Helper()
	p := seated(t, pipeSpec(t, brain), board.X)
	position := newPosition(15, 15, 0)
	got, err := p.Move(t.Context(), position.ask)
	require.NoError(t, err)
	position.play(t, board.X, got.At)
	position.play(t, board.O, board.Point{X: 7, Y: 7})
	time.Sleep(pause) // the opponent thinks
	return p.Move(t.Context(), position.ask)
}

// A position is read while its brain has already said a move: more lines than a pipe holds keep the question back.
func TestPipeAnswersTooEarly(t *testing.T) {
	t.Parallel()
	got, err := seatedAt(t, pipeSpec(t, "early"), player.Setting{Width: 120, Height: 120, Side: board.X}).Move(t.Context(), long())
	var fault *player.Fault
	require.ErrorAs(t, err, &fault)
	assert.Equal(t, player.Fault{Reason: game.Illegal, Detail: `said "0,0" unasked, after 0 answers`}, *fault)
	assert.Equal(t, player.Nowhere, got.At)
	assert.Positive(t, got.Time)
}

// An ERROR loses whether it comes before the next question is put or after.
func TestPipeErrorAfterAnAnswer(t *testing.T) {
	t.Parallel()
	for _, pause := range []time.Duration{0, 200 * time.Millisecond} {
		_, err := secondMove(t, "error-after", pause)
		var fault *player.Fault
		require.ErrorAs(t, err, &fault)
		assert.Equal(t, game.NoAnswer, fault.Reason)
		assert.Contains(t, fault.Detail, `said "ERROR out of ideas"`)
	}
}

// The last answer of a brain that ends counts, even without a line's end.
func TestPipeEndsAfterItsAnswer(t *testing.T) {
	p := seated(t, pipeSpec(t, "answer-exit"), board.X)
	position := newPosition(15, 15, 0)
	got, err := p.Move(t.Context(), position.ask)
	require.NoError(t, err)
	assert.Equal(t, board.Point{}, got.At)
	position.play(t, board.X, got.At)
	position.play(t, board.O, board.Point{X: 7, Y: 7})
	_, err = p.Move(t.Context(), position.ask)
	require.EqualError(t, err, "crash: ended without an answer to TURN 7,7; exit code 0")
}

// long is a question that takes more lines than a pipe holds.
func long() player.Request {
	ask := player.Request{Board: board.New(120, 120)}
	for at := range ask.Board.Points {
		if at.X > 0 {
			ask.Board.Set(at, board.Wall)
		}
	}
	return ask
}

func TestPipeDoesNotReadItsPosition(t *testing.T) {
	t.Parallel()
	spec := pipeSpec(t, "deaf")
	spec.Startup = time.Second
	_, err := seatedAt(t, spec, player.Setting{Width: 120, Height: 120, Side: board.X}).Move(t.Context(), long())
	require.EqualError(t, err, "time: did not read INFO time_left 2147483647 within 1s")
}

func TestPipeChildrenEndWithTheGame(t *testing.T) {
	t.Parallel()
	for _, mode := range []string{"child", "child-leaves"} {
		t.Run(mode, func(t *testing.T) {
			skipUnlessFound(t, mode)
			note := filepath.Join(t.TempDir(), "pid")
			spec := pipeSpec(t, mode+"="+note)
			p := seated(t, spec, board.X)
			_, err := p.Move(t.Context(), empty())
			require.NoError(t, err)
			child := pidIn(t, note)
			require.True(t, alive(child), "children live as long as the brain")
			require.NoError(t, p.End())
			requireGone(t, child)
		})
	}
}

func TestPipeCalledOff(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, mode string
		off        func(p player.Player, cancel func())
		want       string
	}{
		{"by the context", "silence", func(_ player.Player, cancel func()) { cancel() }, "player liar: context canceled"},
		{"by End", "silence", func(p player.Player, _ func()) { _ = p.End() }, "player liar: ended during its move"},
		{"at the start", "start-silence", func(_ player.Player, cancel func()) { cancel() }, "player liar: context canceled"},
		{"of a brain that ignores END", "deaf-to-end", func(p player.Player, _ func()) { _ = p.End() }, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			log := filepath.Join(t.TempDir(), "log")
			p := seated(t, pipeSpec(t, tt.mode, log), board.X)
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			off := func() {
				waitFor(log)
				tt.off(p, cancel)
			}
			if tt.want != "" {
				go off()
			}
			_, err := p.Move(ctx, empty())
			if tt.want == "" {
				require.NoError(t, err)
				off()
				return
			}
			assert.EqualError(t, err, tt.want)
		})
	}
}
