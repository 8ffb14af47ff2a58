package record

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"

	"github.com/spf13/afero"

	"tahoun/board"
	"tahoun/fileproto/file"
	"tahoun/scripts/internal/game"
)

// Read calls each for every finished game of the log in a folder, in the order in which the games ended, and returns
// the description of the run. It changes no file. A last line that was cut off is left out.
func Read(disk afero.Fs, dir string, each func(*game.Game) error) (json.RawMessage, error) {
	var run json.RawMessage
	size, err := readFile(disk, filepath.Join(dir, Name), reader{
		begin: func(logged json.RawMessage) error {
			run = logged
			return nil
		},
		each: each,
	})
	if err == nil && size == 0 {
		err = fmt.Errorf("%s: no log of the arena", filepath.Join(dir, Name))
	}
	if err != nil {
		return nil, fmt.Errorf("record: %w", err)
	}
	return run, nil
}

// A reader takes the content of a log. An error of its functions ends the reading.
type reader struct {
	begin func(run json.RawMessage) error // the run's description, first
	each  func(*game.Game) error          // a finished game
}

// readFile reads a log and returns how many bytes of it are whole lines: 0 if there is no such file.
func readFile(disk afero.Fs, name string, to reader) (int64, error) {
	log, err := file.Open(disk, name)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	defer log.Close()
	return read(name, bufio.NewReaderSize(log, 1<<16), to)
}

// read reads a log line by line. It holds the moves of unfinished games only.
func read(name string, in *bufio.Reader, to reader) (size int64, err error) {
	stop := make(chan struct{})
	batches := decodeAhead(in, stop)
	defer func() { // nobody reads in any more
		close(stop)
		for range batches {
		}
	}()
	finished, moves := map[int]bool{}, map[int]*game.Game{}
	n := 0
	for b := range batches {
		<-b.ready
		for _, l := range b.lines {
			n++
			err := l.err
			switch {
			case err != nil:
			case n == 1:
				err = to.begin(l.line.Run)
			case l.line.Move != nil:
				err = addMove(moves, l.line.Move)
			case l.line.Game != nil:
				var g *game.Game
				if g, err = endGame(finished, moves, l.line.Game); err == nil {
					err = to.each(g)
				}
			default:
				err = errors.New("want a move or a game")
			}
			if err != nil {
				return 0, fmt.Errorf("%s:%d: %w", name, n, err)
			}
			size += int64(l.size)
		}
		switch {
		case errors.Is(b.err, errNoLog), errors.Is(b.err, errLine):
			return 0, fmt.Errorf("%s: %w", name, b.err)
		case b.err != nil && b.err != io.EOF:
			return 0, b.err
		}
	}
	return size, nil
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

func endGame(finished map[int]bool, moves map[int]*game.Game, l *gameLine) (*game.Game, error) {
	g := l.Game
	if g.ID < 0 {
		return nil, fmt.Errorf("want games from 0, got game %d", g.ID)
	}
	if finished[g.ID] {
		return nil, fmt.Errorf("game %d finished twice", g.ID)
	}
	finished[g.ID] = true
	var before []game.Move
	if begun := moves[g.ID]; begun != nil {
		before = begun.Moves
		delete(moves, g.ID)
	}
	if l.Count < 0 || l.Count > len(before) {
		return nil, fmt.Errorf("game %d: want %d moves before its end, got %d", g.ID, l.Count, len(before))
	}
	g.Moves = slices.Clone(before[:l.Count]) // without the room that append made
	g.End(g.Result)
	return &g, checkSquares(&g)
}

// checkSquares returns an error if a game is on no board, or has a square that is not on its board.
func checkSquares(g *game.Game) error {
	if min(g.Width, g.Height) < 1 || max(g.Width, g.Height) > board.MaxSide {
		return fmt.Errorf("game %d: want sides from 1 to %d, got %dx%d", g.ID, board.MaxSide, g.Width, g.Height)
	}
	off := func(p board.Point) bool { return uint(p.X) >= uint(g.Width) || uint(p.Y) >= uint(g.Height) }
	if slices.ContainsFunc(g.Walls, off) || slices.ContainsFunc(g.Opening, off) {
		return fmt.Errorf("game %d: a wall or the opening is off the board", g.ID)
	}
	for i, m := range g.Moves {
		if off(m.At) || slices.ContainsFunc(m.Row, off) {
			return fmt.Errorf("game %d: move %d is off the board", g.ID, i)
		}
	}
	return nil
}
