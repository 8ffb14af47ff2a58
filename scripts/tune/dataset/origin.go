package dataset

// Origin returns the name of the text that says how a file of games was made: a command line and the commit of the
// engine that played.
func Origin(file string) string { return file + ".txt" }
