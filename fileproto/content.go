package fileproto

import (
	"errors"
	"path/filepath"
	"strconv"
	"time"

	"github.com/spf13/afero"

	"tahoun/fileproto/file"
)

// wait is how long a slow disk gets for each call that is not about the board or the move: the optional files then
// count as absent, and the message is given up.
const wait = 100 * time.Millisecond

// readLimit is how many bytes of a manager's file are read. The largest board takes 15 kB, 30 in UTF-16; rows may be
// padded with blanks.
const readLimit = 1 << 20

// A content is that of a file, with a warning where the file is longer than readLimit.
type content struct {
	data     []byte
	warnings []string
}

func read(disk afero.Fs, name string) (content, error) {
	data, err := file.Read(disk, name, readLimit)
	if errors.Is(err, file.ErrTooLong) {
		long := ": the file is longer than " + strconv.Itoa(readLimit) + " bytes, the rest is ignored"
		return content{data, []string{filepath.Base(name) + long}}, nil
	}
	return content{data, nil}, err
}

// readSoon is read for a file that the move does not wait for where the disk is slow.
func readSoon(disk afero.Fs, name string) (content, error) {
	return file.Patiently(wait, func() (content, error) { return read(disk, name) })
}
