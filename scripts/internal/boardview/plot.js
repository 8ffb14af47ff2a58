// plot.js draws plots. Each is drawn for the width that it has, so that its letters keep their size.

import {clamp, draw} from './dom.js';

// ticks returns about count round values from low to high.
export const ticks = (low, high, count) => {
	const rough = (high - low) / count || 1;
	const power = 10 ** Math.floor(Math.log10(rough));
	const step = [1, 2, 5, 10].map(f => f * power).find(s => s >= rough);
	const first = Math.ceil(low / step - 1e-9), last = Math.floor(high / step + 1e-9);
	return Array.from({length: Math.max(0, last - first + 1)}, (_, i) => +((first + i) * step).toPrecision(12));
};

// canvas puts an empty drawing into a box.
export const canvas = (box, height, label) => {
	const width = Math.max(220, box.clientWidth);
	box.replaceChildren();
	const svg = draw(box, 'svg', {viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': label});
	return {svg, width, height};
};

// frame draws both axes of a plot and returns where values go.
export const frame = ({svg, width, height}, {xs, ys, xName, yName, yText, yTicks}) => {
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

// onPlotClick calls f with the value on the x axis below each click.
export const onPlotClick = ({svg, width}, x, f) => {
	svg.onclick = e => {
		const box = svg.getBoundingClientRect(), place = (e.clientX - box.left) / box.width * width;
		f((place - x(0)) / (x(1) - x(0)));
	};
};
