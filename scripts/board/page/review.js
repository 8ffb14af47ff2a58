// review.js names the mistakes of a game.

import {refuse, setLive, showGhosts} from './analysis.js';
import {$, clamp, make} from './boardview/dom.js';
import {percent, showCurve} from './curve.js';
import {ROOT} from './game.js';
import {problem} from './problem.js';
import {onSearch, search, searches, stop} from './search.js';
import {go, goTo, onLeave, store} from './store.js';
import {note, onRename} from './view.js';

// mistakeText names the mistake of a node.
const mistakeText = (m, n) => {
	const move = `Move ${m.move}, ${store.game.side(n)} ${store.names.square(store.game.square(n))}`;
	const best = store.names.square(m.best);
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
	const nodes = [ROOT, ...store.line], game = store.game;
	if (nodes.length < 2) {
		problem(new Error('there is no move to review'));
		return;
	}
	setLive(false);
	forget();
	try {
		const time = Math.round(1000 * clamp(+$('review-time').value || .5, .1, 60));
		const ask = {...game.question(store.line), time};
		const whole = await search('review', 'reviewing …', 'review', ask, (v, say) => {
			if (v.mistakes) {
				shown = {...v, nodes};
				showMistakes();
				return;
			}
			game.chances.set(nodes[v.after], v.x);
			say(v.checked ? 'checking the mistakes' : `reviewing: ${v.after} positions left`);
			showCurve();
		});
		note(whole ? 'reviewed' : 'the review was stopped');
	} catch (error) {
		problem(error);
	}
};

$('review').onclick = () => {
	if (searches('review')) stop('review');
	else review();
};
onSearch(() => { $('review').textContent = searches('review') ? 'Stop the review' : 'Review the game'; });
onLeave(() => {
	stop('review');
	forget();
});
onRename(showMistakes);
