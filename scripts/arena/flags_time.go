package main

// A timeFlag is a time control as a flag.
type timeFlag struct {
	set  func(string) error
	text string
}

// Set reads the time control.
func (f *timeFlag) Set(text string) error {
	f.text = text
	return f.set(text)
}

// String returns the time control as Set read it.
func (f *timeFlag) String() string { return f.text }
