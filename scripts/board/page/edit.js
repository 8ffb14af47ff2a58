// edit.js sets up positions.

import {$, desk, node, onChange, onSquare, path, redraw, remember, removeFrom} from './desk.js';
import {Game, ROOT} from './game.js';
import {lookAt, place} from './play.js';

const tool = () => document.querySelector('#tools input:checked').value;

const edited = (game, at) => {
	remember();
	lookAt(game, at);
};
onSquare(square => {
	if (tool() === 'play') place(square);
	else edited(desk.game.setUp(path(), square, tool()));
});
$('clear').onclick = () => {
	const {width, height, rule, ruleKnown} = desk.game;
	edited(new Game({width, height, rule, ruleKnown}));
};
$('cut').onclick = () => { if (desk.at) removeFrom(node()); };
$('to-move').onchange = e => {
	const game = desk.game.setUp(path());
	game.first = e.target.value;
	edited(game);
};
$('game-rule').onchange = () => edited(desk.game.copy(+$('game-rule').value), node());
$('comment').oninput = () => {
	const text = $('comment').value;
	if (text.trim()) desk.game.comments.set(node(), text);
	else desk.game.comments.delete(node());
};
$('comment').onchange = redraw;
onChange(() => {
	const comment = desk.game.comments.get(node()) || '';
	if ($('comment').value !== comment) $('comment').value = comment;
	document.querySelector(`#to-move input[value=${desk.game.toMove(node())}]`).checked = true;
	$('game-rule').value = desk.game.rule;
	$('cut').disabled = node() === ROOT;
});
