package manager

import (
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"

	"tahoun/board"
)

// Find returns the paths of the files in dir that are called name in any case, capitals first. On a system where names
// differ by case a brain may have written a file beside the manager's.
func Find(dir, name string) []string {
	entries, _ := os.ReadDir(dir)
	var found []string
	for _, e := range entries {
		if strings.EqualFold(e.Name(), name) {
			found = append(found, filepath.Join(dir, e.Name()))
		}
	}
	return found
}

// answerBytes is how many bytes are read of a file that a program wrote.
const answerBytes = 1 << 16

// Read returns the first bytes of a file.
func Read(path string) (string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return "", err
	}
	if !info.Mode().IsRegular() { // reading a named pipe would never end
		return "", fmt.Errorf("%s is no file", path)
	}
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, answerBytes))
	return string(text), err
}

// Blanks are the characters for which C's isspace is true.
const Blanks = " \t\n\v\f\r"

// ScanMove reads a move from the start of text as C's scanf does with "%d,%d": it skips blanks before a number, allows
// none before the comma, and ignores the rest of the text. A number too big for any board stays too big. written is the
// move as it stands in text.
func ScanMove(text string) (at board.Point, written string, ok bool) {
	x, rest, ok := scanNumber(text)
	if !ok || !strings.HasPrefix(rest, ",") {
		return at, "", false
	}
	y, rest, ok := scanNumber(rest[1:])
	if !ok {
		return at, "", false
	}
	return board.Point{X: x, Y: y}, text[:len(text)-len(rest)], true
}

// scanNumber reads a whole number with an optional sign and returns the rest of the text.
func scanNumber(text string) (n int, rest string, ok bool) {
	text = strings.TrimLeft(text, Blanks)
	sign := 1
	if text != "" && (text[0] == '-' || text[0] == '+') {
		if text[0] == '-' {
			sign = -1
		}
		text = text[1:]
	}
	for text != "" && text[0] >= '0' && text[0] <= '9' {
		if n < math.MaxInt32/10 {
			n = 10*n + int(text[0]-'0')
		} else {
			n = math.MaxInt32
		}
		text, ok = text[1:], true
	}
	return sign * n, text, ok
}
