// merge.js adds the moves, comments and marks of a file to the game.

import {$} from './boardview/dom.js';
import {base64, most} from './files.js';
import {Game} from './game.js';
import {ask} from './link.js';
import {problem} from './problem.js';
import {ruleName} from './seats.js';
import {load, node, store} from './store.js';
import {opening} from './swap2.js';
import {text} from './text.js';
import {told} from './told.js';
import {remember} from './undo.js';
import {note} from './view.js';

const sizeOf = ({width, height}) => `${width}×${height}`;

// refusal returns why a game cannot be added to another, undefined if it can.
const refusal = (game, added) => {
	if (sizeOf(game) !== sizeOf(added)) return text('merge.size', {size: sizeOf(added), wanted: sizeOf(game)});
	if (game.ruleKnown && added.ruleKnown && game.rule !== added.rule) {
		return text('merge.rule', {rule: ruleName(added.rule), wanted: ruleName(game.rule)});
	}
	return game.start === added.start ? undefined : text('merge.start');
};

// merge adds a game to another. Where both have a comment, both stay; a square keeps its mark. It returns how many
// positions are new.
const merge = (game, added) => {
	const before = game.moves.length, same = new Map([[-1, -1]]);
	for (const n of added.nodes()) same.set(n, game.play(same.get(added.parents[n]), added.square(n), added.side(n)));
	for (const [n, comment] of added.comments) {
		const mine = game.comments.get(same.get(n)) || '';
		if (`\n${mine}\n`.includes(`\n${comment}\n`)) continue;
		game.comments.set(same.get(n), mine ? `${mine}\n${comment}` : comment);
	}
	for (const [n, marks] of added.marks) {
		const mine = game.marks.get(same.get(n)) || [];
		game.marks.set(same.get(n), [...mine, ...marks.filter(m => !mine.some(old => old.at === m.at))]);
	}
	return game.moves.length - before;
};

const mergeFile = async file => {
	if (file.size > most) throw new Error(text('error.size', {size: most >> 20}));
	const into = store.game, files = [{name: file.name, content: await base64(file)}];
	const tree = await ask('merge', {files, fromTop: $('from-top').checked});
	const added = new Game(tree);
	if (store.game !== into) return; // another game was opened meanwhile
	const why = opening() ? text('error.opening') : refusal(into, added);
	if (why) throw new Error(why);
	remember();
	const game = into.copy(), n = merge(game, added);
	await load(game, node(), store.line);
	note(text('merged', {n}));
	if (tree.warnings.length) problem(new Error(tree.warnings.map(told).join('\n')));
};

$('merge').onchange = async () => {
	const [file] = $('merge').files;
	try {
		problem();
		if (file) await mergeFile(file);
	} catch (error) {
		problem(error);
	}
	$('merge').value = '';
};
