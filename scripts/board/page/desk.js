// desk.js shows a game: the board, the list of moves, and the position that is looked at. The other scripts change the
// game through it and are told of every change.

import {Game, ROOT, namesOf, other, X, O, EMPTY} from './game.js';
import {ask, aborted} from './link.js';
import {doing, onSearch} from './search.js';

const {make, draw, clamp, Board} = boardView;
export const $ = id => document.getElementById(id);
const svg = $('board'), view = new Board(svg, $('board-box'));

// The state of the page. line is the path of nodes that is shown, at is how many of its moves are on the board.
export const desk = {
	game: null, line: [], at: 0,
	known: null,   // what the rules say of the position on the board, null until the program has answered
	note: '',      // what the status says until the next change
	outcome: () => '', // how the game ended in this position beyond the rules
	state: () => '',   // what the status says of a game that goes on
	names: null,   // see namesOf
	cursor: -1,    // the square of the keyboard's cursor, -1 if there is none
	shown: null,   // the promise of the position on the board: it is kept when the program has answered
};

const changed = []; // called after each change of the position on the board
export const onChange = f => changed.push(f);
const loaded = [];  // called before another game is shown
export const onLoad = f => loaded.push(f);
const renamed = []; // called when the squares have got other names
export const onRename = f => renamed.push(f);

export const path = () => desk.line.slice(0, desk.at);
export const node = () => desk.at ? desk.line[desk.at - 1] : ROOT;
export const toMove = () => desk.game.toMove(node());
export const atEnd = () => desk.at === desk.line.length;
export const held = () => desk.game.holds(path());

// problem shows an error until the next one, or none. The end of the connection stays.
let lost = false;
export const connectionLost = error => {
	problem(error);
	lost = true;
};
export const problem = error => {
	if (lost || error && aborted(error)) return;
	$('problem').textContent = error ? error.message || String(error) : '';
	$('problem').hidden = !error;
};

// ---- The board.

const lay = same => {
	const {width, height, rule} = desk.game, marks = view.notes ? [...view.notes.children] : [];
	desk.names = namesOf($('names').value, width, height);
	view.lay(width, height, {...desk.names, rowsOnTop: Boolean(rule & 2)});
	svg.classList.toggle('small', view.side() < 24);
	// Marks have their places in squares, so they stay where the board has the same squares.
	if (marks.length && same) {
		view.notes.append(...marks);
		return;
	}
	for (const layer of ['rated', 'danger', 'candidates', 'threats', 'ghosts', 'cursor']) draw(view.notes, 'g', {id: 'notes-' + layer});
};

// layer empties a layer of marks and returns how to add to it: mark(square, element, attributes, text).
export const layer = name => {
	const group = $('notes-' + name);
	group.replaceChildren();
	return (square, element, attributes, text) => {
		const [x, y] = view.centre(square), {dy = 0, dx = 0, ...rest} = attributes;
		const place = element === 'circle' ? {cx: x, cy: y} : element === 'text' ? {x: x + dx, y: y + dy} : element === 'path' ? {transform: `translate(${x} ${y})`} : {x: x + dx, y: y + dy};
		return draw(group, element, {...place, ...rest}, text);
	};
};

const centre = () => Math.floor(desk.game.height / 2) * desk.game.width + Math.floor(desk.game.width / 2);

const showCursor = () => {
	const mark = layer('cursor');
	if (desk.cursor < 0) return;
	view.reveal(mark(desk.cursor, 'rect', {class: 'cursor', dx: -9, dy: -9, width: 18, height: 18}));
	const {holds, by} = held(), kind = holds[desk.cursor];
	const foul = desk.known && desk.known.forbidden.find(f => f.at === desk.cursor);
	const says = kind === EMPTY ? foul ? `forbidden: ${foul.word}` : 'empty' : kind === X || kind === O ? boardView.glyphs[kind] + (by[desk.cursor] >= 0 ? `, move ${by[desk.cursor] + 1}` : '') : 'wall';
	$('cursor-says').textContent = `${desk.names.square(desk.cursor)}, ${says}`;
};

const showBoard = () => {
	const {holds, by} = held(), moves = path();
	const rows = moves.map(n => desk.game.rows.get(n)).filter(Boolean);
	view.show({holds, by, numbers: $('numbers').checked, rows, last: moves.length ? desk.game.square(moves[moves.length - 1]) : -1});
	showDanger();
	showCursor();
	svg.setAttribute('aria-label', `Board of ${desk.game.width} columns and ${desk.game.height} rows. ${where()}`);
};

// showDanger marks the squares that the rule forbids.
const showDanger = () => {
	const mark = layer('danger');
	for (const f of desk.known ? desk.known.forbidden : []) {
		draw(mark(f.at, 'path', {class: 'forbidden', d: 'M-4.5-4.5l9 9M-4.5 4.5l9-9'}), 'title', {}, `forbidden: ${f.word}`);
	}
};

// ---- Words.

const where = () => {
	if (!desk.at) return desk.line.length ? `Start, ${desk.line.length} moves to come` : 'Start';
	return `Move ${desk.at} of ${desk.line.length}: ${desk.game.side(node())} ${desk.names.square(desk.game.square(node()))}`;
};

export const result = end => {
	if (!end.winner) return `A draw: ${end.reason}`;
	return `${end.winner} has won: ${end.reason === 'forbidden move' ? `${other(end.winner)} played a forbidden square` : end.reason}`;
};

export const tell = () => {
	const end = desk.known && desk.known.end;
	const outcome = desk.outcome() || (end && desk.at >= end.after ? result(end) : '');
	const text = [doing() || desk.note, outcome].filter(Boolean).join(' · ') || desk.state() || `${toMove()} to move`;
	$('status').textContent = [text, desk.at ? where() : ''].filter(Boolean).join(' · ');
};
onSearch(() => { if (desk.game) tell(); });

// inNames returns a message with the names that squares have on the board. A message of Tahoun's has them as TAH.DAT does,
// those of others may mean anything.
const inNames = message => !message || !message.ours ? message && message.text
	: message.text.replace(/(?<![\d,.])(\d+),(\d+)(?![\d,.])/g, (_, x, y) => desk.names.square(+y * desk.game.width + +x));

const showMoves = () => {
	const list = $('moves'), g = desk.game;
	const button = (n, ...text) => make('li', {}, make('button', {type: 'button', 'data-move': n}, ...text));
	const texts = ['start', ...desk.line.map(n => `${g.side(n)} ${desk.names.square(g.square(n))}`)];
	texts.forEach((text, i) => { // only what differs is made anew
		const li = list.children[i];
		if (li && li.dataset.text === text) return;
		const fresh = i ? button(i, make('span', {class: 'faint'}, String(i)), ` ${text}`) : button(0, text);
		fresh.dataset.text = text;
		if (li) li.replaceWith(fresh);
		else list.append(fresh);
	});
	while (list.children.length > texts.length) list.lastChild.remove();
	const current = list.querySelector('[aria-current]');
	if (current) current.removeAttribute('aria-current');
	const li = list.children[desk.at];
	li.firstChild.setAttribute('aria-current', 'step');
	const low = li.offsetTop - list.offsetTop;
	if (low < list.scrollTop || low + li.offsetHeight > list.scrollTop + list.clientHeight) list.scrollTop = low - list.clientHeight / 2;
	const next = desk.line[desk.at];
	$('variations').replaceChildren(...g.children(node()).filter(n => n !== next).map(n =>
		make('li', {}, make('button', {type: 'button', 'data-node': n}, `${g.side(n)} ${desk.names.square(g.square(n))}`))));
	$('message').textContent = [g.comments.get(node()), inNames(g.messages.get(node()))].filter(Boolean).join('\n');
	$('first').disabled = $('previous').disabled = !desk.at;
	$('next').disabled = $('last').disabled = atEnd();
};

// ---- Changes.

let checking = new AbortController();

// check asks the program what the rules say of the whole line and of the position on the board.
const check = async () => {
	checking.abort();
	checking = new AbortController();
	const game = desk.game, nodes = desk.line;
	const known = await ask('check', {...game.question(nodes), at: desk.at}, checking.signal);
	for (const [i, row] of Object.entries(known.rows)) game.rows.set(nodes[i], row);
	desk.known = known;
};

// show draws the position on the board, and tells the others when the rules are known.
const show = () => desk.shown = showNow();
const showNow = async () => {
	desk.known = null;
	redraw();
	try {
		await check();
	} catch (error) {
		problem(error);
		return;
	}
	redraw();
	for (const f of changed) f();
};
export const redraw = () => {
	showBoard();
	showMoves();
	tell();
};

// go shows the position after so many moves of the line.
export const go = at => {
	desk.at = clamp(at, 0, desk.line.length);
	desk.note = '';
	return show();
};

// goTo shows the position after a node, on a line that goes through it.
export const goTo = (n, line = desk.game.line(n)) => {
	desk.line = line;
	return go(line.indexOf(n) + 1);
};

// play puts the next stone, and returns its node.
export const play = square => {
	const n = desk.game.play(node(), square, toMove());
	goTo(n);
	return n;
};

// load shows another game, its position after a node, on a line.
export const load = (game, at = ROOT, line = game.line(at)) => {
	const same = desk.game && desk.game.width === game.width && desk.game.height === game.height;
	for (const f of loaded) f();
	desk.game = game;
	if (!same) desk.cursor = svg === document.activeElement && desk.cursor >= 0 ? centre() : -1;
	$('width').value = game.width;
	$('height').value = game.height;
	$('rule').value = game.rule;
	$('terms').textContent = `${game.width}×${game.height}, ${$('rule').selectedOptions[0].text}`;
	$('moves').replaceChildren();
	lay();
	return goTo(at, line);
};

// ---- Undo and redo.

const before = [], after = []; // games, nodes, and whether the players moved by themselves
const most = 100;
const shown = () => [desk.game, node(), $('auto').checked];

// remember lets undo come back to what is shown. The caller replaces the game, and does not change it.
export const remember = () => {
	before.push(shown());
	if (before.length > most) before.shift();
	after.length = 0;
};
const step = (from, to) => () => {
	if (!from.length) return;
	to.push(shown());
	const [game, at, auto] = from.pop();
	$('auto').checked = auto;
	load(game, at);
};
$('undo-edit').onclick = step(before, after);
$('redo-edit').onclick = step(after, before);
onChange(() => {
	$('undo-edit').disabled = !before.length;
	$('redo-edit').disabled = !after.length;
});

// removeFrom removes a node and all that follow it.
export const removeFrom = (n, shown = desk.game.parents[n]) => {
	remember();
	const game = desk.game.copy();
	game.remove(n);
	return load(game, shown);
};

// ---- Mouse and keys.

let clicked = () => {};
let clicks = Promise.resolve(); // each click waits until the position that the last one made is known
export const onSquare = f => {
	clicked = square => { clicks = clicks.then(() => desk.shown).then(() => f(square)).catch(problem); };
};
svg.onmousedown = e => e.preventDefault(); // a click leaves the focus, and so the arrow keys, where they are
// A finger covers several small squares, so the first tap only shows which one it found.
const fingertip = 22; // pixels
svg.onclick = e => {
	const square = view.at(e);
	if (square < 0) return;
	if (e.pointerType === 'touch' && view.side() < fingertip && square !== desk.cursor) {
		desk.cursor = square;
		showCursor();
		desk.note = `${desk.names.square(square)}: tap it again`;
		tell();
		return;
	}
	clicked(square);
};
svg.onfocus = () => {
	if (svg.matches(':focus-visible') && desk.cursor < 0) {
		desk.cursor = centre();
		showCursor();
	}
};
svg.onblur = () => {
	desk.cursor = -1;
	showCursor();
};
svg.onkeydown = e => {
	const {width, height} = desk.game, step = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]}[e.key];
	if (e.altKey || e.ctrlKey || e.metaKey || desk.cursor < 0) return;
	if (step) {
		const x = clamp(desk.cursor % width + step[0], 0, width - 1), y = clamp(Math.floor(desk.cursor / width) + step[1], 0, height - 1);
		desk.cursor = y * width + x;
		showCursor();
	} else if (e.key === 'Enter' || e.key === ' ') clicked(desk.cursor);
	else return;
	e.preventDefault();
	e.stopPropagation();
};
document.addEventListener('keydown', e => {
	if (e.altKey || e.ctrlKey || e.metaKey || e.shiftKey || e.target.closest('select, input, textarea, [role=tablist]')) return;
	const to = {ArrowLeft: desk.at - 1, ArrowRight: desk.at + 1, Home: 0, End: desk.line.length}[e.key];
	if (to === undefined) return;
	e.preventDefault();
	go(to);
});
$('first').onclick = () => go(0);
$('previous').onclick = () => go(desk.at - 1);
$('next').onclick = () => go(desk.at + 1);
$('last').onclick = () => go(desk.line.length);
$('moves').onclick = e => {
	const button = e.target.closest('button');
	if (button) go(+button.dataset.move);
};
$('variations').onclick = e => {
	const button = e.target.closest('button');
	if (button) goTo(+button.dataset.node);
};
$('numbers').checked = true;
$('numbers').onchange = showBoard;
$('names').onchange = () => {
	lay(true);
	$('moves').replaceChildren();
	redraw();
	for (const f of renamed) f();
};
let width = innerWidth;
addEventListener('resize', () => {
	if (width === innerWidth) return; // a phone's bars come and go
	width = innerWidth;
	if (!desk.game) return;
	lay(true);
	redraw();
});
