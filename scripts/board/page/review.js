// review.js names the mistakes of a game.

import {$, desk, go, goTo, onLoad, onRename, problem, tell} from './desk.js';
import {ROOT} from './game.js';
import {onSearch, search, searches, stop} from './search.js';
import {refuse, setLive, showGhosts} from './analysis.js';
import {percent, showCurve} from './curve.js';

const {make, clamp} = boardView;

// mistakeText names the mistake of a node.
const mistakeText = (m, n) => {
	const move = `Move ${m.move}, ${desk.game.side(n)} ${desk.names.square(desk.game.square(n))}`;
	const best = desk.names.square(m.best);
	switch (m.kind) {
	case 'gave away a win': return `${move}, gave away a win in ${m.plies}: ${best} wins`;
	case 'allowed a win': return `${move}, allowed a win in ${m.plies}: ${best} was better`;
	}
	return `${move}, lowered its chance from ${percent(m.from)} to ${percent(m.to)}: ${best} was better`;
};

let shown = null; // the mistakes that are named, and the nodes of their game
const showMistakes = () => {
	if (!shown) return;
	const {mistakes, nodes} = shown;
	$('mistakes').replaceChildren(...mistakes.map(m => {
		const n = nodes[m.move], button = make('button', {type: 'button', 'data-move': m.move}, mistakeText(m, n));
		button.onclick = async () => {
			await goTo(n); // the line of the game
			await go(m.move - 1);
			showGhosts(m.line);
		};
		return make('li', {}, button);
	}), ...(mistakes.length ? [] : [make('li', {}, 'No move cost a win, allowed one, or cost 20 % of chance.')]));
};

const forget = () => {
	shown = null;
	$('mistakes').replaceChildren();
};

const review = async () => {
	if (refuse()) return;
	const nodes = [ROOT, ...desk.line], game = desk.game;
	if (nodes.length < 2) {
		problem(new Error('there is no move to review'));
		return;
	}
	setLive(false);
	forget();
	try {
		const whole = await search('review', 'reviewing …', 'review', {...game.question(desk.line), time: Math.round(1000 * clamp(+$('review-time').value || .5, .1, 60))}, (v, say) => {
			if (v.mistakes) {
				shown = {...v, nodes};
				showMistakes();
				return;
			}
			game.chances.set(nodes[v.after], v.x);
			say(v.checked ? 'checking the mistakes' : `reviewing: ${v.after} positions left`);
			showCurve();
		});
		desk.note = whole ? 'reviewed' : 'the review was stopped';
		tell();
	} catch (error) {
		problem(error);
	}
};

$('review').onclick = () => {
	if (searches('review')) stop('review');
	else review();
};
onSearch(() => { $('review').textContent = searches('review') ? 'Stop the review' : 'Review the game'; });
onLoad(() => {
	stop('review');
	forget();
});
onRename(showMistakes);
