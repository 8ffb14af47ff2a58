package gamefile

import (
	"cmp"
	"fmt"
	"iter"
	"strings"
)

// A record is a game of a file with several, or the reason why it cannot be read.
type record struct {
	game *Game
	from string // the file and the place in it
	err  error
}

func oneGame(games func(*source) iter.Seq[record]) func(*source) (*Game, error) {
	return func(s *source) (*Game, error) {
		c := collection{name: s.name, wanted: s.Game}
		var chosen *Game
		for r := range games(s) {
			text := ""
			if r.err == nil {
				text = r.game.summary()
			}
			if c.add(text, r.err) {
				chosen = r.game
			}
		}
		if err := c.missing(); err != nil {
			return nil, err
		}
		c.tell(chosen)
		return chosen, nil
	}
}

// A collection notes the games of a file with several, one after the other, and finds the wanted one.
type collection struct {
	name   string // of the file
	wanted int    // the number of a game, from 1; 0: the first that can be read

	games  []string // a line about each
	number int      // of the wanted game, 0 before it
	broken int      // how many cannot be read
	err    error    // of the first of them that is wanted
}

// add notes the next game by a line about it, or by the reason why it cannot be read. It reports whether it is the
// wanted one.
func (c *collection) add(text string, err error) bool {
	number := len(c.games) + 1
	wanted := c.number == 0 && (c.wanted == 0 || c.wanted == number)
	if err != nil {
		text = "cannot be read: " + strings.TrimPrefix(err.Error(), c.name+":")
		if c.broken++; wanted && c.err == nil {
			c.err = err
		}
		wanted = false
	}
	c.games = append(c.games, text)
	if wanted {
		c.number = number
	}
	return wanted
}

func (c *collection) missing() error {
	if c.number != 0 {
		return nil
	}
	return cmp.Or(c.err, fmt.Errorf("%s: want one of the games 1 to %d, got %d", c.name, len(c.games), c.wanted))
}

// tell tells the wanted game about the others.
func (c *collection) tell(g *Game) {
	if len(c.games) > 1 {
		g.Games, g.Number = c.games, c.number
		g.warn("%d games: number %d was read", len(c.games), c.number)
	}
	if c.broken > 0 {
		g.warn("%d games cannot be read", c.broken)
	}
}

func (g *Game) summary() string {
	result := map[string]string{"B+": "Black won", "W+": "White won", "0": "a draw"}[g.Result[:min(len(g.Result), 2)]]
	var parts []string
	if g.X.Name != "" || g.O.Name != "" {
		parts = append(parts, cmp.Or(g.X.Name, "?")+" - "+cmp.Or(g.O.Name, "?"))
	}
	for _, part := range []string{g.Title, g.Date, result} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	moves := "1 move"
	if n := len(g.MainLine()); n != 1 {
		moves = fmt.Sprintf("%d moves", n)
	}
	return strings.Join(append(parts, moves), ", ")
}
