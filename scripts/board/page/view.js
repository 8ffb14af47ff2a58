// view.js draws the position of the store: the board, the list of moves, and the status.

import {Board, EMPTY, O, WALL, X} from './boardview/board.js';
import {$, draw, make, onResize} from './boardview/dom.js';
import {MoveList} from './boardview/movelist.js';
import {event} from './boardview/event.js';
import {nextMoves, siblings} from './branches.js';
import {namesOf, other, sideName} from './game.js';
import {marks} from './grades.js';
import {doing, onSearch} from './search.js';
import {go, held, node, onDraw, onLoad, path, store, toMove} from './store.js';
import {text} from './text.js';
import {told} from './told.js';

const svg = $('board'), box = $('board-box');
export const board = new Board(svg, box);
const list = new MoveList(go);

const [onRename, renamed] = event(); // when the squares have got other names
export {onRename};

// ---- The board.

// The layers of marks, from below.
const layers = ['rated', 'danger', 'foul', 'branches', 'marks', 'candidates', 'threats', 'ghosts', 'cursor'];

// room returns the height that the window leaves for the board, beside the lines above and below it, and gives the
// board all the width that it may have.
const room = () => {
	document.body.style.removeProperty('--table');
	const above = $('desk').getBoundingClientRect().top + scrollY, around = $('table').offsetHeight - box.offsetHeight;
	return Math.max(280, innerHeight - above - around - 10);
};

const lay = keepMarks => {
	const {width, height, rule} = store.game, marks = board.notes ? [...board.notes.children] : [];
	store.names = namesOf($('names').value, width, height);
	const points = $('style').value === 'points';
	board.lay(width, height, {...store.names, rowsOnTop: Boolean(rule & 2), points, room: room()});
	document.body.style.setProperty('--table', `${Math.min(svg.getBoundingClientRect().width, box.clientWidth)}px`);
	svg.classList.toggle('small', board.side() < 24);
	// Marks have their places in squares, so they stay where the board has the same squares.
	if (marks.length && keepMarks) board.notes.append(...marks);
	else for (const layer of layers) draw(board.notes, 'g', {id: 'notes-' + layer});
};

// The place of a mark by its element; others have their corner at x and y.
const places = {
	circle: (x, y) => ({cx: x, cy: y}),
	path: (x, y) => ({transform: `translate(${x} ${y})`}),
};

// layer empties a layer of marks and returns how to add to it: mark(square, element, attributes, text).
export const layer = name => {
	const group = $('notes-' + name);
	group.replaceChildren();
	return (square, element, attributes, text) => {
		const [x, y] = board.centre(square), {dy = 0, dx = 0, ...rest} = attributes;
		const place = places[element] ? places[element](x, y) : {x: x + dx, y: y + dy};
		return draw(group, element, {...place, ...rest}, text);
	};
};

export const centre = () => Math.floor(store.game.height / 2) * store.game.width + Math.floor(store.game.width / 2);

const sides = {[X]: 'x', [O]: 'o'};
const forbidden = ({word}) => text('forbidden', {foul: text(`foul.${word}`)});
const contentText = square => {
	const {holds, by} = held(), kind = holds[square];
	if (kind === WALL) return text('cursor.wall');
	if (kind !== EMPTY) {
		const side = sideName(sides[kind]);
		return by[square] < 0 ? side : text('cursor.move', {side, move: by[square] + 1});
	}
	const foul = store.known && store.known.forbidden.find(f => f.at === square);
	if (foul) return forbidden(foul);
	return text(nextMoves().has(square) ? 'cursor.next' : 'cursor.empty');
};
const squareText = square => {
	const mark = (store.game.marks.get(node()) || []).find(m => m.at === square), content = contentText(square);
	return mark ? text('cursor.marked', {content, mark: mark.text || text(`mark.${mark.kind}`)}) : content;
};

export const showCursor = () => {
	const mark = layer('cursor'), square = store.cursor;
	if (square < 0) return;
	board.reveal(mark(square, 'rect', {class: 'cursor', dx: -9, dy: -9, width: 18, height: 18}));
	$('cursor-says').textContent = text('cursor', {square: store.names.square(square), holds: squareText(square)});
};

// showForbidden marks the squares that the rule forbids.
const showForbidden = () => {
	const mark = layer('danger');
	for (const f of store.known ? store.known.forbidden : []) {
		const cross = mark(f.at, 'path', {class: 'forbidden', d: 'M-4.5-4.5l9 9M-4.5 4.5l9-9'});
		draw(cross, 'title', {}, forbidden(f));
	}
};

let numbered = 0; // the move that has number 1

// drawStones draws the stones after some moves.
const drawStones = moves => {
	const {game} = store, {holds, by} = game.holds(moves);
	const rows = moves.map(n => game.rows.get(n)).filter(Boolean);
	const last = moves.length ? game.square(moves[moves.length - 1]) : -1;
	board.show({holds, by, numbers: $('numbers').checked, first: numbered, rows, last});
};

// eachPosition calls f while the board shows the stones after each move of the line. The browser paints none of it.
export const eachPosition = f => {
	for (let at = 0; at <= store.line.length; at++) {
		drawStones(store.line.slice(0, at));
		f();
	}
	drawStones(path());
};

const showBoard = () => {
	const {game} = store;
	drawStones(path());
	showForbidden();
	showCursor();
	svg.setAttribute('aria-label', text('board.label', {columns: game.width, rows: game.height, where: where()}));
};

// ---- Words.

// moveText returns the side and the square of a node.
const squareOf = n => store.names.square(store.game.square(n));
const moveText = n => text('sideSquare', {side: sideName(store.game.side(n)), square: squareOf(n)});

const where = () => {
	const {at, line} = store;
	if (at) return text('where', {move: at, all: line.length, last: moveText(node())});
	return line.length ? text('where.toCome', {n: line.length}) : text('where.start');
};

const result = ({winner, reason}) => {
	if (!winner) return text('draw');
	return text(`won.${reason}`, {side: sideName(winner), loser: sideName(other(winner))});
};

// The part of the status that play.js knows: how the game ended in this position beyond the rules, and how a game that
// goes on does so.
export const status = {outcome: () => '', waiting: () => ''};

// tell writes the status.
export const tell = () => {
	const end = store.known && store.known.end;
	const outcome = status.outcome() || (end && store.at >= end.after ? result(end) : '');
	const said = [doing() || store.note, outcome].filter(Boolean).join(' · ');
	const words = said || status.waiting() || text('toMove', {side: sideName(toMove())});
	$('status').textContent = [words, store.at ? where() : ''].filter(Boolean).join(' · ');
};

// note says something in the status until the next change.
export const note = words => {
	store.note = words;
	tell();
};

// messageText returns a player's message, that of Tahoun in the language of the page and with the names that squares
// have on the board. Tahoun names them as TAH.DAT does; those of others may mean anything.
const messageText = ({ours, text: message}) => {
	if (!ours) return message;
	const squares = /(?<![\d,.])(\d+),(\d+)(?![\d,.])/g;
	return told(message).replace(squares, (_, x, y) => store.names.square(+y * store.game.width + +x));
};

// variations lists nodes below the moves, each with a button.
const variations = (id, nodes) => {
	$(`${id}-title`).hidden = !nodes.length;
	$(id).replaceChildren(...nodes.map(n =>
		make('li', {}, make('button', {type: 'button', 'data-node': n}, moveText(n)))));
};

const showMoves = () => {
	const {game, line, at} = store;
	list.fill(line.map((n, i) => {
		const side = game.side(n);
		const others = game.children(game.parents[n]).length - 1;
		const words = squareOf(n) + (marks[game.grades.get(n)] || '');
		const fork = others > 0 && {text: `+${others}`, title: text('fork', {n: others})};
		return {number: i + 1, side, name: sideName(side), text: words, fork};
	}), text('start.entry'));
	list.mark(at);
	variations('siblings', siblings());
	variations('variations', [...nextMoves().values()].filter(n => n !== line[at]));
	const message = game.messages.get(node()), texts = [game.comments.get(node()), message && messageText(message)];
	$('message').textContent = texts.filter(Boolean).join('\n');
};

// ---- When they are drawn.

export const redraw = () => {
	showBoard();
	showMoves();
	tell();
};
onDraw(redraw);
onSearch(() => { if (store.game) tell(); });
onLoad(() => {
	const {width, height, rule} = store.game;
	if (width !== board.width || height !== board.height) {
		store.cursor = svg === document.activeElement && store.cursor >= 0 ? centre() : -1;
	}
	$('width').value = width;
	$('height').value = height;
	$('rule').value = rule;
	$('terms').textContent = `${width}×${height}, ${$('rule').selectedOptions[0].text}`;
	numbered = 0;
	lay();
});
$('numbers').onchange = showBoard;
$('number-here').onclick = () => {
	numbered = numbered === store.at ? 0 : store.at;
	$('numbers').checked = true;
	showBoard();
};
for (const id of ['names', 'style']) {
	$(id).onchange = () => {
		lay(true);
		redraw();
		renamed();
	};
}
onResize(() => {
	if (!store.game) return;
	lay(true);
	redraw();
});
