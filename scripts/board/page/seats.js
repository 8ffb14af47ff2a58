// seats.js tells who plays x and o.

import {$, clamp, make} from './boardview/dom.js';

export const HUMAN = -1;
let names = []; // of the programs, Tahoun first

export const seat = side => +$('seat-' + side).value;
export const seatName = side => seat(side) === HUMAN ? 'you' : names[seat(side)];
export const people = () => ['x', 'o'].filter(side => seat(side) === HUMAN);
export const setSeat = (side, player) => { $('seat-' + side).value = player; };
export const swapSeats = () => {
	const [x, o] = [seat('x'), seat('o')];
	setSeat('x', o);
	setSeat('o', x);
};

// turnTime returns the time for a move in ms.
export const turnTime = () => Math.round(1000 * clamp(+$('turn').value || 0, 0, 86400));

// setUpSeats fills the lists of players, levels and rules.
export const setUpSeats = greeting => {
	names = greeting.players;
	const programs = names.map((name, i) => make('option', {value: i}, name));
	const options = [make('option', {value: HUMAN}, 'you'), ...programs];
	for (const side of ['x', 'o']) $('seat-' + side).replaceChildren(...options.map(o => o.cloneNode(true)));
	setSeat('x', HUMAN);
	setSeat('o', 0);
	$('level').replaceChildren(...greeting.levels.map(l => make('option', {value: l.key}, `${l.name}: ${l.about}`)));
	$('level').value = greeting.level;
	for (const id of ['rule', 'game-rule']) {
		$(id).replaceChildren(...greeting.rules.map(r => make('option', {value: r.number}, r.name)));
	}
	$('turn').value = greeting.turn / 1000;
};
