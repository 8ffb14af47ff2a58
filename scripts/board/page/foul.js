// foul.js asks before a person plays a forbidden square, which loses.

import {$, draw} from './boardview/dom.js';
import {other, sideName} from './game.js';
import {onDraw, store, toMove} from './store.js';
import {text} from './text.js';
import {board, layer} from './view.js';

let square = -1; // that is asked about

const close = () => {
	square = -1;
	$('foul').hidden = true;
	layer('foul');
};

// show draws the rows that make a move a foul.
const show = ({at, rows}) => {
	const mark = layer('foul');
	for (const row of rows || []) {
		const [x1, y1] = board.centre(row[0]), [x2, y2] = board.centre(row[row.length - 1]);
		draw($('notes-foul'), 'line', {class: 'foul-row', x1, y1, x2, y2});
		for (const s of row) mark(s, 'circle', {class: 'foul-stone', r: 9.2});
	}
	mark(at, 'circle', {class: 'foul-square', r: 8.2});
};

// asksFirst reports whether a square is forbidden, and asks whether to play it.
export const asksFirst = (at, play) => {
	const foul = store.known.forbidden.find(f => f.at === at);
	if (!foul) return false;
	const side = toMove();
	show(foul);
	square = at;
	$('foul-says').textContent = text('foul.asks', {
		square: store.names.square(at), foul: text(`foul.${foul.word}`),
		side: sideName(side), other: sideName(other(side)),
	});
	$('foul').hidden = false;
	$('foul-play').onclick = () => {
		if (square === at) play();
	};
	return true;
};
$('foul-leave').onclick = close;
onDraw(close);
