package fileproto_test

import (
	"testing"
	"time"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/require"

	"tahoun/fileproto"
)

// BenchmarkInstantMove is a whole move at limit 0 in memory: everything but the process and the disk.
func BenchmarkInstantMove(b *testing.B) {
	files := quiet.with("INFO.DAT", "timeout_turn 0\ntime_left 2147483647\n")
	for b.Loop() {
		b.StopTimer()
		disk := afero.NewMemMapFs()
		put(b, disk, files)
		b.StartTimer()
		_, err := fileproto.Turn{FS: disk, Start: time.Now(), Brain: brain, NewJob: realSearch}.Play()
		require.NoError(b, err)
	}
}

// BenchmarkProtocol is the same without a search.
func BenchmarkProtocol(b *testing.B) {
	files := quiet.with("INFO.DAT", "timeout_turn 0\ntime_left 2147483647\n")
	for b.Loop() {
		b.StopTimer()
		disk := afero.NewMemMapFs()
		put(b, disk, files)
		b.StartTimer()
		_, err := instantMove(disk)
		require.NoError(b, err)
	}
}

func BenchmarkParseBoard(b *testing.B) {
	data := []byte(quiet["PLOCHA.DAT"])
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		_, _, err := fileproto.ParseBoard("PLOCHA.DAT", data)
		require.NoError(b, err)
	}
}
