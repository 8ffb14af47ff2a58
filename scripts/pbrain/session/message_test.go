package session_test

import (
	"bytes"
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

// An answer and its MESSAGEs have the line end of their command.
func TestLineEnds(t *testing.T) {
	const about = `name="Tahoun", version="VERSION", author="The Tahoun authors"`
	tests := []struct{ name, sent, want string }{
		{"LF", "START 15\nABOUT\nTURN\n", "OK\n" + about + "\nERROR want a square as x,y, got \"\"\n"},
		{"CR LF", "START 15\r\nABOUT\r\nhello\r\n", "OK\r\n" + about + "\r\nUNKNOWN command \"hello\"\r\n"},
		{"CR", "START 15\rABOUT\r", "OK\r\n" + about + "\r\n"},
		{"no end", "ABOUT", about + "\r\n"},
		{"no end after LF", "START 15\nABOUT", "OK\n" + about + "\n"},
		{"empty lines", "\nSTART 15\r\n\n\nABOUT\n\r\n", "OK\r\n" + about + "\n"},
		{"messages, LF", "START 15\nINFO rule 99\nTURN 7,7\n",
			"OK\nMESSAGE 1,0 early\nMESSAGE 2,0 found\nMESSAGE unknown rule 99, played as 3\nMESSAGE 2,0 found\n2,0\n"},
		{"messages, CR LF", "START 15\r\nTURN 7,7\r\n", "OK\r\nMESSAGE 1,0 early\r\nMESSAGE 2,0 found\r\n2,0\r\n"},
		{"INFO does not count", "START 15\r\nINFO rule 0\nTURN 7,7\r\nINFO rule 0\n",
			"OK\r\nMESSAGE 1,0 early\r\nMESSAGE 2,0 found\r\n2,0\r\n"},
		// as qpiskvork does
		{"DONE decides for a block", "START 15\r\nBOARD\n7,7,2\nDONE\r\n",
			"OK\r\nMESSAGE 1,0 early\r\nMESSAGE 2,0 found\r\n2,0\r\n"},
		{"LF waits behind CR LF", "START 15\r\nTURN 7,7\r\nTAKEBACK 7,7\n", "OK\r\nMESSAGE 1,0 early\r\nMESSAGE 2,0 found\r\n2,0\r\nOK\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				o := scripted(func(int, *board.Board, search.Limits) *script {
					return &script{early: board.Point{X: 1}, think: func(_ context.Context, better func(board.Point, string)) {
						time.Sleep(300 * time.Millisecond) // one report comes, and another
						better(board.Point{X: 2}, "found")
						time.Sleep(300 * time.Millisecond)
					}}
				})
				var out bytes.Buffer
				assert.Zero(t, session.Run(strings.NewReader(tt.sent), &out, o))
				assert.Equal(t, tt.want, out.String())
			})
		})
	}
}

// The last MESSAGE before a move is about that move, even shortly after another MESSAGE or with problems of INFO.
func TestLastMessage(t *testing.T) {
	o := func(reported chan<- bool) session.Options {
		return scripted(func(n int, b *board.Board, _ search.Limits) *script {
			s := &script{early: firstEmpty(b), note: fmt.Sprint("search ", n)}
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
		{"BEGIN\n", "0,0", "0,0 search 0"},
		{"TURN 8,8\n", "1,0", "1,0 search 1"},
		{"INFO timeout_turn 3600000\nTURN 9,9\n", "6,6", "6,6 found since"}, // and STOP
		{"INFO rule 99\nTURN 10,10\n", "7,7", "7,7 reported"},
		{"TURN 11,11\n", "12,12", "12,12 static fallback move, no answer from the search"},
		{"TAKEBACK 12,12\n", "OK", ""},
		{"TURN 2,0\n", "3,0", "3,0 search 5"},
	}
	synctest.Test(t, func(t *testing.T) {
		reported := make(chan bool)
		m := newManager(t, o(reported))
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
