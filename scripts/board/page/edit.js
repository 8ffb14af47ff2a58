// edit.js sets up positions.

import {$} from './boardview/dom.js';
import {Game, ROOT} from './game.js';
import {showMarks} from './marks.js';
import {lookAt} from './play.js';
import {load, node, onChange, onDraw, path, store, toMove} from './store.js';
import {remember, rememberValue, removeFrom} from './undo.js';
import {redraw} from './view.js';

const tool = () => document.querySelector('#tools input:checked').value;

// edits reports whether a click on a square puts a stone, a wall or a mark there, or empties it.
export const edits = () => tool() !== 'play';

const edited = (game, at) => {
	remember();
	lookAt(game, at);
};

// nextLetter returns the first letter that no label has.
const nextLetter = marks => {
	const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
	return [...letters].find(letter => !marks.some(m => m.text === letter)) || '?';
};

// mark puts the mark that is chosen on a square, or takes away one that is there.
const mark = square => {
	const {game} = store, all = game.marks.get(node()) || [], others = all.filter(m => m.at !== square);
	const old = all.find(m => m.at === square), kind = $('mark-kind').value, typed = $('mark-text').value.trim();
	rememberValue('marks');
	if (!old || old.kind !== kind || kind === 'LB' && typed && typed !== old.text) {
		others.push(kind === 'LB' ? {at: square, kind, text: typed || nextLetter(all)} : {at: square, kind});
	}
	if (others.length) game.marks.set(node(), others);
	else game.marks.delete(node());
	showMarks();
};
const showMarkText = () => { $('mark-text').hidden = $('mark-kind').value !== 'LB'; };
for (const id of ['mark-kind', 'mark-text']) {
	$(id).oninput = () => {
		document.querySelector('#tools input[value=mark]').checked = true;
		showMarkText();
	};
}

// put puts the tool's stone, wall or mark on a square, or empties it.
export const put = square => {
	if (tool() === 'mark') mark(square);
	else edited(store.game.setUp(path(), square, tool()));
};

$('clear').onclick = () => {
	const {width, height, rule, ruleKnown} = store.game;
	edited(new Game({width, height, rule, ruleKnown}));
};
// promoted shows a copy of the game that promote has changed.
const promoted = promote => {
	const game = store.game.copy();
	if (!promote(game)) return;
	remember();
	load(game, node(), store.line);
};
$('promote').onclick = () => promoted(game => game.promote(node()));
$('main-line').onclick = () => promoted(game => {
	if (!game.promote(node())) return false;
	while (game.promote(node())) { /* to the front, fork by fork */ }
	return true;
});
$('cut').onclick = () => { if (store.at) removeFrom(node()); };
$('to-move').onchange = e => {
	const game = store.game.setUp(path());
	game.first = e.target.value;
	edited(game);
};
$('game-rule').onchange = () => edited(store.game.copy(+$('game-rule').value), node());
let typing = null; // the node whose comment is being changed
$('comment').oninput = () => {
	if (typing !== node()) rememberValue('comments');
	typing = node();
	const text = $('comment').value;
	if (text.trim()) store.game.comments.set(node(), text);
	else store.game.comments.delete(node());
};
$('comment').onchange = () => {
	typing = null;
	redraw();
};
onDraw(() => { // at once, because what is typed belongs to the position on the board
	typing = null;
	const comment = store.game.comments.get(node()) || '';
	if ($('comment').value !== comment) $('comment').value = comment;
});
onChange(() => {
	document.querySelector(`#to-move input[value=${toMove()}]`).checked = true;
	$('game-rule').value = store.game.rule;
	$('cut').disabled = node() === ROOT;
	const {game} = store, main = path().every(n => game.children(game.parents[n])[0] === n);
	$('promote').disabled = $('main-line').disabled = main;
});
