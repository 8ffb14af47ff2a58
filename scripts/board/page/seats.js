// seats.js tells who plays x and o.

import {$, clamp, make} from './boardview/dom.js';
import {list, text} from './text.js';

export const HUMAN = -1;
let names = []; // of the programs, Tahoun first

export const seat = side => +$('seat-' + side).value;
export const seatName = side => seat(side) === HUMAN ? text('you') : names[seat(side)];
export const people = () => ['x', 'o'].filter(side => seat(side) === HUMAN);
export const setSeat = (side, player) => { $('seat-' + side).value = player; };
export const swapSeats = () => {
	const [x, o] = [seat('x'), seat('o')];
	setSeat('x', o);
	setSeat('o', x);
};

// turnTime returns the time for a move in ms.
export const turnTime = () => Math.round(1000 * clamp(+$('turn').value || 0, 0, 86400));

let ruleNames = new Map(); // by the numbers of the rules that the program knows

// nameOf returns the name of a rule. Its number is the sum of those of its parts.
const nameOf = rule => {
	const parts = [1, 4, 8, 2].filter(part => rule & part);
	return parts.length ? list(parts.map(part => text(`rule.${part}`))) : text('rule.0');
};

// ruleName returns the name of a rule that the program knows, else undefined.
export const ruleName = rule => ruleNames.get(rule);

// setUpSeats fills the lists of players, levels and rules.
export const setUpSeats = greeting => {
	names = greeting.players;
	const programs = names.map((name, i) => make('option', {value: i}, name));
	const options = [make('option', {value: HUMAN}, text('you')), ...programs];
	for (const side of ['x', 'o']) $('seat-' + side).replaceChildren(...options.map(o => o.cloneNode(true)));
	setSeat('x', HUMAN);
	setSeat('o', 0);
	const levels = greeting.levels.map(l => make('option', {value: l.key}, text(`level.${l.key}`, {n: l.nodes})));
	$('level').replaceChildren(...levels);
	$('level').value = greeting.level;
	ruleNames = new Map(greeting.rules.map(rule => [rule, nameOf(rule)]));
	for (const id of ['rule', 'game-rule']) {
		$(id).replaceChildren(...greeting.rules.map(rule => make('option', {value: rule}, ruleName(rule))));
	}
	$('turn').value = greeting.turn / 1000;
};
