package protocol_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"tahoun/scripts/pbrain/protocol"
)

func TestCommand(t *testing.T) {
	tests := []struct{ line, word, rest string }{
		{"TURN 7,7", "TURN", "7,7"},
		{"turn\t 7, 7", "TURN", "7, 7"},
		{"BEGIN", "BEGIN", ""},
		{"7,7,1", "7,7,1", ""},
	}
	for _, tt := range tests {
		word, rest := protocol.Command(tt.line)
		assert.Equal(t, tt.word, word)
		assert.Equal(t, tt.rest, rest)
	}
}

func TestNumbers(t *testing.T) {
	for text, want := range map[string][]int{"7,-8": {7, -8}, " +7 ,\t8 ": {7, 8}, "7 8": {7, 8}, " 7 \t 8": {7, 8}} {
		got, ok := protocol.Numbers(text, 2)
		assert.True(t, ok)
		assert.Equal(t, want, got)
	}
	for _, text := range []string{"", "7", "7,", ",7", "7,8,9", "7;8", "7,8 9", "7 8 9", "7,,8", "7, ,8", ", 7 8", "0x7,8", "7,99999999999999999999"} {
		_, ok := protocol.Numbers(text, 2)
		assert.False(t, ok, text)
	}
}
