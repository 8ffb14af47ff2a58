// report.js is the script of a run with games. The address chooses one: #game=12&move=7.

import {games} from './data.js';
import {reveal} from './games.js';
import './overview.js';
import {startRefresh} from './refresh.js';
import {replay, select} from './replay.js';

const follow = hash => {
	const asked = new URLSearchParams(hash.slice(1)), shown = replay.game;
	const index = asked.has('game') ? games.findIndex(g => g.id === Number(asked.get('game'))) : -1;
	if (index < 0 && shown) return;
	if (!shown || shown.index !== index || asked.has('move')) {
		select(Math.max(index, 0), Number(asked.get('move')) || 0);
	}
	reveal();
};
follow(location.hash);
// The page may have replaced its address since the event, see remember in replay.js.
addEventListener('hashchange', e => follow(new URL(e.newURL).hash));
startRefresh();
