package session_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"

	"tahoun/board"
	"tahoun/scripts/pbrain/session"
	"tahoun/search"
)

// The last MESSAGE before a move is about it, however soon after another it comes, and whatever else is to be told.
func TestLastMessage(t *testing.T) {
	o := func(reported chan<- bool) session.Options {
		return scripted(func(n int, b *board.Board, _ search.Limits) *script {
			s := &script{early: firstEmpty(b), note: fmt.Sprint("thought ", n)}
			switch n {
			case 2:
				s.think = func(ctx context.Context, better func(board.Point, string)) {
					better(board.Point{X: 5, Y: 5}, "reported")
					time.Sleep(300 * time.Millisecond)
					better(board.Point{X: 6, Y: 6}, "found since")
					reported <- true
					<-ctx.Done()
				}
			case 3:
				s.think = func(_ context.Context, better func(board.Point, string)) {
					better(board.Point{X: 7, Y: 7}, "reported")
					time.Sleep(300 * time.Millisecond)
					panic("oh no")
				}
			case 4:
				s.instant = func() { panic("oh no") }
			}
			return s
		})
	}
	tests := []struct{ sent, answer, last string }{
		{"START 15\n", "OK", ""},
		{"BEGIN\n", "0,0", "0,0 thought 0"},
		{"TURN 8,8\n", "1,0", "1,0 thought 1"},
		{"INFO timeout_turn 3600000\nTURN 9,9\n", "6,6", "6,6 found since"}, // and STOP
		{"INFO rule 99\nTURN 10,10\n", "7,7", "7,7 reported"},
		{"TURN 11,11\n", "2,0", "2,0 no answer from the search"},
		{"TAKEBACK 2,0\n", "OK", ""},
		{"TURN 2,0\n", "3,0", "3,0 thought 5"},
	}
	synctest.Test(t, func(t *testing.T) {
		reported := make(chan bool)
		m := talk(t, o(reported))
		for _, tt := range tests {
			m.send(tt.sent)
			if strings.HasPrefix(tt.sent, "INFO timeout_turn") {
				<-reported
				m.send("STOP\n")
			}
			assert.Equal(t, tt.answer, m.answer(), tt.sent)
			assert.Equal(t, tt.last, m.last, tt.sent)
		}
		assert.Zero(t, m.end())
	})
}
