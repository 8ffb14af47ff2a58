// plots.js draws the ratings, the Elo over the games, and the times of the moves.

import {$, clamp, draw, make} from './boardview/dom.js';
import {canvas, frame, ticks} from './boardview/plot.js';
import {progress, ratings, times} from './data.js';
import {milliseconds, signed} from './words.js';

const shortened = (text, width) => {
	if (text.length * 6.6 <= width) return text;
	return text.slice(0, Math.max(1, Math.floor(width / 6.6) - 1)) + '…';
};
const cross = (x1, x2, y) => `M${x1} ${y}H${x2}m0-5v10M${x1} ${y - 5}v10`;

const plotElo = () => {
	const known = ratings.filter(r => r.elo !== null);
	const box = $('plot-elo').querySelector('.plot');
	const label = 'Elo of each player with 95 % error bars, the numbers are in the rating list';
	const {svg, width, height} = canvas(box, 26 * ratings.length + 50, label);
	const left = Math.min(190, width * .36), right = width - 16, bottom = height - 40;
	const low = Math.min(0, ...known.map(r => r.elo - r.bar)); // null counts as 0
	const high = Math.max(0, ...known.map(r => r.elo + r.bar));
	const pad = (high - low) * .04 || 1;
	const x = v => left + (v - low + pad) / (high - low + 2 * pad) * (right - left);
	for (const t of ticks(low, high, clamp((right - left) / 60, 2, 9))) {
		draw(svg, 'line', {class: t ? 'rule' : 'zero', x1: x(t), x2: x(t), y1: 6, y2: bottom});
		draw(svg, 'text', {x: x(t), y: bottom + 15, 'text-anchor': 'middle'}, signed(t));
	}
	draw(svg, 'text', {x: (left + right) / 2, y: height - 6, 'text-anchor': 'middle'}, 'Elo');
	ratings.forEach(({label, elo, bar}, i) => {
		const y = 22 + 26 * i;
		const name = draw(svg, 'text', {class: 'name', x: 0, y: y + 4}, shortened(label, left - 10));
		draw(name, 'title', {}, label);
		if (elo === null) {
			draw(svg, 'text', {x: left + 8, y: y + 4}, 'no bound');
			return;
		}
		if (bar === null) draw(svg, 'path', {class: 'bar endless', d: `M${left} ${y}H${right}`});
		else draw(svg, 'path', {class: 'bar', d: cross(x(elo - bar), x(elo + bar), y)});
		const dot = draw(svg, 'circle', {class: 'dot', cx: x(elo), cy: y, r: 4.5});
		draw(dot, 'title', {}, `${label}: ${signed(elo)} ± ${bar === null ? '∞' : Math.round(bar)}`);
	});
};

const thinned = (points, most) => {
	const step = Math.ceil(points.length / most);
	return points.filter((_, i) => i % step === 0 || i === points.length - 1);
};

const estimates = progress.filter(p => p.elo !== null && p.bar !== null);
const plotProgress = () => {
	const points = thinned(estimates, 600), last = points[points.length - 1];
	// The first few games have bars so wide that they would flatten all the rest.
	const settled = points.slice(Math.floor(points.length / 10));
	const high = Math.max(0, ...settled.map(p => p.elo + p.bar)), low = Math.min(0, ...settled.map(p => p.elo - p.bar));
	const label = `${signed(last.elo)} ± ${Math.round(last.bar)}`;
	const plot = canvas($('plot-progress').querySelector('.plot'), 240, `Elo after ${last.games} games: ${label}`);
	const yText = v => signed(v);
	yText.zero = true;
	const {x, y} = frame(plot, {xs: [0, last.games], ys: [low, high], xName: 'games', yName: 'Elo', yText});
	const line = value => points.map(p => `${x(p.games).toFixed(1)} ${y(clamp(value(p), low, high)).toFixed(1)}`);
	const upper = line(p => p.elo + p.bar), lower = line(p => p.elo - p.bar).reverse();
	draw(plot.svg, 'path', {class: 'band', d: 'M' + [...upper, ...lower].join('L') + 'z'});
	draw(plot.svg, 'path', {class: 'median', d: 'M' + line(p => p.elo).join('L')});
	const dot = draw(plot.svg, 'circle', {class: 'dot', cx: x(last.games), cy: y(last.elo), r: 4});
	draw(dot, 'title', {}, `after ${last.games} games: ${label}`);
};

// The times are drawn in a plot for each player, all on the same scale so that they can be compared.
const timed = times.filter(p => p.moves.length);

// timeScale returns the range of the plots, and how a time is placed and told.
const timeScale = peaks => {
	const peak = Math.max(...peaks, 1);
	if (peak <= 20 * Math.max(Math.min(...peaks), .1)) {
		return {ys: [0, peak], yName: 'ms', value: ms => ms, yText: String, yTicks: undefined};
	}
	const floor = Math.max(.1, Math.min(...timed.flatMap(p => p.moves.map(m => m.median))));
	const ys = [Math.log10(floor), Math.log10(peak)];
	return {
		ys, yName: 'ms, logarithmic', value: ms => Math.log10(Math.max(ms, floor)),
		yText: t => String(+(10 ** t).toPrecision(3)), yTicks: ticks(ys[0], ys[1], 5).filter(t => t % 1 === 0),
	};
};
const plotTimes = () => {
	const peaks = timed.map(p => Math.max(...p.moves.map(m => m.maximum)));
	const longest = Math.max(...timed.map(p => p.moves.length));
	const {value, ...scale} = timeScale(peaks);
	const caption = text => make('figcaption', {}, make('b', {}, text));
	const figure = ({label}) => make('figure', {}, caption(label), make('div', {class: 'plot'}));
	$('plot-times').replaceChildren(...timed.map(figure));
	timed.forEach(({label, moves}, i) => {
		const middle = moves.map(m => m.median).sort((a, b) => a - b)[moves.length >> 1];
		const half = `half of the medians are below ${milliseconds(middle)} ms`;
		const told = `Time per move of ${label}: ${half}, the longest move took ${milliseconds(peaks[i])} ms`;
		const plot = canvas($('plot-times').children[i].lastChild, 190, told);
		const {x, y} = frame(plot, {...scale, xs: [1, Math.max(longest, 2)], xName: 'own move number'});
		for (const kind of ['maximum', 'median']) {
			const corners = moves.map((m, n) => `${x(n + 1).toFixed(1)} ${y(value(m[kind])).toFixed(1)}`);
			const d = 'M' + corners.join('L') + (corners.length === 1 ? 'h.1' : '');
			draw(plot.svg, 'path', {class: kind, 'stroke-linecap': 'round', d});
		}
	});
};

const wanted = [
	{id: 'plot-elo', plot: plotElo, some: ratings.some(r => r.elo !== null)},
	{id: 'plot-progress', plot: plotProgress, some: estimates.length > 1},
	{id: 'plot-times', plot: plotTimes, some: timed.length > 0},
];

// drawPlots draws all plots that have data. Which ones decides how wide each is, so all are shown before the first is
// drawn.
export const drawPlots = () => {
	for (const {id, some} of wanted) $(id).hidden = !some;
	$('times-title').hidden = !timed.length;
	$('plots').hidden = !wanted.some(w => w.some);
	for (const {plot, some} of wanted) if (some) plot();
};
