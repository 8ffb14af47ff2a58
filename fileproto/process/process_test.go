package process_test

import (
	"math"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/fileproto/process"
)

var begun = time.Now()

func TestCreated(t *testing.T) {
	created, ok := process.Created(afero.NewOsFs())
	switch runtime.GOOS {
	case "linux", "windows":
		require.True(t, ok)
	default:
		t.Skip("this system does not tell")
	}
	assert.False(t, created.After(begun), "a process is created before it runs")
	assert.Less(t, begun.Sub(created), 10*time.Second)
}

func TestCreatedWithoutProc(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("other systems do not tell by files")
	}
	_, ok := process.Created(afero.NewMemMapFs())
	assert.False(t, ok)
	_, ok = process.Resident(afero.NewMemMapFs())
	assert.False(t, ok)
}

func TestResident(t *testing.T) {
	before, ok := process.Resident(afero.NewOsFs())
	if !ok {
		t.Skip("this system does not tell")
	}
	assert.Greater(t, before, int64(1<<20))
	memory := make([]byte, 64<<20)
	for i := range memory {
		memory[i] = 1
	}
	after, ok := process.Resident(afero.NewOsFs())
	require.True(t, ok)
	assert.Greater(t, after, before+32<<20)
	runtime.KeepAlive(memory)
}

func TestPrepare(t *testing.T) {
	cores, limit := runtime.GOMAXPROCS(0), debug.SetMemoryLimit(-1)
	t.Cleanup(func() { runtime.GOMAXPROCS(cores); debug.SetMemoryLimit(limit) })
	assert.Equal(t, cores, process.Prepare(0, 0))
	assert.Equal(t, 1, process.Prepare(0, 1))
	assert.Equal(t, 2, runtime.GOMAXPROCS(0), "one more for the waiting side")
	assert.Equal(t, cores, process.Prepare(100<<20, cores+1))
	assert.Equal(t, int64(75<<20), debug.SetMemoryLimit(-1))
	process.Prepare(0, 0)
	assert.Equal(t, int64(math.MaxInt64), debug.SetMemoryLimit(-1), "lifted again")
}

func TestOwnPath(t *testing.T) {
	self, err := os.Executable()
	require.NoError(t, err)
	self = strings.TrimSuffix(self, ".exe")
	disk := afero.NewMemMapFs()
	for _, name := range []string{"near/brain", "win/Brain.exe"} {
		require.NoError(t, afero.WriteFile(disk, filepath.FromSlash(name), nil, 0o755))
	}
	elsewhere := filepath.Join(t.TempDir(), "brain")
	for name, test := range map[string]struct{ arg, want string }{
		"absolute":                      {elsewhere + ".EXE", elsewhere},
		"relative":                      {filepath.FromSlash("near/brain"), filepath.FromSlash("near/brain")},
		"relative, the ending left out": {filepath.FromSlash("win/Brain"), filepath.FromSlash("win/Brain")},
		"relative to another folder":    {filepath.FromSlash("far/brain"), self},
		"a name":                        {"brain", self},
		"nothing":                       {"", self},
	} {
		t.Run(name, func(t *testing.T) { assert.Equal(t, test.want, process.OwnPath(disk, []string{test.arg})) })
	}
	assert.Equal(t, self, process.OwnPath(disk, nil))
}

func TestTerminal(t *testing.T) {
	file, err := os.Create(filepath.Join(t.TempDir(), "file"))
	require.NoError(t, err)
	defer file.Close()
	assert.False(t, process.Terminal(file))
	null, err := os.Open(os.DevNull)
	require.NoError(t, err)
	defer null.Close()
	assert.False(t, process.Terminal(null), "a device, but nobody reads along")
}
