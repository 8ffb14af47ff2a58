package match_test

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/scripts/internal/game"
	"tahoun/scripts/internal/match"
	"tahoun/scripts/internal/player"
)

// A fake is a player that is a function.
type fake struct {
	move  func(context.Context, player.Request) (player.Answer, error)
	ended *atomic.Int32
}

func (f fake) Move(ctx context.Context, ask player.Request) (player.Answer, error) {
	return f.move(ctx, ask)
}

func (f fake) End() error {
	if f.ended != nil {
		f.ended.Add(1)
	}
	return nil
}

// participant makes a participant of a function.
func participant(label string, move func(context.Context, player.Request) (player.Answer, error)) match.Participant {
	return match.Participant{
		Spec: player.Spec{Label: label},
		Open: func(player.Spec, player.Setting) (player.Player, error) { return fake{move: move}, nil },
	}
}

// scripted plays these moves, each in 10 ms by its own account.
func scripted(label string, moves ...board.Point) match.Participant {
	n := 0
	return participant(label, func(context.Context, player.Request) (player.Answer, error) {
		n++
		return player.Answer{At: moves[n-1], Time: 10 * time.Millisecond, Memory: 1 << 20, Message: "said"}, nil
	})
}

// first plays the first empty square from the top left that is not forbidden.
func first(rule board.Rule) func(context.Context, player.Request) (player.Answer, error) {
	return func(_ context.Context, ask player.Request) (player.Answer, error) {
		for p, s := range ask.Board.Points {
			if s == board.Empty && !ask.Board.Forbidden(p, rule) {
				return player.Answer{At: p, Time: time.Millisecond}, nil
			}
		}
		return player.Answer{At: player.Nowhere}, &player.Fault{Reason: game.NoAnswer, Detail: "no square"}
	}
}

// row returns squares from one on.
func row(from board.Point, d board.Point, n int) []board.Point {
	all := make([]board.Point, n)
	for i := range all {
		all[i] = from.Add(d, i)
	}
	return all
}

func play(t *testing.T, terms match.Terms, opening []board.Point, x, o match.Participant) *game.Game {
	t.Helper()
	g, err := match.Play(t.Context(), terms, match.Pairing{ID: 4, Pair: 2, Round: 1, Opening: opening}, x, o, nil)
	require.NoError(t, err)
	return g
}

func TestPlayToAFive(t *testing.T) {
	right := at(1, 0)
	x, o := scripted("new", row(at(0, 3), right, 5)...), scripted("old", row(at(0, 5), right, 5)...)
	var seen []int
	g, err := match.Play(t.Context(), terms(15, 15, 0), match.Pairing{ID: 4, Pair: 2, Round: 1, Opening: []board.Point{at(9, 9), at(10, 10)}},
		x, o, func(g *game.Game) { seen = append(seen, len(g.Moves)) })
	require.NoError(t, err)
	assert.Equal(t, game.Result{Winner: board.X, Reason: game.Row}, g.Result)
	assert.Equal(t, []int{1, 2, 3, 4, 5, 6, 7, 8, 9}, seen)
	assert.Equal(t, 1.0, g.Score())
	assert.Equal(t, [3]int{4, 2, 1}, [3]int{g.ID, g.Pair, g.Round})
	assert.Equal(t, [2]string{"new", "old"}, [2]string{g.X, g.O})
	assert.Equal(t, game.Move{
		At: at(4, 3), Side: board.X, Time: 10 * time.Millisecond, Limit: 5 * time.Second, Left: -1, Memory: 1 << 20, Message: "said",
		Row: row(at(0, 3), right, 5),
	}, g.Moves[8])
}

// TestAsk: players see the position, all stones in order, and an odd opening leaves the move to o.
func TestAsk(t *testing.T) {
	var asks []player.Request
	liar := participant("o", func(_ context.Context, ask player.Request) (player.Answer, error) {
		asks = append(asks, ask)
		if len(asks) == 1 {
			ask.Board.Set(at(0, 0), board.O) // it must not, but it does
		}
		return player.Answer{At: at(8, 8)}, nil
	})
	walled := terms(15, 15, 0)
	walled.Walls = []board.Point{at(3, 3)}
	g := play(t, walled, []board.Point{at(7, 7)}, scripted("x", at(0, 0), at(0, 1)), liar)
	assert.Equal(t, game.Illegal, g.Result.Reason, "8,8 twice")
	require.Len(t, asks, 2)
	assert.Equal(t, []player.Stone{{At: at(7, 7), Side: board.X}}, asks[0].Moves)
	assert.Equal(t, board.Wall, asks[0].Board.At(at(3, 3)))
	assert.Equal(t, []player.Stone{
		{At: at(7, 7), Side: board.X}, {At: at(8, 8), Side: board.O}, {At: at(0, 0), Side: board.X},
	}, asks[1].Moves)
	assert.Equal(t, board.X, asks[1].Board.At(at(0, 0)), "a player that changes its board changes no other")
}

func TestSettings(t *testing.T) {
	var settings [3]player.Setting
	s := match.Participant{Open: func(_ player.Spec, s player.Setting) (player.Player, error) {
		settings[s.Side] = s
		return nil, &player.Fault{Reason: game.Crash, Detail: "at the start of " + s.Side.String()}
	}}
	g := play(t, terms(12, 18, board.Caro), nil, s, s)
	assert.Equal(t, game.Result{Winner: board.O, Reason: game.Crash, Detail: "at the start of x"}, g.Result)
	of := func(side board.Stone) player.Setting {
		return player.Setting{Width: 12, Height: 18, Rule: board.Caro, Side: side, Game: 4}
	}
	assert.Equal(t, [3]player.Setting{board.X: of(board.X), board.O: of(board.O)}, settings)
}

func TestIllegalMoves(t *testing.T) {
	walled := terms(15, 15, 0)
	walled.Walls = []board.Point{at(3, 3)}
	tests := []struct {
		name   string
		at     board.Point
		detail string
	}{
		{"on a stone", at(7, 7), "7,7 already holds x"},
		{"on a wall", at(3, 3), "3,3 is a wall"},
		{"off the board", at(15, 0), "15,0 is off the board of 15 columns and 15 rows"},
		{"before it", at(0, -1), "0,-1 is off the board of 15 columns and 15 rows"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g := play(t, walled, nil, scripted("x", at(7, 7)), scripted("o", tt.at))
			assert.Equal(t, game.Result{Winner: board.X, Reason: game.Illegal, Detail: tt.detail + `; it said "said"`}, g.Result)
			assert.Len(t, g.Moves, 1)
		})
	}
}

// TestIllegalMoveAsWritten: a number too big for any board stands in the result as the player wrote it.
func TestIllegalMoveAsWritten(t *testing.T) {
	huge := participant("x", func(context.Context, player.Request) (player.Answer, error) {
		return player.Answer{At: at(1<<31-1, 1), Written: "99999999999999999999,1"}, nil
	})
	g := play(t, terms(15, 15, 0), nil, huge, scripted("o"))
	assert.Equal(t, game.Result{
		Winner: board.O, Reason: game.Illegal, Detail: "99999999999999999999,1 is off the board of 15 columns and 15 rows",
	}, g.Result)
}

// TestPlainResult: no text of a program in a result can control the terminal.
func TestPlainResult(t *testing.T) {
	loud := participant("x", func(context.Context, player.Request) (player.Answer, error) {
		return player.Answer{At: player.Nowhere}, &player.Fault{Reason: game.Crash, Detail: "\x1b[2J\u202esaid\nmore"}
	})
	g := play(t, terms(15, 15, 0), nil, loud, scripted("o"))
	assert.Equal(t, "?[2J?said\nmore", g.Result.Detail)
}

// TestPlainMessages: messages are recorded without control characters.
func TestPlainMessages(t *testing.T) {
	loud := participant("x", func(context.Context, player.Request) (player.Answer, error) {
		return player.Answer{At: at(0, 0), Message: "\x1b[2J\u009bdepth 3\r\nmore"}, nil
	})
	g := play(t, terms(15, 15, 0), nil, loud, loud)
	assert.Equal(t, "?[2J?depth 3\nmore", g.Moves[0].Message)
}

func TestRules(t *testing.T) {
	right := at(1, 0)
	x := append(row(at(2, 3), right, 3), row(at(6, 3), right, 2)...) // then 5,3 makes six
	elsewhere := []board.Point{at(0, 9), at(2, 9), at(4, 9), at(6, 9), at(8, 9), at(10, 9), at(12, 9), at(0, 11)}
	tests := []struct {
		name string
		rule board.Rule
		x, o []board.Point
		want game.Result
	}{
		{"six win", board.Freestyle, append(x, at(5, 3)), elsewhere, game.Result{Winner: board.X, Reason: game.Row}},
		{
			"six are nothing where five are wanted", board.ExactFive, append(x, at(5, 3), at(0, 0), at(20, 0)), elsewhere,
			game.Result{Winner: board.O, Reason: game.Illegal, Detail: `20,0 is off the board of 15 columns and 15 rows; it said "said"`},
		},
		{
			"six are a foul in renju", board.Renju, append(x, at(5, 3)), elsewhere,
			game.Result{Winner: board.O, Reason: game.Foul, Detail: "5,3 is forbidden to x"},
		},
		{
			"but not for o", board.Renju, elsewhere, append(x, at(5, 3)), game.Result{Winner: board.O, Reason: game.Row},
		},
		{
			"a double three", board.Renju,
			[]board.Point{at(7, 5), at(7, 6), at(5, 7), at(6, 7), at(7, 7)}, elsewhere,
			game.Result{Winner: board.O, Reason: game.Foul, Detail: "7,7 is forbidden to x"},
		},
		{
			"a five between two opponents, and a free one", board.Caro,
			append(row(at(3, 3), right, 5), row(at(3, 6), right, 5)...),
			[]board.Point{at(2, 3), at(8, 3), at(0, 9), at(2, 9), at(4, 9), at(6, 9), at(8, 9), at(10, 9), at(12, 9)},
			game.Result{Winner: board.X, Reason: game.Row},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g := play(t, terms(15, 15, tt.rule), nil, scripted("x", tt.x...), scripted("o", tt.o...))
			assert.Equal(t, tt.want, g.Result)
		})
	}
}

// TestContinuous: rows turn into walls, play goes on to the end, and more rows win.
func TestContinuous(t *testing.T) {
	right := at(1, 0)
	terms := match.Terms{Width: 6, Height: 6, Rule: board.Continuous, Spare: 25}
	x := row(at(0, 0), right, 5)
	o := row(at(0, 2), right, 5)
	t.Run("x alone has a row", func(t *testing.T) {
		terms := terms
		terms.Spare = 26 // 36 squares but for 26
		var last *board.Board
		look := participant("o", func(_ context.Context, ask player.Request) (player.Answer, error) {
			last = ask.Board
			return player.Answer{At: append(o[:4:4], at(5, 5))[len(ask.Moves)/2]}, nil
		})
		g := play(t, terms, nil, scripted("x", x...), look)
		assert.Equal(t, game.Result{Winner: board.X, Reason: game.MoreRows, Detail: "1 to 0"}, g.Result)
		assert.Len(t, g.Moves, 10)
		assert.Equal(t, row(at(0, 0), right, 5), g.Moves[8].Row)
		for _, p := range x {
			assert.Equal(t, board.Wall, last.At(p))
		}
	})
	t.Run("a row each", func(t *testing.T) {
		g := play(t, terms, nil, scripted("x", append(x, at(5, 5))...), scripted("o", o...))
		assert.Equal(t, game.Result{Reason: game.MoreRows, Detail: "1 to 1"}, g.Result)
		assert.Equal(t, 0.5, g.Score())
		assert.Len(t, g.Moves, 11, "36 squares but for 25")
	})
	t.Run("o alone has a row", func(t *testing.T) {
		g := play(t, terms, nil, scripted("x", append(x[:4:4], at(5, 5), at(0, 5))...), scripted("o", o...))
		assert.Equal(t, game.Result{Winner: board.O, Reason: game.MoreRows, Detail: "0 to 1"}, g.Result)
	})
	t.Run("a move on a finished row", func(t *testing.T) {
		g := play(t, terms, nil, scripted("x", append(x, at(5, 5))...), scripted("o", append(o[:4:4], at(2, 0))...))
		assert.Equal(t, game.Result{Winner: board.X, Reason: game.Illegal, Detail: `2,0 is a wall; it said "said"`}, g.Result)
	})
	t.Run("adjudged by rows", func(t *testing.T) {
		terms := terms
		terms.MaxMoves = 9
		g := play(t, terms, nil, scripted("x", x...), scripted("o", o...))
		assert.Equal(t, game.Result{Winner: board.X, Reason: game.MoreRows, Detail: "1 to 0 after 9 moves"}, g.Result)
	})
}

func TestFullBoard(t *testing.T) {
	terms := match.Terms{Width: 8, Height: 4, Rule: board.ExactFive, Spare: 25, Walls: []board.Point{at(7, 3)}}
	moves := 0
	next := participant("", func(_ context.Context, ask player.Request) (player.Answer, error) {
		moves++
		return first(0)(nil, ask)
	})
	g := play(t, terms, []board.Point{at(0, 0)}, next, next)
	assert.Equal(t, game.Result{Reason: game.Full}, g.Result)
	assert.Equal(t, 5, moves, "32 squares, a wall, a stone of the opening, 25 left")
	assert.True(t, g.Finished())
}

func TestAdjudged(t *testing.T) {
	terms := terms(15, 15, 0)
	terms.MaxMoves = 6
	g := play(t, terms, []board.Point{at(7, 7), at(8, 8)}, participant("", first(0)), participant("", first(0)))
	assert.Equal(t, game.Result{Reason: game.Adjudged, Detail: "after 6 moves"}, g.Result)
	assert.Len(t, g.Moves, 4)
}

func TestFaults(t *testing.T) {
	tests := []struct {
		name   string
		answer player.Answer
		fault  player.Fault
		moves  int
	}{
		{"no answer", player.Answer{At: player.Nowhere}, player.Fault{Reason: game.NoAnswer, Detail: "nothing"}, 1},
		{"crash", player.Answer{At: player.Nowhere, Time: 1}, player.Fault{Reason: game.Crash, Detail: "signal"}, 1},
		{"late, but it came", player.Answer{At: at(1, 1), Time: time.Hour}, player.Fault{Reason: game.OutOfTime}, 2},
		{"late for good", player.Answer{At: player.Nowhere, Time: time.Hour}, player.Fault{Reason: game.OutOfTime}, 1},
		{"memory", player.Answer{At: at(1, 1), Memory: 1 << 40}, player.Fault{Reason: game.OutOfSpace}, 2},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			bad := participant("o", func(context.Context, player.Request) (player.Answer, error) { return tt.answer, &tt.fault })
			g := play(t, terms(15, 15, 0), nil, scripted("x", at(0, 0)), bad)
			assert.Equal(t, game.Result{Winner: board.X, Reason: tt.fault.Reason, Detail: tt.fault.Detail}, g.Result)
			assert.Len(t, g.Moves, tt.moves)
		})
	}
}

// TestLateWin: a row that comes too late wins nothing.
func TestLateWin(t *testing.T) {
	n := 0
	late := participant("x", func(context.Context, player.Request) (player.Answer, error) {
		n++
		if n == 5 {
			return player.Answer{At: at(4, 0)}, &player.Fault{Reason: game.OutOfTime}
		}
		return player.Answer{At: at(n-1, 0)}, nil
	})
	g := play(t, terms(15, 15, 0), nil, late, scripted("o", row(at(0, 5), at(1, 0), 5)...))
	assert.Equal(t, game.Result{Winner: board.O, Reason: game.OutOfTime}, g.Result)
}

func TestMatchClock(t *testing.T) {
	tests := []struct {
		name  string
		grace time.Duration
		want  game.Result
		limit []time.Duration
		left  []time.Duration
	}{
		{
			"no grace", 0, game.Result{Winner: board.O, Reason: game.OutOfTime, Detail: "used 1.2s in the game, limit 1s"},
			[]time.Duration{time.Second, 600 * time.Millisecond, 200 * time.Millisecond},
			[]time.Duration{600 * time.Millisecond, 200 * time.Millisecond, 0},
		},
		{
			"grace once for the whole game, to its end", 200 * time.Millisecond,
			game.Result{Winner: board.O, Reason: game.OutOfTime, Detail: "used 1.6s in the game, limit 1s"},
			[]time.Duration{time.Second, 600 * time.Millisecond, 200 * time.Millisecond, -200 * time.Millisecond},
			[]time.Duration{600 * time.Millisecond, 200 * time.Millisecond, 0, 0},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var told []time.Duration
			x := participant("x", func(_ context.Context, ask player.Request) (player.Answer, error) {
				told = append(told, ask.Left)
				return player.Answer{At: at(2*len(ask.Moves)%15, 3), Time: 400 * time.Millisecond}, nil
			})
			x.Spec.Match, x.Spec.Grace = time.Second, tt.grace
			g := play(t, terms(15, 15, 0), nil, x, scripted("o", row(at(0, 9), at(1, 0), 4)...))
			assert.Equal(t, tt.want, g.Result)
			var limit, left []time.Duration
			for _, m := range g.Moves {
				if m.Side == board.X {
					limit, left = append(limit, m.Limit), append(left, m.Left)
				} else {
					assert.Equal(t, time.Duration(-1), m.Left, "o has no clock")
				}
			}
			assert.Equal(t, tt.limit, limit)
			assert.Equal(t, tt.left, left)
			assert.Equal(t, time.Second, told[0])
			assert.Equal(t, 200*time.Millisecond, told[2])
		})
	}
}

// TestIncrement: each move earns the increment when it is made, and not before: it cannot save a clock that has run out.
func TestIncrement(t *testing.T) {
	var told []time.Duration
	x := participant("x", func(_ context.Context, ask player.Request) (player.Answer, error) {
		told = append(told, ask.Left)
		return player.Answer{At: at(2*len(ask.Moves)%15, 3), Time: 400 * time.Millisecond}, nil
	})
	x.Spec.Turn, x.Spec.Match, x.Spec.Increment = time.Second, time.Second, 300*time.Millisecond
	g := play(t, terms(20, 20, 0), nil, x, scripted("o", row(at(0, 9), at(2, 0), 8)...))
	assert.Equal(t, game.Result{Winner: board.O, Reason: game.OutOfTime, Detail: "used 3.2s in the game, limit 3.1s"}, g.Result)
	var limit, left []time.Duration
	for _, m := range g.Moves {
		if m.Side == board.X {
			limit, left = append(limit, m.Limit), append(left, m.Left)
		}
	}
	const ms = time.Millisecond
	assert.Equal(t, []time.Duration{1000 * ms, 900 * ms, 800 * ms, 700 * ms, 600 * ms, 500 * ms, 400 * ms, 300 * ms}, limit)
	assert.Equal(t, []time.Duration{900 * ms, 800 * ms, 700 * ms, 600 * ms, 500 * ms, 400 * ms, 300 * ms, 200 * ms}, left)
	assert.Equal(t, limit, told)
}
