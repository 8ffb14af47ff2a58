package main

import (
	"context"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"

	"tahoun/scripts/internal/match"
	"tahoun/scripts/internal/player"
)

// TestReportWhileItRuns: the page of an unfinished run is there after the first game and loads itself anew, that of a
// finished or interrupted one does not.
func TestReportWhileItRuns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		disk := afero.NewMemMapFs()
		page := func() string {
			text, _ := afero.ReadFile(disk, filepath.Join("run", "report.html"))
			return string(text)
		}
		moves, early, seen := 0, "", ""
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		watching := func(spec player.Spec, _ player.Setting) (player.Player, error) {
			return interrupter{robot{spec.Label}, func() {
				time.Sleep(time.Second)
				if moves++; moves == 5 { // before a game has ended
					synctest.Wait()
					early = page()
				}
				if moves == 30 { // in the second game
					synctest.Wait()
					seen = page()
				}
				if moves == 40 {
					stop()
				}
			}}, nil
		}
		const args = "-p file:strong -p file:weak -moves 44 -size 10 -pairs 4 -openings openings.txt -out run -j 1"
		code, _, _ := arena(ctx, t, disk, watching, args)
		assert.Equal(t, 1, code)
		assert.Contains(t, early, "0 games so far")
		assert.Contains(t, seen, `data-refresh="5"`)
		assert.Contains(t, seen, `href="games.sgf"`)
		assert.Contains(t, seen, "sgf/game-00001.sgf")
		assert.NotContains(t, page(), `<html lang="en" data-refresh`, "interrupted")
		code, _, _ = arena(t.Context(), t, disk, match.Open(robots), args)
		assert.Zero(t, code)
		assert.NotContains(t, page(), `<html lang="en" data-refresh`, "finished")
	})
}
