// outcome.js tells how a game ended, and what to do next.

import {$} from './boardview/dom.js';
import {sideName} from './game.js';
import {onEnd, outcome} from './play.js';
import {review} from './review.js';
import {people, seat} from './seats.js';
import {onChange, onLeave, store} from './store.js';
import {text} from './text.js';

// won names the winner: to the one person who has played, as you.
const won = winner => {
	const me = people();
	if (!winner) return text('outcome.draw');
	if (!store.game.played || me.length !== 1) return text('outcome.won', {side: sideName(winner)});
	return text(winner === me[0] ? 'outcome.youWon' : 'outcome.youLost');
};

const show = () => {
	const end = outcome();
	$('outcome').hidden = !end;
	if (!end) return;
	$('outcome-title').textContent = won(end.winner);
	$('outcome-why').textContent = text('outcome.why', {why: end.why, n: store.at});
	$('swap-sides').hidden = seat('x') === seat('o');
};
onChange(show);
onEnd(show);
onLeave(() => { $('outcome').hidden = true; });
$('outcome-review').onclick = () => {
	$('tab-analyse').click();
	review();
};
