// board.js draws the board.

import {clamp, draw} from './dom.js';

export const EMPTY = 0, X = 1, O = 2, WALL = 3; // contents of a square
export const glyphs = ['–', 'x', 'o', '#'];
const unit = 20; // side of a square in the drawing
const numberSizes = [0, 8.5, 8.5, 7, 5.5, 5.5]; // of a move's number, by its digits: a board has 14,400 squares

// pieceKey differs where two pieces look different; it is 0 for an empty square. A stone without a number has 0.
const pieceKey = (kind, move, number) => {
	if (kind === EMPTY) return 0;
	return kind === WALL ? 1 : 4 * (number + 1) + 2 * (move < 0) + kind - 1;
};

// stars returns the columns or rows with star points of a board of so many: the third or fourth from both edges, and
// the middle.
const stars = length => {
	if (length < 7) return [];
	const edge = length < 12 ? 2 : 3;
	return [edge, ...(length % 2 ? [(length - 1) / 2] : []), length - 1 - edge];
};

// A Board draws positions into an svg element that lies in a box, which scrolls where the board has no room.
// Squares are numbered row by row from the top left.
export class Board {
	#svg;
	#box;
	#shown = [];  // per square: the element and its key
	#layers = {}; // the groups of the drawing, from below

	constructor(svg, box) {
		this.#svg = svg;
		this.#box = box;
	}

	// lay draws the empty board in the size that fits into its box and into room, a height in pixels. column and row
	// return the names at the edges. With rowsOnTop finished rows lie above the squares: their stones have turned into
	// walls. With points the stones stand on intersections.
	lay(width, height, {column, row, rowsOnTop, points = false, room = Math.max(280, innerHeight * .82)}) {
		const svg = this.#svg, box = this.#box;
		this.width = width;
		this.height = height;
		const guess = clamp(Math.min(box.clientWidth / (width + 1.2), room / (height + 1.2)), 10, 90);
		const letters = clamp(.4 * guess, 9.5, 15) * unit / guess;
		const columns = Array.from({length: width}, (_, x) => String(column(x)));
		const rows = Array.from({length: height}, (_, y) => String(row(y)));
		const longest = Math.max(...[...columns, ...rows].map(name => name.length));
		const margin = Math.round(letters * (.75 + .6 * longest));
		const w = margin + unit * width + 3, h = margin + unit * height + 3;
		const scale = clamp(Math.min(box.clientWidth / w, room / h), .5, 4.5);
		svg.replaceChildren();
		svg.setAttribute('viewBox', `${-margin} ${-margin} ${w} ${h}`);
		svg.style.width = Math.floor(w * scale) + 'px';
		svg.style.height = Math.floor(h * scale) + 'px';
		svg.classList.toggle('points', points);
		if (points) this.#lines();
		else this.#grid();
		const step = [1, 2, 5, 10, 20].find(n => n * unit >= letters * (.6 * longest + .35));
		const name = (text, x, y) => draw(svg, 'text', {class: 'edge', x, y, 'font-size': letters}, text);
		for (let x = 0; x < width; x += step) name(columns[x], (x + .5) * unit, -margin / 2);
		for (let y = 0; y < height; y += step) name(rows[y], -margin / 2, (y + .5) * unit);
		// A finished row links its stones from below, unless they are walls.
		const layers = [...(rowsOnTop ? ['squares', 'rows'] : ['rows', 'squares']), 'mark', 'notes'];
		for (const layer of layers) this.#layers[layer] = draw(svg, 'g', {class: layer});
		if (rowsOnTop) this.#layers.rows.classList.add('gone');
		this.#shown = new Array(width * height).fill(null);
	}

	#grid() {
		const svg = this.#svg, width = unit * this.width, height = unit * this.height;
		draw(svg, 'rect', {class: 'ground', x: 0, y: 0, width, height});
		let d = '';
		for (let x = 0; x <= width; x += unit) d += `M${x} 0v${height}`;
		for (let y = 0; y <= height; y += unit) d += `M0 ${y}h${width}`;
		draw(svg, 'path', {class: 'grid', d});
	}

	#lines() {
		const svg = this.#svg, {width, height} = this, half = unit / 2;
		draw(svg, 'rect', {class: 'ground', x: 0, y: 0, width: unit * width, height: unit * height, rx: 3});
		let d = '';
		for (let x = 0; x < width; x++) d += `M${x * unit + half} ${half}v${(height - 1) * unit}`;
		for (let y = 0; y < height; y++) d += `M${half} ${y * unit + half}h${(width - 1) * unit}`;
		draw(svg, 'path', {class: 'grid', d});
		const middle = (at, length) => at * 2 === length - 1;
		for (const x of stars(width)) {
			for (const y of stars(height)) {
				// The middles of the sides have stars on a large board alone.
				if (middle(x, width) !== middle(y, height) && Math.min(width, height) < 17) continue;
				draw(svg, 'circle', {class: 'star', cx: x * unit + half, cy: y * unit + half, r: 2.1});
			}
		}
	}

	// notes is the topmost layer, for the page's own marks.
	get notes() { return this.#layers.notes; }

	// side returns the side of a square in pixels.
	side() { return unit * this.#svg.getScreenCTM().a; }

	// centre returns where the middle of a square is in the drawing.
	centre(square) { return [(square % this.width + .5) * unit, (Math.floor(square / this.width) + .5) * unit]; }

	// at returns the square below the pointer, -1 off the board.
	at(event) {
		const p = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.#svg.getScreenCTM().inverse());
		const x = Math.floor(p.x / unit), y = Math.floor(p.y / unit);
		return x < 0 || y < 0 || x >= this.width || y >= this.height ? -1 : y * this.width + x;
	}

	// show puts a position on the board and touches only the squares that differ from the last one. holds tells
	// the content of each square, and by the move that put it there, from 0, or -1 for the position before the
	// first move. With numbers the moves have theirs, counted from the move first. rows are finished rows, last is the
	// square of the last move, -1 for none.
	show({holds, by, numbers, first = 0, rows, last}) {
		for (let s = 0; s < holds.length; s++) {
			const number = numbers ? Math.max(0, by[s] + 1 - first) : 0, key = pieceKey(holds[s], by[s], number);
			const before = this.#shown[s];
			if ((before ? before.key : 0) === key) continue;
			if (before) before.e.remove();
			this.#shown[s] = key ? {key, e: this.#piece(s, holds[s], by[s], number)} : null;
		}
		this.#layers.rows.replaceChildren();
		this.#layers.mark.replaceChildren();
		for (const row of rows) {
			const [x1, y1] = this.centre(row[0]), [x2, y2] = this.centre(row[row.length - 1]);
			draw(this.#layers.rows, 'line', {class: 'row', x1, y1, x2, y2});
		}
		if (last < 0) return;
		const [cx, cy] = this.centre(last);
		this.reveal(draw(this.#layers.mark, 'circle', {class: 'last', cx, cy, r: 8.8, 'data-at': this.#name(last)}));
	}

	// reveal scrolls the box to an element of the drawing.
	reveal(element) {
		const box = this.#box;
		if (box.scrollWidth <= box.clientWidth && box.scrollHeight <= box.clientHeight) return;
		const m = element.getBoundingClientRect(), b = box.getBoundingClientRect();
		box.scrollLeft += (m.left + m.right - b.left - b.right) / 2;
		box.scrollTop += (m.top + m.bottom - b.top - b.bottom) / 2;
	}

	#name(square) { return `${square % this.width},${Math.floor(square / this.width)}`; }

	#piece(square, kind, move, number) {
		const [x, y] = this.centre(square);
		const e = draw(this.#layers.squares, 'g', {transform: `translate(${x} ${y})`, 'data-at': this.#name(square)});
		if (kind === WALL) {
			e.setAttribute('class', 'hash');
			draw(e, 'rect', {class: 'wall', x: -unit / 2, y: -unit / 2, width: unit, height: unit});
			draw(e, 'path', {class: 'wall-sign', d: 'M-2.5-6v12M2.5-6v12M-6-2.5h12M-6 2.5h12'});
			return e;
		}
		e.setAttribute('class', `stone ${glyphs[kind]}${move < 0 ? ' opening' : ''}`);
		draw(e, 'circle', {r: 8.4});
		if (move < 0) draw(e, 'rect', {class: 'opened', x: -2.5, y: -2.5, width: 5, height: 5});
		else if (number) draw(e, 'text', {'font-size': numberSizes[String(number).length]}, number);
		return e;
	}
}
