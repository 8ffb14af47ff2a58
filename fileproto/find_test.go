package fileproto_test

import (
	"errors"
	"testing"
	"time"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/fileproto"
)

var documented = fileproto.Names{Board: "PLOCHA.DAT", Side: "TAH.DAT", Timeouts: "TIMEOUTS.DAT", Info: "INFO.DAT", Message: "MSG.DAT"}

func TestFind(t *testing.T) {
	tests := []struct {
		name  string
		files []string
		want  fileproto.Names
	}{
		{"nothing", nil, documented},
		{"as documented", []string{"PLOCHA.DAT", "TAH.DAT", "TIMEOUTS.DAT", "INFO.DAT", "MSG.DAT"}, documented},
		{
			"as Windows managers write", []string{"Plocha.dat", "Tah.dat", "TimeOuts.dat", "Info.dat", "msg.dat"},
			fileproto.Names{Board: "Plocha.dat", Side: "Tah.dat", Timeouts: "TimeOuts.dat", Info: "Info.dat", Message: "msg.dat"},
		},
		{
			"odd spellings", []string{"pLOCHA.dAT", "taH.Dat", "tImEoUtS.dAt", "iNFO.DAT", "mSg.Dat"},
			fileproto.Names{Board: "pLOCHA.dAT", Side: "taH.Dat", Timeouts: "tImEoUtS.dAt", Info: "iNFO.DAT", Message: "mSg.Dat"},
		},
		{"others beside", []string{"PLOCHA.DAT.bak", "TAH.DA", "mſg.dat", "tah.dat"}, fileproto.Names{Board: "PLOCHA.DAT", Side: "tah.dat", Timeouts: "TIMEOUTS.DAT", Info: "INFO.DAT", Message: "MSG.DAT"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			eachDisk(t, func(t *testing.T, disk afero.Fs) {
				for _, name := range test.files {
					put(t, disk, folder{name: "x"})
				}
				names, warnings := fileproto.Find(disk)
				assert.Equal(t, test.want, names)
				assert.Empty(t, warnings)
			})
		})
	}
}

func TestFindTwins(t *testing.T) {
	old := time.Date(2001, 2, 3, 4, 5, 6, 0, time.UTC)
	tests := []struct {
		name    string
		changed map[string]time.Time
		want    string
		warning string
	}{
		{"the newer", map[string]time.Time{"TAH.DAT": old, "Tah.dat": old.Add(time.Hour)}, "Tah.dat", "TAH.DAT: ignored in favour of Tah.dat, which differs only in case; delete one of them"},
		{"the documented of two as new", map[string]time.Time{"TAH.DAT": old, "Tah.dat": old}, "TAH.DAT", "Tah.dat: ignored in favour of TAH.DAT, which differs only in case; delete one of them"},
		{"the newest of three", map[string]time.Time{"TAH.DAT": old, "Tah.dat": old, "tah.dat": old.Add(1 * time.Second)}, "tah.dat", "TAH.DAT: ignored in favour of tah.dat, which differs only in case; delete one of them"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			eachDisk(t, func(t *testing.T, disk afero.Fs) {
				for name, changed := range test.changed {
					put(t, disk, folder{name: "x"})
					require.NoError(t, disk.Chtimes(name, changed, changed))
				}
				if len(get(t, disk)) != len(test.changed) {
					t.Skip("this disk does not tell names by their case")
				}
				names, warnings := fileproto.Find(disk)
				assert.Equal(t, test.want, names.Side)
				assert.Equal(t, []string{test.warning}, warnings)
			})
		})
	}
}

// A folder with the name of one of the files does not count as that file.
func TestFindPassesOverFolders(t *testing.T) {
	eachDisk(t, func(t *testing.T, disk afero.Fs) {
		require.NoError(t, disk.Mkdir("tah.dat", 0o755))
		names, warnings := fileproto.Find(disk)
		assert.Equal(t, documented, names)
		assert.Empty(t, warnings)
	})
}

// secretive is a disk whose folders cannot be listed.
type secretive struct{ afero.Fs }

func (s secretive) Open(name string) (afero.File, error) {
	if name == "." {
		return nil, errors.New("no listing")
	}
	return s.Fs.Open(name)
}

func TestFindWithoutListing(t *testing.T) {
	eachDisk(t, func(t *testing.T, disk afero.Fs) {
		put(t, disk, folder{"Plocha.dat": "x", "TAH.DAT": "x", "TimeOuts.dat": "x", "info.dat": "x"})
		if there, _ := afero.Exists(disk, "PLOCHA.DAT"); there {
			t.Skip("this disk does not tell names by their case")
		}
		names, warnings := fileproto.Find(secretive{disk})
		assert.Equal(t, fileproto.Names{Board: "Plocha.dat", Side: "TAH.DAT", Timeouts: "TimeOuts.dat", Info: "info.dat", Message: "MSG.DAT"}, names)
		assert.Empty(t, warnings)
	})
}
