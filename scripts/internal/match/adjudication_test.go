package match_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"tahoun/board"
	"tahoun/scripts/internal/game"
	"tahoun/scripts/internal/match"
	"tahoun/scripts/internal/player"
)

// saying plays moves that make no row, on the lines from line on. With each it says the next of the words, and at last
// the last ones again and again.
func saying(line int, words string) match.Participant {
	all, n := strings.Split(words, "; "), -1
	return participant("p", func(context.Context, player.Request) (player.Answer, error) {
		n++
		return player.Answer{At: at(2*(n%7), line+4*(n/7)), Time: time.Millisecond, Message: all[min(n, len(all)-1)]}, nil
	})
}

// TestResignAndDraw plays games of players that say these words with their moves. The length of a game counts the two
// stones of the opening.
func TestResignAndDraw(t *testing.T) {
	resign := match.Resign{Count: 3, Score: 2000}
	alone := match.Resign{Count: 3, Score: 2000, OneSided: true}
	draw := match.Draw{From: 12, Count: 4, Score: 10}
	const end = 30 // by the number of moves
	const (
		long     = "after 30 moves"
		resigned = "p judged its last 3 moves at -2000 or worse"
		even     = "both judged their last 4 moves at 10 or nearer to 0"
	)
	tests := []struct {
		name   string
		resign match.Resign
		draw   match.Draw
		x, o   string
		winner board.Stone
		reason game.Reason
		detail string
		stones int
	}{
		{"x resigns", resign, draw, "score -2000", "score 2000", board.O, game.Resigned, resigned, 8},
		{"o resigns", resign, draw, "score 9000", "score -2001", board.X, game.Resigned, resigned, 8},
		{"a forced end", resign, draw, "score win in 9", "score loss in 8", board.X, game.Resigned, resigned, 8},
		{"of mates", resign, draw, "eval -M4", "eval +M5", board.O, game.Resigned, resigned, 8},
		{"the winner sees it later", resign, draw, "eval -3000", "eval 1; eval 1; eval 2000", board.O, game.Resigned, resigned, 12},
		{"the loser hopes again", resign, draw, "eval -3000; eval -3000; eval -1; eval -3000", "eval 3000", board.O, game.Resigned, resigned, 13},
		{"not low enough", resign, draw, "eval -1999", "eval 3000", board.Empty, game.Adjudged, long, end},
		{"the winner does not agree", resign, draw, "eval -3000", "eval 1999", board.Empty, game.Adjudged, long, end},
		{"the winner says nothing", resign, draw, "eval -3000", "I think", board.Empty, game.Adjudged, long, end},
		{"silence now and then", resign, draw, "eval -3000", "eval 9999; eval 9999; mm; eval 9999; eval 9999; mm; eval 1", board.Empty, game.Adjudged, long, end},
		{"both lose", resign, draw, "eval -3000", "eval -3000", board.Empty, game.Adjudged, long, end},
		{"not asked for", match.Resign{}, match.Draw{}, "eval -3000", "eval 3000", board.Empty, game.Adjudged, long, end},
		{"alone", alone, draw, "eval -3000", "eval 1999", board.O, game.Resigned, resigned, 7},
		{"alone without a word", alone, draw, "I think", "eval 9999", board.Empty, game.Adjudged, long, end},
		{"a draw", resign, draw, "eval 10", "eval -10", board.Empty, game.Adjudged, even, 12},
		{"a late draw", resign, draw, "eval 11; eval 11; eval 11; eval 10", "eval 0", board.Empty, game.Adjudged, even, 15},
		{"only one sees a draw", resign, draw, "eval 0", "eval 11", board.Empty, game.Adjudged, long, end},
		{"a win is no draw", resign, draw, "eval 0", "eval +M9", board.Empty, game.Adjudged, long, end},
		{"draw not asked for", resign, match.Draw{}, "eval 0", "eval 0", board.Empty, game.Adjudged, long, end},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			terms := terms(15, 15, 0)
			terms.Resign, terms.Draw, terms.MaxMoves = tt.resign, tt.draw, end
			g := play(t, terms, []board.Point{at(1, 1), at(1, 3)}, saying(0, tt.x), saying(2, tt.o))
			assert.Equal(t, game.Result{Winner: tt.winner, Reason: tt.reason, Detail: tt.detail}, g.Result)
			assert.Equal(t, tt.stones, g.Stones())
			assert.False(t, g.Result.Reason.Fault())
		})
	}
}

// TestARowBeatsResignation: who finishes a row has won by it, whatever both say.
func TestARowBeatsResignation(t *testing.T) {
	terms := terms(15, 15, 0)
	terms.Resign = match.Resign{Count: 5, Score: 1}
	n := 0
	x := participant("x", func(context.Context, player.Request) (player.Answer, error) {
		n++
		return player.Answer{At: at(n, 14), Message: "eval -5"}, nil
	})
	g := play(t, terms, nil, x, saying(2, "eval 5"))
	assert.Equal(t, game.Result{Winner: board.X, Reason: game.Row}, g.Result)
}

func TestTermsAsText(t *testing.T) {
	assert.Equal(t, "count=3,score=2000,sides=both", match.Resign{Count: 3, Score: 2000}.String())
	assert.Equal(t, "count=1,score=1,sides=one", match.Resign{Count: 1, Score: 1, OneSided: true}.String())
	assert.Equal(t, "from=40,count=8,score=10", match.Draw{From: 40, Count: 8, Score: 10}.String())
	assert.Empty(t, match.Resign{}.String()+match.Draw{}.String())
}
