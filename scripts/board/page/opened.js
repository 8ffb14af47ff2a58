// opened.js shows a game that the program has read, and facts about it.

import {$, make} from './boardview/dom.js';
import {Game, ROOT} from './game.js';
import {lookAt} from './play.js';
import {onLoad, store} from './store.js';
import {text} from './text.js';
import {remember} from './undo.js';

const factsOf = tree => [
	text('file.summary', {format: tree.format, size: `${tree.width}×${tree.height}`, n: tree.moves.length}),
	!tree.ruleKnown && text('file.noRule'),
	tree.title, tree.x && tree.o && `${tree.x} – ${tree.o}`, tree.date, tree.result, ...tree.warnings,
].filter(Boolean);

// firstLook returns the node at which a game is shown first: the end, or the first fork of a tree.
const firstLook = game => {
	const line = game.line(ROOT), fork = [ROOT, ...line].find(n => game.children(n).length > 1);
	return fork ?? line.pop() ?? ROOT;
};

// show shows a game that the program has read.
export const show = async tree => {
	if (store.game) remember();
	const game = new Game(tree);
	game.from = {file: tree.file, number: tree.number, facts: factsOf(tree)};
	await lookAt(game, firstLook(game));
	if (tree.turn >= 0) $('turn').value = tree.turn / 1000;
};

onLoad(() => {
	const {from} = store.game;
	$('opened-title').hidden = !from;
	$('warnings').replaceChildren(...(from ? from.facts : []).map(words => make('li', {}, words)));
});
