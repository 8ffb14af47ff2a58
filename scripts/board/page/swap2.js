// swap2.js plays the Swap2 opening. The first player places x, o, x. The second takes a side, or places o and x and
// leaves the choice to the first.

import {$, make} from './boardview/dom.js';
import {other, sideName} from './game.js';
import {problem} from './problem.js';
import {search, searches, stop} from './search.js';
import {HUMAN, seat, swapSeats, turnTime} from './seats.js';
import {atEnd, go, onLeave, play, store, toMove} from './store.js';
import {tell} from './view.js';

let state = null; // of the opening: who of x and o acts, and how many stones it still places; null: there is none

export const opening = () => state !== null;

export const openingText = () => {
	if (seat(state.who) !== HUMAN) return 'Swap2 opening';
	if (!state.places) return 'Swap2: choose';
	const stones = `${state.places} stone${state.places > 1 ? 's' : ''}`;
	return `Swap2: place ${stones}, the next is ${sideName(toMove())}${atEnd() ? '' : ' (go to the last move)'}`;
};

const enter = next => {
	state = next;
	act();
};

// act lets the seat that is to act do so.
const act = () => {
	showChoice();
	tell();
	if (state && seat(state.who) !== HUMAN && !searches('swap2')) askProgram();
};

const askProgram = async () => {
	const asked = state;
	let got;
	try {
		const ask = {...store.game.question(store.line), time: Math.max(100, turnTime())};
		if (!await search('swap2', 'Swap2: Tahoun thinks …', 'swap2', ask, answer => { got = answer; })) return;
	} catch (error) {
		if (asked !== state) return;
		problem(error);
		enter(null);
		return;
	}
	if (asked !== state) return;
	await go(store.line.length); // the person may have looked back
	if (!got.place.length) {
		takeSide(got.swap, got.move);
		return;
	}
	for (const square of got.place) {
		play(square);
		await store.shown;
	}
	enter({places: 0, who: other(state.who)});
};

export const clickInOpening = async square => {
	const mine = state;
	if (!mine.places || seat(mine.who) !== HUMAN || !atEnd()) return;
	mine.places--;
	play(square);
	await store.shown;
	if (mine !== state) return;
	if (mine.places) tell();
	else enter({places: 0, who: other(mine.who)});
};

// showChoice lets a person choose a side, or two more stones where the first player's three stand alone.
const showChoice = () => {
	const mine = state, chooses = mine && !mine.places && seat(mine.who) === HUMAN;
	$('swap2-choice').hidden = !chooses;
	if (!chooses) return;
	const button = (text, action) => {
		const b = make('button', {type: 'button'}, text);
		b.onclick = async () => {
			await go(store.line.length);
			if (state === mine) action();
		};
		return b;
	};
	const last = store.line[store.line.length - 1], side = store.game.toMove(last);
	$('swap2-choice').replaceChildren(
		button(`play ${sideName(side)}`, () => takeSide(false, -1)),
		button(`play ${sideName(other(side))}`, () => takeSide(true, -1)),
		...(store.line.length === 3 ? [button('place two more', () => enter({places: 2, who: mine.who}))] : []));
};

// takeSide gives the player who chooses the side to move, or the other one, and ends the opening.
const takeSide = (swap, move) => {
	const wanted = swap ? other(toMove()) : toMove();
	if (state.who !== wanted) swapSeats();
	enter(null);
	if (move >= 0) play(move);
	else go(store.at);
};

// openingState returns the state of the opening, to resume it.
export const openingState = () => state;

// resumeOpening goes on with an opening in a state, or begins one, when the board is shown.
export const resumeOpening = async (from, shown) => {
	const mine = state = from;
	await shown;
	if (state === mine) act();
};

// seatsChanged goes on where another player is to act.
export const seatsChanged = () => {
	stop('swap2');
	if (state) act();
};
onLeave(() => {
	state = null;
	stop('swap2');
	showChoice();
});
