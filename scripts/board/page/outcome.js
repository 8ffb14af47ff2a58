// outcome.js tells how a game ended, and what to do next.

import {$, counted} from './boardview/dom.js';
import {sideName} from './game.js';
import {onEnd, outcome} from './play.js';
import {review} from './review.js';
import {people, seat} from './seats.js';
import {onChange, onLeave, store} from './store.js';

// won names the winner: to the one person who has played, as you.
const won = winner => {
	const me = people();
	if (!winner) return 'A draw';
	if (!store.game.played || me.length !== 1) return `${sideName(winner)} won`;
	return winner === me[0] ? 'You won' : 'You lost';
};

const show = () => {
	const end = outcome();
	$('outcome').hidden = !end;
	if (!end) return;
	$('outcome-title').textContent = won(end.winner);
	$('outcome-why').textContent = `${end.why}, after ${counted(store.at, 'move')}`;
	$('swap-sides').hidden = seat('x') === seat('o');
};
onChange(show);
onEnd(show);
onLeave(() => { $('outcome').hidden = true; });
$('outcome-review').onclick = () => {
	$('tab-analyse').click();
	review();
};
