package session_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"tahoun/board"
	"tahoun/search"
)

// The order of taking back two turns' stones does not change the sides: x plays on, and o answers.
func TestTakeBackInAnyOrder(t *testing.T) {
	for _, order := range []string{"1,0 8,8", "8,8 1,0", "1,0 8,8 0,0 7,7", "7,7 0,0 8,8 1,0", "8,8 7,7 0,0 1,0", "0,0 8,8", "0,0 7,7"} {
		t.Run(order, func(t *testing.T) {
			asked := make(chan board.Stone, 3)
			o := scripted(func(_ int, b *board.Board, _ search.Limits) *script {
				asked <- b.At(board.Point{X: 9, Y: 9})
				return &script{early: firstEmpty(b)}
			})
			m := newManager(t, o)
			m.send("START 15\nTURN 7,7\nTURN 8,8\nTAKEBACK " + strings.ReplaceAll(order, " ", "\nTAKEBACK ") + "\nTURN 9,9\n")
			want := "OK 0,0 1,0" + strings.Repeat(" OK", len(strings.Fields(order)))
			for answer := range strings.FieldsSeq(want) {
				assert.Equal(t, answer, m.answer())
			}
			assert.NotEmpty(t, m.answer())
			assert.Zero(t, m.end())
			assert.Equal(t, []board.Stone{board.Empty, board.Empty, board.X}, []board.Stone{<-asked, <-asked, <-asked})
		})
	}
}
