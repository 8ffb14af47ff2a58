package player_test

import (
	"bytes"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/scripts/internal/game"
	"tahoun/scripts/internal/player"
)

const mebibyte = 1 << 20

// each runs a test for both protocols.
func each(t *testing.T, test func(t *testing.T, spec func(t testing.TB, words ...string) player.Spec)) {
	t.Run("file", func(t *testing.T) { test(t, fileSpec) })
	t.Run("pipe", func(t *testing.T) { test(t, pipeSpec) })
}

// mode adds a liar's mode and argument for the protocol of spec.
func mode(spec player.Spec, kind, amount string) player.Spec {
	if spec.Protocol == player.File {
		spec.Args = append(spec.Args, kind, amount)
	} else {
		spec.Args = append(spec.Args, kind+"="+amount)
	}
	return spec
}

func TestMemoryIsMeasured(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" && runtime.GOOS != "windows" {
		t.Skip("this system does not tell while the program runs")
	}
	each(t, func(t *testing.T, spec func(testing.TB, ...string) player.Spec) {
		var most int64
		for n := 0; n < 20 && most <= 60*mebibyte; n++ { // on a busy machine nobody looks while it has all of it
			got, err := seated(t, mode(spec(t), "allocate", "60"), board.X).Move(t.Context(), empty())
			require.NoError(t, err)
			assert.Less(t, got.Memory, int64(1024*mebibyte), "the collector keeps some")
			most = max(most, got.Memory)
		}
		assert.Greater(t, most, int64(60*mebibyte))
	})
}

// A program that takes too much is stopped at once, and does not run into the time limit.
func TestMemoryOverLimit(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" && runtime.GOOS != "windows" {
		t.Skip("this system does not tell while the program runs")
	}
	modes := []string{"allocate"}
	if runtime.GOOS == "linux" {
		modes = append(modes, "child-allocates")
	}
	for _, m := range modes {
		t.Run(m, func(t *testing.T) {
			each(t, func(t *testing.T, spec func(testing.TB, ...string) player.Spec) {
				s := mode(spec(t), m, "150")
				s.Memory = 100 * mebibyte
				got, err := seated(t, s, board.X).Move(t.Context(), empty())
				var fault *player.Fault
				require.ErrorAs(t, err, &fault)
				assert.Equal(t, game.OutOfSpace, fault.Reason)
				assert.Contains(t, fault.Detail, "limit 100.0 MiB")
				assert.Greater(t, got.Memory, s.Memory)
				assert.Less(t, got.Time, s.Turn)
			})
		})
	}
}

// A program starts as a copy of the arena. The memory of the arena must not count as its own.
func TestMemoryOfTheArenaDoesNotCount(t *testing.T) {
	memory := bytes.Repeat([]byte{1}, 150*mebibyte)
	each(t, func(t *testing.T, spec func(testing.TB, ...string) player.Spec) {
		s := mode(spec(t), "honest", "")
		s.Memory = 100 * mebibyte
		got, err := seated(t, s, board.X).Move(t.Context(), empty())
		require.NoError(t, err)
		assert.Less(t, got.Memory, s.Memory)
	})
	runtime.KeepAlive(memory)
}
