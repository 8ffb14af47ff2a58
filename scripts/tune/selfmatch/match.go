// Package selfmatch plays pairs of games between the engine and itself with other parameters, in one process. With a
// node limit, neither load nor the machine changes a result, and no time goes to starting programs.
package selfmatch

import (
	"context"
	"fmt"

	"tahoun/scripts/internal/game"
	"tahoun/scripts/internal/match"
	"tahoun/scripts/internal/stats"
	"tahoun/search"
	"tahoun/search/weights"
)

// A Match holds the conditions of all games.
type Match struct {
	Terms    match.Terms
	Openings []match.Opening
	Limits   search.Limits // of a move
	Threads  int           // games at once; less than 1: one for each core
	Seed     uint64        // of the command line; Play gets one of its own

	WeightsA, WeightsB weights.Sets // instead of the current ones
}

// Play plays pairs of games, colours swapped, between a and b, and counts the pairs by a's points. Another seed draws
// other openings. With an error the result holds the pairs before it. Play calls counted, if not nil, after each pair.
func (m Match) Play(
	ctx context.Context, a, b search.Params, pairs int, seed uint64, counted func(stats.Pairs),
) (stats.Pairs, error) {
	plan := match.Plan{Players: 2, Pairs: pairs, Openings: m.Openings, Turned: true, Seed: seed, Terms: m.Terms}
	var total stats.Pairs
	first := map[int]float64{} // a's points in the first game of a pair to end
	err := match.Run{
		Terms: m.Terms, Pairings: plan.Schedule().Games(nil), Jobs: m.Threads,
		Participants: []match.Participant{
			participant("a", a, m.WeightsA, m.Limits), participant("b", b, m.WeightsB, m.Limits),
		},
		Finished: func(g *game.Game) {
			points := g.Score()
			if g.X != "a" {
				points = 1 - points
			}
			if other, there := first[g.Pair]; there {
				total.Add(other, points)
				if counted != nil {
					counted(total)
				}
				return
			}
			first[g.Pair] = points
		},
	}.Play(ctx)
	if err == nil && ctx.Err() != nil {
		err = fmt.Errorf("interrupted: %w", ctx.Err())
	}
	return total, err
}

// Elo writes the first player's advantage with its 95 % interval.
func Elo(p stats.Pairs) string {
	e := p.Elo()
	return fmt.Sprintf("%+.0f [%+.0f, %+.0f]", e.Value, e.Value-e.Bar, e.Value+e.Bar)
}
