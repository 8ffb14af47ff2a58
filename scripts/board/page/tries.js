// tries.js asks for a better move where a review has found a mistake, and tells whether it holds.

import {refuse, setLive, showGhosts} from './analysis.js';
import {EMPTY} from './boardview/board.js';
import {$, clamp} from './boardview/dom.js';
import {percent} from './curve.js';
import {other, sideName} from './game.js';
import {isFault} from './grades.js';
import {problem} from './problem.js';
import {lineText, moveText, reason} from './reasons.js';
import {search, stop} from './search.js';
import {go, goTo, held, node, onChange, onLeave, path, store, toMove} from './store.js';
import {note} from './view.js';

// reviewTime returns the time of a review for a position in ms.
export const reviewTime = () => Math.round(1000 * clamp(+$('review-time').value || .5, .1, 60));

let current = null; // the mistakes, the index of the one at hand, the nodes of the game, and the node before it

// tries reports whether a click on the board tries a better move.
export const tries = () => current !== null;

const say = text => {
	$('try-says').textContent = text;
	note(text);
};

const end = () => {
	current = null;
	stop('try');
	$('try').hidden = true;
};

// tryAgain asks for a better move in the place of a mistake of a review, whose mistakes are faults.
export const tryAgain = async (faults, i, nodes) => {
	if (refuse()) return;
	end();
	setLive(false);
	const m = faults[i], n = nodes[m.move], game = store.game;
	await goTo(n); // the line of the game
	await go(m.move - 1);
	if (store.game !== game || node() !== nodes[m.move - 1]) return; // the person has gone elsewhere
	current = {faults, i, nodes, here: node()};
	$('try').hidden = false;
	$('try-show').disabled = false;
	$('try-skip').textContent = 'Skip';
	say(`${sideName(toMove())} to move: find a better move than ${store.names.square(game.square(n))}`);
};

// solved lets the person go on to the next mistake.
const solved = text => {
	$('try-skip').textContent = 'Next';
	say(text);
};

// refutation says why a move does not hold, from the program's answer.
const refutation = got => {
	if (got.kind === 'foul') return 'the square is forbidden';
	const side = sideName(other(toMove()));
	if (got.plies > 0) return `${side} wins in ${got.plies}: ${lineText(got.reply)}`;
	return `the chance falls from ${percent(got.from)} to ${percent(got.to)}`;
};

const judge = (square, got) => {
	const name = store.names.square(square);
	showGhosts([square, ...got.reply]);
	if (isFault(got.grade)) say(`${name} does not hold: ${refutation(got)}. Try another move.`);
	else solved(`${name} holds: ${got.plies < 0 ? `win in ${1 - got.plies}` : `chance ${percent(got.to)}`}`);
};

// attempt tries a move.
export const attempt = async square => {
	const mine = current, m = mine.faults[mine.i], {game} = store;
	if (held().holds[square] !== EMPTY) return;
	problem();
	if (square === m.best) {
		showGhosts(m.line);
		solved(`${store.names.square(square)} holds: it is the move of the review`);
		return;
	}
	if (square === game.square(mine.nodes[m.move])) {
		say(`that is the move of the game: ${reason(m)}`);
		return;
	}
	showGhosts([square]);
	const plies = m.kind === 'gaveWin' ? m.plies : 0;
	const ask = {...game.question(path()), at: square, from: m.from, plies, time: reviewTime()};
	try {
		let got;
		const whole = await search('try', 'checking the move …', 'try', ask, answer => { got = answer; });
		if (whole && current === mine) judge(square, got);
	} catch (error) {
		problem(error);
	}
};

$('try-show').onclick = () => {
	const m = current.faults[current.i];
	stop('try');
	showGhosts(m.line);
	solved(`the answer is ${lineText(m.line)}`);
};
$('try-skip').onclick = () => {
	const {faults, i, nodes} = current, side = m => store.game.side(nodes[m.move]);
	const next = faults.findIndex((m, k) => k > i && side(m) === side(faults[i]));
	if (next >= 0) {
		tryAgain(faults, next, nodes);
		return;
	}
	end();
	note(`${moveText(faults[i], nodes[faults[i].move])} was the last one`);
};
$('try-end').onclick = () => {
	end();
	showGhosts([]);
	note('');
};
onChange(() => { if (current && node() !== current.here) end(); });
onLeave(end);
