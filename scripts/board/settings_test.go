package main

import (
	"os"
	"strings"
	"testing"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The settings of one run are those of the next one.
func TestSettingsAreKept(t *testing.T) {
	disk := afero.NewMemMapFs()
	first := &settings{disk: disk, path: "/home/ann/config/tahoun/board.json"}
	got, err := first.read()
	require.NoError(t, err)
	assert.NotNil(t, got, "the program keeps settings, it has none yet")
	assert.Empty(t, got)
	want := map[string]string{"level": "4", "theme": "dark", "sound": "true"}
	_, err = first.write(settingsRequest{want})
	require.NoError(t, err)
	next := &settings{disk: disk, path: first.path}
	got, err = next.read()
	require.NoError(t, err)
	assert.Equal(t, want, got)
	files, err := afero.ReadDir(disk, "/home/ann/config/tahoun")
	require.NoError(t, err)
	assert.Len(t, files, 1, "nothing is left beside them")
	folder, err := disk.Stat("/home/ann/config/tahoun")
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o700), folder.Mode().Perm())
}

// Settings that are too large change nothing, and damaged ones are told and replaced.
func TestSettingsThatAreWrong(t *testing.T) {
	disk := afero.NewMemMapFs()
	s := &settings{disk: disk, path: "/s.json"}
	many := map[string]string{}
	for i := range mostSettings + 1 {
		many[strings.Repeat("a", i)] = ""
	}
	for _, values := range []map[string]string{
		many, {"a": strings.Repeat("b", longestValue+1)}, {strings.Repeat("b", longestValue+1): "a"},
	} {
		_, err := s.write(settingsRequest{values})
		require.Error(t, err)
	}
	exists, err := afero.Exists(disk, s.path)
	require.NoError(t, err)
	assert.False(t, exists)

	require.NoError(t, afero.WriteFile(disk, s.path, []byte(`{"level": 4`), 0o600))
	got, err := s.read()
	require.ErrorContains(t, err, "the settings of the last visit are lost: /s.json: ")
	assert.NotNil(t, got)
	assert.Empty(t, got)
	_, err = s.write(settingsRequest{map[string]string{"level": "2"}})
	require.NoError(t, err)
	got, err = s.read()
	require.NoError(t, err)
	assert.Equal(t, map[string]string{"level": "2"}, got)
}

func TestSettingsThatAreNotKept(t *testing.T) {
	got, err := (&settings{}).read()
	require.NoError(t, err)
	assert.Nil(t, got)
	_, err = (&settings{}).write(settingsRequest{map[string]string{"level": "2"}})
	require.NoError(t, err)
	_, err = (&settings{disk: afero.NewReadOnlyFs(afero.NewMemMapFs()), path: "/a/b"}).write(settingsRequest{})
	require.ErrorContains(t, err, "the settings are not kept: ")
}
