package fileproto_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestExperienceFlags: the executable reads the flags of package experience, which tests the rest.
func TestExperienceFlags(t *testing.T) {
	dir := t.TempDir()
	tests := []struct {
		name string
		args []string
		said string
		exit int
	}{
		{"no files", []string{"-experience", "."}, "tahoun: .: want files such as experience-1-rule-0.bin there, or in a folder there\n", 1},
		{"no folder", []string{"-experience", "none"}, "tahoun: none: want a folder\n", 2},
		{"two tasks", []string{"-experience", ".", "-sgf", "a", "-merge", "."}, "tahoun: want -experience DIR, with one of -sgf, -merge and -forget at most\n", 2},
		{"a task alone", []string{"-forget", "7,7"}, "tahoun: want -experience DIR, with one of -sgf, -merge and -forget at most\n", 2},
		{"a folder besides", []string{"-experience", ".", "game"}, "tahoun: \"game\": want no folder besides that of -experience; tahoun -h shows the use\n", 2},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, printed{stderr: tt.said, exit: tt.exit}, runBrain(t, dir, tt.args...))
		})
	}
}
