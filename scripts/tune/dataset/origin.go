package dataset

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/spf13/afero"

	"tahoun/fileproto/file"
	"tahoun/search/weights"
)

// Origin returns the name of the text that says how a file of games was made: a command line and the commit of the
// engine that played.
func Origin(file string) string { return file + ".txt" }

// ReadOrigin returns the text that says how a file of games was made, weights.Unknown if there is none.
func ReadOrigin(disk afero.Fs, games string) (string, error) {
	text, err := file.ReadWhole(disk, Origin(games), 1<<20)
	if errors.Is(err, fs.ErrNotExist) {
		return weights.Unknown, nil
	}
	return strings.TrimSpace(string(text)), err
}

// Describe returns the name of a file of games, its SHA-256 and how it was made.
func Describe(disk afero.Fs, games string) (string, error) {
	f, err := file.Open(disk, games)
	if err != nil {
		return "", err
	}
	defer f.Close()
	hash := sha256.New()
	if _, err := io.Copy(hash, f); err != nil {
		return "", err
	}
	made, err := ReadOrigin(disk, games)
	return fmt.Sprintf("%s, sha256 %x, made by %s", filepath.Base(games), hash.Sum(nil), made), err
}
