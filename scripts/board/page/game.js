// game.js holds a game with its variations. It knows no rules: the program tells which moves finish a row.

import {O, WALL, X} from './boardview/board.js';
import {text} from './text.js';

export const other = side => side === 'x' ? 'o' : 'x';

// sideName returns how people call a side, within a sentence.
export const sideName = side => text(`side.${side}`);

const letters = ['-', 'x', 'o', '#'];

// A Game is a tree of moves from a set-up position. Nodes are numbered; ROOT is the position before the first move. A
// move is a number: twice the square, one more for o.
export const ROOT = -1;

export class Game {
	parents = [];
	moves = [];
	#children = new Map(); // node: the nodes that follow it, the main line first
	comments = new Map();  // node: text
	marks = new Map();     // node: marks on squares, {at, kind, text}; kind is SGF's LB, TR, SQ, CR or MA
	times = new Map();     // node: ms that the move took
	seats = new Map();     // node: who played it, see seats.js
	swap2 = null;          // the acts of its opening, see swap2.js
	messages = new Map();  // node: the player's message, {text, ours}
	rows = new Map();      // node: the squares of the row that the move finished
	chances = new Map();   // node: x's chance to win after it
	grades = new Map();    // node: the grade of the move by the last review, see grades.js
	over = null;           // how the game ended beyond the rules: {node, winner, by, fault}, see play.js end
	from = null;           // the file that it was read from, see opened.js
	played = false;        // whether moves were played on the page

	// constructor makes a game from a tree of the program, or an empty one from width, height and rule.
	constructor({
		width, height, rule, ruleKnown = true, start = '', first = 'x', parents = [], moves = [], comments = {},
		marks = {}, times = {}, comment = '', x = '', o = '', title = '', date = '', result = '',
	}) {
		Object.assign(this, {width, height, rule, ruleKnown, first, x, o, title, date, result});
		this.start = start || '-'.repeat(width * height);
		for (let n = 0; n < moves.length; n++) this.#append(parents[n], moves[n]);
		if (comment) this.comments.set(ROOT, comment);
		for (const [n, text] of Object.entries(comments)) this.comments.set(+n, text);
		for (const [n, all] of Object.entries(marks)) this.marks.set(+n, all);
		for (const [n, ms] of Object.entries(times)) this.times.set(+n, ms);
		const given = /^([BW])\+([RTF])$/.exec(result);
		if (given) {
			const [, winner, by] = given;
			this.over = {node: this.line(ROOT).pop() ?? ROOT, winner: winner === 'B' ? 'x' : 'o', by};
		}
	}

	// copy returns a copy, perhaps under another rule. Its nodes have the same numbers.
	copy(rule) {
		const changed = rule !== undefined;
		const copy = new Game({
			...this, rule: changed ? rule : this.rule, ruleKnown: changed || this.ruleKnown,
			parents: [], moves: [], comments: {}, marks: {}, times: {},
		});
		copy.parents = [...this.parents];
		copy.moves = [...this.moves];
		copy.over = this.over;
		copy.swap2 = this.swap2 && {...this.swap2, past: [...this.swap2.past]};
		copy.played = this.played;
		copy.from = this.from;
		for (const [n, next] of this.#children) copy.#children.set(n, [...next]);
		const maps = ['comments', 'marks', 'times', 'seats', 'messages'];
		if (!changed) maps.push('rows', 'chances', 'grades');
		for (const map of maps) copy[map] = new Map(this[map]);
		return copy;
	}

	#append(parent, move) {
		const n = this.moves.length;
		this.parents.push(parent);
		this.moves.push(move);
		if (!this.#children.has(parent)) this.#children.set(parent, []);
		this.#children.get(parent).push(n);
		return n;
	}

	children(node) { return this.#children.get(node) || []; }

	// has reports whether a node was not removed.
	has(node) {
		for (; node !== ROOT; node = this.parents[node]) {
			if (!this.children(this.parents[node]).includes(node)) return false;
		}
		return true;
	}

	square(node) { return this.moves[node] >> 1; }
	side(node) { return this.moves[node] & 1 ? 'o' : 'x'; }

	// toMove returns the side to move after a node.
	toMove(node) { return node === ROOT ? this.first : other(this.side(node)); }

	// play returns the node of a move after another one, a new one where it is not in the tree yet.
	play(node, square, side) {
		const move = 2 * square + (side === 'o' ? 1 : 0);
		const known = this.children(node).find(n => this.moves[n] === move);
		return known === undefined ? this.#append(node, move) : known;
	}

	// path returns the nodes from the first move to a node.
	path(node) {
		const nodes = [];
		for (; node !== ROOT; node = this.parents[node]) nodes.push(node);
		return nodes.reverse();
	}

	// line returns the path to a node and on along the main line.
	line(node) {
		const nodes = this.path(node);
		for (let next = this.children(node)[0]; next !== undefined; next = this.children(next)[0]) nodes.push(next);
		return nodes;
	}

	// movesOf returns the moves of nodes; find returns the nodes of moves from the first one on, as far as the tree has
	// them.
	movesOf(nodes) { return nodes.map(n => this.moves[n]); }
	find(moves) {
		const nodes = [];
		let last = ROOT;
		for (const move of moves) {
			last = this.children(last).find(n => this.moves[n] === move);
			if (last === undefined) break;
			nodes.push(last);
		}
		return nodes;
	}

	// holds returns the content of each square after the moves of a path, and which of its moves put it there.
	holds(path) {
		const holds = Uint8Array.from(this.start, letter => letters.indexOf(letter));
		const by = new Int32Array(holds.length).fill(-1);
		path.forEach((node, i) => {
			const square = this.square(node);
			holds[square] = this.side(node) === 'x' ? X : O;
			by[square] = i;
			if (this.rule & 2) for (const s of this.rows.get(node) || []) holds[s] = WALL;
		});
		return {holds, by};
	}

	// question returns the path as the program takes it.
	question(path) {
		const {width, height, rule, start, first} = this;
		return {width, height, rule, start: /[xo#]/.test(start) ? start : '', first, moves: this.movesOf(path)};
	}

	// tree returns the whole game as the program takes it. Nodes that were removed are left out.
	tree(nodes = this.nodes()) {
		const place = new Map([[ROOT, -1]]);
		nodes.forEach((n, i) => place.set(n, i));
		const kept = map => {
			const inTree = [...map].filter(([n]) => place.has(n));
			return Object.fromEntries(inTree.map(([n, value]) => [place.get(n), value]));
		};
		const {[-1]: comment = '', ...comments} = kept(this.comments);
		const {width, height, rule, ruleKnown, start, first, x, o, title, date, result} = this;
		return {
			width, height, rule, ruleKnown, start, first, x, o, title, date, result,
			parents: nodes.map(n => place.get(this.parents[n])), moves: nodes.map(n => this.moves[n]),
			comment, comments, marks: kept(this.marks), times: kept(this.times),
			turn: -1, warnings: [],
		};
	}

	// nodes returns all nodes that were not removed, each after its parent, the main line first.
	nodes() {
		const nodes = [], todo = [...this.children(ROOT)].reverse();
		while (todo.length) {
			const n = todo.pop();
			nodes.push(n);
			todo.push(...[...this.children(n)].reverse());
		}
		return nodes;
	}

	// promote moves a variation before the one that stands before it: at the last fork on the path of a node where the
	// path is not the main line already. It returns whether there is such a fork.
	promote(node) {
		for (const n of this.path(node).reverse()) {
			const siblings = this.children(this.parents[n]), i = siblings.indexOf(n);
			if (i === 0) continue;
			siblings.splice(i - 1, 2, n, siblings[i - 1]);
			return true;
		}
		return false;
	}

	// remove removes a node and all that follow it, and so the result.
	remove(node) {
		this.result = '';
		this.over = null;
		const siblings = this.children(this.parents[node]);
		siblings.splice(siblings.indexOf(node), 1);
	}

	// squares returns the squares that the game uses: those of its set-up position, of its moves and of its marks.
	squares() {
		const moves = this.nodes().map(n => this.square(n));
		const marks = [...this.marks].filter(([n]) => this.has(n)).flatMap(([, all]) => all.map(m => m.at));
		const stones = Array.from(this.start, (letter, s) => letter === '-' ? -1 : s).filter(s => s >= 0);
		return [...moves, ...marks, ...stones];
	}

	// mapped returns a copy in which each square is the one that to tells. Nodes keep their numbers. A player's
	// messages name squares in words of their own, so they are left out.
	mapped(width, height, to) {
		const copy = this.copy();
		const start = new Array(width * height).fill('-');
		Array.from(this.start, (letter, s) => { if (letter !== '-') start[to(s)] = letter; });
		Object.assign(copy, {width, height, start: start.join('')});
		copy.moves = this.moves.map(move => 2 * to(move >> 1) + (move & 1));
		copy.rows = new Map([...this.rows].map(([n, row]) => [n, row.map(to)]));
		copy.messages.clear();
		const moved = marks => marks.map(m => ({...m, at: to(m.at)})).filter(m => m.at >= 0);
		copy.marks = new Map([...this.marks].map(([n, marks]) => [n, moved(marks)]));
		return copy;
	}

	// setUp returns a new game that begins with the position after a path, changed on one square where letter is given.
	setUp(path, square, letter) {
		const {holds} = this.holds(path);
		const start = Array.from(holds, s => letters[s]);
		if (letter) start[square] = letter;
		const {width, height, rule, ruleKnown} = this;
		const first = path.length ? this.toMove(path[path.length - 1]) : this.first;
		return new Game({width, height, rule, ruleKnown, start: start.join(''), first});
	}
}

// ---- Names of squares.

// columnName returns the letters of a column: a to z, then aa, ab and so on.
const letter = n => String.fromCharCode(97 + n);
const columnName = x => (x >= 26 ? letter(Math.floor(x / 26) - 1) : '') + letter(x % 26);

// namesOf returns how columns, rows and squares of a board are called: kind is bottom, top or file.
export const namesOf = (kind, width, height) => {
	if (kind === 'file') return {column: String, row: String, square: s => `${s % width},${Math.floor(s / width)}`};
	const row = y => String(kind === 'bottom' ? height - y : y + 1);
	return {column: columnName, row, square: s => columnName(s % width) + row(Math.floor(s / width))};
};
