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
