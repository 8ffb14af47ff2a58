// undo.js takes changes of the game back, and makes them again.

import {$} from './boardview/dom.js';
import {ROOT} from './game.js';
import {goTo, load, node, onChange, store} from './store.js';

// A state is a game, a node, and whether the players moved by themselves. Where the game itself was changed, it is the
// value that a map of the game had at the node: {game, at, map, value}.
const before = [], after = [];
const most = 100;
const shown = () => ({game: store.game, at: node(), auto: $('auto').checked});
const push = state => {
	before.push(state);
	if (before.length > most) before.shift();
	after.length = 0;
};

// remember lets undo come back to the present game and position. The caller replaces the game, and does not change it.
export const remember = () => push(shown());

// rememberValue lets undo bring back the comment or the marks of the position on the board; map is comments or marks.
// The caller sets others, and changes nothing else.
export const rememberValue = map => {
	push({game: store.game, at: node(), map, value: store.game[map].get(node())});
	changed();
};

const changed = () => {
	$('undo-edit').disabled = !before.length;
	$('redo-edit').disabled = !after.length;
};

const step = (from, to) => () => {
	if (!from.length) return;
	const state = from.pop(), {game, at, auto, map, value} = state;
	if (!map) {
		to.push(shown());
		$('auto').checked = auto;
		load(game, at);
		return;
	}
	to.push({...state, value: game[map].get(at)});
	if (value === undefined) game[map].delete(at);
	else game[map].set(at, value);
	if (store.game !== game) load(game, at);
	else goTo(at, at === ROOT || store.line.includes(at) ? store.line : undefined);
};
$('undo-edit').onclick = step(before, after);
$('redo-edit').onclick = step(after, before);
onChange(changed);

// removeFrom removes a node and all that follow it.
export const removeFrom = n => {
	const parent = store.game.parents[n];
	remember();
	const game = store.game.copy();
	game.remove(n);
	return load(game, parent);
};
