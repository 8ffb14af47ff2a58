// Package arenatest has players for the tests of the arena.
package arenatest

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"time"

	"tahoun/board"
	"tahoun/scripts/internal/gobuild"
	"tahoun/scripts/internal/player"
)

// Programs runs do where programs of these names are found, though none of them can run: robots play for them.
func Programs(do func() int, names ...string) int {
	dir, err := os.MkdirTemp("", "arena-test-")
	for _, name := range names {
		err = errors.Join(err, os.WriteFile(filepath.Join(dir, gobuild.Host().File(name)), nil, 0o755))
	}
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	os.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	return do()
}

// A Robot plays by its label, always alike: "strong" along the lines from the top left, "weak" every
// third square from the bottom right, "cheat" on the first stone that it sees.
type Robot struct{ Label string }

// Robots opens the robot of a player's label.
func Robots(spec player.Spec, _ player.Setting) (player.Player, error) {
	return Robot{spec.Label}, nil
}

// Move is the robot's answer.
func (r Robot) Move(ctx context.Context, ask player.Request) (player.Answer, error) {
	if ctx.Err() != nil {
		return player.Answer{At: player.Nowhere}, ctx.Err()
	}
	answer := player.Answer{At: player.Nowhere, Time: time.Millisecond, Message: r.Label + " was here"}
	best := -1
	for p, s := range ask.Board.Points {
		i, rank := p.Y*ask.Board.Width()+p.X, 0
		switch r.Label {
		case "cheat":
			if s == board.Empty {
				continue
			}
		case "strong":
			rank = 1000 - i
		default:
			rank = i + 1000*((i+len(ask.Moves))%3)
		}
		if (s == board.Empty || r.Label == "cheat") && rank > best {
			answer.At, best = p, rank
		}
	}
	return answer, nil
}

// End ends nothing.
func (Robot) End() error { return nil }

// A Counted robot calls Count before each move.
type Counted struct {
	Robot
	Count func()
}

// Move is the robot's answer.
func (c Counted) Move(ctx context.Context, ask player.Request) (player.Answer, error) {
	c.Count()
	return c.Robot.Move(ctx, ask)
}
