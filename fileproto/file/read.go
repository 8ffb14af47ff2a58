package file

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"time"

	"github.com/spf13/afero"
)

// Read returns the bytes of the file called name, or the first most of them and ErrTooLong. The slice has room for a
// quarter more than the file had. Pipes and devices are refused: opening or reading one waits for another program.
// Errors other than these and fs.ErrNotExist are retried: on Windows a file can be closed to others for a moment.
func Read(disk afero.Fs, name string, most int64) (data []byte, err error) {
	for _, pause := range pauses {
		time.Sleep(pause)
		if data, err = readOnce(disk, name, most); err == nil || isFinal(err) {
			break
		}
	}
	return data, err
}

// ReadWhole is Read for a file that a person named: errors have the name, and a file that is longer than most is
// refused.
func ReadWhole(disk afero.Fs, name string, most int64) ([]byte, error) {
	data, err := Read(disk, name, most)
	var path *fs.PathError
	switch {
	case err == nil:
		return data, nil
	case errors.Is(err, ErrTooLong):
		return nil, fmt.Errorf("%s: larger than %d MiB", name, most>>20)
	case errors.As(err, &path): // has the name
		return nil, err
	}
	return nil, fmt.Errorf("%s: %w", name, err)
}

// isFinal reports whether another attempt at reading would end in the same error.
func isFinal(err error) bool {
	final := []error{fs.ErrNotExist, ErrTooLong, errPipe, errSocket, errDevice, errNowhere}
	return slices.ContainsFunc(final, func(f error) bool { return errors.Is(err, f) })
}

func readOnce(disk afero.Fs, name string, most int64) ([]byte, error) {
	info, err := disk.Stat(name)
	if err != nil {
		return nil, whyMissing(disk, name, err)
	}
	if err := refused(info.Mode()); err != nil {
		return nil, err
	}
	f, err := disk.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var data bytes.Buffer
	data.Grow(int(max(0, min(info.Size()+info.Size()/4, most))) + bytes.MinRead)
	if _, err = data.ReadFrom(io.LimitReader(f, most+1)); err != nil {
		return nil, err
	}
	if int64(data.Len()) > most {
		return data.Bytes()[:most], ErrTooLong
	}
	return data.Bytes(), nil
}
