package main

import (
	"errors"
	"path/filepath"
	"testing"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/scripts/internal/player"
)

// TestStopOnFault: the run ends after the first fault, says whose it was and where to look, and goes on without the flag.
func TestStopOnFault(t *testing.T) {
	disk := afero.NewMemMapFs()
	const args = "-p file:strong -p file,label=be/at:cheat -size 8 -pairs 5 -openings openings.txt -j 1 -out run"
	cheats := func(spec player.Spec, s player.Setting) (player.Player, error) {
		if spec.Label == "be/at" && s.Game == 1 {
			return robot{"cheat"}, nil
		}
		return robot{"weak"}, nil
	}
	code, out, said := arena(t.Context(), t, disk, cheats, args+" -stop-on-fault")
	assert.Equal(t, 1, code)
	assert.Contains(t, out, "2 of 10 games")
	const fault = "arena: game 2: be/at lost by a fault, illegal move: "
	assert.Contains(t, said, fault)
	assert.Contains(t, said, "; log: nothing on standard error; -log-io keeps input and output\n")

	code, out, said = arena(t.Context(), t, disk, cheats, args+" -stop-on-fault")
	assert.Equal(t, 0, code, said)
	assert.Contains(t, out, "10 of 10 games", "games before the run do not stop it")

	disk = afero.NewMemMapFs()
	log := filepath.Join("run", "logs", "2-be_at", "game-00002.log")
	require.NoError(t, disk.MkdirAll(filepath.Dir(log), 0o755))
	logging := func(spec player.Spec, s player.Setting) (player.Player, error) {
		p, err := cheats(spec, s)
		if s.Transcript != nil { // the preflight has none
			err = errors.Join(err, afero.WriteFile(disk, log, []byte("lines"), 0o644))
		}
		return p, err
	}
	code, _, said = arena(t.Context(), t, disk, logging, args+" -stop-on-fault -log-io")
	assert.Equal(t, 1, code)
	assert.Contains(t, said, "; log: "+log+"\n")
}
