// review.js grades the moves of a game, and lists its inaccuracies, mistakes and blunders.

import {refuse, setLive, showGhosts} from './analysis.js';
import {showOpening} from './balance.js';
import {$, make} from './boardview/dom.js';
import {showCurve} from './curve.js';
import {ROOT} from './game.js';
import {isFault, sum} from './grades.js';
import {problem} from './problem.js';
import {savePuzzles} from './puzzles.js';
import {moveText, reason} from './reasons.js';
import {onSearch, search, searches, stop} from './search.js';
import {go, goTo, onLeave, store} from './store.js';
import {openingStones} from './swap2.js';
import {percent, text} from './text.js';
import {reviewTime, tryAgain} from './tries.js';
import {note, onRename, redraw} from './view.js';

let shown = null; // the review: its graded moves, and the nodes of their game, ROOT first
const faults = () => shown.moves.filter(m => isFault(m.grade));

const showSums = () => {
	const rows = ['x', 'o'].map(side => {
		const {counts, accuracy} = sum(shown.moves.filter(m => store.game.side(shown.nodes[m.move]) === side));
		const cells = [...counts, accuracy === undefined ? '' : percent(accuracy)];
		const name = text(side === 'x' ? 'black' : 'white');
		return make('tr', {}, make('th', {scope: 'row'}, name), ...cells.map(c => make('td', {}, String(c))));
	});
	$('sums').tBodies[0].replaceChildren(...rows);
};

const showFaults = () => {
	const {nodes} = shown, all = faults();
	$('mistakes').replaceChildren(...all.map((m, i) => {
		const words = {move: moveText(m, nodes[m.move]), grade: text(`grade.${m.grade}`), reason: reason(m)};
		const button = make('button', {type: 'button', 'data-move': m.move}, text('review.fault', words));
		button.onclick = async () => {
			await goTo(nodes[m.move]); // the line of the game
			await go(m.move - 1);
			showGhosts(m.line);
		};
		const label = {type: 'button', class: 'again', 'aria-label': text('try.at', {move: m.move})};
		const again = make('button', label, text('try'));
		again.onclick = () => tryAgain(all, i, nodes);
		return make('li', {}, button, again);
	}), ...(all.length ? [] : [make('li', {}, text('review.none'))]));
};

const showReview = () => {
	showOpening(shown && shown.nodes);
	$('sums').hidden = !shown;
	$('save-puzzles').hidden = !shown || !faults().length;
	if (!shown) {
		$('mistakes').replaceChildren();
		return;
	}
	showSums();
	showFaults();
};

// take shows the graded moves of a review.
const take = (moves, nodes) => {
	shown = {moves, nodes};
	for (const m of moves) store.game.grades.set(nodes[m.move], m.grade);
	showReview();
	showCurve();
	redraw();
};

const forget = () => {
	shown = null;
	showReview();
};

// review reviews the line that is shown.
export const review = async () => {
	if (refuse()) return;
	const nodes = [ROOT, ...store.line], game = store.game;
	if (nodes.length < 2) {
		problem(new Error(text('error.noMoves')));
		return;
	}
	setLive(false);
	forget();
	try {
		const ask = {...game.question(store.line), time: reviewTime(), opening: openingStones()};
		const whole = await search('review', text('reviewing'), 'review', ask, (v, say) => {
			if (v.moves) {
				take(v.moves, nodes);
				return;
			}
			game.chances.set(nodes[v.after], v.x);
			say(v.checked ? text('reviewing.check') : text('reviewing.left', {n: v.after}));
			showCurve();
		});
		note(text(whole ? 'reviewed' : 'review.stopped'));
	} catch (error) {
		problem(error);
	}
};

// reviewState returns the review for a reload, null if there is none; resumeReview shows it again.
export const reviewState = () => {
	if (!shown) return null;
	const {moves, nodes} = shown, {game} = store;
	return {moves, line: game.movesOf(nodes.slice(1)), chances: nodes.map(n => game.chances.get(n))};
};
export const resumeReview = state => {
	if (!state) return;
	const {game} = store, nodes = [ROOT, ...game.find(state.line)];
	if (nodes.length <= state.line.length) return;
	state.chances.forEach((x, i) => { if (x !== null) game.chances.set(nodes[i], x); });
	take(state.moves, nodes);
};

$('review').onclick = () => {
	if (searches('review')) stop('review');
	else review();
};
$('save-puzzles').onclick = () => savePuzzles(faults(), shown.nodes);
onSearch(() => { $('review').textContent = text(searches('review') ? 'review.stop' : 'review'); });
onLeave(() => {
	stop('review');
	forget();
});
onRename(() => { if (shown) showFaults(); });
