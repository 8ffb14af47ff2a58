package search

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/board/boardtest"
	"tahoun/search/pattern"
	"tahoun/search/position"
)

// The line of a proven win runs to the five in as many plies as the note says, and the loser's replies are real.
func TestProvenLinesReachTheFive(t *testing.T) {
	for _, rule := range boardtest.EveryRule {
		t.Run(fmt.Sprint(rule), func(t *testing.T) {
			t.Parallel()
			lines, cut := 0, 0
			for _, s := range situations(t, rule) {
				for _, nodes := range []uint64{0, 1000} {
					e := engine(rule).NewJob(s.board, s.side, Limits{Nodes: nodes, Left: NoLimit})
					move, note := run(e)
					if strings.HasSuffix(note, " ..") { // so few nodes do not suffice for a large proof tree
						cut++
						continue
					}
					score, sure := e.Score()
					lines += b2i(requireProof(t, s, move, note, sure && score < 0) && sure)
				}
			}
			assert.Greater(t, lines, 20)
			assert.LessOrEqual(t, cut, 5)
		})
	}
}

// A situation is a board with a side to move.
type situation struct {
	board *board.Board
	side  board.Stone
	rule  board.Rule
}

// situations returns won positions of games, where there are some of rule, and positions in which many wins are short.
func situations(t *testing.T, rule board.Rule) (all []situation) {
	for _, path := range []string{"../testdata/positions/*.jsonl", "../../shared/positions/*.jsonl"} {
		files, err := filepath.Glob(path)
		require.NoError(t, err)
		for _, file := range files {
			for _, w := range boardtest.WonPositions(t, file) {
				if w.Rule == rule {
					all = append(all, situation{w.Board(), w.ToMove(), rule})
				}
			}
		}
	}
	for seed := range 60 {
		rng := rand.New(rand.NewPCG(uint64(seed), uint64(rule)+500))
		b := boardtest.Sprinkle(rng, 12, 12, 10, 2)
		if seed%3 == 0 {
			b = boardtest.Middle(rng, 15, 15)
		}
		all = append(all, situation{b, board.X + board.Stone(seed/3%2), rule})
	}
	return all
}

var proofNote = regexp.MustCompile(`(?:score (win|loss)|wins by \w+) in (\d+).* line((?: \d+,\d+)+)( \.\.)?$`)

// searchDepths are that of the search and that of its deepest line.
var searchDepths = regexp.MustCompile(` depth (\d+)-(\d+) `)

func number(t *testing.T, text string) int {
	n, err := strconv.Atoi(text)
	require.NoError(t, err)
	return n
}

// requireProof checks the note of a proof: its line begins with the move, is legal, ends with the winner's five after
// as many plies as the note says, and the loser's replies are real. It returns false if the note shows no proof with a
// line.
func requireProof(t *testing.T, s situation, move board.Point, note string, lost bool) bool {
	t.Helper()
	found := proofNote.FindStringSubmatch(note)
	if found == nil {
		require.NotRegexp(t, `(win|loss|wins by \w+) in \d`, note)
		return false
	}
	at := fmt.Sprintf("rule %d, %v plays %v: %s\n%s", s.rule, s.side, move, note, boardtest.Text(s.board))
	require.Equal(t, lost, found[1] == "loss", at)
	require.Empty(t, found[4], at)
	if depths := searchDepths.FindStringSubmatch(note); depths != nil {
		require.GreaterOrEqual(t, number(t, depths[2]), number(t, depths[1]), at)
	}
	line := points(t, found[3])
	require.Equal(t, move, line[0], at)
	require.Len(t, line, number(t, found[2]), at)
	b, side := s.board.Clone(), s.side
	loser := side.Other()
	if lost {
		loser = side
	}
	for i, next := range line {
		require.Equal(t, board.Empty, b.At(next), at)
		require.False(t, side == board.X && b.Forbidden(next, s.rule), at)
		require.Equal(t, i == len(line)-1, b.Wins(next, side, s.rule), at)
		switch {
		case side != loser && i < len(line)-1:
			require.Empty(t, completing(b, side, s.rule), at)
		case side == loser && i > 0: // the first move is the answer, which lines do not change
			requireReal(t, b, loser, s.rule, next, at)
		}
		b.Set(next, side)
		side = side.Other()
	}
	require.Equal(t, loser, side, at)
	return true
}

// requireReal checks a reply in a lost position. It stops a threatened five if any move does, otherwise it blocks one
// square of it. Against a threatened open four it is one of the defences, and if there are none it lies on a square
// that the winner's threes need, or makes a four.
func requireReal(t *testing.T, b *board.Board, loser board.Stone, rule board.Rule, reply board.Point, at string) {
	t.Helper()
	at = fmt.Sprintf("%v of %v in %s\nwhere the board is\n%s", reply, loser, at, boardtest.Text(b))
	may := func(q board.Point) bool { return loser != board.X || !b.Forbidden(q, rule) }
	fives := completing(b, loser.Other(), rule)
	p := position.New(b, loser, testRules(rule))
	if len(fives) == 0 {
		if defences, needed := p.Defences(nil); needed && len(defences) > 0 {
			require.Contains(t, defences, p.Cell(reply), at)
		} else if needed {
			c := p.Cell(reply)
			require.True(t, p.ClassFor(c, p.Side^1) >= pattern.Three || p.Class(c) >= pattern.SingleFour, at)
		}
		return
	}
	var stops, blocks []board.Point
	for _, q := range boardtest.Empties(b) {
		if !may(q) || !boardtest.OnLine(q, fives[0], 6) {
			continue
		}
		b.Set(q, loser)
		if !slices.ContainsFunc(fives, func(f board.Point) bool { return f != q && b.Wins(f, loser.Other(), rule) }) {
			stops = append(stops, q)
		}
		b.Set(q, board.Empty)
	}
	for _, q := range fives {
		if may(q) {
			blocks = append(blocks, q)
		}
	}
	switch {
	case len(stops) > 0:
		require.Contains(t, stops, reply, at)
	case len(blocks) > 0:
		require.Contains(t, blocks, reply, at)
	}
}

// completing returns the squares on which side finishes a row.
func completing(b *board.Board, side board.Stone, rule board.Rule) []board.Point {
	return slices.DeleteFunc(boardtest.Empties(b), func(q board.Point) bool { return !b.Wins(q, side, rule) })
}

// points reads squares as a note writes them.
func points(t *testing.T, text string) (line []board.Point) {
	for _, word := range strings.Fields(text) {
		var at board.Point
		_, err := fmt.Sscanf(word, "%d,%d", &at.X, &at.Y)
		require.NoError(t, err)
		line = append(line, at)
	}
	return line
}

// A line is read on from the table as far as the table has a move, up to the search's depth.
func TestInfoLineReadsOnFromTheTable(t *testing.T) {
	alone, longer := 0, 0
	for seed := range 60 {
		rule := boardtest.EveryRule[seed%len(boardtest.EveryRule)]
		e := testJob(boardtest.Middle(rand.New(rand.NewPCG(uint64(seed), 78)), 15, 15), board.X, rule, 8000)
		move, note := run(e)
		if _, sure := e.Score(); sure || e.settled {
			continue
		}
		own, line := e.best.line, e.extendPV(e.best, e.worker.depth).line
		require.GreaterOrEqual(t, len(line), len(own))
		require.Equal(t, e.best.move, line[0])
		for i, c := range line {
			require.True(t, e.p.IsEmpty(c) && e.p.MayPlay(c), note)
			if i < len(own) {
				require.Equal(t, own[i], c, note)
			} else if known, hit := e.worker.table.Probe(e.p.Now().Key); hit {
				require.Equal(t, known.Move(), c, note)
			}
			e.p.Make(c)
		}
		require.True(t, len(line) >= e.worker.depth || e.bestMove() == position.NoCell, note)
		for range line {
			e.p.Unmake()
		}
		_, shown, _ := strings.Cut(note, " line")
		require.Equal(t, move, points(t, shown)[0])
		alone += b2i(len(own) == 1)
		longer += b2i(len(own) == 1 && len(points(t, shown)) > 1)
	}
	t.Logf("%d lines of the move alone, %d of them read on", alone, longer)
	assert.Greater(t, alone, 10)
	assert.Equal(t, alone, longer)
}

// Extending lines for notes does not change the search: it visits the same nodes and finds the same lines.
func TestInfoLinesCostNoNodes(t *testing.T) {
	for _, rule := range boardtest.EveryRule {
		b := boardtest.Middle(rand.New(rand.NewPCG(3, uint64(rule))), 15, 15)
		told, silent := testJob(b, board.X, rule, 10_000), testJob(b, board.X, rule, 10_000)
		run(told)
		silent.StaticMove()
		if silent.settled {
			continue
		}
		silent.engine.prepareTable(silent.tableSize())
		s := silent.worker
		s.table, s.limit = silent.engine.table, 10_000
		s.evalCache.grow()
		if silent.unsure {
			silent.retryVCF()
		}
		s.iterativeDeepening(silent.roots, firstDepth, func(int) bool { return true })
		require.Equal(t, s.nodes, told.worker.nodes)
		require.Equal(t, silent.roots, told.roots)
	}
}

// Two dots end the line of a proven win that does not reach the five.
func TestLineThatGoesOn(t *testing.T) {
	e := testJob(board.New(15, 15), board.X, board.Freestyle, 1)
	assert.Equal(t, " 7,7 ..", e.lineText(rootMove{score: position.WinScore - 3, line: []position.Cell{7*15 + 7}}))
	assert.Equal(t, " 7,7", e.lineText(rootMove{score: position.WinScore - 1, line: []position.Cell{7*15 + 7}}))
	assert.Equal(t, " 7,7", e.lineText(rootMove{line: []position.Cell{7*15 + 7}}))
}
