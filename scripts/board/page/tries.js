// tries.js asks for a better move where a review has found a mistake, and tells whether it holds.

import {refuse, setLive, showGhosts} from './analysis.js';
import {EMPTY} from './boardview/board.js';
import {$, clamp} from './boardview/dom.js';
import {other, sideName} from './game.js';
import {isFault} from './grades.js';
import {problem} from './problem.js';
import {lineText, moveText, reason} from './reasons.js';
import {search, stop} from './search.js';
import {go, goTo, held, node, onChange, onLeave, path, store, toMove} from './store.js';
import {percent, text} from './text.js';
import {note} from './view.js';

// reviewTime returns the time of a review for a position in ms.
export const reviewTime = () => Math.round(1000 * clamp(+$('review-time').value || .5, .1, 60));

let current = null; // the mistakes, the index of the one at hand, the nodes of the game, and the node before it

// tries reports whether a click on the board tries a better move.
export const tries = () => current !== null;

const say = words => {
	$('try-says').textContent = words;
	note(words);
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
	$('try-skip').textContent = text('try.skip');
	say(text('try.find', {side: sideName(toMove()), square: store.names.square(game.square(n))}));
};

// solved lets the person go on to the next mistake.
const solved = words => {
	$('try-skip').textContent = text('try.next');
	say(words);
};

// verdict tells whether a move holds, and why, from the program's answer.
const verdict = (square, {kind, grade, plies, from, to, reply}) => {
	const words = {square: store.names.square(square), n: Math.abs(plies), from: percent(from), to: percent(to)};
	if (!isFault(grade)) return text(plies < 0 ? 'try.wins' : 'try.holds', {...words, n: 1 - plies});
	if (kind === 'foul') return text('try.foul', words);
	if (plies > 0) return text('try.loses', {...words, side: sideName(other(toMove())), line: lineText(reply)});
	return text('try.worse', words);
};

const judge = (square, got) => {
	showGhosts([square, ...got.reply]);
	(isFault(got.grade) ? say : solved)(verdict(square, got));
};

// attempt tries a move.
export const attempt = async square => {
	const mine = current, m = mine.faults[mine.i], {game} = store;
	if (held().holds[square] !== EMPTY) return;
	problem();
	if (square === m.best) {
		showGhosts(m.line);
		solved(text('try.best', {square: store.names.square(square)}));
		return;
	}
	if (square === game.square(mine.nodes[m.move])) {
		say(text('try.played', {reason: reason(m)}));
		return;
	}
	showGhosts([square]);
	const plies = m.kind === 'gaveWin' ? m.plies : 0;
	const ask = {...game.question(path()), at: square, from: m.from, plies, time: reviewTime()};
	try {
		let got;
		const whole = await search('try', text('try.check'), 'try', ask, answer => { got = answer; });
		if (whole && current === mine) judge(square, got);
	} catch (error) {
		problem(error);
	}
};

$('try-show').onclick = () => {
	const m = current.faults[current.i];
	stop('try');
	showGhosts(m.line);
	solved(text('try.answer', {line: lineText(m.line)}));
};
$('try-skip').onclick = () => {
	const {faults, i, nodes} = current, side = m => store.game.side(nodes[m.move]);
	const next = faults.findIndex((m, k) => k > i && side(m) === side(faults[i]));
	if (next >= 0) {
		tryAgain(faults, next, nodes);
		return;
	}
	end();
	note(text('try.last', {move: moveText(faults[i], nodes[faults[i].move])}));
};
$('try-end').onclick = () => {
	end();
	showGhosts([]);
	note('');
};
onChange(() => { if (current && node() !== current.here) end(); });
onLeave(end);
