package output

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
)

// TestLivePage: the first page is written at once, later ones every five seconds at most, and those that take long so
// seldom that they cost a 200th of the time.
func TestLivePage(t *testing.T) {
	for cost, want := range map[time.Duration]int{0: 200, 10 * time.Millisecond: 167, 2 * time.Second: 3} {
		synctest.Test(t, func(t *testing.T) {
			prepared, written := 0, 0
			p := &LivePage{now: time.Now, prepare: func() func() {
				prepared++
				return func() {
					time.Sleep(cost)
					written++
				}
			}}
			for range 1000 { // a game a second
				p.Offer()
				assert.NotZero(t, prepared, "from the first game")
				time.Sleep(time.Second)
			}
			p.End()
			assert.Equal(t, prepared, written)
			assert.Equal(t, want, written, cost)
		})
	}
}
