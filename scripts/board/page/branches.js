// branches.js tells where the game goes on from the position on the board, and follows it.

import {EMPTY} from './boardview/board.js';
import {$} from './boardview/dom.js';
import {ROOT} from './game.js';
import {sameAfter} from './positions.js';
import {go, goTo, held, node, store, toMove} from './store.js';

// nextMoves returns the nodes that follow the position, by their squares: the children of its node first, then nodes
// that the tree reaches by another order of the moves. A game that is played keeps its order.
export const nextMoves = () => {
	const {game} = store, here = node(), next = new Map();
	for (const n of game.children(here)) if (!next.has(game.square(n))) next.set(game.square(n), n);
	if ($('auto').checked) return next;
	const side = toMove() === 'o' ? 1 : 0;
	held().holds.forEach((holds, square) => {
		if (holds !== EMPTY || next.has(square)) return;
		const n = sameAfter(game, here, 2 * square + side);
		if (n !== undefined) next.set(square, n);
	});
	return next;
};

// isChild reports whether a node follows that of the position on the board.
export const isChild = n => store.game.parents[n] === node();

// show shows the position after a node, on the line that is shown where it goes through the node.
export const show = n => {
	const at = store.line.indexOf(n);
	return at < 0 ? goTo(n) : go(at + 1);
};

// follow goes on by the move of the game on a square, and reports whether there is one.
export const follow = square => {
	const n = nextMoves().get(square);
	if (n === undefined) return false;
	show(n);
	return true;
};

// siblings returns the other moves in the place of the last one.
export const siblings = () => {
	const n = node();
	return n === ROOT ? [] : store.game.children(store.game.parents[n]).filter(other => other !== n);
};

// turnTo goes to the next move in the place of the last one, or with by = -1 to the one before, and reports whether
// there is one.
export const turnTo = by => {
	if (!siblings().length) return false;
	const all = store.game.children(store.game.parents[node()]);
	goTo(all[(all.indexOf(node()) + by + all.length) % all.length]);
	return true;
};
