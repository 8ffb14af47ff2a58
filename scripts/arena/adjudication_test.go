package main

import (
	"context"
	"testing"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/scripts/internal/player"
)

// judges are robots of which "strong" says that it wins and the other that it loses.
func judges(spec player.Spec, _ player.Setting) (player.Player, error) {
	return judge{robot{spec.Label}}, nil
}

type judge struct{ robot }

func (j judge) Move(ctx context.Context, ask player.Request) (player.Answer, error) {
	answer, err := j.robot.Move(ctx, ask)
	answer.Message = "Depth 3-4 | Eval -M6 | Time 0ms"
	if j.label == "strong" {
		answer.Message = "9,8 score 2500 depth 13-21"
	}
	return answer, err
}

// TestResigned plays a match in which the weak player resigns, and continues it. Another run with other terms of
// resignation would not play the same games, so the log refuses it.
func TestResigned(t *testing.T) {
	disk := afero.NewMemMapFs()
	const args = "-p file:strong -p file:weak -size 12 -pairs 1 -openings openings.txt -out run "
	code, out, said := arena(t.Context(), t, disk, judges, args+"-resign count=2,score=2500")
	require.Zero(t, code, said)
	assert.Contains(t, said, "strong wins after 7 moves (resigned, weak judged its last 2 moves at -2500 or worse)")
	assert.Contains(t, out, "strong      2       2  100.0 %  2/0/0       0")
	sgf, err := afero.ReadFile(disk, "run/sgf/game-00001.sgf")
	require.NoError(t, err)
	assert.Contains(t, string(sgf), "+R]")

	code, again, said := arena(t.Context(), t, disk, judges, args+"-resign score=2500,count=2,sides=both")
	require.Zero(t, code, said)
	assert.Equal(t, out, again)
	for _, other := range []string{
		"", "-resign count=2,score=2500,sides=one", "-resign count=2,score=2500 -draw count=1,score=1",
	} {
		code, _, said = arena(t.Context(), t, disk, judges, args+other)
		assert.Equal(t, 1, code)
		assert.Contains(t, said, "the log is of another run")
	}
}
