// keep.js keeps the state of the page while the browser's tab is open, so that a reload shows it again.

import {playState} from './play.js';
import {store} from './store.js';
import {openingState} from './swap2.js';
import {homeState} from './files.js';
import {listState} from './games.js';
import {reviewState} from './review.js';
import {controls, setValue, valueOf} from './settings.js';

// keep keeps the game and the controls, and returns whether a reload shows them again. The address tells the run of the
// program: the next one has another.
export const keep = () => {
	if (!store.game) return true;
	const state = {
		address: location.pathname, tree: store.game.tree(), line: store.game.movesOf(store.line), at: store.at,
		state: playState(), opening: openingState(), home: homeState(), review: reviewState(), from: store.game.from,
		controls: Object.fromEntries(controls().map(control => [control.id, valueOf(control)])),
	};
	for (const whole of [true, false]) {
		try {
			sessionStorage.removeItem('kept');
			sessionStorage.setItem('kept', JSON.stringify({...state, list: listState(whole)}));
			return true;
		} catch { /* it is too large, or the browser keeps nothing */ }
	}
	return false;
};
addEventListener('pagehide', keep);
// The browser asks before it throws away a game that a reload would not bring back.
addEventListener('beforeunload', e => { if (!keep() && store.game.moves.length) e.preventDefault(); });
document.addEventListener('visibilitychange', () => { if (document.hidden) keep(); }); // phones end hidden pages

// kept returns the state that was kept, null if there is none, and puts the controls back.
export const kept = () => {
	let all = null;
	try {
		all = JSON.parse(sessionStorage.getItem('kept'));
	} catch { /* the browser keeps nothing */ }
	if (!all || all.address !== location.pathname) return null;
	for (const control of controls()) setValue(control, all.controls[control.id]);
	return all;
};
