package record

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"time"

	"github.com/spf13/afero"

	"tahoun/board"
	"tahoun/fileproto/file"
	"tahoun/scripts/internal/game"
)

// Keep writes the log in a folder to a file, compressed: the games in their order with the moves that count, times by
// RoundUp, and of the messages only each player's first, which may tell its version.
func Keep(disk afero.Fs, dir, name string) error {
	var games []*game.Game
	run, err := Read(disk, dir, func(g *game.Game) error {
		games = append(games, g)
		return nil
	})
	if err != nil {
		return err
	}
	slices.SortFunc(games, func(a, b *game.Game) int { return a.ID - b.ID })
	err = file.ReplaceByRename(disk, name, func(w io.Writer) error {
		packed, err := gzip.NewWriterLevel(w, gzip.BestCompression)
		if err != nil {
			return err
		}
		lines := json.NewEncoder(packed)
		err = lines.Encode(line{Run: run})
		introduced := map[string]bool{}
		for _, g := range games {
			err = errors.Join(err, keepGame(lines, g, introduced))
		}
		return errors.Join(err, packed.Close())
	})
	if err != nil {
		return fmt.Errorf("record: %w", err)
	}
	return nil
}

// keepGame writes the lines of a game. introduced has the labels of the players who have said something.
func keepGame(lines *json.Encoder, g *game.Game, introduced map[string]bool) error {
	for n, m := range g.Moves {
		label := g.O
		if m.Side == board.X {
			label = g.X
		}
		if introduced[label] {
			m.Message = ""
		} else {
			introduced[label] = m.Message != ""
		}
		m.Time = RoundUp(m.Time)
		if err := lines.Encode(line{Move: &moveLine{Game: g.ID, N: n, Move: m}}); err != nil {
			return err
		}
	}
	return lines.Encode(line{Game: &gameLine{Game: *g, Count: len(g.Moves)}})
}

// RoundUp returns a time in whole milliseconds, rounded up so that a late move stays late.
func RoundUp(t time.Duration) time.Duration {
	return (t + time.Millisecond - 1).Truncate(time.Millisecond)
}

// ReadKept calls each for every game of a file that Keep wrote. It returns an error if the run was another one.
func ReadKept(disk afero.Fs, name string, run Description, each func(*game.Game) error) error {
	packed, err := file.Open(disk, name)
	if err != nil {
		return err
	}
	defer packed.Close()
	text, err := gzip.NewReader(packed)
	if err == nil {
		_, err = read(filepath.Base(name), bufio.NewReaderSize(text, 1<<16), reader{
			begin: func(logged json.RawMessage) error { return compare(logged, run) },
			each:  each,
		})
	}
	if err != nil {
		return fmt.Errorf("record: %s: %w", name, err)
	}
	return nil
}
