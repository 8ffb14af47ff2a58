// marks.js draws the marks of the position on the board, and where the game goes on.

import {EMPTY, O, WALL, X} from './boardview/board.js';
import {$} from './boardview/dom.js';
import {isChild, nextMoves} from './branches.js';
import {held, node, onDraw, store} from './store.js';
import {layer} from './view.js';

// The marks of SGF that are drawn as a path around the middle of a square.
const shapes = {
	TR: 'M0-5.6L5 3.2H-5z', SQ: 'M-4.2-4.2h8.4v8.4h-8.4z', CR: 'M-4.8 0a4.8 4.8 0 1 0 9.6 0a4.8 4.8 0 1 0-9.6 0z',
	MA: 'M-4.2-4.2l8.4 8.4M-4.2 4.2l8.4-8.4',
};
const sizes = [0, 9.5, 8.5, 7, 5.6]; // of a label, by its letters
const longest = 6;                   // letters of a label that are drawn

const on = holds => {
	if (holds === EMPTY || holds === WALL) return 'on-board';
	return holds === X ? 'on-x' : 'on-o';
};

const drawMark = (mark, {at, kind, text}, holds, leads) => {
	const place = `${on(holds)}${leads ? ' leads' : ''}`;
	// The number of a stone gives way to its mark.
	if (holds === X || holds === O) mark(at, 'circle', {class: holds === X ? 'ground-x' : 'ground-o', r: 7.4});
	if (kind !== 'LB') {
		mark(at, 'path', {class: `sign ${place}`, d: shapes[kind]});
		return;
	}
	const letters = [...text], short = letters.length > longest ? `${letters.slice(0, longest - 1).join('')}…` : text;
	mark(at, 'text', {class: `label ${place}`, 'font-size': sizes[letters.length] || 4.6}, short);
};

// showMarks draws them.
export const showMarks = () => {
	const {holds} = held(), marks = store.game.marks.get(node()) || [];
	const next = $('branches').checked ? nextMoves() : new Map(), labelled = new Set();
	const mark = layer('marks');
	for (const m of marks) {
		labelled.add(m.at);
		drawMark(mark, m, holds[m.at], next.has(m.at));
	}
	const branch = layer('branches');
	for (const [square, n] of next) {
		if (labelled.has(square)) continue;
		branch(square, 'circle', {class: isChild(n) ? 'branch' : 'branch elsewhere', r: 3.6});
	}
};
onDraw(showMarks);
$('branches').onchange = showMarks;
