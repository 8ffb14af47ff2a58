// games.js lists the games that a filter lets through, and opens one by a click.

import {EMPTY, O, X} from './boardview/board.js';
import {$, make} from './boardview/dom.js';
import {games, labels, reasons} from './data.js';
import {onSelect, replay, select} from './replay.js';
import {compare, orders, sortable} from './tables.js';

// ---- The filter.

export const choices = {
	player: $('by-player'), opponent: $('by-opponent'), result: $('by-result'), reason: $('by-reason'),
};
const fill = (choice, options) => {
	const kept = choice.value;
	while (choice.options.length > 1) choice.remove(1);
	for (const [value, text] of options) choice.append(make('option', {value}, text));
	choice.value = options.some(o => o[0] === kept) ? kept : '';
};
const numbered = texts => texts.map((text, i) => [String(i), text || 'unfinished']);

// fillResults offers results of x and o, or those of the chosen player.
export const fillResults = () => {
	const sides = [['x', 'x won'], ['o', 'o won']], own = [['won', 'player won'], ['lost', 'player lost']];
	fill(choices.result, [...(choices.player.value === '' ? sides : own), ['draw', 'draw'], ['none', 'no result']]);
};
fill(choices.player, numbered(labels));
fill(choices.opponent, numbered(labels));
fill(choices.reason, numbered(reasons));
fillResults();

// hasResult tells by a choice of the filter whether a game has that result; side is the player's.
const hasResult = {
	'': () => true,
	x: ({winner}) => winner === X,
	o: ({winner}) => winner === O,
	won: ({winner}, side) => winner === side,
	lost: ({winner}, side) => winner === (side === X ? O : X),
	draw: ({winner}) => winner === EMPTY,
	none: ({winner}) => winner < 0,
};
const chosen = (choice, place) => choice.value === '' || place === +choice.value;
const matches = game => {
	const {player, opponent, result, reason} = choices;
	if (!chosen(reason, game.reason)) return false;
	const sides = [{one: game.x, other: game.o, side: X}, {one: game.o, other: game.x, side: O}];
	return sides.some(({one, other, side}) =>
		chosen(player, one) && chosen(opponent, other) && hasResult[result.value](game, side));
};

// ---- The list. Rows are made as they are scrolled to.

const body = $('games').tBodies[0], box = $('games-box');
const screenful = 150; // rows that are made at a time
let found = [];        // places in games that the filter lets through

const resultText = ({winner}) => ({[EMPTY]: '½–½', [X]: '1–0', [O]: '0–1'}[winner] || '–');
const row = index => {
	const game = games[index];
	const player = (place, side) =>
		make('td', {class: game.winner === side ? 'name won' : 'name', title: labels[place]}, labels[place]);
	return make('tr', {'data-index': index},
		make('td', {}, make('button', {type: 'button', 'aria-label': `Game ${game.id}`}, String(game.id))),
		player(game.x, X), player(game.o, O), make('td', {}, resultText(game)),
		make('td', {}, reasons[game.reason] || 'unfinished'), make('td', {}, String(game.stones)));
};
const makeRows = upTo => {
	const part = document.createDocumentFragment();
	for (let i = body.rows.length; i < Math.min(upTo, found.length); i++) part.append(row(found[i]));
	body.append(part);
	markGame();
};

// makeRowsTo makes the rows down to a height in pixels, and more.
export const makeRowsTo = height => makeRows(Math.ceil(height / 20) + screenful);

// points has x's part of the point by the winner.
const points = {[EMPTY]: .5, [X]: 1, [O]: 0};
const columns = [
	game => game.id, game => labels[game.x], game => labels[game.o], ({winner}) => points[winner] ?? NaN,
	game => reasons[game.reason], game => game.stones,
];
export const filter = () => {
	const {column, down} = orders.games, value = columns[column];
	found = games.map((_, i) => i).filter(i => matches(games[i]));
	found.sort((a, b) => compare(value(games[a]), value(games[b]), down) || a - b);
	const all = `${games.length} games`;
	$('count').textContent = found.length === games.length ? all : `${found.length} of ${all}`;
	body.replaceChildren();
	box.scrollTop = 0;
	makeRows(screenful);
};

const shownPlace = () => replay.game ? found.indexOf(replay.game.index) : -1;
const markGame = () => {
	const old = body.querySelector('[aria-current]'), shown = body.rows[shownPlace()];
	if (old) old.removeAttribute('aria-current');
	if (shown) shown.setAttribute('aria-current', 'true');
};
onSelect(markGame);

// reveal scrolls the list to the game that is shown.
export const reveal = () => {
	const place = shownPlace();
	if (place < 0) return;
	if (place >= body.rows.length) makeRows(place + screenful);
	box.scrollTop = body.rows[place].offsetTop - box.clientHeight / 2;
};

box.onscroll = () => {
	const nearEnd = box.scrollTop + box.clientHeight > box.scrollHeight - 800;
	if (nearEnd && body.rows.length < found.length) makeRows(body.rows.length + screenful);
};
body.onclick = e => {
	const tr = e.target.closest('tr');
	if (!tr) return;
	select(+tr.dataset.index, 0);
	const hidden = $('board').getBoundingClientRect().top < 0
		|| $('controls').getBoundingClientRect().bottom > innerHeight;
	if (hidden) $('table').scrollIntoView({block: 'start'});
};
$('filter').onchange = e => {
	if (e.target === choices.player) fillResults();
	filter();
};
for (const button of document.querySelectorAll('#cross button')) {
	button.onclick = () => {
		choices.player.value = button.dataset.row;
		fillResults();
		choices.opponent.value = button.dataset.column;
		choices.result.value = choices.reason.value = '';
		filter();
		if (found.length) select(found[0], 0);
		$('replay').scrollIntoView({block: 'start'});
	};
}
sortable($('games'), i => i === 5, filter);
orders.games.set(0, false);
