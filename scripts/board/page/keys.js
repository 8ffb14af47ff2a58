// keys.js: a square is chosen by the mouse, by a finger or by keys; then a stone is played or put there.

import {$, clamp} from './boardview/dom.js';
import {ownKeys} from './boardview/movelist.js';
import {playBest} from './analysis.js';
import {turnTo} from './branches.js';
import {edits, put} from './edit.js';
import {nextGame, previousGame} from './games.js';
import {place} from './play.js';
import {problem} from './problem.js';
import {isFault} from './grades.js';
import {go, goTo, store} from './store.js';
import {text} from './text.js';
import {attempt, tries} from './tries.js';
import {board, centre, note, showCursor} from './view.js';

const svg = $('board');

let clicks = Promise.resolve(); // each click waits until the position that the last one made is known
const act = square => {
	if (edits()) put(square);
	else if (tries()) attempt(square);
	else place(square);
};
const choose = square => { clicks = clicks.then(() => store.shown).then(() => act(square)).catch(problem); };

svg.onmousedown = e => e.preventDefault(); // a click leaves the focus, and so the arrow keys, where they are
// A finger covers several small squares, so the first tap only shows which one it found.
const fingertip = 34; // pixels
const asks = e => {
	const way = $('taps').value;
	return way === 'ask' || way === 'small' && e.pointerType === 'touch' && board.side() < fingertip;
};
const point = square => {
	store.cursor = square;
	showCursor();
};
svg.onclick = e => {
	const square = board.at(e);
	if (square < 0 || $('taps').value === 'slide') return;
	if (asks(e) && square !== store.cursor) {
		point(square);
		note(text('tapAgain', {square: store.names.square(square)}));
		return;
	}
	if (asks(e)) {
		note('');
		if (document.activeElement !== svg) point(-1); // the next tap there asks again
	}
	choose(square);
};
// A stone that is slid goes where the finger or the mouse leaves the board.
const slides = e => $('taps').value === 'slide' && e.isPrimary && e.buttons === 1;
svg.onpointerdown = svg.onpointermove = e => {
	if (!slides(e)) return;
	svg.setPointerCapture(e.pointerId);
	point(board.at(e));
};
svg.onpointerup = e => {
	if ($('taps').value !== 'slide' || store.cursor < 0) return;
	const square = board.at(e);
	point(-1);
	if (square >= 0) choose(square);
};
svg.onpointercancel = () => point(-1);
// The wheel goes through the game, unless it scrolls a board that is larger than its box.
const notch = 40; // pixels
const pixels = e => e.deltaY * [1, 20, 400][e.deltaMode];
let turned = 0; // pixels since the last move
svg.onwheel = e => {
	const {scrollHeight, clientHeight} = $('board-box');
	if (e.ctrlKey || e.shiftKey || scrollHeight > clientHeight) return;
	e.preventDefault();
	turned = Math.sign(turned) === Math.sign(e.deltaY) ? turned + pixels(e) : pixels(e);
	if (Math.abs(turned) < notch) return;
	go(store.at + Math.sign(turned));
	turned = 0;
};
svg.onfocus = () => {
	if (!svg.matches(':focus-visible') || store.cursor >= 0) return;
	store.cursor = centre();
	showCursor();
};
svg.onblur = () => {
	store.cursor = -1;
	showCursor();
};
const steps = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]};
svg.onkeydown = e => {
	if (e.altKey || e.ctrlKey || e.metaKey || store.cursor < 0) return;
	const {width, height} = store.game, step = steps[e.key];
	if (step) {
		const x = clamp(store.cursor % width + step[0], 0, width - 1);
		const y = clamp(Math.floor(store.cursor / width) + step[1], 0, height - 1);
		store.cursor = y * width + x;
		showCursor();
	} else if (e.key === 'Enter' || e.key === ' ') choose(store.cursor);
	else return;
	e.preventDefault();
	e.stopPropagation();
};

// ---- Keys that work everywhere but in a field.

const fields = 'select, textarea, input:not([type=checkbox], [type=radio])';

// nextMistake shows the next move of the line that a review has found at fault.
const nextMistake = () => {
	const {game, line, at} = store, faulty = (n, i) => i >= at && isFault(game.grades.get(n));
	const next = line.findIndex(faulty);
	if (next >= 0) go(next + 1);
	else note(text('mistakes.none'));
};

// elsewhere reports whether a key is not for the page: it may be for the browser, or the list of keys is open.
const elsewhere = e => $('keys').open || e.altKey || e.ctrlKey || e.metaKey;

const help = () => $('keys').showModal();
const analyse = () => {
	$('tab-analyse').click();
	$('live').click();
};
const actions = {
	u: () => $('undo').click(), h: () => $('hint').click(), n: () => $('new-game').requestSubmit(),
	a: analyse, ' ': analyse, p: playBest, m: nextMistake, r: () => $('replay').click(), '?': help,
	j: nextGame, k: previousGame,
};
$('show-keys').onclick = help;
document.addEventListener('keydown', e => {
	const key = e.key.toLowerCase(), action = actions[key];
	if (!action || elsewhere(e) || e.target.closest(fields)) return;
	if (e.repeat && !'jk'.includes(key)) return;
	if (key === ' ' && e.target.closest('button, summary, input, [tabindex]')) return;
	e.preventDefault();
	action();
});

// The arrows up and down go through the moves in the place of the last one, where there are any.
document.addEventListener('keydown', e => {
	const by = {ArrowUp: -1, ArrowDown: 1}[e.key];
	if (!by || elsewhere(e) || e.shiftKey || e.target.closest(`${ownKeys}, #message`)) return;
	if (turnTo(by)) e.preventDefault();
});

// An error is shown until the person does something else.
for (const what of ['pointerdown', 'keydown']) document.addEventListener(what, () => problem(), true);

// A number outside the range of its field is told, and the nearest one taken. A form's are checked by the browser.
document.addEventListener('change', ({target: field}) => {
	if (field.type !== 'number' || field.form || field.value && field.checkValidity()) return;
	const {min, max, value} = field, near = value ? clamp(+value, +min, +max) : field.defaultValue || min;
	const {valid, stepMismatch, rangeOverflow, rangeUnderflow} = field.validity;
	if (!valid && stepMismatch && !rangeOverflow && !rangeUnderflow) return;
	const name = field.labels[0].firstChild.textContent.trim();
	problem(new Error(text(value ? 'error.range' : 'error.noNumber', {name, min, max, value, near: String(near)})));
	field.value = near;
}, true);

for (const id of ['siblings', 'variations']) {
	$(id).onclick = e => {
		const button = e.target.closest('button');
		if (button) goTo(+button.dataset.node);
	};
}
