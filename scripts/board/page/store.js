// store.js holds the game and the position that the page shows. The other scripts change them here, and are told of
// every change.

import {clamp} from './boardview/dom.js';
import {event} from './boardview/event.js';
import {ROOT} from './game.js';
import {ask} from './link.js';
import {problem} from './problem.js';

// line is the path of nodes that is shown, at is how many of its moves are on the board.
export const store = {
	game: null, line: [], at: 0,
	known: null,   // the rules' word on the position on the board, null until the program has answered
	shown: null,   // the promise of the position on the board: it is kept when the program has answered
	note: '',      // a part of the status until the next change
	names: null,   // see namesOf
	cursor: -1,    // the square of the keyboard's cursor, -1 if there is none
};

const [onLeave, leave] = event();    // before another game is shown
const [onLoad, loaded] = event();    // after that, before its position is drawn
const [onDraw, draw] = event();      // when the position on the board is to be drawn, known or not
const [onChange, changed] = event(); // after each change of the position, when the rules are known
export {onLeave, onLoad, onDraw, onChange};

export const path = () => store.line.slice(0, store.at);
export const node = () => store.at ? store.line[store.at - 1] : ROOT;
export const toMove = () => store.game.toMove(node());
export const atEnd = () => store.at === store.line.length;
export const held = () => store.game.holds(path());

let checking = new AbortController();

// check asks the program for the rules' word on the whole line and on the position on the board.
const check = async () => {
	checking.abort();
	checking = new AbortController();
	const {game, line, at} = store;
	const known = await ask('check', {...game.question(line), at}, checking.signal);
	for (const [i, row] of Object.entries(known.rows)) game.rows.set(line[i], row);
	store.known = known;
};

// show draws the position at once, and again when the rules are known.
const show = async () => {
	store.known = null;
	draw();
	try {
		await check();
	} catch (error) {
		problem(error);
		return;
	}
	draw();
	changed();
};

// go shows the position after so many moves of the line.
export const go = at => {
	store.at = clamp(at, 0, store.line.length);
	store.note = '';
	store.shown = show();
	return store.shown;
};

// goTo shows the position after a node, on a line that goes through it.
export const goTo = (n, line = store.game.line(n)) => {
	store.line = line;
	return go(line.indexOf(n) + 1);
};

// play puts the next stone, and returns its node. Where ends is true the line ends with it.
export const play = (square, ends = false) => {
	const n = store.game.play(node(), square, toMove());
	goTo(n, ends ? store.game.path(n) : store.game.line(n));
	return n;
};

// load shows another game, its position after a node, on a line.
export const load = (game, at = ROOT, line = game.line(at)) => {
	leave();
	store.game = game;
	loaded();
	return goTo(at, line);
};
