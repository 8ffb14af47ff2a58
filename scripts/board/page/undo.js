// undo.js takes changes of the game back, and makes them again.

import {$} from './boardview/dom.js';
import {load, node, onChange, store} from './store.js';

const before = [], after = []; // games, nodes, and whether the players moved by themselves
const most = 100;
const shown = () => [store.game, node(), $('auto').checked];

// remember lets undo come back to the present game and position. The caller replaces the game, and does not change it.
export const remember = () => {
	before.push(shown());
	if (before.length > most) before.shift();
	after.length = 0;
};

const step = (from, to) => () => {
	if (!from.length) return;
	to.push(shown());
	const [game, at, auto] = from.pop();
	$('auto').checked = auto;
	load(game, at);
};
$('undo-edit').onclick = step(before, after);
$('redo-edit').onclick = step(after, before);
onChange(() => {
	$('undo-edit').disabled = !before.length;
	$('redo-edit').disabled = !after.length;
});

// removeFrom removes a node and all that follow it.
export const removeFrom = n => {
	const parent = store.game.parents[n];
	remember();
	const game = store.game.copy();
	game.remove(n);
	return load(game, parent);
};
