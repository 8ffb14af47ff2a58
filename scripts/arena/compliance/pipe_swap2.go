package compliance

import (
	"slices"
	"strings"

	"tahoun/board"
	"tahoun/scripts/internal/manager"
)

func swap2Checks() []pipeCheck {
	const why = "managers that play Swap2, as Gomocup does"
	needs := []string{"start-20", "board"}
	return []pipeCheck{
		{"swap2-open", "SWAP2BOARD without stones is answered with three squares", why, needs, swap2("", 3)},
		{"swap2-answer", "SWAP2BOARD with three stones is answered with SWAP, one square or two", why, needs,
			swap2("7,7 8,7 9,9", 0, 1, 2)},
		{"swap2-choose", "SWAP2BOARD with five stones is answered with SWAP or one square", why, needs,
			swap2("7,7 8,7 9,9 8,8 8,6", 0, 1)},
	}
}

// swap2 asks a question, whose answer has one of these numbers of squares; 0 stands for SWAP. Then a game begins.
func swap2(stones string, counts ...int) func(*pipeProbe) {
	return func(p *pipeProbe) {
		p.newGame()
		p.send(slices.Concat([]string{"SWAP2BOARD"}, strings.Fields(stones), []string{"DONE"})...)
		l := p.text("SWAP2BOARD", p.movePatience())
		if p.over {
			return
		}
		if l.kind == unknown {
			p.stop(Unsupported, "answered SWAP2BOARD with %q", l.text)
			return
		}
		p.board.Lay(board.X, squares(stones)...)
		judgeSwap2(p, l.text, counts)
		p.position(setup{own: "7,7 9,9", theirs: "8,7 8,8"})
	}
}

func judgeSwap2(p *pipeProbe, text string, counts []int) {
	words := strings.Fields(text)
	n := len(words)
	if strings.EqualFold(text, "SWAP") {
		n, words = 0, nil
	}
	known := slices.Contains(counts, n)
	for _, word := range words {
		at, written, ok := manager.ScanMove(word)
		known = known && ok && written == word
		if known && p.board.At(at) != board.Empty {
			p.fail("answered SWAP2BOARD with %q: %v is not free", text, at)
			return
		}
		if known {
			p.board.Set(at, board.X)
		}
	}
	if !known {
		p.fail("answered SWAP2BOARD with %q", text)
	}
}
