package search

import "unsafe"

// evaluations remembers the evaluations of a search's latest positions, each in the place that its key picks: one of
// three is asked for again, from other orders of the same moves and from one iteration to the next.
//
//	bits 0-15 evaluation | 16-31 the glance that it began with | 32-63 the same bits of the key; its lowest pick the place
//
// They take 512 KB, which fits a second-level cache: a quarter of that remembers 0.8 as many, sixteen times as much 1.2.
// An answer at once judges some hundred positions, and to touch a page for each would be a twelfth of its time: begin
// makes do with one page, and widen has all places for a search.
type evalCache struct {
	places [1 << evalCacheBits]uint64
	mask   uint64 // the bits of a key that pick its place
}

const (
	evalCacheBits = 16
	pageBits      = 9 // places on a page of 4 KB
)

func (e *evalCache) reset() { e.mask = 1<<pageBits - 1 }

func (e *evalCache) grow() {
	clear(e.places[:1<<pageBits]) // picked by fewer bits
	e.mask = 1<<evalCacheBits - 1
}

// recall tells whether the evaluation of a ply is known, and if so notes it there.
func (e *evalCache) probe(now *ply) bool {
	known := *e.at(now.key)
	if (known^now.key)>>32 != 0 {
		return false
	}
	now.eval, now.cheapEval = int32(int16(known)), int32(int16(known>>16))
	return true
}

// remember keeps the evaluation of a ply.
func (e *evalCache) store(now *ply) {
	*e.at(now.key) = now.key>>32<<32 | uint64(uint16(now.cheapEval))<<16 | uint64(uint16(now.eval))
}

// at returns the place of a key, and expect says that it will be asked for soon.
func (e *evalCache) at(key uint64) *uint64 { return &e.places[key&e.mask%(1<<evalCacheBits)] }
func (e *evalCache) prefetch(key uint64)   { prefetch(unsafe.Pointer(e.at(key))) }

// evaluate returns the position's evaluation, remembered or worked out.
func (w *worker) evaluate() int { return w.evaluateWithin(-infinite, infinite) }

// evaluateWithin returns the evaluation if it lies between alpha and beta, and otherwise perhaps a guess that lies
// beyond the same bound.
func (w *worker) evaluateWithin(alpha, beta int) int {
	p := w.p
	now := p.now()
	if now.eval == noEval && !w.evalCache.probe(now) {
		if v, beyond := w.lazyEval(alpha, beta); beyond {
			return v
		}
		p.evaluate()
		w.evalCache.store(now)
	}
	return int(now.eval)
}

// guess tells whether the evaluation lies far beyond alpha or beta, and about where: by how the side to move stood when
// it was last judged, and by what has changed since, in the worth of shapes, which costs nothing to know, or else as a
// glance shows (lazy evaluation). The factors are those that fit best.
//
// Of evaluations asked for with bounds and not remembered, 0.09 are guessed by shapes and 0.19 by a glance where the game
// is open, 0.40 and 0.33 where it is decided; 5 of 267,000 guesses lay on the other side of a bound. Narrower margins
// guess more and play worse, though hardly more of it is wrong: the score counts further up, too.
func (w *worker) lazyEval(alpha, beta int) (v int, beyond bool) {
	if alpha == -infinite && beta == infinite {
		return 0, false
	}
	p := w.p
	was, turns := p.lastEvaluated()
	if was == nil {
		return 0, false
	}
	more := (turns - 1) * w.params.LazyTurn
	v = clampEval(int(was.eval) + p.shapeEval(p.now()) - p.shapeEval(was))
	if outside(v, w.params.LazyShapes+more, alpha, beta) {
		return v, true
	}
	v = clampEval(int(was.eval) + (p.cheapEval()-int(was.cheapEval))*5/4)
	return v, outside(v, w.params.LazyCheap+more, alpha, beta)
}

// outside tells whether v lies at least margin beyond alpha or beta.
func outside(v, margin, alpha, beta int) bool { return v-margin >= beta || v+margin <= alpha }

// improving tells whether the side to move stands better than at the latest of its last lazyTurns turns at which it was
// judged, or was judged at none of them.
func (w *worker) improving() bool {
	score := w.evaluate()
	was, _ := w.p.lastEvaluated()
	return was == nil || score > int(was.eval)
}
