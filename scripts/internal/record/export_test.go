package record

import "testing"

// A Line is a line of the log.
type Line = line

// RunLine is the description in the first line.
type RunLine struct {
	Run Description `json:"run"`
}

// LimitMessages gives the messages in memory another bound until a test ends.
func LimitMessages(t *testing.T, bytes int) {
	before := messagesInMemory
	messagesInMemory = talk(bytes)
	t.Cleanup(func() { messagesInMemory = before })
}
