// edit.js sets up positions.

import {$} from './boardview/dom.js';
import {Game, ROOT} from './game.js';
import {lookAt} from './play.js';
import {node, onChange, path, store, toMove} from './store.js';
import {remember, removeFrom} from './undo.js';
import {redraw} from './view.js';

const tool = () => document.querySelector('#tools input:checked').value;

// edits reports whether a click on a square puts a stone or a wall there, or empties it.
export const edits = () => tool() !== 'play';

const edited = (game, at) => {
	remember();
	lookAt(game, at);
};

// put puts the tool's stone or wall on a square, or empties it.
export const put = square => edited(store.game.setUp(path(), square, tool()));

$('clear').onclick = () => {
	const {width, height, rule, ruleKnown} = store.game;
	edited(new Game({width, height, rule, ruleKnown}));
};
$('cut').onclick = () => { if (store.at) removeFrom(node()); };
$('to-move').onchange = e => {
	const game = store.game.setUp(path());
	game.first = e.target.value;
	edited(game);
};
$('game-rule').onchange = () => edited(store.game.copy(+$('game-rule').value), node());
$('comment').oninput = () => {
	const text = $('comment').value;
	if (text.trim()) store.game.comments.set(node(), text);
	else store.game.comments.delete(node());
};
$('comment').onchange = redraw;
onChange(() => {
	const comment = store.game.comments.get(node()) || '';
	if ($('comment').value !== comment) $('comment').value = comment;
	document.querySelector(`#to-move input[value=${toMove()}]`).checked = true;
	$('game-rule').value = store.game.rule;
	$('cut').disabled = node() === ROOT;
});
