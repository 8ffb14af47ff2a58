// replay.js plays the game that is shown, move by move.

import {$, clamp} from './boardview/dom.js';
import {atEnd, go, onDraw, onLeave, store} from './store.js';

let timer = 0;
let at = 0; // the position that the replay has shown last

const stop = () => {
	clearInterval(timer);
	timer = 0;
	$('replay').setAttribute('aria-pressed', 'false');
};
const show = n => {
	at = n;
	go(n);
};
const step = () => {
	if (!atEnd()) show(store.at + 1);
	if (atEnd()) stop();
};

$('replay').onclick = () => {
	if (timer) {
		stop();
		return;
	}
	$('replay').setAttribute('aria-pressed', 'true');
	timer = setInterval(step, 1000 * clamp(+$('replay-time').value || 1, .1, 60));
	if (atEnd()) show(0);
	else step();
};
onDraw(() => { if (timer && store.at !== at) stop(); }); // the person has gone elsewhere
onLeave(stop);
