package record

// A Line is a line of the log.
type Line = line

// RunLine is the description in the first line.
type RunLine struct {
	Run Description `json:"run"`
}
