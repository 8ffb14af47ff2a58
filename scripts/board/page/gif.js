// gif.js writes animated GIFs (GIF89a) of few colours. A frame holds the part of the picture that has changed, where
// pixels that stay are transparent.

const bits = 6, colours = 1 << bits, transparent = colours - 1;

const bin = (data, i) => data[i] >> 3 << 10 | data[i + 1] >> 3 << 5 | data[i + 2] >> 3; // of like colours

// paletteOf returns the colours that are most frequent in pictures.
const paletteOf = pictures => {
	const bins = new Map();
	for (const {data} of pictures) {
		for (let i = 0; i < data.length; i += 4) {
			const b = bin(data, i), sum = bins.get(b) || [0, 0, 0, 0];
			if (!sum[0]) bins.set(b, sum);
			sum[0]++;
			for (let c = 0; c < 3; c++) sum[c + 1] += data[i + c];
		}
	}
	const most = [...bins.values()].sort((a, b) => b[0] - a[0]).slice(0, transparent);
	return most.map(([n, ...sums]) => sums.map(sum => Math.round(sum / n)));
};

// lzw returns indices of colours compressed, in blocks with their lengths.
const lzw = indices => {
	const clear = colours, end = colours + 1, table = new Uint16Array(4096 << bits), bytes = [];
	let size = bits + 1, next = end + 1, held = 0, n = 0;
	const put = code => {
		held |= code << n;
		for (n += size; n >= 8; n -= 8) {
			bytes.push(held & 255);
			held >>>= 8;
		}
	};
	put(clear);
	let prefix = indices[0];
	for (let i = 1; i < indices.length; i++) {
		const index = indices[i], key = prefix << bits | index;
		if (table[key]) {
			prefix = table[key];
			continue;
		}
		put(prefix);
		if (next === 4096) {
			put(clear);
			table.fill(0);
			size = bits + 1;
			next = end + 1;
		} else {
			if (next === 1 << size) size++;
			table[key] = next++;
		}
		prefix = index;
	}
	put(prefix);
	put(end);
	if (n) bytes.push(held);
	const blocks = [];
	for (let i = 0; i < bytes.length; i += 255) {
		const block = bytes.slice(i, i + 255);
		blocks.push(block.length, ...block);
	}
	return [bits, ...blocks, 0];
};

const short = n => [n & 255, n >> 8];

// A Gif gets frames of one size, as ImageData. The colours are those of the pictures that it is made from.
export class Gif {
	#width;
	#height;
	#palette;
	#nearest = new Uint8Array(1 << 15).fill(transparent); // by bin
	#before = null; // the colours of the last frame
	#parts = [];

	constructor(pictures) {
		const [{width, height}] = pictures;
		this.#width = width;
		this.#height = height;
		this.#palette = paletteOf(pictures);
		const table = Array.from({length: colours}, (_, i) => this.#palette[i] || [0, 0, 0]).flat();
		const loop = [0x21, 0xFF, 11, ...new TextEncoder().encode('NETSCAPE2.0'), 3, 1, 0, 0, 0];
		const screen = [...short(width), ...short(height), 0xF0 | bits - 1, 0, 0];
		this.#add([...new TextEncoder().encode('GIF89a'), ...screen, ...table, ...loop]);
	}

	#add(bytes) { this.#parts.push(new Uint8Array(bytes)); }

	#index(data, i) {
		const b = bin(data, i);
		if (this.#nearest[b] === transparent) {
			const far = ([x, y, z]) => (x - data[i]) ** 2 + (y - data[i + 1]) ** 2 + (z - data[i + 2]) ** 2;
			let best = 0;
			this.#palette.forEach((c, k) => { if (far(c) < far(this.#palette[best])) best = k; });
			this.#nearest[b] = best;
		}
		return this.#nearest[b];
	}

	// changed returns the rectangle of the pixels that differ from the last frame, or of one pixel.
	#changed(now) {
		const width = this.#width, before = this.#before;
		if (!before) return {left: 0, top: 0, right: width - 1, bottom: this.#height - 1};
		let left = width, right = 0, top = -1, bottom = 0;
		for (let i = 0; i < now.length; i++) {
			if (now[i] === before[i]) continue;
			const x = i % width;
			left = Math.min(left, x);
			right = Math.max(right, x);
			bottom = Math.floor(i / width);
			if (top < 0) top = bottom;
		}
		return top < 0 ? {left: 0, top: 0, right: 0, bottom: 0} : {left, top, right, bottom};
	}

	// frame adds a frame that stays for so many seconds.
	frame({data}, seconds) {
		const now = new Uint8Array(data.length / 4), part = [];
		for (let i = 0; i < now.length; i++) now[i] = this.#index(data, 4 * i);
		const {left, top, right, bottom} = this.#changed(now);
		for (let y = top; y <= bottom; y++) {
			for (let x = left; x <= right; x++) {
				const i = y * this.#width + x;
				part.push(this.#before && now[i] === this.#before[i] ? transparent : now[i]);
			}
		}
		this.#add([0x21, 0xF9, 4, 1 << 2 | 1, ...short(Math.round(100 * seconds)), transparent, 0]);
		const place = [left, top, right - left + 1, bottom - top + 1].flatMap(short);
		this.#add([0x2C, ...place, 0]);
		this.#parts.push(Uint8Array.from(lzw(part)));
		this.#before = now;
	}

	// file returns the GIF.
	file() { return new Blob([...this.#parts, new Uint8Array([0x3B])], {type: 'image/gif'}); }
}
