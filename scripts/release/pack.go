package main

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"time"

	"tahoun/scripts/internal/gobuild"
)

// The modes of packed files, on every system.
const (
	plain   fs.FileMode = 0o644
	program fs.FileMode = 0o755
)

// packTime is the time of every packed file: the first day that a zip can hold in every zone.
var packTime = time.Date(1980, 1, 2, 0, 0, 0, 0, time.UTC)

// A file is a file of a zip or of the release folder.
type file struct {
	name    string // with slashes between folders
	mode    fs.FileMode
	content []byte
}

// pack returns a zip of files in their order. Its bytes depend only on files and the Go version,
// because of its compressor.
func pack(files []file) ([]byte, error) {
	var packed bytes.Buffer
	w := zip.NewWriter(&packed)
	for _, f := range files {
		header := &zip.FileHeader{Name: f.name, Method: zip.Deflate, Modified: packTime}
		header.SetMode(f.mode)
		entry, err := w.CreateHeader(header)
		if err == nil {
			_, err = entry.Write(f.content)
		}
		if err != nil {
			return nil, fmt.Errorf("pack %s: %w", f.name, err)
		}
	}
	err := w.Close()
	return packed.Bytes(), err
}

// sums returns the SHA-256 sums of files, a line each, as `sha256sum -c` reads them.
func sums(files []file) []byte {
	var lines bytes.Buffer
	for _, f := range files {
		fmt.Fprintf(&lines, "%x  %s\n", sha256.Sum256(f.content), f.name)
	}
	return lines.Bytes()
}

// checkSize returns an error if the executable called name for target has maxSize bytes or more.
func checkSize(name string, target gobuild.Target, size, maxSize int) error {
	if size >= maxSize {
		return fmt.Errorf("%s for %s has %d bytes: want less than %d", name, target, size, maxSize)
	}
	return nil
}
