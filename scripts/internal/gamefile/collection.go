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

// readOne reads the wanted one of a file's games.
func readOne(name string, o Options, games iter.Seq[record]) (*Game, error) {
	c := collection{name: name, wanted: o.Game}
	for r := range games {
		c.add(r.game, r.err)
	}
	return c.game()
}

// A collection takes the games of a file with several, one after the other. It keeps the wanted one, and a line about
// each.
type collection struct {
	name   string // of the file
	wanted int    // the number of a game, from 1; 0: the first that can be read

	games  []string
	chosen *Game
	number int   // of the chosen game
	broken int   // how many cannot be read
	err    error // of the first of them that is wanted
}

// add adds the next game, or the reason why it cannot be read.
func (c *collection) add(g *Game, err error) {
	number := len(c.games) + 1
	wanted := c.wanted == 0 || c.wanted == number
	if err != nil {
		c.games = append(c.games, "cannot be read: "+strings.TrimPrefix(err.Error(), c.name+":"))
		if c.broken++; wanted && c.err == nil {
			c.err = err
		}
		return
	}
	c.games = append(c.games, g.summary())
	if wanted && c.chosen == nil {
		c.chosen, c.number = g, number
	}
}

// game returns the wanted game.
func (c *collection) game() (*Game, error) {
	if c.chosen == nil {
		return nil, cmp.Or(c.err, fmt.Errorf("%s: want one of the games 1 to %d, got %d", c.name, len(c.games), c.wanted))
	}
	if len(c.games) > 1 {
		c.chosen.Games, c.chosen.Number = c.games, c.number
		c.chosen.warn("%d games: number %d was read", len(c.games), c.number)
	}
	if c.broken > 0 {
		c.chosen.warn("%d games cannot be read", c.broken)
	}
	return c.chosen, nil
}

// summary returns a line that tells a game from others of a file.
func (g *Game) summary() string {
	var parts []string
	if g.X.Name != "" || g.O.Name != "" {
		parts = append(parts, cmp.Or(g.X.Name, "?")+" - "+cmp.Or(g.O.Name, "?"))
	}
	for _, part := range []string{g.Title, g.Date, resultWords(g.Result)} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	return strings.Join(append(parts, fmt.Sprintf("%d moves", len(g.MainLine()))), ", ")
}

// resultWords returns a result in words, "" if it is not known.
func resultWords(result string) string {
	switch {
	case strings.HasPrefix(result, "B+"):
		return "x won"
	case strings.HasPrefix(result, "W+"):
		return "o won"
	case result == "0":
		return "a draw"
	}
	return ""
}
