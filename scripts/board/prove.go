package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"time"

	"tahoun/board"
	"tahoun/board/proof"
	"tahoun/fileproto/prooffile"
	"tahoun/scripts/internal/gamefile"
	"tahoun/search"
)

// winTime is how long the search for a win that is to be proven may take. The page has seen it already.
const winTime = 30 * time.Second

// A proveRequest asks for the whole proof of a win of the side to move, as sgf or lib.
type proveRequest struct {
	line
	numbered
	Format string `json:"format"`
}

// A proving is a step on the way to a proof, and at last the file or why there is none.
type proving struct {
	Phase string `json:"phase,omitempty"` // search, proof
	Fault string `json:"fault,omitempty"` // none: no win is proven; late: the proof takes too long
	namedFile
	Moves int `json:"moves,omitempty"`
	Plies int `json:"plies,omitempty"` // of its longest line
}

// prove searches for a win and proves it: every reply gets an answer, and the rules alone check them.
func (s *server) prove(ctx context.Context, t *tab, ask proveRequest, send func(any) error) error {
	start := time.Now()
	p, err := ask.play()
	if err != nil {
		return err
	}
	if p.end != nil {
		return send(proving{Fault: "none"})
	}
	if _, err := gamefile.Lost(ask.Format, &gamefile.Game{Start: p.board}); err != nil {
		return err
	}
	ctx, done, err := t.begin(ctx, ask.Question)
	if err != nil {
		return err
	}
	defer done()
	return t.guarded(func() error {
		if err := send(proving{Phase: "search"}); err != nil {
			return err
		}
		job := t.engineFor(p.rule).NewJob(p.board.Clone(), p.side, s.limits(ctx, start, winTime))
		job.Analyse(ctx, 1, func(search.Analysis) {})
		if err := send(proving{Phase: "proof"}); err != nil {
			return err
		}
		win := prooffile.Win{Board: p.board, Side: p.side, Rule: p.rule, Find: job.Proof, Yield: search.Yield}
		whole, err := win.Prove(ctx)
		switch {
		case errors.Is(err, search.ErrNoWin):
			return send(proving{Fault: "none"})
		case errors.Is(err, prooffile.ErrLate):
			return send(proving{Fault: "late"})
		case err != nil:
			return err
		}
		got, err := ask.file(whole)
		if err != nil {
			return err
		}
		return send(got)
	})
}

// file returns the file of a proof.
func (ask proveRequest) file(whole prooffile.Proof) (proving, error) {
	got := proving{namedFile: namedFile{Name: "proof." + ask.Format}}
	got.Moves, got.Plies = proof.Sizes{}.Of(whole.Tree)
	if ask.Format == "sgf" {
		text, err := whole.SGF("Tahoun:" + search.Version)
		got.Content = []byte(text)
		return got, err
	}
	write := gamefile.Writer(ask.Format)
	switch {
	case write == nil:
		return got, fmt.Errorf("unknown format %q", ask.Format)
	case got.Moves > prooffile.MaxMoves:
		return got, fmt.Errorf("the proof has more than %d moves", prooffile.MaxMoves)
	}
	g, err := ask.game(whole)
	if err != nil {
		return got, err
	}
	var out bytes.Buffer
	err = write(&out, g)
	got.Content = out.Bytes()
	return got, err
}

// game returns a proof as a game, behind the moves that led to its position. Where a move of the winner's follows another
// one of the winner's, it answers every reply that has no variation.
func (ask proveRequest) game(whole prooffile.Proof) (*gamefile.Game, error) {
	before := ask.line
	before.Moves = nil
	start, err := before.play()
	if err != nil {
		return nil, err
	}
	g := &gamefile.Game{Start: start.board, First: start.side, Rule: start.rule}
	var last *gamefile.Node
	next := &g.Next
	for _, code := range ask.Moves {
		last = &gamefile.Node{Move: gamefile.Move{At: start.point(code >> 1), Side: board.X + board.Stone(code&1)}}
		*next = []*gamefile.Node{last}
		next = &last.Next
	}
	*next = []*gamefile.Node{proofNode(whole.Side, whole.Tree, proof.Sizes{})}
	if last == nil {
		g.Comment = whole.Comment()
	} else {
		last.Comment = whole.Comment()
	}
	return g, nil
}

// proofNode returns a move of the winner, and all that follows, the longest line first.
func proofNode(side board.Stone, t *proof.Tree, sizes proof.Sizes) *gamefile.Node {
	n := &gamefile.Node{Move: gamefile.Move{At: t.Move, Side: side}}
	for _, v := range sizes.Variations(t) {
		next := proofNode(side, v.Answer, sizes)
		if !v.Others {
			next = &gamefile.Node{Move: gamefile.Move{At: v.Move, Side: side.Other()}, Next: []*gamefile.Node{next}}
		}
		n.Next = append(n.Next, next)
	}
	return n
}
