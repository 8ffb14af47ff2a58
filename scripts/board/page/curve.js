// curve.js shows x's chances to win over the whole game.

import {$, desk, go, onChange} from './desk.js';
import {ROOT} from './game.js';

const {draw, canvas, frame} = boardView;
export const percent = chance => chance > 0 && chance < .01 ? '<1 %' : chance < 1 && chance > .99 ? '>99 %' : `${Math.round(100 * chance)} %`;

export const showCurve = () => {
	const points = [ROOT, ...desk.line].map((n, i) => [i, desk.game.chances.get(n)]).filter(p => p[1] !== undefined);
	$('curve').hidden = points.length < 2;
	if (points.length < 2) return;
	const plot = canvas($('curve').querySelector('.plot'), 170, `Chance of x over the game, last ${percent(points[points.length - 1][1])}`);
	const yText = v => `${v} %`;
	const {x, y} = frame(plot, {xs: [0, Math.max(2, desk.line.length)], ys: [0, 100], xName: 'move', yName: '', yText, yTicks: [0, 50, 100]});
	draw(plot.svg, 'line', {class: 'now', x1: x(desk.at), x2: x(desk.at), y1: y(0), y2: y(100)});
	draw(plot.svg, 'path', {class: 'median', d: 'M' + points.map(([i, c]) => `${x(i).toFixed(1)} ${y(100 * c).toFixed(1)}`).join('L')});
	const now = points.find(p => p[0] === desk.at);
	if (now) draw(plot.svg, 'circle', {class: 'dot', cx: x(now[0]), cy: y(100 * now[1]), r: 4});
	plot.svg.onclick = e => {
		const box = plot.svg.getBoundingClientRect(), at = (e.clientX - box.left) / box.width * plot.width;
		go(Math.round((at - x(0)) / (x(1) - x(0))));
	};
};
onChange(showCurve);
