package docs

import (
	"fmt"
	"math"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/fileproto/clock"
	"tahoun/fileproto/experience"
	"tahoun/scripts/internal/level"
	"tahoun/search/pattern"
)

// lines returns how many lines of a file of the repository have something that is no comment.
func lines(t *testing.T, name string) (n int) {
	for line := range strings.Lines(Read(t, name)) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			n++
		}
	}
	return n
}

// TestFigures: figures of pages that can be counted are those of the code and the data.
func TestFigures(t *testing.T) {
	const main, arena, tune, page = "README.md", "scripts/arena/README.md", "scripts/tune/README.md", "scripts/board/README.md"
	side := board.MaxSide
	Says(t, main, fmt.Sprintf("boards from 1x1 to %dx%d", side, side))
	Says(t, page, fmt.Sprintf("1 to %d, any", side))
	Says(t, main, fmt.Sprintf("at %d levels", len(level.All)))
	Says(t, page, fmt.Sprintf("Tahoun has %d levels", len(level.All)))
	Says(t, main, fmt.Sprintf("`clock.bin`, %d bytes", clock.Size))
	Says(t, main, fmt.Sprintf("of %d MiB at most", experience.DefaultSize>>20))
	Says(t, main, fmt.Sprintf("in bytes | %d |", experience.DefaultSize))
	Says(t, main, fmt.Sprintf("a position of up to %d stones", experience.MaxStones))
	Says(t, main, fmt.Sprintf("200 means that the odds are e : 1, that is %.0f of 100", 100/(1+math.Exp(-1))))
	Says(t, tune, fmt.Sprintf("the %d combinations", pattern.Combinations))
	count := func(set string) int { return lines(t, "testdata/openings/"+set+".txt") }
	Says(t, arena, fmt.Sprintf("the %d in `freestyle-20-even.txt`, the %d in `exact-five-20-even.txt`, the %d in `renju-15-even.txt`"+
		" and the %d in `caro-15-even.txt`",
		count("freestyle-20-even"), count("exact-five-20-even"), count("renju-15-even"), count("caro-15-even")))
	Says(t, tune, fmt.Sprintf("of %d for five or more", count("freestyle-20")))
	Says(t, tune, fmt.Sprintf("of %d for exactly five", count("exact-five-20")))
	Says(t, tune, fmt.Sprintf("of %d for renju", count("renju-15")))
	Says(t, tune, fmt.Sprintf("`freestyle-20.txt` (%d) and of `exact-five-20.txt` (%d,", count("freestyle-20-even"), count("exact-five-20-even")))
	Says(t, tune, fmt.Sprintf("`renju-15.txt` (%d,", count("renju-15-even")))
	Says(t, tune, fmt.Sprintf("`freestyle-15.txt` (%d of %d,", count("caro-15-even"), count("freestyle-15")))

	module := Read(t, "go.mod")
	version := regexp.MustCompile(`(?m)^go (\d+\.\d+)`).FindStringSubmatch(module)[1]
	Says(t, main, "[Go](https://go.dev/dl/) "+version+" or later")
	libraries := len(regexp.MustCompile(`(?m)^\S*\t?(?:require )?\S+\.\S+/\S+ v`).FindAllString(module, -1))
	require.Equal(t, 5, libraries, "in words below")
	Says(t, main, "for five small libraries")
}

// TestRulesOfThePages: the table of rules has each rule's number and name.
func TestRulesOfThePages(t *testing.T) {
	for _, r := range []board.Rule{board.Freestyle, board.ExactFive, board.Continuous, board.Renju, board.Caro} {
		Says(t, "README.md", fmt.Sprintf("| %d | %v | ", r, r))
	}
}
