package search

import (
	"fmt"
	"strings"
	"time"

	"tahoun/search/position"
)

// infoLine describes the result of the search to depth, for MSG.DAT. With a node limit it has no time, so that it is
// the same on every machine.
func (j *Job) infoLine(depth int) string {
	m, nodes := j.shown(depth), j.nodes()
	spent := ""
	if j.limits.Nodes == 0 {
		ms := max(time.Since(j.limits.Start).Milliseconds(), 1)
		spent = fmt.Sprintf(" time %d ms speed %d k/s", ms, nodes/uint64(ms))
	}
	return fmt.Sprintf("score %s depth %d-%d nodes %d%s line%s",
		scoreText(m.score), depth, max(depth, j.worker.selective), nodes, spent, j.lineText(m))
}

// staticInfo describes an answer without a search by the reason for it, "" for none, and its score, with the line if
// the score is a proof.
func (j *Job) staticInfo(reason string) string {
	m := j.best
	switch {
	case reason == reasonFive, reason == reasonOpening:
		return reason
	case reason == reasonFours, reason == reasonThreats:
		return fmt.Sprintf("%s in %d, line%s", reason, plies(m.score), j.lineText(m))
	case reason != "":
		reason += ", "
	}
	if !position.Proves(m.score) {
		return reason + "score " + scoreText(m.score)
	}
	return fmt.Sprintf("%sscore %s line%s", reason, scoreText(m.score), j.lineText(m))
}

// scoreText writes a score, a proof as the number of plies to its end.
func scoreText(v int) string {
	switch {
	case v >= position.SureScore:
		return fmt.Sprintf("win in %d", plies(v))
	case v <= -position.SureScore:
		return fmt.Sprintf("loss in %d", plies(v))
	}
	return fmt.Sprint(v)
}

// lineText writes the line of m. Two dots follow if it ends before the five of a proven win.
func (j *Job) lineText(m rootMove) string {
	var b strings.Builder
	for _, c := range m.line {
		b.WriteString(" " + j.p.Point(c).String())
	}
	if position.Proves(m.score) && len(m.line) < plies(m.score) {
		b.WriteString(" ..")
	}
	return b.String()
}

// plies returns how many plies a proven win or loss takes.
func plies(proof int) int { return position.WinScore - max(proof, -proof) }
