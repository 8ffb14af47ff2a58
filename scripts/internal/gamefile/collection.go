package gamefile

import (
	"cmp"
	"fmt"
	"iter"
	"strings"

	"tahoun/board"
)

// A record is a game of a file with several, or the reason why it cannot be read.
type record struct {
	game  *Game
	from  string // the file and the place in it
	err   error
	again func() (*Game, error) // reads it again
}

// A Summary is a game of a file with several, for a list.
type Summary struct {
	X, O      string // the players
	Title     string
	Date      string
	Result    string // as that of a Game
	Rule      board.Rule
	RuleKnown bool
	Moves     int    // of the main line
	Broken    string // why the game cannot be read; "": it can
}

func (g *Game) summary() Summary {
	return Summary{
		X: g.X.Name, O: g.O.Name, Title: g.Title, Date: g.Date, Result: g.Result,
		Rule: g.Rule, RuleKnown: g.RuleKnown, Moves: len(g.MainLine()),
	}
}

func oneGame(games func(*source) iter.Seq[record]) func(*source) (*Game, error) {
	return func(s *source) (*Game, error) {
		c := collection{name: s.name, wanted: s.Game}
		var chosen *Game
		for r := range games(s) {
			c.again = append(c.again, r.again)
			var summary Summary
			if r.err == nil {
				summary = r.game.summary()
			}
			if c.add(summary, r.err) {
				chosen = r.game
			}
		}
		if err := c.missing(); err != nil {
			return nil, err
		}
		c.tell(chosen, c.number)
		s.all = &c
		return chosen, nil
	}
}

// A collection notes the games of a file with several, one after the other, and finds the wanted one.
type collection struct {
	name   string // of the file
	wanted int    // the number of a game, from 1; 0: the first that can be read

	games  []Summary
	again  []func() (*Game, error) // reads a game again
	number int                     // of the wanted game, 0 before it
	broken int                     // how many cannot be read
	err    error                   // of the first of them that is wanted
}

// add notes the next game, or the reason why it cannot be read. It reports whether it is the wanted one.
func (c *collection) add(game Summary, err error) bool {
	number := len(c.games) + 1
	wanted := c.number == 0 && (c.wanted == 0 || c.wanted == number)
	if err != nil {
		game = Summary{Broken: strings.TrimPrefix(err.Error(), c.name+":")}
		if c.broken++; wanted && c.err == nil {
			c.err = err
		}
		wanted = false
	}
	c.games = append(c.games, game)
	if wanted {
		c.number = number
	}
	return wanted
}

func (c *collection) missing() error {
	if c.number != 0 {
		return nil
	}
	return cmp.Or(c.err, c.noGame(c.wanted))
}

func (c *collection) noGame(number int) error {
	return fmt.Errorf("%s: want one of the games 1 to %d, got %d", c.name, len(c.games), number)
}

// tell tells a game about the others.
func (c *collection) tell(g *Game, number int) {
	if len(c.games) > 1 {
		g.Games, g.Number = c.games, number
		g.warn("%d games: number %d was read", len(c.games), number)
	}
	if c.broken > 0 {
		g.warn("%d games cannot be read", c.broken)
	}
}

// A File is a file that was read. Each of its games can be read again, quickly also of one with many.
type File struct{ source *source }

// Open reads a game as Read does, and returns its file too.
func Open(name string, content []byte, o Options) (*File, *Game, error) {
	if o.Width != 0 || o.Height != 0 {
		if err := checkSize(o.Width, o.Height); err != nil {
			return nil, nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	s := newSource(name, content, o)
	if err := s.checkBytes(); err != nil {
		return nil, nil, err
	}
	g, err := s.game()
	if err != nil {
		return nil, nil, err
	}
	return &File{s}, g, nil
}

// Game reads a game by its number, from 1.
func (f *File) Game(number int) (*Game, error) {
	c := f.source.all
	if c == nil { // a list of openings, or one game
		s := *f.source
		s.Game = number
		return s.game()
	}
	if number < 1 || number > len(c.games) {
		return nil, c.noGame(number)
	}
	g, err := c.again[number-1]()
	if err != nil {
		return nil, err
	}
	c.tell(g, number)
	f.source.describe(g)
	return g, nil
}
