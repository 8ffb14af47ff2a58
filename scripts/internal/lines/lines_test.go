package lines_test

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/scripts/internal/lines"
)

// longest is that of the pipe protocol.
const longest = 1024

// texts returns the text of all lines.
func texts(in io.Reader) []string {
	var all []string
	for l := range lines.Read(in, longest) {
		all = append(all, l.Text)
	}
	return all
}

func TestRead(t *testing.T) {
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
		{"too long", strings.Repeat("a", 5000) + "\nb\n", []string{strings.Repeat("a", longest), "b"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, tt.want, texts(strings.NewReader(tt.in)))
		})
	}
}

// A line tells how it ended, so that an answer can end likewise.
func TestEnds(t *testing.T) {
	type end struct{ Text, End string }
	var got []end
	for l := range lines.Read(strings.NewReader("a\nb\r\n\n\r\nc\rd\n\re\n\nf"), longest) {
		got = append(got, end{l.Text, l.End})
	}
	want := []end{{"a", "\n"}, {"b", "\r\n"}, {"c", "\r\n"}, {"d", "\n"}, {"e", "\n"}, {"f", ""}}
	assert.Equal(t, want, got)
}

// A line is there as soon as its end is, without waiting for more.
func TestLineIsNotKeptBack(t *testing.T) {
	for _, end := range []string{"\r\n", "\n", "\r"} {
		in, out := io.Pipe()
		go func() { _, _ = io.WriteString(out, "BEGIN"+end) }()
		for l := range lines.Read(in, longest) {
			assert.Equal(t, "BEGIN", l.Text)
			break
		}
	}
}

// Lines are the same for any pieces of input, and agree with the obvious way to cut them.
func FuzzRead(f *testing.F) {
	f.Add([]byte("START 15\r\nBEGIN\nTURN 7,7\rEND"))
	f.Add([]byte("\r\r\n\n a \x00\xff"))
	f.Fuzz(func(t *testing.T, data []byte) {
		var want []string
		for line := range strings.SplitSeq(strings.ReplaceAll(string(data), "\r", "\n"), "\n") {
			if line = strings.TrimSpace(line[:min(len(line), longest)]); line != "" {
				want = append(want, line)
			}
		}
		require.Equal(t, want, texts(bytes.NewReader(data)))
		require.Equal(t, want, texts(iotest.OneByteReader(bytes.NewReader(data))))
		require.Equal(t, want, texts(iotest.DataErrReader(iotest.HalfReader(bytes.NewReader(data)))))
	})
}
