package gamefile

import (
	"strings"

	"tahoun/board"
	"tahoun/fileproto/sgf"
	"tahoun/scripts/internal/game"
)

// marks adds the marks of a node to the position after it. On the root of a file of ours they leave out the walls.
func (p *sgfParser) marks() {
	for _, kind := range markKinds {
		if kind == Label {
			p.labels()
			continue
		}
		for _, at := range p.squares(string(kind)) {
			if kind != Cross || p.tree.at() != nil || p.game.Start.At(at) != board.Wall {
				p.tree.mark(p.tree.at(), Mark{At: at, Kind: kind})
			}
		}
	}
}

// labels adds the labels of a node: LB[hh:text].
func (p *sgfParser) labels() {
	for _, value := range p.all(string(Label)) {
		square, text, _ := strings.Cut(value, ":")
		at, ok := p.point(strings.TrimSpace(square))
		if text = strings.TrimSpace(game.Line(text)); !ok || !p.tree.board.Contains(at) {
			p.skip("%s is off the board of %s", "LB["+quoted(value)+"]", boardSize(p.tree.board))
		} else if p.points++; text != "" && p.points <= maxNodes {
			p.tree.mark(p.tree.at(), Mark{At: at, Kind: Label, Text: text})
		}
	}
}

// marks writes marks, those of a kind together.
func (s *sgfWriter) marks(marks []Mark) {
	for _, kind := range markKinds {
		if kind == Label {
			s.labels(marks)
		} else {
			s.Points(string(kind), squaresOf(marks, kind)...)
		}
	}
}

// labels writes the labels as the values of one property.
func (s *sgfWriter) labels(marks []Mark) {
	name := string(Label)
	for _, m := range marks {
		if m.Kind == Label {
			s.Text(name, sgf.Letters[m.At.X:m.At.X+1]+sgf.Letters[m.At.Y:m.At.Y+1]+":"+game.Line(m.Text))
			name = ""
		}
	}
}
