// picture.js makes pictures of the board: of the position, and an animated one of the line that is shown.

import {$, clamp, make} from './boardview/dom.js';
import {offer} from './files.js';
import {Gif} from './gif.js';
import {problem} from './problem.js';
import {onChange, store} from './store.js';
import {text} from './text.js';
import {eachPosition, note} from './view.js';

// The properties of a style sheet that a drawing needs.
const drawn = [
	'fill', 'stroke', 'stroke-width', 'stroke-linecap', 'stroke-linejoin', 'stroke-dasharray', 'paint-order', 'opacity',
	'fill-opacity', 'font-family', 'font-size', 'font-weight', 'text-anchor', 'dominant-baseline', 'display',
];

const classOf = e => e && e.getAttribute('class');

// styles returns how to tell the style that an element has by the style sheet. All elements with the same classes
// around them share it.
const styles = () => {
	const known = new Map();
	return e => {
		const before = e.previousElementSibling, first = before && before.previousElementSibling;
		const around = [e, e.parentNode, before, first].map(classOf);
		const key = [e.tagName, ...around, e.getAttribute('font-size'), e.getAttribute('style')].join('|');
		if (!known.has(key)) {
			const style = getComputedStyle(e);
			known.set(key, drawn.map(name => `${name}:${style.getPropertyValue(name)}`).join(';'));
		}
		return known.get(key);
	};
};

// drawing returns the board as it is drawn, as a text of SVG of a size in pixels. Colours come from the style sheet, so
// each element gets its own.
const drawing = (styleOf, width, height, notes) => {
	const svg = $('board'), copy = svg.cloneNode(true);
	const from = svg.querySelectorAll('*'), to = copy.querySelectorAll('*');
	from.forEach((e, i) => to[i].setAttribute('style', styleOf(e)));
	if (!notes) copy.querySelector('.notes').remove();
	copy.setAttribute('width', width);
	copy.setAttribute('height', height);
	copy.style.background = getComputedStyle(document.body).backgroundColor;
	return new XMLSerializer().serializeToString(copy);
};

// canvasOf draws a text of SVG.
const canvasOf = async (svg, width, height) => {
	const image = new Image();
	image.src = 'data:image/svg+xml;charset=utf-8,' + encodeURIComponent(svg);
	await image.decode();
	const canvas = make('canvas', {width, height});
	canvas.getContext('2d', {willReadFrequently: true}).drawImage(image, 0, 0, width, height);
	return canvas;
};

// size returns the size of pictures in pixels, with a longer side of at most so many.
const size = (scale, most = Infinity) => {
	const {width, height} = $('board').getBoundingClientRect();
	const factor = Math.min(scale, most / Math.max(width, height));
	return [Math.round(width * factor), Math.round(height * factor)];
};

const png = async () => {
	const [width, height] = size(2), canvas = await canvasOf(drawing(styles(), width, height, true), width, height);
	return new Promise(resolve => canvas.toBlob(resolve, 'image/png'));
};

// ---- The line, move by move.

const longest = 600; // pixels of a side of a GIF
const lastStays = 3; // times as long as other positions
let making = null;   // the GIF that is made; another one, or another position, takes its place

const gif = async seconds => {
	const mine = making = {};
	const [width, height] = size(1, longest), frames = [], styleOf = styles();
	eachPosition(() => frames.push(drawing(styleOf, width, height, false)));
	const pixels = async svg => (await canvasOf(svg, width, height)).getContext('2d').getImageData(0, 0, width, height);
	const last = frames.length - 1, made = new Gif([await pixels(frames[0]), await pixels(frames[last])]);
	for (let i = 0; i <= last; i++) {
		made.frame(await pixels(frames[i]), i < last ? seconds : lastStays * seconds);
		if (making !== mine) return null;
		note(text('gif.making', {picture: i + 1, all: last + 1}));
	}
	return made.file();
};

const doing = f => async () => {
	try {
		problem();
		await f();
	} catch (error) {
		problem(error);
	}
};

$('save-png').onclick = doing(async () => offer('board.png', await png()));
$('save-gif').onclick = doing(async () => {
	const file = await gif(clamp(+$('gif-time').value || 1, .1, 60));
	if (!file) return;
	offer('game.gif', file);
	note(text('gif.saved', {n: store.line.length + 1, size: Math.ceil(file.size / 1000)}));
});
onChange(() => { making = null; });

$('copy-picture').onclick = async () => {
	try {
		await navigator.clipboard.write([new ClipboardItem({'image/png': png()})]);
		note(text('copied.picture'));
	} catch { // the browser has no clipboard for pictures
		offer('board.png', await png());
	}
};
