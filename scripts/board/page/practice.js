// practice.js lets a person play on from the position on the board, against Tahoun.

import {setLive} from './analysis.js';
import {$} from './boardview/dom.js';
import {other} from './game.js';
import {playing} from './play.js';
import {problem} from './problem.js';
import {HUMAN, setSeat} from './seats.js';
import {goTo, node, onChange, path, store, toMove} from './store.js';

const tahoun = 0; // among the players

$('practice').onclick = async () => {
	problem();
	await store.shown;
	if (!playing()) return;
	setLive(false);
	setSeat(toMove(), HUMAN);
	setSeat(other(toMove()), tahoun);
	$('auto').checked = true;
	goTo(node(), path()); // a move of the person begins a variation
};
onChange(() => { $('practice').disabled = !playing(); });
