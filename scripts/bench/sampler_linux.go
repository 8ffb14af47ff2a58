package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"tahoun/board"
	"tahoun/fileproto"
	"tahoun/scripts/internal/gamefile"
	"tahoun/scripts/internal/gobuild"
	"tahoun/scripts/internal/manager"
	"tahoun/scripts/internal/match"
)

// A sampler draws the moves of a stress run at random. A move depends on the seed and its own number alone.
type sampler struct {
	seed   uint64
	from   int
	mishap string         // "": draw it
	limit  *time.Duration // nil: draw it

	positions [][]testPosition // by kind; all kinds are equally likely
}

type testPosition struct {
	position
	name string
}

// A trial is one move of a stress run.
type trial struct {
	index    int
	position testPosition
	limits   limits
	mishap   mishap
	lots     *rand.Rand // for the choices that the mishap leaves open
}

func (t trial) String() string {
	return fmt.Sprintf("move %d: %s, limit %v, rule %d, %s to move on %s",
		t.index, t.mishap.name, t.limits.turn, t.limits.rule, t.position.side, t.position.name)
}

// rules are the rules to draw from: every one alone, and some that managers add up.
var rules = []board.Rule{0, 1, 2, 3, 4, 8, 9}

// turns are the limits to draw from, and how often each of them comes.
var turns = []struct {
	limit time.Duration
	often int
}{
	{0, 40}, {100 * time.Millisecond, 40}, {300 * time.Millisecond, 40}, {time.Second, 40}, {2 * time.Second, 20},
	{4 * time.Second, 12}, {8 * time.Second, 5}, {30 * time.Second, 1},
}

func (s *sampler) draw(index int, memory int64) trial {
	lots := rand.New(rand.NewPCG(s.seed, uint64(index)))
	t := trial{index: index, lots: lots, limits: limits{memory: memory}}
	kind := s.positions[lots.IntN(len(s.positions))]
	t.position = kind[lots.IntN(len(kind))]
	rule := rules[lots.IntN(len(rules))]
	switch x, o := t.position.count("x"), t.position.count("o"); {
	case rule&board.Renju != 0 && x-o != strings.Index("xo", t.position.side):
		rule = board.Freestyle // whose moves are forbidden depends on who began
	case rule&board.Renju == 0 && lots.IntN(2) == 0:
		t.position.position = t.position.coloursSwapped()
	}
	t.limits.rule = int(rule)
	turn := weighted(lots, turns, func(i int) int { return turns[i].often }).limit
	t.mishap = weighted(lots, mishaps, func(i int) int { return mishaps[i].often })
	if s.mishap != "" {
		t.mishap = mishaps[slices.Index(mishapNames(), s.mishap)]
	}
	t.limits.turn = cmp.Or(t.mishap.limit, turn)
	if s.limit != nil {
		t.limits.turn = *s.limit
	}
	return t
}

// weighted draws one of all, each as often as often says of its place.
func weighted[T any](lots *rand.Rand, all []T, often func(int) int) T {
	total := 0
	for i := range all {
		total += often(i)
	}
	n := lots.IntN(total)
	i := 0
	for ; n >= often(i); i++ {
		n -= often(i)
	}
	return all[i]
}

func logUniform(lots *rand.Rand, least, most time.Duration) time.Duration {
	return time.Duration(float64(least) * math.Pow(float64(most)/float64(least), lots.Float64()))
}

func (p position) count(stone string) int { return strings.Count(strings.Join(p.rows, ""), stone) }

// coloursSwapped gives each side the stones and the turn of the other.
func (p position) coloursSwapped() position {
	other := strings.NewReplacer("x", "o", "o", "x")
	return position{strings.Fields(other.Replace(strings.Join(p.rows, " "))), other.Replace(p.side)}
}

// read fills in the positions: the one in folder in, or if that is empty those of the module's test data.
func (s *sampler) read(in string) error {
	if in != "" {
		p, err := readPosition(in)
		s.positions = [][]testPosition{{{p, in}}}
		return err
	}
	root, err := gobuild.Root()
	if err != nil {
		return err
	}
	data := filepath.Join(root, "testdata")
	s.positions = [][]testPosition{{blank(15), blank(20)}}
	for _, kind := range []struct {
		files string
		read  func(path string) ([]testPosition, error)
	}{
		{"openings/*.txt", readOpeningsAt(15)},
		{"openings/*.txt", readOpeningsAt(20)},
		{"positions/*.jsonl", readWon},
		{"moves/*/in", readCase},
	} {
		var all []testPosition
		paths, err := filepath.Glob(filepath.Join(data, filepath.FromSlash(kind.files)))
		if err != nil {
			return err
		}
		for _, path := range paths {
			some, err := kind.read(path)
			if err != nil {
				return err
			}
			all = append(all, some...)
		}
		if len(all) == 0 {
			return fmt.Errorf("%s: no position in testdata/%s", root, kind.files)
		}
		s.positions = append(s.positions, all)
	}
	return nil
}

func blank(side int) testPosition {
	return testPosition{fromBoard(board.New(side, side), board.X), fmt.Sprintf("an empty board of %[1]dx%[1]d", side)}
}

// readOpeningsAt returns a function that reads those openings of a file that fit on a board with the given side.
func readOpeningsAt(side int) func(string) ([]testPosition, error) {
	return func(path string) ([]testPosition, error) {
		content, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		var all []testPosition
		size := gamefile.Options{Width: side, Height: side}
		for line, err := range gamefile.Lines(filepath.Base(path), content, size) {
			if err != nil {
				return nil, err
			}
			if len(line.Stones) == 0 {
				continue
			}
			o := match.Opening{Stones: line.Stones, From: line.From}
			b := board.New(side, side)
			squares := o.On(side, side)
			if slices.ContainsFunc(squares, func(p board.Point) bool { return !b.Contains(p) }) {
				continue
			}
			turn := b.Lay(board.X, squares...)
			all = append(all, testPosition{fromBoard(b, turn), fmt.Sprintf("%s on %[2]dx%[2]d", o.From, side)})
		}
		return all, nil
	}
}

func readWon(path string) ([]testPosition, error) {
	content, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var all []testPosition
	lines := json.NewDecoder(bytes.NewReader(content))
	for lines.More() {
		var p struct {
			Side string
			Rows []string
		}
		if err := lines.Decode(&p); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		name := fmt.Sprintf("%s:%d", filepath.Base(path), len(all)+1)
		all = append(all, testPosition{position{p.Rows, p.Side}, name})
	}
	return all, nil
}

// readCase returns the board of a golden case, none if nobody could play on it.
func readCase(dir string) ([]testPosition, error) {
	rows, _ := readFile(dir, "PLOCHA.DAT") // no file is no board
	b, _, err := fileproto.ParseBoard("", []byte(rows))
	if err != nil {
		return nil, nil
	}
	side := board.X
	if b.Count(board.X) > b.Count(board.O) {
		side = board.O
	}
	return []testPosition{{fromBoard(b, side), filepath.Base(filepath.Dir(dir))}}, nil
}

func fromBoard(b *board.Board, side board.Stone) position {
	return position{manager.Rows(b), side.String()}
}
