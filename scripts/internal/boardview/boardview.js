'use strict';
const boardView = (() => {
	const make = (name, attributes, ...children) => {
		const e = document.createElement(name);
		for (const [key, value] of Object.entries(attributes || {})) e.setAttribute(key, value);
		e.append(...children);
		return e;
	};
	const draw = (parent, name, attributes, text) => {
		const e = document.createElementNS('http://www.w3.org/2000/svg', name);
		for (const [key, value] of Object.entries(attributes)) e.setAttribute(key, value);
		if (text !== undefined) e.textContent = text;
		parent.append(e);
		return e;
	};
	const clamp = (v, low, high) => Math.max(low, Math.min(high, v));

	// ---- Plots. Each is drawn for the width that it has, so that its letters keep their size.

	// ticks returns about count round values from low to high.
	const ticks = (low, high, count) => {
		const rough = (high - low) / count || 1;
		const power = 10 ** Math.floor(Math.log10(rough));
		const step = [1, 2, 5, 10].map(f => f * power).find(s => s >= rough);
		const all = [];
		for (let i = Math.ceil(low / step - 1e-9); i * step <= high + step * 1e-9; i++) all.push(+(i * step).toPrecision(12));
		return all;
	};
	const canvas = (box, height, label) => {
		const width = Math.max(220, box.clientWidth);
		box.replaceChildren();
		const svg = draw(box, 'svg', {viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': label});
		return {svg, width, height};
	};
	// frame draws both axes of a plot and returns where values go.
	const frame = ({svg, width, height}, {xs, ys, xName, yName, yText, yTicks}) => {
		const left = 52, right = width - 10, top = 20, bottom = height - 38;
		const x = v => left + (v - xs[0]) / (xs[1] - xs[0] || 1) * (right - left);
		const y = v => bottom - (v - ys[0]) / (ys[1] - ys[0] || 1) * (bottom - top);
		for (const t of yTicks || ticks(ys[0], ys[1], 5)) {
			draw(svg, 'line', {class: t || !yText.zero ? 'rule' : 'zero', x1: left, x2: right, y1: y(t), y2: y(t)});
			draw(svg, 'text', {x: left - 6, y: y(t) + 4, 'text-anchor': 'end'}, yText(t));
		}
		for (const t of ticks(xs[0], xs[1], clamp((right - left) / 55, 2, 9))) {
			if (t % 1) continue;
			draw(svg, 'line', {class: 'rule', x1: x(t), x2: x(t), y1: bottom, y2: bottom + 4});
			draw(svg, 'text', {x: x(t), y: bottom + 17, 'text-anchor': 'middle'}, t);
		}
		draw(svg, 'text', {x: (left + right) / 2, y: height - 5, 'text-anchor': 'middle'}, xName);
		draw(svg, 'text', {x: 0, y: 10}, yName);
		return {x, y};
	};

	// ---- The board.

	const EMPTY = 0, X = 1, O = 2, WALL = 3; // contents of a square
	const glyphs = ['–', 'x', 'o', '#'];
	const unit = 20; // side of a square in the drawing

	// A Board draws positions into an svg element that lies in a box, which scrolls where the board has no room.
	// Squares are numbered row by row from the top left.
	class Board {
		#svg;
		#box;
		#shown = [];  // per square: the element and its key
		#layers = {}; // the groups of the drawing, from below

		constructor(svg, box) {
			this.#svg = svg;
			this.#box = box;
		}

		// lay draws the empty board in the size that fits. column and row return the names at the edges. With
		// rowsOnTop finished rows lie above the squares: their stones have turned into walls.
		lay(width, height, {column, row, rowsOnTop}) {
			const svg = this.#svg, box = this.#box;
			this.width = width;
			this.height = height;
			const room = Math.max(280, innerHeight * .82);
			const guess = clamp(Math.min(box.clientWidth / (width + 1.2), room / (height + 1.2)), 10, 44);
			const letters = Math.max(8, 9.5 * unit / guess);
			const longest = Math.max(...Array.from({length: width}, (_, x) => String(column(x)).length), ...Array.from({length: height}, (_, y) => String(row(y)).length));
			const margin = Math.round(letters * (.75 + .6 * longest)), w = margin + unit * width + 3, h = margin + unit * height + 3;
			const scale = clamp(Math.min(box.clientWidth / w, room / h), .5, 2.2);
			svg.replaceChildren();
			svg.setAttribute('viewBox', `${-margin} ${-margin} ${w} ${h}`);
			svg.style.width = Math.floor(w * scale) + 'px';
			svg.style.height = Math.floor(h * scale) + 'px';
			draw(svg, 'rect', {class: 'ground', x: 0, y: 0, width: unit * width, height: unit * height});
			let d = '';
			for (let x = 0; x <= width; x++) d += `M${x * unit} 0v${unit * height}`;
			for (let y = 0; y <= height; y++) d += `M0 ${y * unit}h${unit * width}`;
			draw(svg, 'path', {class: 'grid', d});
			const step = [1, 2, 5, 10, 20].find(n => n * unit >= letters * (.6 * longest + .35));
			for (let x = 0; x < width; x += step) draw(svg, 'text', {class: 'edge', x: (x + .5) * unit, y: -margin / 2, 'font-size': letters}, column(x));
			for (let y = 0; y < height; y += step) draw(svg, 'text', {class: 'edge', x: -margin / 2, y: (y + .5) * unit, 'font-size': letters}, row(y));
			// A finished row links its stones from below, unless they are walls.
			for (const layer of rowsOnTop ? ['squares', 'rows', 'mark', 'notes'] : ['rows', 'squares', 'mark', 'notes']) this.#layers[layer] = draw(svg, 'g', {class: layer});
			if (rowsOnTop) this.#layers.rows.classList.add('gone');
			this.#shown = new Array(width * height).fill(null);
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
		// the content of each square, and by the move that put it there, from 0, or -1 for what was there before the
		// first move. rows are finished rows, last is the square of the last move, -1 for none.
		show({holds, by, numbers, rows, last}) {
			for (let s = 0; s < holds.length; s++) {
				const key = holds[s] === EMPTY ? 0 : holds[s] === WALL ? 1 : 4 * (by[s] + 2) + 2 * numbers + holds[s] - 1;
				const before = this.#shown[s];
				if ((before ? before.key : 0) === key) continue;
				if (before) before.e.remove();
				this.#shown[s] = key ? {key, e: this.#piece(s, holds[s], by[s], numbers)} : null;
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

		#piece(square, kind, move, numbers) {
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
			else if (numbers) draw(e, 'text', {'font-size': move < 99 ? 8.5 : move < 999 ? 7 : 5.5}, move + 1);
			return e;
		}
	}

	return {make, draw, clamp, ticks, canvas, frame, Board, EMPTY, X, O, WALL, glyphs, unit};
})();
