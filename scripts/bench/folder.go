package main

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"tahoun/board"
	"tahoun/scripts/internal/manager"
	"tahoun/scripts/internal/proctree"
)

type position struct {
	rows []string // as in PLOCHA.DAT
	side string   // "x" or "o"
}

type limits struct {
	turn   time.Duration // for one move; 0: as fast as possible
	memory int64         // bytes
	rule   int

	threads int // 0: not told
}

// The squares of openings.
const (
	boardSide = 20 // of the board
	corner    = 6  // column and row of the first square that may hold a stone
	middle    = 8  // side of the part that may hold stones
)

// openings returns n early positions of one to six stones, always the same ones.
func openings(n int) []position {
	positions := make([]position, n)
	for i := range positions {
		positions[i] = opening(1+i%6, rand.New(rand.NewPCG(1, uint64(i))))
	}
	return positions
}

// opening returns a position with the given number of stones, set in turn. No two stones of a side
// are on one line, so that no win is near and only the clock ends a search.
func opening(stones int, rng *rand.Rand) position {
	rows := slices.Repeat([]string{strings.Repeat("-", boardSide)}, boardSide)
	var set [][2]int
	for len(set) < stones {
		at := [2]int{corner + rng.IntN(middle), corner + rng.IntN(middle)}
		if !quiet(set, at) {
			continue
		}
		rows[at[1]] = rows[at[1]][:at[0]] + turn(len(set)) + rows[at[1]][at[0]+1:]
		set = append(set, at)
	}
	return position{rows, turn(stones)}
}

// turn names the side to move after so many stones.
func turn(stones int) string { return "xo"[stones%2 : stones%2+1] }

// quiet reports whether the next stone may go at: not on another, nor in line with one of its side.
func quiet(set [][2]int, at [2]int) bool {
	for i, other := range set {
		dx, dy := at[0]-other[0], at[1]-other[1]
		own := i%2 == len(set)%2
		if at == other || own && (dx == 0 || dy == 0 || dx == dy || dx == -dy) {
			return false
		}
	}
	return true
}

// readPosition reads the board and the side from the files that a manager wrote into dir.
func readPosition(dir string) (position, error) {
	rows, noBoard := readFile(dir, "PLOCHA.DAT")
	side, noSide := readFile(dir, "TAH.DAT")
	return position{strings.Fields(rows), strings.TrimSpace(side)}, cmp.Or(noBoard, noSide)
}

// readFile reads the file of dir with the given name in any case.
func readFile(dir, name string) (string, error) {
	paths := manager.Find(dir, name)
	if len(paths) == 0 {
		return "", fmt.Errorf("%s: no %s in it", dir, name)
	}
	return manager.Read(paths[0])
}

// write fills dir with the files of one move, as the manager Piskvork on Windows does.
func (p position) write(dir string, l limits) error {
	var info []string
	if l.threads > 0 {
		info = []string{fmt.Sprintf("thread_num %d", l.threads)}
	}
	return manager.Position{
		Rows: p.rows, Side: p.side, Turn: l.turn.Milliseconds(), Left: manager.NoLimit,
		Memory: l.memory, Rule: l.rule, Folder: filepath.Dir(dir), Info: info}.Write(dir, manager.DOS)
}

// check returns an error unless dir holds a move to an empty square of p as the answer.
func (p position) check(dir string) error {
	at, err := readMove(dir)
	if err != nil {
		return err
	}
	if at.Y < 0 || at.Y >= len(p.rows) || at.X < 0 || at.X >= len(p.rows[at.Y]) || p.rows[at.Y][at.X] != '-' {
		return fmt.Errorf("TAH.DAT: want an empty square, got %v", at)
	}
	return nil
}

func readMove(dir string) (at board.Point, err error) {
	answer, err := readFile(dir, "TAH.DAT")
	if err != nil {
		return at, err
	}
	at, _, ok := manager.ScanMove(answer)
	if !ok {
		return at, fmt.Errorf("TAH.DAT: want a move such as 3,4, got %q", answer)
	}
	return at, nil
}

// A result is how long a process took. took is 0 if it never began.
type result struct {
	took   time.Duration // from just before its creation to its end
	denied time.Duration // see cpuAccount; unknown if it was not measured
	peak   int64         // its peak resident memory in bytes, 0 where the system does not tell
}

// unknown stands for a time that was not measured.
const unknown = -time.Microsecond

// excess returns by how much more a move is late than its process was kept from the processor.
func (r result) excess(limit time.Duration) time.Duration { return r.took - deadline(limit) - r.denied }

// A launcher runs a program in a folder.
type launcher func(ctx context.Context, program, dir string, limit time.Duration) (result, error)

// play has brain make one move in a fresh folder below temp, and checks the move.
func play(ctx context.Context, temp, brain string, p position, l limits, launch launcher) (result, error) {
	dir, err := os.MkdirTemp(temp, "move-")
	if err != nil {
		return result{}, err
	}
	defer os.RemoveAll(dir)
	if err := p.write(dir, l); err != nil {
		return result{}, err
	}
	used, err := launch(ctx, brain, dir, l.turn)
	if err == nil {
		err = p.check(dir)
	}
	if err != nil {
		said, _ := readFile(dir, "MSG.DAT")
		return used, fmt.Errorf("%w; MSG.DAT: %q", err, strings.TrimSpace(said))
	}
	return used, nil
}

// hangPatience is how long a process may overrun its limit before it is taken for hanging and killed.
const hangPatience = 10 * time.Second

// launch runs a program in dir as a manager does, with nothing but its path, and waits for its end, which
// that of ctx brings about too. Children that outlive it are killed then.
func launch(ctx context.Context, program, dir string, limit time.Duration) (result, error) {
	ctx, cancel := context.WithTimeout(ctx, limit+hangPatience)
	defer cancel()
	process := exec.CommandContext(ctx, program)
	process.Dir = dir
	all := proctree.New("")
	defer all.Release()
	all.Prepare(process)
	begin := time.Now()
	if err := process.Start(); err != nil {
		return result{}, err
	}
	all.Adopt(process.Process)
	err := process.Wait()
	took := time.Since(begin)
	all.KillRest()
	used := result{took, unknown, all.ResidentAtEnd(process.ProcessState)}
	return used, ending(program, used, ctx.Err() != nil, err)
}

// ending returns an error if a process was killed because it hung, or ended with another status than 0.
func ending(program string, used result, hung bool, status error) error {
	switch {
	case hung:
		return fmt.Errorf("%s: still running after %v", filepath.Base(program), used.took)
	case status != nil:
		return fmt.Errorf("%s: %w", filepath.Base(program), status)
	}
	return nil
}
