package search

import (
	"fmt"
	"strings"
	"time"
)

// note describes the result of the search to depth, for MSG.DAT. With a node limit it leaves out the time, so that it
// is the same on every machine.
func (j *Job) infoLine(depth int) string {
	m, nodes := j.extendPV(j.best, depth), j.nodes()
	spent := ""
	if j.limits.Nodes == 0 {
		ms := max(time.Since(j.limits.Start).Milliseconds(), 1)
		spent = fmt.Sprintf(" time %d ms speed %d k/s", ms, nodes/uint64(ms))
	}
	return fmt.Sprintf("score %s depth %d-%d nodes %d%s line%s",
		scoreText(m.score), depth, max(depth, j.worker.selective), nodes, spent, j.lineText(m))
}

// winNote describes the win by threats of a kind that the engine has settled on.
func (j *Job) winInfo(kind string) string {
	m := j.extendPV(j.roots[0], 0)
	return fmt.Sprintf("wins by %s in %d, line%s", kind, plies(m.score), j.lineText(m))
}

// scoreNote describes an answer that no search stands behind: its score, and its line if the score is a proof.
func (j *Job) scoreInfo(m rootMove) string {
	if !proves(m.score) {
		return "score " + scoreText(m.score)
	}
	m = j.extendPV(m, 0)
	return fmt.Sprintf("score %s line%s", scoreText(m.score), j.lineText(m))
}

// scoreText writes a score, a proof as the number of plies to its end.
func scoreText(v int) string {
	switch {
	case v >= sureScore:
		return fmt.Sprintf("win in %d", plies(v))
	case v <= -sureScore:
		return fmt.Sprintf("loss in %d", plies(v))
	}
	return fmt.Sprint(v)
}

// lineText writes the line of m. Two dots follow where it ends before the five of a proven win.
func (j *Job) lineText(m rootMove) string {
	var b strings.Builder
	for _, c := range m.line {
		b.WriteString(" " + j.p.point(c).String())
	}
	if proves(m.score) && len(m.line) < plies(m.score) {
		b.WriteString(" ..")
	}
	return b.String()
}
