// opened.js shows a game that the program has read, and facts about it.

import {$, make} from './boardview/dom.js';
import {Game, ROOT} from './game.js';
import {lookAt} from './play.js';
import {onLoad, store} from './store.js';
import {text} from './text.js';
import {told} from './told.js';
import {remember} from './undo.js';

const factsOf = ({format, width, height, moves, ruleKnown, title, x, o, date, result, warnings}) => [
	text('file.summary', {format: told(format), size: `${width}×${height}`, n: moves}),
	!ruleKnown && text('file.noRule'), title, x && o && `${x} – ${o}`, date, result, ...warnings.map(told),
].filter(Boolean);

// firstLook returns the node at which a game is shown first: the end, or the first fork of a tree.
const firstLook = game => {
	const line = game.line(ROOT), fork = [ROOT, ...line].find(n => game.children(n).length > 1);
	return fork ?? line.pop() ?? ROOT;
};

// showGame shows another game, which undo takes back.
export const showGame = game => {
	if (store.game) remember();
	return lookAt(game, firstLook(game));
};

// show shows a game that the program has read.
export const show = async tree => {
	const game = new Game(tree);
	const {format, width, height, ruleKnown, title, x, o, date, result, warnings} = tree, moves = tree.moves.length;
	const facts = {format, width, height, moves, ruleKnown, title, x, o, date, result, warnings};
	game.from = {file: tree.file, number: tree.number, facts};
	await showGame(game);
	if (tree.turn >= 0) $('turn').value = tree.turn / 1000;
};

onLoad(() => {
	const {from} = store.game;
	$('opened-title').hidden = !from;
	$('warnings').replaceChildren(...(from ? factsOf(from.facts) : []).map(words => make('li', {}, words)));
});
