// turn.js turns, mirrors and shifts the whole game.

import {$} from './boardview/dom.js';
import {problem} from './problem.js';
import {load, node, store} from './store.js';
import {opening} from './swap2.js';
import {text} from './text.js';
import {remember} from './undo.js';

// Where the square at x and y goes on a board of w columns and h rows. Those of a turn become h columns and w rows. All
// eight symmetries are made of these.
const ways = {
	'turn-left': {turns: true, to: (x, y, w) => [y, w - 1 - x]},
	'turn-right': {turns: true, to: (x, y, w, h) => [h - 1 - y, x]},
	'mirror-x': {to: (x, y, w) => [w - 1 - x, y]},
	'mirror-y': {to: (x, y, w, h) => [x, h - 1 - y]},
	'shift-left': {shifts: true, to: (x, y) => [x - 1, y]},
	'shift-up': {shifts: true, to: (x, y) => [x, y - 1]},
	'shift-down': {shifts: true, to: (x, y) => [x, y + 1]},
	'shift-right': {shifts: true, to: (x, y) => [x + 1, y]},
};

// turned returns a game turned, mirrored or shifted, null if one of its stones, walls or marks would leave the board.
export const turned = (game, way) => {
	const {turns, shifts, to} = ways[way], {width: w, height: h} = game, [width, height] = turns ? [h, w] : [w, h];
	const square = s => {
		const [x, y] = to(s % w, Math.floor(s / w), w, h);
		return x < 0 || y < 0 || x >= width || y >= height ? -1 : y * width + x;
	};
	if (game.squares().some(s => square(s) < 0)) return null;
	const copy = game.mapped(width, height, square);
	if (!shifts) return copy;
	copy.chances.clear(); // the distance to the edges has changed
	copy.grades.clear();
	return copy;
};

$('whole-game').addEventListener('click', e => {
	const {way} = e.target.dataset;
	if (!way) return;
	problem();
	const game = turned(store.game, way);
	if (opening()) problem(new Error(text('error.opening')));
	else if (!game) problem(new Error(text('error.leaves')));
	else {
		remember();
		load(game, node(), store.line);
	}
});
