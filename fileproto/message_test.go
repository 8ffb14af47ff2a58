package fileproto_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"tahoun/fileproto"
)

func TestMessage(t *testing.T) {
	long := strings.Repeat("long ", 60)
	tests := []struct {
		name     string
		did      string
		note     string
		warnings []string
		want     string
	}{
		{"a move", "7,7", "", nil, "T 1: 7,7"},
		{"with a note", "7,7", "score 12", nil, "T 1: 7,7 score 12"},
		{"with a warning", "7,7", "score 12", []string{"W:1: odd"}, "T 1: 7,7 score 12; W:1: odd"},
		{"with two", "7,7", "", []string{"W:1: odd", "W:2: odd"}, "T 1: 7,7; W:1: odd; W:2: odd"},
		{"with three", "no move", "", []string{"W:1: odd", "b", "c"}, "T 1: no move; W:1: odd; b; c"},
		{"many", "7,7", "score 12", []string{"W:1: odd", long[:99], "c"}, "T 1: 7,7 score 12; W:1: odd; " + long[:99] + "; c"},
		{"more than there is room for", "7,7", "score 12", []string{"W:1: odd", long[:170], "c"}, "T 1: 7,7 score 12; W:1: odd (+2 more warnings)"},
		{"a note of 60 characters is kept", "7,7", long, []string{"W:1: odd", "b", long[:99]}, "T 1: 7,7 " + long[:75] + "..; W:1: odd; b; " + long[:99]},
		{"not ASCII", "7,7", "žluťoučký\nkůň\x00", []string{"\t\x7fend\xff"}, "T 1: 7,7 ?lu?ou?k??k???; ??end?"},
		{"a long note", "7,7", long, nil, "T 1: 7,7 " + long[:185] + ".."},
		{"a long note and a warning", "7,7", long, []string{"W:1: odd"}, "T 1: 7,7 " + long[:175] + "..; W:1: odd"},
		{"a long warning", "7,7", "score", []string{long, "b"}, "T 1: 7,7; " + long[:170] + ".. (+1 more warning)"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := fileproto.Message("T 1", test.did, test.note, test.warnings)
			assert.Equal(t, test.want, got)
			assert.LessOrEqual(t, len(got), 200)
		})
	}
}
