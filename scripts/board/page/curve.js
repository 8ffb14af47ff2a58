// curve.js shows x's chances to win: over the whole game as a curve, in the position on the board as a bar beside it.

import {$, draw} from './boardview/dom.js';
import {canvas, frame, onPlotClick} from './boardview/plot.js';
import {ROOT} from './game.js';
import {isFault} from './grades.js';
import {searches} from './search.js';
import {go, node, onChange, store} from './store.js';
import {percent, text} from './text.js';

// showBar keeps the last chance on the bar until an analysis knows that of another position.
const showBar = () => {
	const chance = store.game.chances.get(node()), bar = $('chance');
	if (chance === undefined && searches('analysis')) return;
	bar.hidden = chance === undefined;
	if (bar.hidden) return;
	bar.style.setProperty('--chance', chance);
	bar.setAttribute('aria-valuenow', Math.round(100 * chance));
	bar.title = text('chance', {chance: percent(chance)});
};

export const showCurve = () => {
	showBar();
	const {line, game} = store;
	const points = [ROOT, ...line].map((n, i) => [i, game.chances.get(n)]).filter(p => p[1] !== undefined);
	$('curve').hidden = points.length < 2;
	if (points.length < 2) return;
	const label = text('curve.label', {chance: percent(points[points.length - 1][1])});
	const plot = canvas($('curve').querySelector('.plot'), 170, label);
	const xs = [0, Math.max(2, line.length)], yText = v => percent(v / 100);
	const {x, y} = frame(plot, {xs, ys: [0, 100], xName: text('curve.move'), yName: '', yText, yTicks: [0, 50, 100]});
	draw(plot.svg, 'line', {class: 'now', x1: x(store.at), x2: x(store.at), y1: y(0), y2: y(100)});
	const corners = points.map(([i, chance]) => `${x(i).toFixed(1)} ${y(100 * chance).toFixed(1)}`);
	draw(plot.svg, 'path', {class: 'median', d: 'M' + corners.join('L')});
	for (const [i, chance] of points) {
		const grade = i && game.grades.get(line[i - 1]);
		if (!isFault(grade)) continue;
		const dot = draw(plot.svg, 'circle', {class: `fault ${grade}`, cx: x(i), cy: y(100 * chance), r: 3.5});
		draw(dot, 'title', {}, text('curve.grade', {move: i, grade: text(`grade.${grade}`)}));
	}
	const now = points.find(p => p[0] === store.at);
	if (now) draw(plot.svg, 'circle', {class: 'dot', cx: x(now[0]), cy: y(100 * now[1]), r: 4});
	onPlotClick(plot, x, at => go(Math.round(at)));
};
onChange(showCurve);
