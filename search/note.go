package search

import (
	"fmt"
	"strings"
	"time"
)

// note says what the search thought, in MSG.DAT's words. A node limit leaves out the time, so that the
// note is the same everywhere.
func (t *Thought) note(depth int) string {
	m, nodes := t.best, t.nodes()
	spent := ""
	if t.limits.Nodes == 0 {
		ms := max(time.Since(t.limits.Start).Milliseconds(), 1)
		spent = fmt.Sprintf(" time %d ms speed %d k/s", ms, nodes/uint64(ms))
	}
	return fmt.Sprintf("score %s depth %d-%d nodes %d%s line%s",
		scoreText(m.score), depth, t.search.selective, nodes, spent, t.lineText(m.line))
}

// winNote describes the win by threats of a kind that the engine has settled on.
func (t *Thought) winNote(kind string) string {
	m := t.roots[0]
	return fmt.Sprintf("wins by %s in %d, line%s", kind, winScore-m.score, t.lineText(m.line))
}

// scoreText writes a score, a proof as the number of plies to its end.
func scoreText(v int) string {
	switch {
	case v >= sureScore:
		return fmt.Sprintf("win in %d", winScore-v)
	case v <= -sureScore:
		return fmt.Sprintf("loss in %d", winScore+v)
	}
	return fmt.Sprint(v)
}

func (t *Thought) lineText(line []cell) string {
	var b strings.Builder
	for _, c := range line {
		b.WriteString(" " + t.p.point(c).String())
	}
	return b.String()
}
