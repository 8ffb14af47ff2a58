// swap2.js plays the openings Swap1 and Swap2. In Swap1 the first player places x, and the second takes a side. In
// Swap2 the first places x, o, x. The second takes a side, or places o and x and leaves the choice to the first.

import {balanceText, judgeOpening} from './balance.js';
import {$, make} from './boardview/dom.js';
import {other, sideName} from './game.js';
import {problem} from './problem.js';
import {search, searches, stop} from './search.js';
import {HUMAN, people, seat, seatName, setSeat, swapSeats, turnTime} from './seats.js';
import {atEnd, go, onChange, onLeave, play, store, toMove} from './store.js';
import {text} from './text.js';
import {removeFrom} from './undo.js';
import {tell} from './view.js';

// state is of the opening: who of x and o acts, and how many stones it still places, or the move with which the game
// begins once the side is chosen (-1: none); null: there is no opening.
let state = null;

export const opening = () => state !== null;

// The game keeps in swap2 which opening it is, swap1 or swap2, and the acts of people, for Undo: {opening, past,
// stones}. Each of past is a state, who sat where, and
// how many stones there were; stones are those of the whole opening once it is over.
const remember = () => {
	store.game.swap2.past.push({state: {...state}, x: seat('x'), o: seat('o'), moves: store.line.length});
};
export const openingName = opening => text(`opening.${opening}`);
const name = () => openingName(store.game.swap2.opening);
export const openingStones = () => store.game.swap2 ? store.game.swap2.stones : 0;

// ---- What was done is said.

let saidUntil = 0; // so many moves
const say = (...sentences) => {
	saidUntil = store.line.length + 2;
	$('said').replaceChildren(...sentences.map(words => make('p', {}, words)));
	$('said').hidden = !sentences.length;
};
onChange(() => { if (store.line.length > saidUntil) say(); });

// partOf returns who sits on the side of who: you or program. Two people, or two programs, are told apart by their part
// in the opening: first or second.
const partOf = who => {
	if (people().length === 1) return seat(who) === HUMAN ? 'you' : 'program';
	return who === 'x' ? 'first' : 'second';
};

export const openingText = () => {
	const opening = name();
	if (state.begins !== undefined || seat(state.who) !== HUMAN) return text('swap2.opening', {opening});
	if (!state.places) return text('swap2.choose', {opening});
	return text(atEnd() ? 'swap2.place' : 'swap2.placeLast', {opening, n: state.places, side: sideName(toMove())});
};

const enter = next => {
	state = next;
	act();
};

// act lets the seat that is to act do so.
const act = () => {
	showChoice();
	tell();
	if (!state || searches('swap2')) return;
	if (state.begins !== undefined) begin();
	else if (seat(state.who) !== HUMAN) askProgram();
};

const askProgram = async () => {
	const asked = state, {opening} = store.game.swap2;
	let got;
	try {
		const ask = {...store.game.question(store.line), opening, time: Math.max(100, turnTime())};
		const thinks = text('swap2.thinks', {opening: name()});
		if (!await search('swap2', thinks, 'swap2', ask, answer => { got = answer; })) return;
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
	const placed = {opening: name(), n: got.place.length, player: seatName(state.who)};
	const chooses = seat(other(state.who)) === HUMAN ? 'you' : 'program';
	say(text(`swap2.placed.${chooses}`, placed));
	enter({places: 0, who: other(state.who)});
};

export const clickInOpening = async square => {
	const mine = state;
	if (!mine.places || seat(mine.who) !== HUMAN || !atEnd()) return;
	remember();
	mine.places--;
	play(square);
	await store.shown;
	if (mine !== state) return;
	if (mine.places) tell();
	else enter({places: 0, who: other(mine.who)});
};

// showChoice lets a person choose a side, or two more stones where the first player's three stand alone.
const showChoice = () => {
	const mine = state, chooses = mine && !mine.places && mine.begins === undefined && seat(mine.who) === HUMAN;
	$('swap2-choice').hidden = !chooses;
	if (!chooses) return;
	const button = (words, action) => {
		const b = make('button', {type: 'button'}, words);
		b.onclick = async () => {
			await go(store.line.length);
			if (state !== mine) return;
			remember();
			action();
		};
		return b;
	};
	const last = store.line[store.line.length - 1], side = store.game.toMove(last);
	$('swap2-choice').setAttribute('aria-label', name());
	$('swap2-choice').replaceChildren(
		button(text('swap2.play', {side: sideName(side)}), () => takeSide(false, -1)),
		button(text('swap2.play', {side: sideName(other(side))}), () => takeSide(true, -1)),
		...(store.line.length === 3 ? [button(text('swap2.two'), () => {
			say(); // the choice is made
			enter({places: 2, who: mine.who});
		})] : []));
};

// takeSide gives the player who chooses the side to move, or the other one, and says so.
const takeSide = (swap, move) => {
	const wanted = swap ? other(toMove()) : toMove(), {who} = state;
	const changes = text(who !== wanted ? 'swap2.change' : 'swap2.stay');
	const players = {who: seatName(who), player: seatName(other(who))}, part = partOf(who);
	if (who !== wanted) swapSeats();
	const both = {side: sideName(wanted), other: sideName(other(wanted))};
	say(text(`swap2.chose.${part}`, {opening: name(), ...players, ...both, changes}));
	enter({places: 0, who, begins: move});
};

// begin ends the opening, says how even it is, and lets the game begin.
const begin = async () => {
	const mine = state;
	let x;
	try {
		x = await judgeOpening(name());
		if (x === undefined) return;
	} catch (error) {
		problem(error);
	}
	if (state !== mine) return;
	await go(store.line.length); // the person may have looked back
	if (state !== mine) return;
	const said = [...$('said').children].map(p => p.textContent);
	store.game.swap2.stones = store.line.length;
	enter(null);
	if (x !== undefined) say(...said, balanceText(x));
	if (mine.begins >= 0) play(mine.begins);
	else go(store.at);
};

// openingState returns the state of the opening and its acts, to resume it.
export const openingState = () => store.game.swap2 && {state, ...store.game.swap2};

// resumeOpening goes on with an opening when the board is shown.
export const resumeOpening = async ({state: from, ...swap2}, shown) => {
	store.game.swap2 = swap2;
	const mine = state = from;
	await shown;
	if (state === mine) act();
};
export const beginOpening = (opening, shown) => {
	const places = opening === 'swap1' ? 1 : 3;
	resumeOpening({state: {places, who: 'x'}, opening, past: [], stones: 0}, shown);
};

// takeBack goes back to before the last act of a person in the opening. It returns whether there was one.
export const takeBack = () => {
	const past = store.game.swap2 ? store.game.swap2.past : [];
	if (!past.length) return false;
	stop('swap2');
	const before = past[past.length - 1], n = store.line[before.moves];
	const shown = n === undefined ? go(before.moves) : removeFrom(n); // of a copy of the game
	setSeat('x', before.x);
	setSeat('o', before.o);
	say();
	const {opening} = store.game.swap2;
	resumeOpening({state: before.state, opening, past: past.slice(0, -1), stones: 0}, shown);
	return true;
};

// seatsChanged goes on where another player is to act.
export const seatsChanged = () => {
	stop('swap2');
	if (state) act();
};
onLeave(() => {
	state = null;
	$('said').hidden = true;
	stop('swap2');
	showChoice();
});
