package main

import (
	"strings"
	"testing"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/search"
)

func TestUse(t *testing.T) {
	const two = "-p file:a -p file:b "
	tests := []struct{ name, args, want string }{
		{"no player", "", "want two players or more, got 0"},
		{"one player", "-p file:a", "want two players or more, got 1"},
		{"no protocol", "-p a -p b", `player "a"`},
		{"no program", "-p file:a -p pipe:nowhere", "-p pipe:nowhere: exec: \"nowhere\": executable file not found"},
		{"each", two + "-each nodes=x", `-each: option "nodes=x": want a whole number`},
		{"odd", two + "-games 3", "-games 3: want an even number"},
		{"games and pairs", two + "-games 4 -pairs 2", "-games 4: want -games or -pairs, not both"},
		{"a negative number", two + "-j -2", "-j -2: want 0 or more"},
		{"size", two + "-size 12x", "-size 12x: want 20 or 12x18"},
		{"too large", two + "-size 121", "want sides from 1 to 120, got 121x121"},
		{"too small", two + "-size 5", "want more than 25 free squares"},
		{"rule", two + "-rule 12", `"12" for flag -rule: want a sum of 1, 2, 4 and 8, and not of both renju (4) and caro (8)`},
		{"rule beyond", two + "-rule 300", `"300" for flag -rule: want five or more (0)`},
		{"walls", two + "-walls 1;2", `-walls: want squares like 7,7, got "1;2"`},
		{"memory", two + "-memory much", "-memory much"},
		{"files", two + "-files mac", "-files mac: want dos or unix"},
		{"no games", two + "-games 0", "-games 0: want 2 or more"},
		{"less than none", two + "-games -2", "-games -2: want 2 or more"},
		{"no pairs", two + "-pairs 0", "-pairs 0: want 1 or more"},
		{"time", two + "-time -1s", `invalid value "-1s" for flag -time: want a time such as 2s or 300ms`},
		{"time without a unit", two + "-time 1", `invalid value "1" for flag -time: want a time such as 2s or 300ms`},
		{"match without a unit", two + "-match 180", `invalid value "180" for flag -match: want a time such as`},
		{"sprt", two + "-sprt 20,0", "-sprt 20,0: want two Elo differences"},
		{"sprt without elo1", two + "-sprt elo0=0", "-sprt elo0=0: want Elo0 below Elo1, from -1000 to 1000"},
		{"sprt too far", two + "-sprt elo1=201,model=normalized", "want Elo0 below Elo1, from -200 to 200"},
		{"sprt that always errs", two + "-sprt elo1=5,alpha=0.5,beta=0.5", "want error rates alpha and beta above 0"},
		{"sprt of a model", two + "-sprt elo1=5,model=pentanomial", "want one of [logistic normalized bayesian]"},
		{"sprt otherwise", two + "-sprt elo1=5,gamma=1", `-sprt elo1=5,gamma=1: unknown setting "gamma"`},
		{"sprt of three", two + "-p file:c -sprt 0,20", "-sprt: want two players, got 3"},
		{"resign without a score", two + "-resign count=3", "-resign count=3: want count=3,score=2000"},
		{"resign at 0", two + "-resign count=3,score=0", "-resign count=3,score=0: want"},
		{"resign of whom", two + "-resign count=3,score=2,sides=all", "sides=both or one"},
		{"resign twice", two + "-resign count=3,score=2,count=3", "-resign count=3,score=2,count=3: want"},
		{"resign otherwise", two + "-resign movecount=3,score=2", "-resign movecount=3,score=2: want"},
		{"draw of nothing", two + "-draw from=40,score=10", "-draw from=40,score=10: want from=40,count=8,score=10"},
		{"draw before 0", two + "-draw count=8,score=-1", "-draw count=8,score=-1: want"},
		{"draw of koth", "-p koth:a -p koth:b -draw count=8,score=1", "-resign and -draw: koth players say no scores"},
		{"anchor", two + "-anchor c", "-anchor c: no such player"},
		{"no openings", two + "-openings nowhere.txt", "nowhere.txt"},
		{"none fits", two + "-size 6 -walls 3,3 -openings stone.txt", "stone.txt: no opening fits; the first:"},
		{"words", two + "more", `"more": want flags only`},
		{"unknown", two + "-fast", "-fast"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			disk := afero.NewMemMapFs()
			require.NoError(t, afero.WriteFile(disk, "stone.txt", []byte("0,0\n"), 0o644))
			code, out, said := arena(t.Context(), t, disk, robots, tt.args)
			assert.Equal(t, 2, code)
			assert.Empty(t, out)
			assert.Contains(t, said, "arena: ")
			assert.Contains(t, said, tt.want)
			assert.Equal(t, 1, strings.Count(said, "\n"), said)
		})
	}
	code, out, said := arena(t.Context(), t, afero.NewMemMapFs(), robots, "-h")
	assert.Equal(t, 0, code)
	assert.Contains(t, out, " -p PLAYER -p PLAYER [flags]")
	assert.Empty(t, said)

	code, out, said = arena(t.Context(), t, afero.NewMemMapFs(), robots, "-version")
	assert.Equal(t, 0, code)
	assert.Equal(t, "Tahoun arena "+search.Build(nil)+"\n", out)
	assert.Empty(t, said)
}
