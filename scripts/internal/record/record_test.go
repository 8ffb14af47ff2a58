package record_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/scripts/internal/game"
	"tahoun/scripts/internal/player"
	"tahoun/scripts/internal/record"
)

func at(x, y int) board.Point { return board.Point{X: x, Y: y} }

// eachDisk runs a test in memory and on a disk.
func eachDisk(t *testing.T, test func(t *testing.T, disk afero.Fs)) {
	for _, disk := range []afero.Fs{afero.NewMemMapFs(), afero.NewBasePathFs(afero.NewOsFs(), t.TempDir())} {
		t.Run(disk.Name(), func(t *testing.T) { test(t, disk) })
	}
}

func description() record.Description {
	return record.Description{
		Players: []player.Spec{{Protocol: player.File, Args: []string{"./new"}, Label: "new", Turn: time.Second}, {Label: "old"}},
		Seed:    1, Openings: "abc", Width: 15, Height: 15, Spare: 25,
	}
}

// sample is a game as the referee fills it.
func sample(id int) *game.Game {
	return &game.Game{
		ID: id, Pair: id / 2, Round: id / 2, Width: 15, Height: 15, Rule: board.Renju,
		Walls: []board.Point{at(0, 14)}, Opening: []board.Point{at(7, 7), at(8, 8)}, X: "new", O: "old",
		Start: time.Date(2025, 1, 2, 3, 4, 5, 6, time.UTC),
		Moves: []game.Move{
			{At: at(6, 6), Side: board.X, Time: 12345678, Left: -1},
			{At: at(0, 9), Side: board.O, Time: 98 * time.Millisecond, Steal: 10 * time.Millisecond, Left: 2 * time.Second, Memory: 12_300_000, Message: "a [b] \\ c\nd"},
			{At: at(5, 5), Side: board.X, Time: time.Second, Left: -1, Row: []board.Point{at(5, 5), at(6, 6)}},
		},
		Result: game.Result{Winner: board.X, Reason: game.Row},
	}
}

func write(t *testing.T, log *record.Log, g *game.Game) {
	t.Helper()
	all := g.Moves
	for n := range all {
		g.Moves = all[:n+1]
		require.NoError(t, log.Move(g))
	}
	require.NoError(t, log.Game(g))
}

func open(t *testing.T, disk afero.Fs) *record.Log {
	t.Helper()
	log, err := record.Open(disk, "run", description())
	require.NoError(t, err)
	return log
}

func TestLog(t *testing.T) {
	eachDisk(t, func(t *testing.T, disk afero.Fs) {
		log := open(t, disk)
		assert.Empty(t, log.Games)
		write(t, log, sample(1))
		require.NoError(t, log.Close())

		log = open(t, disk)
		assert.Equal(t, []*game.Game{sample(1)}, log.Games)
		write(t, log, sample(0))
		empty := sample(2)
		empty.Moves = nil
		write(t, log, empty)
		require.NoError(t, log.Close())

		log = open(t, disk)
		require.Len(t, log.Games, 3)
		assert.Equal(t, sample(0), log.Games[0])
		assert.Empty(t, log.Games[2].Moves)
		require.NoError(t, log.Close())
	})
}

// TestTwoRunsInOneFolder: the one that writes second learns of the other, whose games stay whole.
func TestTwoRunsInOneFolder(t *testing.T) {
	eachDisk(t, func(t *testing.T, disk afero.Fs) {
		first, second := open(t, disk), open(t, disk)
		write(t, first, sample(0))
		assert.ErrorContains(t, second.Move(sample(1)), "another run writes to it, too")
		require.NoError(t, errors.Join(first.Close(), second.Close()))
		third := open(t, disk)
		assert.Equal(t, []*game.Game{sample(0)}, third.Games)
		require.NoError(t, third.Close())
	})
}

// TestCutLog cuts a log at many places, as a kill does, or fills it up with zeros from there, as a power cut does:
// whole lines are there, and the run goes on from them.
func TestCutLog(t *testing.T) {
	name := filepath.Join("run", record.Name)
	whole := afero.NewMemMapFs()
	log := open(t, whole)
	write(t, log, sample(0))
	write(t, log, sample(1))
	require.NoError(t, log.Close())
	text, err := afero.ReadFile(whole, name)
	require.NoError(t, err)
	ends := strings.SplitAfter(string(text), "\n")
	first := len(strings.Join(ends[:5], "")) // the description, three moves, the game

	for cut := range len(text) {
		if atEnd := text[cut] == '\n' || cut > 0 && text[cut-1] == '\n'; !atEnd && cut%17 != 0 {
			continue
		}
		for _, end := range []string{"", "\x00", strings.Repeat("\x00", 5000), "\x00\x00\n", "\x00\x00,\"Time\":1}}\n"} {
			disk := afero.NewMemMapFs()
			require.NoError(t, afero.WriteFile(disk, name, []byte(string(text[:cut])+end), 0o644))
			log := open(t, disk)
			want := 0
			if cut >= first {
				want = 1
			}
			require.Len(t, log.Games, want, "cut after byte %d", cut)
			write(t, log, sample(want)) // again from its first move
			require.NoError(t, log.Close())
			log = open(t, disk)
			require.Len(t, log.Games, want+1)
			require.Equal(t, sample(want), log.Games[want])
			require.NoError(t, log.Close())
		}
	}
}

// TestTalkativeLog: a log from before messages were bounded and plain is read with bounded, plain messages.
func TestTalkativeLog(t *testing.T) {
	disk := afero.NewMemMapFs()
	require.NoError(t, open(t, disk).Close())
	name := filepath.Join("run", record.Name)
	text, err := afero.ReadFile(disk, name)
	require.NoError(t, err)
	said := strings.Repeat("depth 9 \u202e\u009b ", 1<<10)
	for n := range 60 {
		text = fmt.Appendf(text, `{"move":{"game":0,"n":%d,"Side":%d,"Message":%q}}`+"\n", n, 1+n%2, said)
	}
	text = append(text, `{"game":{"ID":0,"Width":9,"Height":9,"count":60,"Result":{"Winner":1,"Reason":"crash","Detail":"\u001b[2J"}}}`+"\n"...)
	require.NoError(t, afero.WriteFile(disk, name, text, 0o644))
	log := open(t, disk)
	require.NoError(t, log.Close())
	total := 0
	for _, m := range log.Games[0].Moves {
		require.True(t, strings.HasPrefix(m.Message, game.Cut), m.Message)
		require.Equal(t, game.Plain(m.Message), m.Message)
		total += len(m.Message)
	}
	assert.Less(t, total, 1<<17+60*len(game.Cut+" "))
	assert.Equal(t, "?[2J", log.Games[0].Result.Detail)
}

func TestLogOfAnotherRun(t *testing.T) {
	tests := []struct {
		name   string
		change func(*record.Description)
		want   string
	}{
		{"seed", func(d *record.Description) { d.Seed = 2 }, "seed was 1 and is 2 (differences: 1)"},
		{"openings", func(d *record.Description) { d.Openings = "" }, `openings was "abc" and is "" (differences: 1)`},
		{"time", func(d *record.Description) { d.Players[0].Turn++ }, "players.0.Turn was 1000000000 and is 1000000001 (differences: 1)"},
		{"walls", func(d *record.Description) { d.Walls = []board.Point{at(1, 2)} }, "walls.0.X was not there and is 1 (differences: 2)"},
		{"a player more", func(d *record.Description) { d.Players = append(d.Players, player.Spec{}) }, "players.2.Door was not there"},
		{"an argument less", func(d *record.Description) { d.Players[0].Args = nil }, `players.0.Args.0 was "./new" and is not there`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			disk := afero.NewMemMapFs()
			require.NoError(t, open(t, disk).Close())
			other := description()
			tt.change(&other)
			_, err := record.Open(disk, "run", other)
			require.Error(t, err)
			assert.Contains(t, err.Error(), "games.jsonl:1: the log is of another run: "+tt.want)
		})
	}
}

func TestDamagedLog(t *testing.T) {
	disk := afero.NewMemMapFs()
	require.NoError(t, open(t, disk).Close())
	name := filepath.Join("run", record.Name)
	head, err := afero.ReadFile(disk, name)
	require.NoError(t, err)
	tests := []struct{ name, text, want string }{
		{"no log at all", "hello\n", "games.jsonl: want a log of the arena, got another file"},
		{"nor a line of one", "hello", "games.jsonl: want a log of the arena, got another file"},
		{"no description", `{"game":{"ID":0}}` + "\n", "games.jsonl: want a log of the arena, got another file"},
		{"rubbish inside", string(head) + "{}\n", ":2: want a move or a game"},
		{"a line cut inside", string(head) + `{"move":{"game":0` + "\n" + `{"game":{}}` + "\n", ":2: unexpected end"},
		{"a move left out", string(head) + `{"move":{"game":0,"n":1}}` + "\n", ":2: game 0: want move 0, got 1"},
		{"moves left out", string(head) + `{"game":{"ID":0,"count":1}}` + "\n", ":2: game 0: want 1 moves before its end, got 0"},
		{"fewer moves than none", string(head) + `{"game":{"ID":0,"count":-1}}` + "\n", ":2: game 0: want -1 moves before its end, got 0"},
		{"a game that no schedule has", string(head) + `{"game":{"ID":-1}}` + "\n", ":2: want games from 0, got game -1"},
		{"zeros inside", string(head) + "\x00\x00\n" + `{"move":{"game":0,"n":0}}` + "\n", ":2: invalid character '\\x00'"},
		{"zeros before half a line", string(head) + `{"move":` + "\x00\n{", ":2: invalid character '\\x00'"},
		{"zeros before another file", "\x00\x00\nhello\n", "games.jsonl:1: invalid character '\\x00'"},
		{"zeros in another file", "hello\x00\n", "games.jsonl: want a log of the arena, got another file"},
		{"a line without an end", string(head) + strings.Repeat("x", 16<<20+1), "games.jsonl: want lines of at most 16 MiB"},
		{"a game twice", string(head) + strings.Repeat(`{"game":{"ID":5,"Width":9,"Height":9}}`+"\n", 2), ":3: game 5 finished twice"},
		{"no board", string(head) + `{"game":{"ID":5,"Width":9}}` + "\n", ":2: game 5: want sides from 1 to 120, got 9x0"},
		{"a wall off the board", string(head) + `{"game":{"ID":5,"Width":9,"Height":9,"Walls":[{"X":9,"Y":0}]}}` + "\n", ":2: game 5: a wall or the opening is off the board"},
		{"a move off the board", string(head) + `{"move":{"game":5,"At":{"X":0,"Y":-1}}}` + "\n" + `{"game":{"ID":5,"Width":9,"Height":9,"count":1}}` + "\n", ":3: game 5: move 0 is off the board"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			require.NoError(t, afero.WriteFile(disk, name, []byte(tt.text), 0o644))
			_, err := record.Open(disk, "run", description())
			require.Error(t, err)
			assert.Contains(t, err.Error(), tt.want)
			after, err := afero.ReadFile(disk, name)
			require.NoError(t, err)
			assert.Equal(t, tt.text, string(after), "a log that is refused stays as it is")
		})
	}
}

// After a line that could not be written whole no other is written, so that a run can continue from the log.
func TestNothingIsWrittenAfterAFault(t *testing.T) {
	disk := &filling{Fs: afero.NewMemMapFs()}
	log := open(t, disk)
	write(t, log, sample(0))
	disk.room = 10
	g := sample(1)
	g.Moves = g.Moves[:1]
	require.ErrorContains(t, log.Move(g), "disk full")
	disk.room = 0
	require.ErrorContains(t, log.Move(g), "disk full")
	require.NoError(t, log.Close())
	log = open(t, disk)
	assert.Len(t, log.Games, 1)
	require.NoError(t, log.Close())
}

// A filling disk has room for so many bytes of the next write, if it is not 0.
type filling struct {
	afero.Fs
	room int
}

func (d *filling) OpenFile(name string, flag int, mode os.FileMode) (afero.File, error) {
	f, err := d.Fs.OpenFile(name, flag, mode)
	return fillingFile{f, d}, err
}

type fillingFile struct {
	afero.File
	disk *filling
}

func (f fillingFile) Write(b []byte) (int, error) {
	if f.disk.room == 0 {
		return f.File.Write(b)
	}
	n, err := f.File.Write(b[:f.disk.room])
	return n, errors.Join(err, errors.New("disk full"))
}

// A log that cannot be read is not begun anew.
func TestUnreadable(t *testing.T) {
	disk := afero.NewMemMapFs()
	log := open(t, disk)
	write(t, log, sample(0))
	require.NoError(t, log.Close())
	_, err := record.Open(unreadable{disk}, "run", description())
	require.ErrorIs(t, err, os.ErrPermission)
	log = open(t, disk)
	assert.Len(t, log.Games, 1)
	require.NoError(t, log.Close())
}

type unreadable struct{ afero.Fs }

func (unreadable) Open(string) (afero.File, error) { return nil, os.ErrPermission }

// A run does not continue with a log that cannot be begun, or from which half a line cannot be cut off.
func TestOpenFails(t *testing.T) {
	_, err := record.Open(&filling{afero.NewMemMapFs(), 10}, "run", description())
	assert.ErrorContains(t, err, "games.jsonl: disk full")
	disk := afero.NewMemMapFs()
	require.NoError(t, open(t, disk).Close())
	_, err = record.Open(uncut{disk}, "run", description())
	assert.ErrorContains(t, err, "games.jsonl: no cutting")
}

type uncut struct{ afero.Fs }

func (d uncut) OpenFile(name string, flag int, mode os.FileMode) (afero.File, error) {
	f, err := d.Fs.OpenFile(name, flag, mode)
	return uncutFile{f}, err
}

type uncutFile struct{ afero.File }

func (uncutFile) Truncate(int64) error { return errors.New("no cutting") }

func TestReadOnly(t *testing.T) {
	_, err := record.Open(afero.NewReadOnlyFs(afero.NewMemMapFs()), "run", description())
	assert.Error(t, err)
}

func TestFiles(t *testing.T) {
	eachDisk(t, func(t *testing.T, disk afero.Fs) {
		large, largest := sample(7), sample(8) // a column too many for SGF, and just as many as it knows
		large.Width, largest.Width = 53, 52
		for _, g := range []*game.Game{sample(12), large, largest} {
			require.NoError(t, record.Files(disk, "run", g))
		}
		for name, want := range map[string]bool{
			"run/sgf/game-00013.sgf": true, "run/psq/game-00013.psq": true, "run/sgf/game-00008.sgf": false, "run/psq/game-00008.psq": true,
			"run/sgf/game-00009.sgf": true,
		} {
			got, err := afero.Exists(disk, name)
			require.NoError(t, err)
			assert.Equal(t, want, got, name)
		}
	})
}

// Piskvork cannot show a game in which black moved twice running.
func TestFilesOfGamesOutOfTurn(t *testing.T) {
	disk := afero.NewMemMapFs()
	g := sample(7)
	g.Opening = g.Opening[:len(g.Opening)-1]
	require.NoError(t, record.Files(disk, "run", g))
	for kind, want := range map[string]bool{"sgf": true, "psq": false} {
		exists, err := afero.Exists(disk, filepath.Join("run", kind, "game-00008."+kind))
		require.NoError(t, err)
		assert.Equal(t, want, exists, kind)
	}
}

// A run has a file for each finished game, even if some were removed or an earlier version gave them other names.
func TestMissingFilesAreWritten(t *testing.T) {
	eachDisk(t, func(t *testing.T, disk afero.Fs) {
		log, err := record.Open(disk, "run", description())
		require.NoError(t, err)
		for n := range 3 {
			g := sample(n)
			for i := range g.Moves {
				require.NoError(t, log.Move(&game.Game{ID: n, Moves: g.Moves[:i+1]}))
			}
			require.NoError(t, log.Game(g))
		}
		require.NoError(t, log.Close())
		require.NoError(t, record.Files(disk, "run", sample(1)))
		const kept = "run/psq/game-00002.psq"
		require.NoError(t, afero.WriteFile(disk, kept, []byte("kept"), 0o644))
		log, err = record.Open(disk, "run", description())
		require.NoError(t, err)
		require.NoError(t, log.Close())
		for _, name := range []string{"sgf/game-00001.sgf", "psq/game-00001.psq", "sgf/game-00003.sgf", "psq/game-00003.psq"} {
			written, err := afero.ReadFile(disk, "run/"+name)
			require.NoError(t, err)
			assert.NotEmpty(t, written)
		}
		text, err := afero.ReadFile(disk, kept)
		require.NoError(t, err)
		assert.Equal(t, "kept", string(text))
	})
}

func BenchmarkMove(b *testing.B) {
	log, err := record.Open(afero.NewOsFs(), b.TempDir(), description())
	require.NoError(b, err)
	g := sample(0)
	for b.Loop() {
		if err := log.Move(g); err != nil {
			b.Fatal(err)
		}
	}
	require.NoError(b, log.Close())
}
