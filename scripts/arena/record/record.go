// Package record writes the games of a run: a log of JSON lines, from which an interrupted run continues, and
// each game as files for other programs: SGF for viewers and .psq for Piskvork.
//
// The log, games.jsonl, begins with a line that describes the run; a line follows for every move and one
// for every finished game:
//
//	{"run":{"players":[…],"seed":1,…}}
//	{"move":{"game":0,"n":0,"At":{"X":7,"Y":7},"Side":1,"Time":98123456,…}}
//	{"game":{"ID":0,"X":"new","O":"old","count":31,"Result":{"Winner":1,"Reason":"row"},…}}
//
// Times are nanoseconds, sides 1 for x and 2 for o; game.Game.Add bounds the messages. Each line is written at once,
// without a buffer. Moves of a game that was broken off remain in the log; the game's line has the number of last moves
// that count.
package record

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/spf13/afero"

	"tahoun/board"
	"tahoun/scripts/arena/game"
	"tahoun/scripts/arena/player"
)

// Name is the log's name in the run's folder.
const Name = "games.jsonl"

// logStart is the start of every log.
const logStart = `{"run":`

// A Description identifies a run: two runs with the same one play the same games.
type Description struct {
	Players  []player.Spec `json:"players"`
	Seed     uint64        `json:"seed"`
	Openings string        `json:"openings"` // hash of those that fit
	Turned   bool          `json:"turned"`
	Gauntlet bool          `json:"gauntlet"`
	Width    int           `json:"width"`
	Height   int           `json:"height"`
	Rule     board.Rule    `json:"rule"`
	Walls    []board.Point `json:"walls"`
	Spare    int           `json:"spare"`
	MaxMoves int           `json:"moves"`
	Resign   string        `json:"resign,omitempty"` // as on the command line
	Draw     string        `json:"draw,omitempty"`

	// Order is "sequential" if the openings are played in their order. Start is the place of the first one, 0 for 1.
	Order       string `json:"order,omitempty"`
	Start       int    `json:"start,omitempty"`
	OpeningRule string `json:"opening_rule,omitempty"`
}

// A line has one of its three fields.
type line struct {
	Run  json.RawMessage `json:"run,omitempty"`
	Move *moveLine       `json:"move,omitempty"`
	Game *gameLine       `json:"game,omitempty"`
}

type moveLine struct {
	Game int `json:"game"` // ID
	N    int `json:"n"`    // from 0, after the opening
	game.Move
}

type gameLine struct {
	game.Game
	Count int         `json:"count"`           // of moves
	Moves []game.Move `json:"Moves,omitempty"` // hides those of the game: they have lines of their own
}

// A Log is an open log. Its methods are called one after another.
type Log struct {
	file  afero.File
	size  int64        // of the file, as far as this log knows
	wrong error        // the first error in writing; no line is written after it
	Games []*game.Game // finished before the log was opened, by ID
}

// Open opens the log in a folder, or begins one there. It refuses a log of another run, and a file that is no log. It
// cuts off a last line that a kill or a power cut left unfinished.
func Open(disk afero.Fs, dir string, run Description) (*Log, error) {
	if err := disk.MkdirAll(dir, 0o755); err != nil {
		return nil, fmt.Errorf("record: %w", err)
	}
	name := filepath.Join(dir, Name)
	games, size, err := readFile(disk, name, run)
	if err != nil {
		return nil, fmt.Errorf("record: %w", err)
	}
	file, err := disk.OpenFile(name, os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return nil, fmt.Errorf("record: %w", err)
	}
	log := &Log{file: file, size: size, Games: games}
	err = file.Truncate(size)
	if err == nil {
		_, err = file.Seek(size, io.SeekStart)
	}
	if err == nil && size == 0 {
		err = log.begin(run)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("record: %s: %w", name, err), file.Close())
	}
	return log, nil
}

func (l *Log) begin(run Description) error {
	text, err := json.Marshal(run)
	if err != nil {
		return err
	}
	return l.write(line{Run: text})
}

// Move records a game's last move.
func (l *Log) Move(g *game.Game) error {
	n := len(g.Moves) - 1
	return l.write(line{Move: &moveLine{Game: g.ID, N: n, Move: g.Moves[n]}})
}

// Game records a finished game, after its moves.
func (l *Log) Game(g *game.Game) error {
	return l.write(line{Game: &gameLine{Game: *g, Count: len(g.Moves)}})
}

// Close closes the log.
func (l *Log) Close() error { return l.file.Close() }

// write writes a line in one piece, unless an earlier one failed: only the last line may be incomplete.
func (l *Log) write(v line) error {
	if l.wrong == nil {
		l.wrong = l.append(v)
	}
	return l.wrong
}

// append writes a line, unless another program has written to the log meanwhile: two runs in one folder would overwrite
// each other's lines.
func (l *Log) append(v line) error {
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	switch info, err := l.file.Stat(); {
	case err != nil:
		return err
	case info.Size() != l.size:
		return fmt.Errorf("record: %s: another run writes to it, too", l.file.Name())
	}
	n, err := l.file.Write(append(text, '\n'))
	l.size += int64(n)
	return err
}

// readFile returns the finished games of a log and how many bytes of it are whole lines: 0 if there is no such file.
func readFile(disk afero.Fs, name string, run Description) ([]*game.Game, int64, error) {
	file, err := disk.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, 0, nil
	}
	if err != nil {
		return nil, 0, err
	}
	defer file.Close()
	return read(name, bufio.NewReader(file), run)
}

// read reads a log line by line, so that it needs no more memory than the games that it returns.
func read(name string, in *bufio.Reader, run Description) (all []*game.Game, size int64, err error) {
	games, moves := map[int]*game.Game{}, map[int]*game.Game{}
	for n := 1; ; n++ {
		text, err := in.ReadBytes('\n')
		if err != nil && err != io.EOF {
			return nil, 0, err
		}
		if n == 1 && !startsLog(text) {
			return nil, 0, fmt.Errorf("%s: want a log of the arena, got another file", name)
		}
		if torn(text, in) {
			break
		}
		var l line
		err = json.Unmarshal(text, &l)
		switch {
		case err != nil:
		case n == 1:
			err = compare(l.Run, run)
		case l.Move != nil:
			err = addMove(moves, l.Move)
		case l.Game != nil:
			err = addGame(games, moves, l.Game)
		default:
			err = errors.New("want a move or a game")
		}
		if err != nil {
			return nil, 0, fmt.Errorf("%s:%d: %w", name, n, err)
		}
		size += int64(len(text))
	}
	all = slices.Collect(maps.Values(games))
	slices.SortFunc(all, func(a, b *game.Game) int { return a.ID - b.ID })
	return all, size, nil
}

// zero fills a file where the system had allocated space before a power cut, but not written it. JSON has no such byte.
var zero = []byte{0}

// startsLog reports whether a first line, perhaps cut off, may be that of a log.
func startsLog(text []byte) bool {
	written, _, _ := bytes.Cut(text, zero)
	n := min(len(written), len(logStart))
	return string(written[:n]) == logStart[:n]
}

// torn reports whether a line is incomplete: it is the last one, and its end is missing or it contains zeros.
func torn(text []byte, rest *bufio.Reader) bool {
	if !bytes.HasSuffix(text, []byte{'\n'}) {
		return true
	}
	_, err := rest.Peek(1)
	return err == io.EOF && bytes.Contains(text, zero)
}

// addMove appends a move to its game. Move 0 begins the game anew.
func addMove(moves map[int]*game.Game, m *moveLine) error {
	if m.N == 0 || moves[m.Game] == nil {
		moves[m.Game] = new(game.Game)
	}
	g := moves[m.Game]
	if got := len(g.Moves); m.N != got {
		return fmt.Errorf("game %d: want move %d, got %d", m.Game, got, m.N)
	}
	g.Add(m.Move)
	return nil
}

func addGame(games, moves map[int]*game.Game, l *gameLine) error {
	g := l.Game
	if g.ID < 0 {
		return fmt.Errorf("want games from 0, got game %d", g.ID)
	}
	if games[g.ID] != nil {
		return fmt.Errorf("game %d finished twice", g.ID)
	}
	var before []game.Move
	if begun := moves[g.ID]; begun != nil {
		before = begun.Moves
		delete(moves, g.ID)
	}
	if l.Count < 0 || l.Count > len(before) {
		return fmt.Errorf("game %d: want %d moves before its end, got %d", g.ID, l.Count, len(before))
	}
	g.Moves = before[:l.Count:l.Count]
	g.End(g.Result)
	games[g.ID] = &g
	return nil
}

// compare returns an error if the log's description differs from the run's.
func compare(logged json.RawMessage, run Description) error {
	text, err := json.Marshal(run)
	if err != nil {
		return err
	}
	was, is := map[string]string{}, map[string]string{}
	if err := flatten(logged, was); err != nil {
		return err
	}
	if err := flatten(text, is); err != nil {
		return err
	}
	var differ []string
	for key := range was {
		if is[key] != was[key] {
			differ = append(differ, key)
		}
	}
	for key := range is {
		if _, known := was[key]; !known {
			differ = append(differ, key)
		}
	}
	if len(differ) == 0 {
		return nil
	}
	slices.Sort(differ)
	key := differ[0]
	return fmt.Errorf("the log is of another run: %s was %s and is %s (differences: %d)",
		key, orNothing(was[key]), orNothing(is[key]), len(differ))
}

func orNothing(text string) string {
	if text == "" {
		return "not there"
	}
	return text
}

// flatten lists the values in a JSON text by their path: players.0.Label.
func flatten(text json.RawMessage, into map[string]string) error {
	var tree any
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	if err := decoder.Decode(&tree); err != nil {
		return err
	}
	var walk func(path string, v any)
	walk = func(path string, v any) {
		switch v := v.(type) {
		case map[string]any:
			for key, value := range v {
				walk(path+"."+key, value)
			}
		case []any:
			for i, value := range v {
				walk(path+"."+strconv.Itoa(i), value)
			}
		case nil:
		case string:
			into[path[1:]] = strconv.Quote(v)
		default:
			into[path[min(1, len(path)):]] = fmt.Sprint(v)
		}
	}
	walk("", tree)
	return nil
}
