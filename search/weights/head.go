package weights

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
)

// A Head says where weights come from, in lines. Encode adds the layout and the checksum; a fit writes
//
//	set     its name, as in the file's name
//	date    day of that commit; of the fit in files of version 0.4.0 and before
//	commit  of the program that fitted
//	fit     command line of the fit
//	start   file of weights that the fit began with; files of version 0.4.0 and before lack it
//	data    name and SHA-256 of a file of games, the command line that makes it, its seed among the flags, and the
//	        commits of the engine that played; a line for each file
//	size    how many games, positions and moves those are
//	loss    on games that nothing was learned from
//	scale   how much of an evaluation, and of a move's score, makes the odds e times better
//
// A value that nobody can tell is Unknown. So the same commit, command line and games give the same file.
type Head []Line

// A Line of a head has a name and a value, without line breaks.
type Line struct{ Name, Value string }

// Unknown is a value that nobody can tell.
const Unknown = "unknown"

const (
	setName      = "set"
	layoutName   = "layout"
	checksumName = "checksum"
)

// Set returns the name of the set.
func (h Head) Set() string { return h.value(setName) }

// value returns the value of the first line called name, "" if there is none.
func (h Head) value(name string) string {
	for _, l := range h {
		if l.Name == name {
			return l.Value
		}
	}
	return ""
}

// String returns the text that a file begins with.
func (h Head) String() string {
	var b strings.Builder
	b.WriteString(first)
	for _, l := range h {
		fmt.Fprintf(&b, "%s: %s\n", l.Name, l.Value)
	}
	return b.String()
}

func parseHead(text string) (h Head) {
	for line := range strings.Lines(text) {
		name, value, _ := strings.Cut(strings.TrimRight(line, " \n"), ": ")
		h = append(h, Line{name, value})
	}
	return h
}

// The checksum of a file is its SHA-256 with zeros in the place of the checksum.
var blankChecksum = strings.Repeat("0", hex.EncodedLen(sha256.Size))

var errDamaged = errors.New("damaged: the checksum in the file is not that of its bytes")

// verify checks the checksum of a file with head h, if it has one. The last line tells that: so a damaged name of the
// line is no way around the check.
func verify(file []byte, h Head) error {
	if len(h) == 0 {
		return errors.New("the head is empty")
	}
	switch name := h[len(h)-1].Name; name {
	case layoutName:
		return nil
	case checksumName:
	default:
		return fmt.Errorf("damaged: the head ends with %.40q, want %s or %s", name, layoutName, checksumName)
	}
	at, found := checksumAt(file)
	if !found || !bytes.HasPrefix(file[at:], checksum(file, at)) {
		return errDamaged
	}
	return nil
}

func checksumAt(file []byte) (at int, found bool) {
	head, _, _ := bytes.Cut(file, []byte(end))
	const line = "\n" + checksumName + ": "
	at = bytes.LastIndex(head, []byte(line)) + len(line)
	return at, at >= len(line) && at+len(blankChecksum) <= len(head)
}

// checksum returns the digits of a file's checksum, which are at at.
func checksum(file []byte, at int) []byte {
	hash := sha256.New()
	for _, part := range [][]byte{file[:at], []byte(blankChecksum), file[at+len(blankChecksum):]} {
		_, _ = hash.Write(part)
	}
	return hex.AppendEncode(nil, hash.Sum(nil))
}

// CheckName returns an error if the path of a file ends with a hash that is not that of its bytes.
func CheckName(path string, file []byte) error {
	name := strings.TrimSuffix(filepath.Base(path), ".bin")
	want := Name(nil, file)
	hash := name[max(0, len(name)-len(want)):]
	if hash == want || len(hash) < len(want) || hash[0] != '-' || strings.Trim(hash[1:], "0123456789abcdef") != "" {
		return nil
	}
	return fmt.Errorf("damaged or renamed: its bytes have the hash %s", want[1:])
}
