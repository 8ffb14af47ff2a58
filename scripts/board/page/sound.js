// sound.js makes a soft sound with each move.

import {$} from './boardview/dom.js';
import {ROOT} from './game.js';
import {node, onDraw, store} from './store.js';

let context = null; // of the browser's sound, after the first one

// tock is a short low tone that fades, as of a stone that is put down.
const tock = () => {
	try {
		context ||= new AudioContext();
		const tone = context.createOscillator(), volume = context.createGain(), now = context.currentTime;
		tone.type = 'triangle';
		tone.frequency.setValueAtTime(420, now);
		tone.frequency.exponentialRampToValueAtTime(160, now + .06);
		volume.gain.setValueAtTime(.25, now);
		volume.gain.exponentialRampToValueAtTime(.001, now + .12);
		tone.connect(volume).connect(context.destination);
		tone.start(now);
		tone.stop(now + .13);
	} catch { /* the browser has no sound */ }
};

let last = null; // the game and the node that were drawn
onDraw(() => {
	const now = {game: store.game, node: node()}, before = last;
	last = now;
	if (!before || before.game !== now.game || now.node === ROOT || !$('sound').checked) return;
	if (store.game.parents[now.node] === before.node) tock();
});
