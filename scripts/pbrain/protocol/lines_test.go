package protocol_test

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/scripts/pbrain/protocol"
)

// texts returns the text of all lines.
func texts(in io.Reader) []string {
	var all []string
	for l := range protocol.Lines(in) {
		all = append(all, l.Text)
	}
	return all
}

func TestLines(t *testing.T) {
	tests := []struct {
		name, in string
		want     []string
	}{
		{"nothing", "", nil},
		{"blanks only", " \r\n\t\n\n\r\r", nil},
		{"CR LF", "a\r\nb\r\n", []string{"a", "b"}},
		{"LF", "a\nb\n", []string{"a", "b"}},
		{"CR", "a\rb\r", []string{"a", "b"}},
		{"no last end", "a\nb", []string{"a", "b"}},
		{"blanks around", " a b\t\n", []string{"a b"}},
		{"too long", strings.Repeat("a", 5000) + "\nb\n", []string{strings.Repeat("a", 1024), "b"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, tt.want, texts(strings.NewReader(tt.in)))
		})
	}
}

// A line is there as soon as its end is, whatever comes after it.
func TestLineIsNotKeptBack(t *testing.T) {
	for _, end := range []string{"\r\n", "\n", "\r"} {
		in, out := io.Pipe()
		go func() { _, _ = io.WriteString(out, "BEGIN"+end) }()
		for l := range protocol.Lines(in) {
			assert.Equal(t, "BEGIN", l.Text)
			break
		}
	}
}

func TestCommand(t *testing.T) {
	tests := []struct{ line, word, rest string }{
		{"TURN 7,7", "TURN", "7,7"},
		{"turn\t 7, 7", "TURN", "7, 7"},
		{"BEGIN", "BEGIN", ""},
		{"7,7,1", "7,7,1", ""},
	}
	for _, tt := range tests {
		word, rest := protocol.Line{Text: tt.line}.Command()
		assert.Equal(t, tt.word, word)
		assert.Equal(t, tt.rest, rest)
	}
}

func TestNumbers(t *testing.T) {
	for text, want := range map[string][]int{"7,-8": {7, -8}, " +7 ,\t8 ": {7, 8}} {
		got, ok := protocol.Numbers(text, 2)
		assert.True(t, ok)
		assert.Equal(t, want, got)
	}
	for _, text := range []string{"", "7", "7,", ",7", "7,8,9", "7;8", "7,8 9", "0x7,8", "7,99999999999999999999"} {
		_, ok := protocol.Numbers(text, 2)
		assert.False(t, ok, text)
	}
}

// Lines are the same in whatever pieces they come, and what the obvious way to cut them gives.
func FuzzLines(f *testing.F) {
	f.Add([]byte("START 15\r\nBEGIN\nTURN 7,7\rEND"))
	f.Add([]byte("\r\r\n\n a \x00\xff"))
	f.Fuzz(func(t *testing.T, data []byte) {
		var want []string
		for line := range strings.SplitSeq(strings.ReplaceAll(string(data), "\r", "\n"), "\n") {
			if line = strings.TrimSpace(line[:min(len(line), 1024)]); line != "" {
				want = append(want, line)
			}
		}
		require.Equal(t, want, texts(bytes.NewReader(data)))
		require.Equal(t, want, texts(iotest.OneByteReader(bytes.NewReader(data))))
		require.Equal(t, want, texts(iotest.DataErrReader(iotest.HalfReader(bytes.NewReader(data)))))
	})
}
