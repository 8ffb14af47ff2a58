package match_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/scripts/internal/match"
)

// listed returns all games of a plan.
func listed(p match.Plan) []match.Pairing { return slices.Collect(p.Schedule().Games(nil)) }

func TestSchedule(t *testing.T) {
	plan := match.Plan{Players: 3, Pairs: 2, Seed: 7, Terms: terms(15, 15, 0), Openings: openings(t, "0,0\n1,1\n")}
	all := listed(plan)
	require.Len(t, all, 2*3*2)
	met := map[string]int{}
	for i, p := range all {
		assert.Equal(t, i, p.ID)
		assert.Equal(t, i/2, p.Pair)
		assert.Equal(t, i/6, p.Round)
		met[fmt.Sprint(p.X, p.O, p.Opening)]++
	}
	for i := 0; i < len(all); i += 2 {
		assert.Equal(t, all[i].Opening, all[i+1].Opening)
		assert.Equal(t, [2]int{all[i].X, all[i].O}, [2]int{all[i+1].O, all[i+1].X}, "colours are swapped")
	}
	assert.Len(t, met, 12, "each two players, colours and openings once")

	plan.Gauntlet = true
	for _, p := range listed(plan) {
		assert.Zero(t, min(p.X, p.O), "the first player is in every game")
	}
	assert.Len(t, listed(plan), 2*2*2)
}

func TestScheduleBySeed(t *testing.T) {
	text := ""
	for i := range 30 {
		text += fmt.Sprintf("%d,%d, %d,2\n", i%7-3, i/7-3, 3-i%5)
	}
	plan := match.Plan{Players: 2, Pairs: 30, Seed: 1, Terms: terms(20, 20, 0), Openings: openings(t, text)}
	straight := listed(plan)
	plan.Turned = true
	first := listed(plan)
	assert.Equal(t, first, listed(plan), "the same seed, the same games")
	assert.NotEqual(t, straight, first)
	seeds := map[uint32]bool{}
	for _, p := range first {
		assert.Less(t, p.Seed, uint32(1)<<31, "integers of all languages hold it")
		seeds[p.Seed] = true
	}
	assert.Len(t, seeds, len(first), "each game has a seed of its own")
	plan.Pairs = 40
	assert.Equal(t, first, listed(plan)[:60], "more rounds only add to the end")
	assert.NotEqual(t, first[:20], listed(plan)[60:80], "openings that come again are turned anew")
	plan.Pairs, plan.Seed = 30, 2
	assert.NotEqual(t, first, listed(plan))

	plan.Pairs, plan.Seed = match.Endless, 1
	endless := plan.Schedule()
	assert.Equal(t, 2*match.Endless, endless.Len())
	for id, p := range first {
		assert.Equal(t, p, endless.At(id))
	}
	last := endless.At(endless.Len() - 1)
	assert.Equal(t, [3]int{match.Endless - 1, 1, 0}, [3]int{last.Round, last.X, last.O})
	assert.NotEmpty(t, last.Opening, "openings begin again")
	for p := range endless.Games(map[int]bool{0: true, 1: true, 3: true}) {
		if p.ID > 2 {
			assert.Equal(t, 4, p.ID)
			break
		}
		assert.Equal(t, first[2], p, "played games are left out")
	}

	bare := match.Plan{Players: 2, Pairs: 1, Terms: terms(20, 20, 0), Turned: true}
	assert.Empty(t, listed(bare)[0].Opening)
}

// TestTurned: a turned opening has the same shape, and one near an edge keeps its distances to edges.
func TestTurned(t *testing.T) {
	near, far := openings(t, "-7,-7, -6,-7, -6,-5\n"), openings(t, "0,0, 1,0, 1,2\n")
	oneEdge := openings(t, "4,0, 3,0, 3,2\n")
	places, corners := map[string]bool{}, map[string]bool{}
	for seed := range uint64(400) {
		plan := match.Plan{Players: 2, Pairs: 1, Seed: seed, Turned: true, Terms: terms(15, 15, 0), Openings: far}
		o := listed(plan)[0].Opening
		require.Equal(t, []int{1, 4, 5}, distances(o))
		for _, p := range o {
			require.GreaterOrEqual(t, min(p.X, p.Y, 14-p.X, 14-p.Y), 4, "%v feels an edge now", o)
		}
		places[fmt.Sprint(o)] = true

		plan.Openings = near
		o = listed(plan)[0].Opening
		require.Equal(t, []int{1, 4, 5}, distances(o))
		p := o[0]
		require.Equal(t, 0, min(p.X, 14-p.X)+min(p.Y, 14-p.Y), "%v was in a corner", o)
		corners[fmt.Sprint(o)] = true

		plan.Openings = oneEdge
		p = listed(plan)[0].Opening[0]
		require.Contains(t, [][2]int{{3, 7}, {7, 3}}, [2]int{min(p.X, 14-p.X), min(p.Y, 14-p.Y)})
	}
	assert.Len(t, corners, 8)
	assert.Greater(t, len(places), 150, "of 8 ways to turn it at 30 places each")
}

func TestTurnedOnOblongBoards(t *testing.T) {
	walled := terms(12, 18, 0)
	walled.Walls = []board.Point{at(0, 0), at(5, 5), at(11, 17)}
	seen, lying := map[string]bool{}, false
	for seed := range uint64(300) {
		plan := match.Plan{
			Players: 2, Pairs: 1, Seed: seed, Turned: true, Terms: walled,
			Openings: openings(t, "-6,8, 5,-8\n"),
		}
		o := listed(plan)[0].Opening
		for i, p := range o {
			require.Contains(t, [][2]int{{0, 1}, {0, 0}}, [2]int{min(p.X, 11-p.X), min(p.Y, 17-p.Y)}, "stone %d of %v", i, o)
		}
		seen[fmt.Sprint(o)] = true

		for _, far := range []string{"-1,0, 0,1, 1,1\n", "0,-4, 0,4\n"} { // the other, lying, would reach the edges
			plan.Openings = openings(t, far)
			o := listed(plan)[0].Opening
			for _, p := range o {
				require.GreaterOrEqual(t, min(p.X, p.Y, 11-p.X, 17-p.Y), 4)
			}
			lying = lying || len(o) == 3 && (o[2].X-o[0].X)*(o[2].X-o[0].X) == 1
		}
		plan.Openings = openings(t, "0,-6, 1,-6\n")
		for _, p := range listed(plan)[0].Opening {
			require.Equal(t, 3, min(p.Y, 17-p.Y), "as far from the edge as before")
		}
	}
	assert.Len(t, seen, 2, "as it is and turned about: mirrored, one of the stones is on a wall")
	assert.True(t, lying, "columns become rows where no edge is felt")
}

// distances returns the squared distances of three stones: a shape, however it lies.
func distances(o []board.Point) []int {
	d := func(a, b board.Point) int { return (a.X-b.X)*(a.X-b.X) + (a.Y-b.Y)*(a.Y-b.Y) }
	return []int{d(o[0], o[1]), d(o[1], o[2]), d(o[0], o[2])}
}

func TestPlanCheck(t *testing.T) {
	good := match.Plan{Players: 2, Pairs: 1, Terms: terms(15, 15, 0)}
	require.NoError(t, good.Check())
	edges := terms(1, board.MaxSide, board.Renju)
	edges.Walls = []board.Point{at(0, 0), at(0, board.MaxSide-1)}
	require.NoError(t, edges.Check())
	tests := []struct {
		name, want string
		spoil      func(*match.Plan)
	}{
		{"one player", "want two players or more, got 1", func(p *match.Plan) { p.Players = 1 }},
		{"no pair", "want a pair of games or more, got 0", func(p *match.Plan) { p.Pairs = 0 }},
		{"no board", "want sides from 1 to 120, got -20x-20", func(p *match.Plan) { p.Terms.Width, p.Terms.Height = -20, -20 }},
		{"too large", "want sides from 1 to 120, got 15x121", func(p *match.Plan) { p.Terms.Height = 121 }},
		{"two rules in one", "invalid rule 12", func(p *match.Plan) { p.Terms.Rule = board.Renju | board.Caro }},
		{"a wall outside", "wall 15,0: want", func(p *match.Plan) { p.Terms.Walls = []board.Point{at(15, 0)} }},
		{"a wall at the left", "wall -1,0: want", func(p *match.Plan) { p.Terms.Walls = []board.Point{at(-1, 0)} }},
		{"a wall above", "wall 0,-1: want", func(p *match.Plan) { p.Terms.Walls = []board.Point{at(0, -1)} }},
		{"a wall below", "wall 0,15: want", func(p *match.Plan) { p.Terms.Walls = []board.Point{at(0, 15)} }},
		{"a wall twice", "wall 1,0: want", func(p *match.Plan) { p.Terms.Walls = []board.Point{at(1, 0), at(1, 0)} }},
		{"fewer than none left empty", "want 0 or more squares left empty, got -1", func(p *match.Plan) { p.Terms.Spare = -1 }},
		{"full from the start", "want more than 225 free squares", func(p *match.Plan) { p.Terms.Spare = 225 }},
		{"full but for a wall", "want more than 224 free squares", func(p *match.Plan) { p.Terms.Spare, p.Terms.Walls = 224, []board.Point{at(7, 7)} }},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			bad := good
			tt.spoil(&bad)
			assert.ErrorContains(t, bad.Check(), "match: "+tt.want)
		})
	}
}

// A start goes round the order, the file's or the seed's.
func TestScheduleOrder(t *testing.T) {
	six := openings(t, "0,0\n1,1\n2,2\n3,3\n4,4\n5,5\n")
	plan := match.Plan{Players: 2, Pairs: 8, Seed: 3, Terms: terms(15, 15, 0), Openings: six}
	order := func(p match.Plan) (all []int) {
		for _, g := range listed(p) {
			if g.ID%2 == 0 {
				all = append(all, g.Opening[0].X-7)
			}
		}
		return all
	}
	drawn := order(plan)
	assert.ElementsMatch(t, []int{0, 1, 2, 3, 4, 5}, drawn[:6])
	assert.NotEqual(t, []int{0, 1, 2, 3, 4, 5}, drawn[:6])
	plan.First = 2
	require.NoError(t, plan.Check())
	assert.Equal(t, drawn[2:6], order(plan)[:4])
	assert.Equal(t, drawn[:4], order(plan)[4:])
	plan.InOrder = true
	assert.Equal(t, []int{2, 3, 4, 5, 0, 1, 2, 3}, order(plan))
	for _, first := range []int{-1, 6} {
		plan.First = first
		assert.ErrorContains(t, plan.Check(), fmt.Sprintf("want to start with opening 1 to 6, got %d", first+1))
	}
}
