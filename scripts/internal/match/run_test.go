package match_test

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/scripts/internal/game"
	"tahoun/scripts/internal/match"
	"tahoun/scripts/internal/player"
)

func schedule(t *testing.T, pairs int) []match.Pairing {
	return listed(match.Plan{Players: 2, Pairs: pairs, Terms: terms(9, 9, 0), Openings: openings(t, "0,0\n1,1\n2,2\n")})
}

func TestRunPlaysAll(t *testing.T) {
	for _, jobs := range []int{0, 1, 4} {
		played := map[int]*game.Game{}
		moves := 0 // the callbacks need no lock: they come one after another
		r := match.Run{
			Terms: terms(9, 9, 0), Pairings: slices.Values(slices.Delete(schedule(t, 5), 3, 4)), Jobs: jobs,
			Participants: []match.Participant{participant("a", first(0)), participant("b", first(0))},
			Moved:        func(*game.Game) { moves++ },
			Finished:     func(g *game.Game) { played[g.ID] = g },
		}
		require.NoError(t, r.Play(t.Context()))
		assert.Len(t, played, 9)
		assert.NotContains(t, played, 3)
		want := 0
		for id, g := range played {
			want += len(g.Moves)
			p := schedule(t, 5)[id]
			assert.Equal(t, p.Opening, g.Opening)
			assert.Equal(t, []string{"a", "b"}[p.X], g.X)
		}
		assert.Equal(t, want, moves)
	}
}

func TestRunHasEnough(t *testing.T) {
	played := 0
	r := match.Run{
		Terms: terms(9, 9, 0), Pairings: slices.Values(schedule(t, 50)), Jobs: 1,
		Participants: []match.Participant{participant("a", first(0)), participant("b", first(0))},
		Finished:     func(*game.Game) { played++ },
		Enough:       func() bool { return played == 7 },
	}
	require.NoError(t, r.Play(t.Context()))
	assert.Equal(t, 7, played)
}

func TestRunStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	var asked atomic.Int32
	hang := participant("h", func(ctx context.Context, _ player.Request) (player.Answer, error) {
		if asked.Add(1) == 2 {
			cancel() // both games hang now
		}
		<-ctx.Done()
		return player.Answer{At: player.Nowhere}, ctx.Err()
	})
	r := match.Run{
		Terms: terms(9, 9, 0), Pairings: slices.Values(schedule(t, 50)), Jobs: 2, Participants: []match.Participant{hang, hang},
		Finished: func(g *game.Game) { t.Errorf("game %d finished", g.ID) },
	}
	require.NoError(t, r.Play(ctx))
	assert.EqualValues(t, 2, asked.Load())
}

func TestRunFails(t *testing.T) {
	broken := errors.New("no such program")
	bad := match.Participant{Open: func(player.Spec, player.Setting) (player.Player, error) { return nil, broken }}
	r := match.Run{Terms: terms(9, 9, 0), Pairings: slices.Values(schedule(t, 50)), Jobs: 2, Participants: []match.Participant{bad, bad}}
	assert.ErrorIs(t, r.Play(t.Context()), broken)
}
