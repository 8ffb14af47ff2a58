// analysis.js shows the analysis of the position: the best moves on the board and as a list, and threats.

import {$, clamp, make} from './boardview/dom.js';
import {showCurve} from './curve.js';
import {other, sideName} from './game.js';
import {alone} from './link.js';
import {playLine} from './play.js';
import {problem} from './problem.js';
import {offerProof} from './proof.js';
import {onSearch, search, searches, stop} from './search.js';
import {node, onChange, path, store, toMove} from './store.js';
import {percent, text} from './text.js';
import {layer, note, onRename} from './view.js';

// ---- The best moves.

const letters = 'ABCDEFGHIJKLMNOPQRST';
let moves = [];  // of the analysis that is shown
let rated = [], threats = null; // its ratings of all moves, and the threats
let plies = 1;   // of a move of the analysis: 2 where it searches for pairs
let chosen = -1; // the move whose line is shown as ghosts

const lineText = v => v.line.map(store.names.square).join(' ');
const scoreText = v => v.plies ? text(v.plies > 0 ? 'winIn' : 'lossIn', {n: Math.abs(v.plies)}) : v.score;

// lineMoves returns the moves of a line, each with its index.
const lineMoves = v => v.line.flatMap((square, i) => {
	const move = make('span', {'data-move': i}, store.names.square(square));
	return i ? [' ', move] : [move];
});

// valueText returns the value of a move for its mark on the board.
const valueText = v => {
	if ($('values').value === 'chance') return String(Math.round(100 * v.chance));
	return v.plies ? `${v.plies > 0 ? '+' : '−'}${Math.abs(v.plies)}` : v.score;
};

// showGhosts puts the moves of a line on the board, numbered.
export const showGhosts = (line, side = toMove()) => {
	const mark = layer('ghosts');
	$('board').classList.toggle('line-shown', line.length > 0); // the other marks give way
	line.forEach((square, i) => {
		if (square < 0) return;
		mark(square, 'circle', {class: `ghost ${side}`, r: 8.2});
		mark(square, 'text', {class: `ghost-number ${side}`}, i + 1);
		side = other(side);
	});
};

const choose = i => {
	chosen = i;
	for (const tr of $('best').tBodies[0].rows) {
		if (+tr.dataset.index === i) tr.setAttribute('aria-current', 'true');
		else tr.removeAttribute('aria-current');
	}
	showGhosts(i >= 0 && moves[i] ? moves[i].line : []);
};

const showMoves = () => {
	const mark = layer('candidates'), body = $('best').tBodies[0];
	moves.forEach((v, i) => {
		if (moves.findIndex(w => w.at === v.at) === i) { // pairs may begin with one move
			mark(v.at, 'circle', {class: i ? 'candidate' : 'candidate best', r: 8.2});
			mark(v.at, 'text', {class: 'letter', dy: -2.2}, letters[i]);
			mark(v.at, 'text', {class: 'percent', dy: 4}, valueText(v));
		}
		const squares = v.line.slice(0, plies).map(store.names.square).join(' ');
		const cells = [squares, percent(v.chance), scoreText(v), String(v.depth)];
		const tr = body.rows[i];
		if (!tr) {
			const button = make('button', {type: 'button', title: text('best.show')}, letters[i]);
			const head = make('th', {scope: 'row'}, button);
			const line = make('td', {title: text('line.play')}, ...lineMoves(v));
			body.append(make('tr', {'data-index': i}, head, ...cells.map(words => make('td', {}, words)), line));
			return;
		}
		cells.forEach((words, c) => {
			const cell = tr.cells[c + 1];
			if (cell.textContent !== words) cell.textContent = words;
		});
		if (tr.lastChild.textContent !== lineText(v)) tr.lastChild.replaceChildren(...lineMoves(v));
	});
	while (body.rows.length > moves.length) body.lastChild.remove();
	if (chosen >= 0) choose(chosen < moves.length ? chosen : -1);
	offerProof(moves.length > 0 && moves[0].plies > 0);
};

const showRated = () => {
	const mark = layer('rated');
	if (!rated.length || !$('rated').checked) return;
	const best = rated[0].chance;
	for (const v of rated) {
		const opacity = (.5 * clamp(1 - 2.5 * (best - v.chance), 0, 1)).toFixed(2);
		mark(v.at, 'rect', {class: 'heat', dx: -10, dy: -10, width: 20, height: 20, 'fill-opacity': opacity});
		if (v.chance >= .005) mark(v.at, 'text', {class: 'rating'}, Math.round(100 * v.chance));
	}
};

const short = {three: '3', 'double three': '33', four: '4', 'four-three': '43', 'open four': '44', five: '5'};
const showThreats = () => {
	const mark = layer('threats');
	$('threat-list').replaceChildren();
	if (!threats || !$('threats').checked) return;
	const {squares, wins} = threats;
	for (const t of squares) {
		const dx = t.side === 'x' ? -6.4 : 6.4;
		mark(t.at, 'rect', {class: `threat ${t.side}`, dx: dx - 3.4, dy: -9.8, width: 6.8, height: 6.4, rx: 2});
		mark(t.at, 'text', {class: `threat-word ${t.side}`, dx, dy: -6.4}, short[t.word]);
	}
	const squaresOf = (side, word) => squares.filter(t => t.side === side && t.word === word);
	const namesOf = all => all.map(t => store.names.square(t.at)).join(' ');
	const count = side => Object.keys(short).reverse()
		.map(word => [word, squaresOf(side, word)]).filter(([, of]) => of.length)
		.map(([word, of]) => text(`threat.${word}`, {squares: namesOf(of)})).join('; ');
	$('threat-list').replaceChildren(...['x', 'o'].flatMap(side => {
		const win = wins.find(w => w.side === side), items = [];
		if (win) {
			const wins = text('threats.win', {side: sideName(side), line: lineText(win)});
			const button = make('button', {type: 'button'}, wins);
			button.onclick = () => showGhosts(win.line, side);
			items.push(make('li', {}, button));
		}
		const threats = count(side);
		const words = text(threats ? 'threats.some' : 'threats.none', {side: sideName(side), threats});
		items.push(make('li', {}, words));
		return items;
	}));
};

const clear = () => {
	moves = rated = [];
	threats = null;
	choose(-1);
	showMoves();
	showRated();
	showThreats();
	$('depth').textContent = '';
};

const live = () => $('live').getAttribute('aria-pressed') === 'true';

// keepChance records x's chance after a node.
const keepChance = (game, n, side, chance) => {
	game.chances.set(n, side === 'x' ? chance : 1 - chance);
	showCurve();
};

// A player's move, a hint, a review, a try and a proof have the program for themselves.
const others = ['move', 'swap2', 'hint', 'review', 'try', 'proof'];

let reached = 0; // the depth that is shown
let least = 0;   // the depth of updates that are shown
let began = 0;   // when the search began, by performance.now
let seen = 0;    // the positions that it has searched

const wanted = () => clamp(Math.round(+$('top').value) || 1, 1, 20);

// effort tells how deep, far, fast and long a search has gone.
const effort = ({depth, nodes: n, time}) => {
	const speed = Number((1000 * n / Math.max(1, time)).toPrecision(2));
	return text('analysis.effort', {depth, n, speed, seconds: Number((time / 1000).toFixed(1))});
};

// limits returns the limits of an analysis that the person has chosen.
const limits = () => ({
	top: wanted(), time: Math.round(1000 * (+$('engine-time').value || 0)),
	depth: Math.round(+$('engine-depth').value || 0), nodes: Math.round(+$('engine-nodes').value || 0),
	threads: +$('engine-threads').value || 0, memory: +$('engine-memory').value || 0,
});

// setUpLimits offers those limits that the program has.
export const setUpLimits = ({threads}) => {
	$('engine-threads').max = $('engine-threads').value = threads;
	for (const id of ['engine-threads', 'engine-memory']) $(id).closest('label').hidden = alone;
};

// The progress of a search that a time or a number of positions ends.
setInterval(() => {
	let done = 0;
	if (searches('analysis')) {
		const {time, nodes} = limits();
		done = Math.max(time && (performance.now() - began) / time, nodes && seen / nodes);
	}
	$('progress').hidden = !done;
	$('progress').value = Math.min(done, 1);
}, 200);

// showUpdate shows a part of the analysis of a position.
const showUpdate = (u, {game, here, side, balanced}) => {
	if (u.end) $('depth').textContent = text('analysis.over');
	if (u.rated) {
		({rated} = u);
		showRated();
	}
	if (u.threats) {
		({threats} = u);
		showThreats();
	}
	if (u.none) {
		clear();
		$('depth').textContent = text('balanced.none');
	}
	const depth = u.depth || 0;
	seen = u.nodes || seen;
	if (!u.moves || depth < least && !u.done) return;
	reached = depth;
	least = 0;
	moves = u.moves.slice(0, wanted());
	showMoves();
	$('depth').textContent = u.depth ? effort(u) : text('analysis.first');
	if (u.depth && !balanced) keepChance(game, here, side, moves[0].chance);
};

// follow analyses the position on the board while the analysis is on. What is shown of the same position stays until
// the search is as deep again.
const follow = async (same = false) => {
	stop('analysis');
	if (!same) clear();
	least = same ? reached : 0;
	if (!live() || !store.known || searches(...others)) return;
	const here = node(), side = toMove(), game = store.game;
	const balanced = $('balanced').checked ? 1 + $('pairs').checked : 0;
	$('best').caption.textContent = [text('best.caption'), text('balanced.caption'), text('pairs.caption')][balanced];
	plies = Math.max(1, balanced);
	[began, seen] = [performance.now(), 0];
	try {
		await search('analysis', '', 'analyse', {...game.question(path()), ...limits(), balanced}, u => {
			if (store.game === game && node() === here) showUpdate(u, {game, here, side, balanced});
		});
	} catch (error) {
		problem(error);
	}
};
// A move that the search has found is played first: then the analysis follows the next position.
const goOn = () => {
	if (store.known && live() && !searches('analysis', ...others)) follow();
};
onSearch(kind => { if (others.includes(kind) && !searches(...others)) setTimeout(goOn); });

// setLive switches the analysis on or off.
export const setLive = on => {
	$('live').setAttribute('aria-pressed', String(on));
	$('live').textContent = text(on ? 'live.stop' : 'live');
	if (on) follow();
	else stop('analysis');
};

// refuse tells why a search cannot begin, and returns whether it cannot.
export const refuse = () => {
	const busy = searches('move', 'swap2');
	problem(busy ? new Error(text('error.thinking')) : undefined);
	return busy;
};

// hint shows the best move after a short search.
const hint = async () => {
	await store.shown; // the rules are known then
	if (refuse() || !store.known || store.known.end) return;
	const game = store.game, here = node(), moved = () => store.game !== game || node() !== here;
	let best = null;
	const ask = {...store.game.question(path()), top: 1, time: 1500};
	const asked = search('hint', text('hint.search'), 'analyse', ask, u => {
		if (!u.moves || moved()) return;
		({moves} = u);
		best = moves[0];
		showMoves();
	});
	clear();
	try {
		const whole = await asked;
		if (!whole && !moved()) clear();
		if (!whole || !best || moved()) return;
		note(text('hint.found', {square: store.names.square(best.at), chance: percent(best.chance)}));
	} catch (error) {
		problem(error);
	}
};

// ---- Buttons.

$('live').onclick = () => setLive(!live());
$('hint').onclick = hint;
export const playBest = () => { if (moves.length) playLine([moves[0].at]); };
$('top').onchange = () => {
	if (wanted() > moves.length) {
		follow(true);
		return;
	}
	moves = moves.slice(0, wanted()); // the search goes on
	showMoves();
};
const choosePairs = () => { $('pairs').closest('label').hidden = !$('balanced').checked; };
$('balanced').onchange = () => {
	choosePairs();
	follow();
};
$('pairs').onchange = () => follow();
$('rated').onchange = showRated;
$('threats').onchange = showThreats;
for (const id of ['time', 'depth', 'nodes', 'threads', 'memory']) $('engine-' + id).onchange = () => follow(true);
$('values').onchange = showMoves;

// pointed returns the row of the table that an event is of, and the line up to the move.
const pointed = e => {
	const tr = e.target.closest('tbody tr'), i = tr ? +tr.dataset.index : -1, {move} = e.target.dataset;
	if (i < 0 || !moves[i]) return {};
	return {i, move, line: moves[i].line.slice(0, move === undefined ? undefined : +move + 1)};
};
$('best').onclick = e => {
	const {i, move, line} = pointed(e);
	if (!line) return;
	if (move === undefined) choose(i === chosen ? -1 : i);
	else playLine(line);
};
$('best').onmouseover = e => {
	const {move, line} = pointed(e);
	if (line && (chosen < 0 || move !== undefined)) showGhosts(line);
};
$('best').onmouseout = () => choose(chosen);

onChange(() => {
	stop('hint');
	choosePairs(); // the choices of the last visit are known then
	follow();
});
onRename(() => {
	showMoves();
	showThreats();
});
