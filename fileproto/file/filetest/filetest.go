// Package filetest has helpers for tests of files' contents.
package filetest

import (
	"bytes"
	"encoding/binary"
	"slices"
)

// Edited returns content without its last cut bytes, with other bytes at some places: edits holds for each of them the
// place, in two bytes, and the new byte. So the input of a fuzz target is short, and the fuzzer need not spend its time
// on making it shorter.
func Edited(content []byte, cut uint16, edits []byte) []byte {
	b := bytes.Clone(content[:len(content)-min(int(cut), len(content))])
	for edit := range slices.Chunk(edits, 3) {
		if len(edit) == 3 && len(b) > 0 {
			b[int(binary.LittleEndian.Uint16(edit))%len(b)] = edit[2]
		}
	}
	return b
}
