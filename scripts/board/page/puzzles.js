// puzzles.js saves the mistakes of a review as puzzles.

import {download} from './files.js';
import {ROOT, other, sideName} from './game.js';
import {ask} from './link.js';
import {problem} from './problem.js';
import {reason} from './reasons.js';
import {store} from './store.js';
import {text} from './text.js';

// puzzle returns a game that begins with the position before a mistake: its main line is the better one, and the move
// of the game a variation.
const puzzle = (m, nodes) => {
	const game = store.game, played = nodes[m.move], path = game.path(played).slice(0, -1);
	const p = game.setUp(path), side = game.side(played);
	const title = text('puzzle.title', {move: m.move, side: sideName(side)});
	Object.assign(p, {x: game.x, o: game.o, date: game.date, title});
	p.comments.set(ROOT, text('toMove', {side: sideName(side)}));
	let n = ROOT, turn = side;
	for (const square of m.line) {
		n = p.play(n, square, turn);
		turn = other(turn);
	}
	const why = text('puzzle.played', {grade: text(`grade.${m.grade}`), reason: reason(m)});
	p.comments.set(p.play(ROOT, game.square(played), side), why);
	return p.tree();
};

export const savePuzzles = async (faults, nodes) => {
	try {
		problem();
		download(await ask('save', {format: 'puzzles', games: faults.map(m => puzzle(m, nodes))}));
	} catch (error) {
		problem(error);
	}
};
