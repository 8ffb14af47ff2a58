// share.js writes a game as the text of a link and reads it, after the # of the page's address:
//
//	size=15x15&rule=4&moves=h8i9(j10)(j9k9)&at=3
//
// Rows count from below. Alternatives stand in parentheses, the main line first; ~ stands before a move of the side
// that has moved last. start holds a set-up position row by row, a number before each run of squares, w for a wall. at
// tells the position on the board by the place of its last move in the text, 0 before the first.

import {$} from './boardview/dom.js';
import {Game, ROOT, namesOf, other} from './game.js';
import {alone} from './link.js';
import {lookAt} from './play.js';
import {problem} from './problem.js';
import {ruleName} from './seats.js';
import {node, path, store} from './store.js';
import {text} from './text.js';
import {remember} from './undo.js';
import {note} from './view.js';

const longest = 16000; // characters of a link with variations: mail programs and chats cut long ones
const facts = ['x', 'o', 'title', 'date', 'result'];

// toMove returns the side to move after a node.
const toMove = (n, {first, moves}) => {
	if (n === ROOT) return first;
	return moves[n] & 1 ? 'x' : 'o';
};

// ---- Write.

// movesText returns the moves of a tree.
const movesText = tree => {
	const {width, height, parents, moves} = tree;
	const {square} = namesOf('bottom', width, height), siblings = new Map();
	for (const p of parents) siblings.set(p, (siblings.get(p) || 0) + 1);
	let words = '', last = ROOT;
	moves.forEach((move, n) => {
		for (; last !== parents[n]; last = parents[last]) if (siblings.get(parents[last]) > 1) words += ')';
		const again = toMove(last, tree) !== (move & 1 ? 'o' : 'x');
		words += (siblings.get(last) > 1 ? '(' : '') + (again ? '~' : '') + square(move >> 1);
		last = n;
	});
	for (; last !== ROOT; last = parents[last]) if (siblings.get(parents[last]) > 1) words += ')';
	return words;
};

const startText = start => start.replaceAll('#', 'w').replace(/(.)\1+/g, (run, letter) => run.length + letter);

const write = (game, nodes, at) => {
	const tree = game.tree(nodes), {width, height, rule, start, first, moves} = tree;
	const fields = new URLSearchParams({size: `${width}x${height}`, rule});
	if (/[^-]/.test(start)) fields.set('start', startText(start));
	if (first !== 'x') fields.set('first', first);
	for (const key of facts) if (tree[key]) fields.set(key, tree[key]);
	const readable = moves.length ? `&moves=${movesText(tree)}` : '';
	return `${fields}${readable}&at=${at}`;
};

// linkText returns the text of a link to the game with its variations, or to the line that is shown where it has too
// many.
export const linkText = () => {
	const {game} = store, all = game.nodes(), whole = write(game, all, all.indexOf(node()) + 1);
	return whole.length <= longest ? whole
		: write(game, store.line, path().length);
};

// ---- Read.

const damaged = () => new Error(text('error.link'));

const squareOf = (name, width, height) => {
	const [, letters, row] = /^([a-z]{1,2})(\d+)$/.exec(name);
	const column = [...letters].reduce((sum, c) => 26 * sum + c.charCodeAt(0) - 96, 0) - 1;
	if (column >= width || +row < 1 || +row > height) throw damaged();
	return (height - row) * width + column;
};

// readMoves returns the parents and moves of the text of moves.
const readMoves = (words, {width, height, start, first}) => {
	const parents = [], moves = [], forks = [];
	let last = ROOT;
	for (const word of words.match(/[()]|~?[a-z]+\d+|./g) || []) {
		if (word === '(') forks.push(last);
		else if (word === ')' && forks.length) last = forks.pop();
		else {
			if (!/^~?[a-z]{1,2}\d+$/.test(word)) throw damaged();
			const again = word[0] === '~', square = squareOf(word.slice(again), width, height);
			const side = toMove(last, {first, moves});
			for (let n = last; n !== ROOT; n = parents[n]) if (moves[n] >> 1 === square) throw damaged();
			if (start && start[square] !== '-') throw damaged();
			parents.push(last);
			last = moves.push(2 * square + ((again ? other(side) : side) === 'o' ? 1 : 0)) - 1;
		}
	}
	if (forks.length) throw damaged();
	return {parents, moves};
};

// readLink returns the game of a link, or of the text after its #, and the node of its position.
export const readLink = link => {
	const fields = new URLSearchParams(link.slice(link.indexOf('#') + 1)), field = key => fields.get(key) || '';
	const [, width, height] = (/^(\d{1,3})x(\d{1,3})$/.exec(field('size')) || []).map(Number);
	const rule = +field('rule'), first = field('first') || 'x';
	const sized = width >= 1 && width <= 120 && height >= 1 && height <= 120;
	if (!(sized && ruleName(rule) && /^[xo]$/.test(first))) throw damaged();
	const start = field('start').replaceAll('w', '#')
		.replace(/(\d+)(\D)/g, (_, n, letter) => letter.repeat(Math.min(n, width * height + 1)));
	if (start && (start.length !== width * height || /[^-xo#]/.test(start))) throw damaged();
	const {parents, moves} = readMoves(field('moves'), {width, height, start, first}), at = +field('at') || 0;
	if (!(at >= 0 && at <= moves.length && Number.isInteger(at))) throw damaged();
	const told = Object.fromEntries(facts.map(key => [key, field(key)]));
	return {game: new Game({width, height, rule, start, first, parents, moves, ...told}), at: at - 1};
};

// isLink reports whether a text is a link to a game.
export const isLink = words => /^\s*(\S*#)?size=\d+x\d+&\S*\s*$/.test(words);

// openLink shows the game of a link.
export const openLink = async link => {
	try {
		problem();
		const {game, at} = readLink(link.trim());
		if (store.game) remember();
		await lookAt(game, at);
	} catch (error) {
		problem(error);
	}
};

// openAddress shows the game of the page's own address, and takes it from there: a reload shows the game as it is then.
export const openAddress = async () => {
	const {hash} = location;
	history.replaceState(null, '', location.pathname + location.search);
	await openLink(hash);
};
addEventListener('hashchange', () => { if (isLink(location.hash)) openAddress(); });

// The address of a program's page holds its secret, and that of a file a person's folders: neither is told.
const address = () => alone && /^http/.test(location.protocol) ? location.href.replace(/#.*/, '') : '';

$('copy-link').onclick = async () => {
	try {
		await navigator.clipboard.writeText(`${address()}#${linkText()}`);
		note(text('copied.link'));
	} catch (error) {
		problem(error);
	}
};
