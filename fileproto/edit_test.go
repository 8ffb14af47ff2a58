package fileproto_test

import (
	"math"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/fileproto"
)

// A value is changed and everything else stays.
func TestSetKey(t *testing.T) {
	for _, c := range []struct{ name, was, want string }{
		{"changed", "max_node 5\nrule 0\n; mine\n", "max_node 5\nrule 4\n; mine\n"},
		{"added", "max_node 5\r\nfolder \r\n", "max_node 5\r\nfolder \r\nrule 4\r\n"},
		{"added to a last line without an end", "max_node 5\r\nfoo", "max_node 5\r\nfoo\r\nrule 4\r\n"},
		{"added before blank lines", "foo 1\n\n \x00\x00", "foo 1\nrule 4\n\n \x00\x00"},
		{"added to nothing", "", "rule 4\n"},
		{"twice there", "rule 1\nx\nRULE 0", "rule 4\nx\nRULE 4"},
		{"other ways to write it", "\t Rule\t=  1 s\t\rfoo\r", "\t Rule\t=  4\t\rfoo\r"},
		{"a comment", "rule 1 # exactly five\nrule 0 // any\n", "rule 4 # exactly five\nrule 4 // any\n"},
		{"no value", "rule\nrule=\n", "rule 4\nrule=4\n"},
		{"a longer key", "rules 1\n", "rules 1\nrule 4\n"},
		{"marks", "\uFEFFrule 1\r\n\x1arule 0", "\uFEFFrule 4\r\n\x1arule 0"},
		{"another encoding", "fold\xe8r \xe1\nrule 1\n", "fold\xe8r \xe1\nrule 4\n"},
		{"UTF-16", "\xff\xfer\x00u\x00l\x00e\x00 \x001\x00\r\x00\n\x00", "\xff\xfer\x00u\x00l\x00e\x00 \x004\x00\r\x00\n\x00"},
		{"UTF-16 without a mark", "\x00a\x00 \x001", "\x00a\x00 \x001\x00\n\x00r\x00u\x00l\x00e\x00 \x004\x00\n"},
	} {
		assert.Equal(t, c.want, string(fileproto.SetKey([]byte(c.was), "rule", 4)), c.name)
	}
}

func TestSetSeconds(t *testing.T) {
	for was, want := range map[string]string{
		"5\n1000\n": "7\n1000\n", "\r\n 5 s\r\n1000": "\r\n7\r\n1000", "": "7\n", "5": "7", "\n": "7\n\n",
	} {
		assert.Equal(t, want, string(fileproto.SetSeconds([]byte(was), 7)))
	}
}

func TestLineEnd(t *testing.T) {
	for was, want := range map[string]string{"": "", "a": "", "a\nb\r\n": "\n", "a\r\nb\n": "\r\n", "a\rb": "\r", "\xff\xfea\x00\n\x00": "\n"} {
		assert.Equal(t, want, fileproto.LineEnd([]byte(was)), "%q", was)
	}
}

// Whatever a file holds, a value that was set is read, other values are the same, and no line is lost.
func FuzzSetKey(f *testing.F) {
	for _, text := range []string{
		"", "rule 1\n", "timeout_turn 5 s ; x\r\nfolder a\r\nrule 1", "rule\x00", "\x1arule 1", "rule 1\x1a", "\xff\xfer\x00\x1a\x00", "\uFEFFrule=", "\r\n\r\n",
		"rule \uFEFF", "a\x00", "\x00a\x00", "rule 0x1 \t#\n", "\x000\x0000",
	} {
		f.Add([]byte(text), int64(4))
	}
	f.Fuzz(func(t *testing.T, data []byte, value int64) {
		value = max(value, math.MinInt64+1)
		before, _ := fileproto.ParseInfo("INFO.DAT", data)
		changed := fileproto.SetKey(data, "max_depth", value)
		after, _ := fileproto.ParseInfo("INFO.DAT", changed)
		require.Equal(t, fileproto.Number{Value: value, Given: true}, after.Depth, "%q", changed)
		before.Depth = after.Depth
		assert.EqualExportedValues(t, before, after, "%q", changed)
		assert.Equal(t, string(changed), string(fileproto.SetKey(changed, "max_depth", value)), "a second time nothing changes")
		wide := strings.Contains(string(data), "\x00") || !utf8.Valid(data) // perhaps UTF-16
		for line := range strings.FieldsFuncSeq(string(data), func(c rune) bool { return strings.ContainsRune("\r\n\x1a", c) }) {
			if !wide && !strings.Contains(strings.ToLower(line), "max_depth") {
				assert.Contains(t, string(changed), line)
			}
		}

		if strings.Contains(string(data), "\x00\x00") {
			return // UTF-16 without a mark is not known by a single digit with padding behind it
		}
		limit := int64(uint16(value))
		was, _ := fileproto.ParseTimeouts("TIMEOUTS.DAT", data)
		is, _ := fileproto.ParseTimeouts("TIMEOUTS.DAT", fileproto.SetSeconds(data, limit))
		assert.Equal(t, fileproto.Number{Value: limit, Given: true}, is.Turn)
		assert.Equal(t, was.Left, is.Left)
	})
}
