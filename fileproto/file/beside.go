package file

import (
	"io/fs"
	"math/rand/v2"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/afero"
)

// A file that is to replace another one lies beside it under a name of its own, so that no two writers share it:
//
//	TAH.DAT.0123456789abcdef.tahoun-new      the name of the other file, a random number, besideSuffix
const (
	besideSuffix = ".tahoun-new"
	besideDigits = 16 // of the number, hexadecimal

	// besideBase is how many bytes of the other file's name the name has: many filesystems take 255 in all.
	besideBase = 200

	// abandonedAge is the age of a file that nobody writes any more. A writer that was stopped for longer finds its
	// file missing, which is an error of its attempt.
	abandonedAge = time.Minute
)

func besideName(name string) string {
	dir, base := filepath.Split(name)
	if len(base) > besideBase {
		base = strings.ToValidUTF8(base[:besideBase], "") // some filesystems take nothing else
	}
	number := strconv.FormatUint(rand.Uint64()|1<<63, 16) // the top bit keeps all digits
	return dir + base + "." + number + besideSuffix
}

// IsBeside reports whether a file of this name was to replace another one.
func IsBeside(name string) bool {
	name, ours := strings.CutSuffix(name, besideSuffix)
	dot := len(name) - besideDigits - 1
	return ours && dot > 0 && name[dot] == '.' && strings.Trim(name[dot+1:], "0123456789abcdef") == ""
}

// Abandoned reports whether a file was to replace another one, but its writer has died. The clock of a file server may
// be wrong in either direction.
func Abandoned(info fs.FileInfo) bool {
	return IsBeside(info.Name()) && info.Mode().IsRegular() && time.Since(info.ModTime()).Abs() > abandonedAge
}

// Sweep removes the abandoned files in a folder.
func Sweep(disk afero.Fs, folder string) {
	dir, err := disk.Open(folder)
	if err != nil {
		return
	}
	names, _ := dir.Readdirnames(-1)
	_ = dir.Close()
	SweepThese(disk, folder, names)
}

// SweepThese removes the abandoned files among the names in a folder.
func SweepThese(disk afero.Fs, folder string, names []string) {
	for _, name := range names {
		if !IsBeside(name) {
			continue
		}
		name = filepath.Join(folder, name)
		if info, err := lstat(disk, name); err == nil && Abandoned(info) {
			remove(disk, name)
		}
	}
}
