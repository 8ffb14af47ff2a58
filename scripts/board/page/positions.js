// positions.js finds the nodes of a game that have the same position, whatever the order of the moves.

import {ROOT} from './game.js';

const most = 500000; // nodes of a game: the index of more takes too much memory

// hash returns 32 bits for a move. Two seeds make a key of 53 bits: among 500,000 positions one pair in 70,000 games
// has the same key by chance.
const hash = (move, seed) => {
	let h = Math.imul(move + 1, seed);
	h = Math.imul(h ^ h >>> 15, 0x2c1b3c6d);
	h = Math.imul(h ^ h >>> 12, 0x297a2d39);
	return (h ^ h >>> 15) >>> 0;
};
const highSeed = 0x9e3779b1, lowSeed = 0x85ebca6b;
const key = (high, low) => (high & 0x1fffff) * 2 ** 32 + (low >>> 0);

// An Index has the nodes of a game by the key of their position. Nodes are added, never removed.
class Index {
	#high = [];
	#low = [];
	#nodes = new Map();

	constructor(game) { this.game = game; }

	#grow() {
		const {parents, moves} = this.game;
		for (let n = this.#high.length; n < moves.length; n++) {
			const [high, low] = this.#after(parents[n], moves[n]), k = key(high, low), same = this.#nodes.get(k);
			this.#high.push(high);
			this.#low.push(low);
			if (same) same.push(n);
			else this.#nodes.set(k, [n]);
		}
	}

	#after(n, move) {
		const high = n === ROOT ? 0 : this.#high[n], low = n === ROOT ? 0 : this.#low[n];
		return [high ^ hash(move, highSeed), low ^ hash(move, lowSeed)];
	}

	// find returns the nodes whose position is that of a node with one more move.
	find(n, move) {
		this.#grow();
		return this.#nodes.get(key(...this.#after(n, move))) || [];
	}
}

const indices = new WeakMap();

// sameAfter returns the first node, beside the children of n, whose position is that of n with one more move;
// undefined if there is none. In continuous games the order of the moves matters.
export const sameAfter = (game, n, move) => {
	if (game.rule & 2 || game.moves.length > most) return undefined;
	if (!indices.has(game)) indices.set(game, new Index(game));
	return indices.get(game).find(n, move).find(m => game.moves[m] % 2 === move % 2 && game.has(m));
};
