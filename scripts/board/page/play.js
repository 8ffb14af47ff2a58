// play.js lets people and programs play: who sits where, whose turn it is, and the clocks.

import {EMPTY} from './boardview/board.js';
import {$, clamp, make} from './boardview/dom.js';
import {event} from './boardview/event.js';
import {follow} from './branches.js';
import {asksFirst} from './foul.js';
import {Game, ROOT, other, sideName} from './game.js';
import {problem} from './problem.js';
import {onSearch, search, searches, stop} from './search.js';
import {HUMAN, people, seat, seatName, swapSeats, turnTime} from './seats.js';
import {atEnd, goTo, held, load, node, onChange, onLeave, path, play, store, toMove} from './store.js';
import {
	beginOpening, clickInOpening, opening, openingName, openingStones, openingText, resumeOpening, seatsChanged,
	takeBack,
} from './swap2.js';
import {text} from './text.js';
import {remember, removeFrom} from './undo.js';
import {status, tell} from './view.js';

let thinksAt; // the node after which the program's move comes

// ---- The state of the game.

const overHere = () => store.game.over && store.game.over.node === node();

// playing reports whether a move can be played from the position on the board.
export const playing = () => Boolean(store.game && store.known && !store.known.end && !overHere() && !opening());

// programsTurn reports whether the side to move is a program's.
const programsTurn = () => playing() && atEnd() && seat(toMove()) !== HUMAN;

const overText = ({winner, by, fault}) =>
	text(fault ? 'won' : `won.${by}`, {side: sideName(winner), loser: sideName(other(winner)), reason: fault});

status.outcome = () => overHere() ? overText(store.game.over) : '';
status.waiting = () => {
	if (opening()) return openingText();
	return programsTurn() ? text('toMove.step', {side: sideName(toMove()), step: text('step')}) : '';
};

const [onEnd, ended] = event(); // when the game has ended beyond the rules
export {onEnd};

// end ends the game in the position on the board: winner has won, by a resignation (R), on the
// page's clock (T), or by a fault of a brain, its time included (F), which fault then tells.
const end = (winner, by, fault) => {
	stop('move', 'hint');
	store.game.over = {node: node(), winner, by, fault};
	store.game.result = `${winner === 'x' ? 'B' : 'W'}+${by}`;
	store.note = '';
	count();
	tell();
	ended();
};

// reopen lets a game go on that has ended beyond the rules.
const reopen = () => {
	store.game.over = null;
	store.game.result = '';
};

// outcome returns who has won the game, '' for a draw, and why, where it ends in the position on the board, else
// null.
export const outcome = () => {
	if (overHere()) {
		const {winner, by, fault} = store.game.over;
		return {winner, why: fault || text(`why.${by}`)};
	}
	const end = store.known && atEnd() && store.known.end;
	if (!end) return null;
	return {winner: end.winner, why: text(`why.${end.reason}`)};
};

// playState returns for again, beside the game: its end beyond the rules, whether two programs have stopped the
// players, whether moves were played, and how long the side to move has thought.
export const playState = () => {
	const {over, played} = store.game;
	const ended = over && {...over, moves: store.game.movesOf(store.game.path(over.node))};
	return {over: ended, paused, played, spent: thought()};
};

// ---- Clocks.

let thoughtAt;      // the node after which the side to move thinks, the last one of the line
let spent = 0;      // ms that it has thought there, up to since
let since = 0;      // by performance.now
let counts = false; // whether its clock runs

// runs reports whether the clock of the side to move runs: from the second move on, where the players move by
// themselves, and not while a person lets the program look at the position.
const runs = () => {
	if (!playing() || !atEnd() || !store.at) return false;
	if (seat(toMove()) !== HUMAN) return searches('move');
	return $('auto').checked && !searches('analysis', 'hint', 'review', 'try');
};
const count = () => {
	const now = performance.now(), last = store.line.length ? store.line[store.line.length - 1] : ROOT;
	if (thoughtAt !== last) {
		thoughtAt = last;
		spent = 0;
	} else if (counts) spent += now - since;
	since = now;
	counts = runs();
};
const thought = () => {
	count();
	return Math.round(spent);
};
onSearch(() => { if (store.game) count(); });

const matchTime = () => Math.round(60000 * clamp(+$('match').value || 0, 0, 1440));
const used = side => {
	const {game} = store;
	const seats = [seat('x'), seat('o')], apart = seats[0] !== seats[1];
	// A player who has changed sides takes the time along.
	const spends = n => {
		const who = game.seats.get(n);
		return apart && seats.includes(who) ? who === seat(side) : game.side(n) === side;
	};
	return path().filter(spends).reduce((sum, n) => sum + (game.times.get(n) || 0), 0);
};
const clock = ms => {
	const s = Math.floor(ms / 1000);
	return `${Math.floor(s / 60)}:${String(s % 60).padStart(2, '0')}`;
};
const showClocks = () => {
	if (!store.game) return;
	const side = toMove(), match = matchTime(), ms = thought();
	if (counts && match && seat(side) === HUMAN && used(side) + ms > match) {
		end(other(side), 'T');
		return;
	}
	for (const s of ['x', 'o']) {
		const all = used(s) + (s === side && atEnd() ? ms : 0);
		const time = clock(match ? Math.max(0, match - all) : all);
		const player = !store.game.played && store.game[s] || seatName(s); // a record names its own
		const words = text('versus', {side: sideName(s), player, time});
		const item = $('versus').children[s === 'x' ? 0 : 1];
		if (item.lastChild.textContent !== words) item.lastChild.textContent = words;
		item.classList.toggle('turn', s === side && playing());
	}
};
const disc = side => make('i', {class: `disc ${side}`, 'aria-hidden': 'true'});
$('versus').prepend(...['x', 'o'].map(s => make('span', {}, disc(s), '')));
setInterval(showClocks, 500);

// ---- Moves.

const record = (n, ms, message) => {
	store.game.played = true;
	store.game.times.set(n, ms);
	store.game.seats.set(n, seat(store.game.side(n)));
	if (message) store.game.messages.set(n, message);
	const side = store.game.side(n);
	if (seat(side) !== HUMAN && !store.game[side]) store.game[side] = seatName(side);
};

// think asks the program that is to move for its move, and plays it.
const think = async () => {
	const side = toMove(), player = seat(side), name = seatName(side), game = store.game, at = thinksAt = node();
	let got;
	try {
		const match = matchTime(), left = Math.max(0, Math.round(match - used(side)));
		const ask = {...game.question(path()), player, level: $('level').value, turn: turnTime(), match, left};
		if (!await search('move', text('thinks', {player: name}), 'move', ask, answer => { got = answer; })) return;
	} catch (error) {
		problem(error);
		return;
	}
	if (got.fault) {
		end(other(side), 'F', text('failed', {player: name, fault: got.fault}));
		return;
	}
	const n = game.play(at, got.at, side);
	record(n, got.time, got.message && {text: got.message, ours: player === 0});
	goTo(n, game.path(n));
};

// turn lets the side to move do its part: a program thinks, a person is waited for.
const turn = () => {
	if (thinksAt !== node()) stop('move'); // the person has gone elsewhere
	showClocks();
	if (programsTurn() && $('auto').checked && !searches('move')) think();
	tell();
};
onChange(turn);
onLeave(() => {
	stop('move', 'hint');
	thoughtAt = undefined;
});

// place is a click of a person on a square.
export const place = square => {
	if (held().holds[square] !== EMPTY) return;
	if (opening()) {
		clickInOpening(square);
		return;
	}
	if (programsTurn() && $('auto').checked) return;
	problem();
	if (follow(square) || !playing()) return;
	const put = () => {
		const ms = thought();
		const n = play(square, $('auto').checked && people().length === 1); // the program answers anew
		record(n, ms);
	};
	if (!asksFirst(square, put)) put();
};

// playLine plays a move of an analysis as a click does. A longer line is looked at: nobody answers in it.
export const playLine = line => {
	if (line.length === 1) {
		place(line[0]);
		return;
	}
	if (!playing()) return;
	$('auto').checked = paused = false;
	for (const square of line) if (held().holds[square] === EMPTY) play(square);
};

// inOpening reports whether the opening goes on, and says so.
const inOpening = () => {
	if (opening()) problem(new Error(text('error.opening')));
	return opening();
};

$('undo').onclick = () => {
	problem();
	if (opening()) {
		takeBack();
		return;
	}
	// A resignation is taken back, or the result that a file tells, and no move.
	if (overHere() && (store.game.over.by === 'R' || !store.game.played)) {
		reopen();
		turn();
		ended();
		return;
	}
	if (!store.at) return;
	if (!atEnd()) {
		problem(new Error(text('error.undo', {undo: text('undo'), cut: text('cut'), edit: text('tab.edit')})));
		return;
	}
	const me = people();
	let n = node(), parent;
	// Back to the last turn of a person, if one plays.
	for (;;) {
		parent = store.game.parents[n];
		if (parent === ROOT || me.length !== 1 || store.game.toMove(parent) === me[0]) break;
		n = parent;
	}
	if (store.line.indexOf(n) >= openingStones() || !takeBack()) removeFrom(n);
};
// A click waits until the rules are known.
$('step').onclick = async () => {
	problem();
	await store.shown;
	if (inOpening() || !playing() || searches('move')) return;
	if (seat(toMove()) === HUMAN) problem(new Error(text('error.yourTurn', {side: sideName(toMove())})));
	else think();
};
$('resign').onclick = async () => {
	problem();
	await store.shown;
	if (inOpening() || !playing()) return;
	if (!atEnd()) {
		problem(new Error(text('error.resign', {resign: text('resign')})));
		return;
	}
	const me = people(), side = me.length === 1 ? me[0] : toMove();
	end(other(side), 'R');
};

// Two programs wait for Step, unless a person says otherwise. They may sit there only until a person has the other
// seat, so the players move by themselves again then.
let paused = false;
const pause = () => {
	const watched = !people().length;
	if (watched === paused || watched && !$('auto').checked) return;
	paused = watched;
	$('auto').checked = !watched;
};

for (const id of ['auto', 'seat-x', 'seat-o']) {
	$(id).onchange = () => {
		stop('move');
		store.note = '';
		if (id === 'auto') paused = false;
		else pause();
		if (!store.game || !store.known) return;
		if (store.game.over && store.game.over.by === 'F') reopen(); // another player may do better
		seatsChanged();
		turn();
	};
}

// A game that is opened or set up is looked at first: nobody moves by himself.
export const lookAt = (game, at) => {
	$('auto').checked = paused = false;
	return load(game, at);
};

// again shows a game that the page kept, in the state that it had.
export const again = async ({tree, line, at, state, opening, from}) => {
	const game = new Game(tree), nodes = game.find(line);
	game.over = state.over && {...state.over, node: game.find(state.over.moves).pop() ?? ROOT};
	game.played = state.played;
	game.from = from;
	({paused} = state);
	const shown = load(game, nodes[at - 1], nodes);
	thoughtAt = nodes[nodes.length - 1] ?? ROOT;
	({spent} = state);
	if (opening) resumeOpening(opening, shown);
	await shown;
};

// start begins a game with an opening: none, swap1 or swap2.
export const start = (size, kind = 'none') => {
	const game = new Game({...size, date: new Date().toISOString().slice(0, 10)});
	problem();
	if (store.game && store.game.moves.length) remember();
	$('auto').checked = $('auto').checked || people().length > 0;
	const shown = load(game);
	if (kind !== 'none') beginOpening(kind, shown);
	return shown;
};

// begin starts a game, if its opening can be played.
const begin = (size, kind) => {
	const {width, height} = size, swaps = kind !== 'none';
	if (swaps && ['x', 'o'].some(s => seat(s) > 0)) {
		problem(new Error(text('error.swap2Player', {opening: openingName(kind)})));
	} else if (swaps && width * height < 25) {
		problem(new Error(text('error.swap2Size', {opening: openingName(kind)})));
	} else start(size, kind);
};
$('new-game').onsubmit = e => {
	e.preventDefault();
	const number = id => clamp(Math.round(+$(id).value), 1, 120);
	begin({width: number('width'), height: number('height'), rule: +$('rule').value}, $('opening').value);
};
const anew = () => {
	const {width, height, rule, start, first} = store.game;
	const plain = first === 'x' && !/[xo#]/.test(start);
	begin({width, height, rule, start, first}, plain ? $('opening').value : 'none');
};
$('again').onclick = anew;
$('swap-sides').onclick = () => {
	swapSeats();
	anew();
};
