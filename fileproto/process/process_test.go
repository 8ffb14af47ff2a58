package process_test

import (
	"os"
	"path/filepath"
	"runtime"
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
	if !ok {
		t.Skip("this system does not tell, or the tests have run too long")
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
