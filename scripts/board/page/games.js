// games.js lists the games of a file with several, finds some of them, and goes from one to the next.

import {$, clamp, make} from './boardview/dom.js';
import {Game, sideName} from './game.js';
import {ask} from './link.js';
import {show, showGame} from './opened.js';
import {problem} from './problem.js';
import {ruleName} from './seats.js';
import {onLeave, onLoad, store} from './store.js';
import {text} from './text.js';
import {told} from './told.js';

// list is that of the file that was opened last: {file, games, source}. file names it to the program, which may forget
// it; source is the question that opened it, null for the file of the command line.
let list = null;
let words = [];  // of each game, in small letters: the first search makes them
let found = [];  // the numbers of the games that are listed, from 1
let current = 0; // the number of the game that is shown, or was shown last
let fresh = '';  // that game as the file has it
let wanted = {}; // {number}: the game that a person has asked for last, another one with each question
const edited = new Map(); // number: a game that was changed and left

const box = $('games-box'), body = $('game-list').tBodies[0];

// ---- The table. Only the rows in sight are made: a file may have 100,000 games.

const rowHeight = 44; // pixels, see page.css
const spare = 8;      // rows above and below those in sight

const resultText = result => {
	const winner = {B: 'x', W: 'o'}[result?.[0]];
	if (winner) return sideName(winner);
	return result === '0' ? text('games.draw') : result || '';
};
const players = ({x, o}) => x || o ? `${x || '?'} – ${o || '?'}` : '';
const about = g => [g.title, g.date, ruleName(g.rule)].filter(Boolean).join(' · ');

const row = (number, g) => {
	const names = players(g) || g.title || text('games.game', {number});
	const first = make('button', {type: 'button', tabindex: -1}, names);
	const facts = g.broken ? text('games.broken', {reason: told(g.broken)}) : about(g);
	const second = make('span', {class: 'faint'}, facts);
	const cells = [
		make('td', {}, String(number)), make('td', {}, first, second), make('td', {}, resultText(g.result)),
		make('td', {}, g.broken ? '' : String(g.moves)),
	];
	const tr = make('tr', {'data-number': number}, ...cells);
	if (number === current) tr.setAttribute('aria-current', 'true');
	return tr;
};
const gap = rows => make('tr', {'aria-hidden': 'true', style: `height: ${rows * rowHeight}px`});

const draw = () => {
	const from = clamp(Math.floor(box.scrollTop / rowHeight) - spare, 0, found.length);
	const to = Math.min(found.length, from + Math.ceil(box.clientHeight / rowHeight) + 2 * spare);
	const rows = found.slice(from, to).map(n => row(n, list.games[n - 1]));
	body.replaceChildren(gap(from), ...rows, gap(found.length - to));
};

// reveal scrolls to the current game.
const reveal = () => {
	const i = found.indexOf(current), top = i * rowHeight, room = box.clientHeight - 2 * rowHeight;
	if (i >= 0 && (top < box.scrollTop || top > box.scrollTop + room)) box.scrollTop = top - room / 2;
	draw();
};

// makeWords makes the words of all games. Many have the same result.
const makeWords = () => {
	const results = new Map();
	const result = code => {
		if (!results.has(code)) results.set(code, resultText(code));
		return results.get(code);
	};
	words = list.games.map((g, i) => `${i + 1} ${players(g)} ${about(g)} ${result(g.result)}`.toLowerCase());
};

const find = () => {
	const typed = $('find').value.toLowerCase().split(/\s+/).filter(Boolean);
	if (typed.length && !words.length) makeWords();
	found = list.games.map((_, i) => i + 1).filter(n => typed.every(word => words[n - 1].includes(word)));
	const n = list.games.length;
	$('found').textContent = typed.length ? text('games.found', {found: found.length, n}) : text('games.all', {n});
	box.scrollTop = 0;
	reveal();
};

// setList shows the games of a file, null for none.
const setList = (next, number) => {
	list = next;
	wanted = {number};
	current = number;
	$('games').hidden = !list;
	if (!list) return;
	words = [];
	$('find').value = '';
	find();
};

const contentOf = game => JSON.stringify(game.tree());
const showRead = async tree => {
	const shown = show(tree);
	fresh = list ? contentOf(store.game) : '';
	await shown;
};

// showFile shows a file that the program has read, and its list. source is the question that opened it.
export const showFile = async (tree, source = null) => {
	setList(tree.games ? {file: tree.file, games: tree.games, source} : null, tree.number);
	const shown = showRead(tree);
	edited.clear();
	await shown;
};

// ---- Another game.

const again = async (number, withList) => {
	try {
		return await ask('game', {file: list.file, game: number, list: withList});
	} catch (error) {
		if (!list.source) throw error;
		// The program has forgotten the file, or the game is broken.
		const tree = await ask('open', {...list.source, game: number});
		list.file = tree.file;
		return tree;
	}
};
// The list marks the game when the board shows it: until then what is typed or played belongs to the one before.
const openGame = async number => {
	const mine = wanted = {number};
	problem();
	try {
		if (edited.has(number)) {
			await showGame(edited.get(number));
			return;
		}
		const tree = await again(number, false);
		if (mine === wanted) await showRead(tree);
	} catch (error) {
		problem(error);
	}
};

// step opens the next or the previous game of those that are listed, counted from the one that was asked for last.
const step = by => {
	if (!list || !found.length) return;
	const i = found.findIndex(n => by > 0 ? n > wanted.number : n >= wanted.number);
	const next = by > 0 ? i : (i < 0 ? found.length : i) - 1;
	if (next >= 0 && next < found.length) openGame(found[next]);
};
export const nextGame = () => step(1);
export const previousGame = () => step(-1);

$('next-game').onclick = nextGame;
$('previous-game').onclick = previousGame;
$('find').oninput = find;
$('find').onkeydown = e => {
	if (e.key === 'Enter' && found.length) openGame(found.includes(current) ? current : found[0]);
};
box.onscroll = draw;
new ResizeObserver(() => { if (list) reveal(); }).observe(box);
body.onclick = e => {
	const tr = e.target.closest('[data-number]');
	if (tr) openGame(+tr.dataset.number);
};
box.onkeydown = e => {
	if (e.altKey || e.ctrlKey || e.metaKey || e.shiftKey) return;
	const action = {
		ArrowDown: nextGame, ArrowUp: previousGame,
		Home: () => openGame(found[0]), End: () => openGame(found[found.length - 1]),
	}[e.key];
	if (!action || !found.length) return;
	e.preventDefault();
	e.stopPropagation();
	action();
};

// A game that is left keeps its changes. Where another game is shown, none is waited for.
onLeave(() => {
	wanted = {number: current};
	const from = store.game?.from;
	if (!list || !from || from.file !== list.file) return;
	if (contentOf(store.game) === fresh) edited.delete(from.number);
	else edited.set(from.number, store.game);
});

// A game of the file may come back by undo.
onLoad(() => {
	const {from} = store.game;
	if (!list || !from || from.file !== list.file || from.number === current) return;
	wanted = {number: from.number};
	current = from.number;
	reveal();
});

// ---- After a reload.

// listState returns the list for a reload, without the content of its file where that is too much.
export const listState = whole => list && {
	...list, games: null, number: current, source: whole ? list.source : null,
	edited: [...edited].map(([number, game]) => [number, game.tree(), game.from]),
};

// resumeList shows a list again. The program has the file still, or gets it again.
export const resumeList = async state => {
	if (!state) return;
	try {
		list = state;
		setList({...state, games: (await again(state.number, true)).games}, state.number);
		for (const [number, tree, from] of state.edited) edited.set(number, Object.assign(new Game(tree), {from}));
	} catch { // the file is gone
		list = null;
	}
};
