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
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/afero"

	"tahoun/board"
	"tahoun/fileproto/file"
	"tahoun/scripts/internal/game"
	"tahoun/scripts/internal/player"
)

// Name is the log's name in the run's folder.
const Name = "games.jsonl"

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
	Shard       string `json:"shard,omitempty"` // as in 3/16
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
	all   afero.File   // the collection
	size  int64        // of the file, as far as this log knows
	wrong error        // the first error in writing; no line is written after it
	talk  talk         // of all games
	Games []*game.Game // finished before the log was opened, by ID
}

// Open opens the log in a folder, or begins one there. It refuses a log of another run, and a file that is no log. It
// cuts off a last line that a kill or a power cut left unfinished, and writes the collection anew and the files of
// games that are missing.
func Open(disk afero.Fs, dir string, run Description) (*Log, error) {
	log := new(Log)
	if err := log.open(disk, dir, run); err != nil {
		return nil, errors.Join(fmt.Errorf("record: %w", err), log.Close())
	}
	return log, nil
}

func (l *Log) open(disk afero.Fs, dir string, run Description) error {
	if err := disk.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	file.Sweep(disk, dir)
	for _, kind := range Kinds {
		file.Sweep(disk, filepath.Join(dir, kind.Name))
	}
	if err := l.readGames(disk, dir, run); err != nil {
		return err
	}
	name := filepath.Join(dir, Name)
	var err error
	if l.file, err = file.OpenFile(disk, name, os.O_CREATE|os.O_RDWR, 0o644); err != nil {
		return err
	}
	if l.all, err = file.OpenFile(disk, filepath.Join(dir, Collection), os.O_APPEND|os.O_WRONLY, 0o644); err != nil {
		return err
	}
	err = l.file.Truncate(l.size)
	if err == nil {
		_, err = l.file.Seek(l.size, io.SeekStart)
	}
	if err == nil && l.size == 0 {
		err = l.begin(run)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// readGames reads the games of the log. It writes the collection from them, so that each game is there once and whole
// after a kill at any moment.
func (l *Log) readGames(disk afero.Fs, dir string, run Description) error {
	there := fileNames(disk, dir)
	return file.ReplaceByRename(disk, filepath.Join(dir, Collection), func(w io.Writer) error {
		all := bufio.NewWriterSize(w, 1<<16)
		size, err := readFile(disk, filepath.Join(dir, Name), reader{
			begin: func(logged json.RawMessage) error { return compare(logged, run) },
			each: func(g *game.Game) error {
				err := errors.Join(addToCollection(all, g), addMissing(disk, dir, there, g))
				l.talk.limit(g)
				l.Games = append(l.Games, g)
				return err
			},
		})
		l.size = size
		slices.SortFunc(l.Games, func(a, b *game.Game) int { return a.ID - b.ID })
		return cmp.Or(err, all.Flush())
	})
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

// Game records a finished game, after its moves. It drops the game's messages from memory if the games before have
// many.
func (l *Log) Game(g *game.Game) error {
	if l.wrong == nil {
		l.wrong = addToCollection(l.all, g)
	}
	err := l.write(line{Game: &gameLine{Game: *g, Count: len(g.Moves)}})
	l.talk.limit(g)
	return err
}

// Close closes the log.
func (l *Log) Close() (err error) {
	for _, f := range []afero.File{l.file, l.all} {
		if f != nil {
			err = errors.Join(err, f.Close())
		}
	}
	return err
}

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
