// scores.js plots the scores of both players from x's view.

import {O, X} from './boardview/board.js';
import {$, clamp, draw} from './boardview/dom.js';
import {canvas, frame, onPlotClick} from './boardview/plot.js';
import {scoreText, signed} from './words.js';

// scored returns the moves of a side whose score is known, with the score from x's view.
const scored = (moves, side) => moves.map((m, i) => ({...m, number: i + 1})).filter(m => m.side === side && m.score)
	.map(({number, score}) => ({number, score: side === X ? score : negated(score)}));
const negated = ({units, wins, plies}) => units === undefined ? {wins: !wins, plies} : {units: -units};

const lastText = points => points.length ? scoreText(points[points.length - 1].score) : 'none';

// The scale is narrower for large scores, whose units differ from program to program; forced ends are at its ends.
const unitsHeight = units => .96 * units / (Math.abs(units) + 300);
const height = ({units, wins}) => {
	if (units !== undefined) return unitsHeight(units);
	return wins ? 1 : -1;
};
const heightNames = new Map([
	[-1, 'o wins'], ...[-1000, -200, 0, 200, 1000].map(units => [unitsHeight(units), signed(units)]), [1, 'x wins'],
]);
const heightName = h => heightNames.get(h);
heightName.zero = true; // see frame

let mark = () => {}; // puts the mark on the move of a number

export const markScore = at => mark(at);

// plotScores plots the scores of a game; go is called with the number of a move that is clicked.
export const plotScores = (game, go) => {
	mark = () => {};
	$('curve').hidden = !game.scored;
	if (!game.scored) return;
	const total = game.moves.length, byX = scored(game.moves, X), byO = scored(game.moves, O);
	const last = `The last by x: ${lastText(byX)}, by o: ${lastText(byO)}`;
	const plot = canvas($('curve').querySelector('.plot'), 170,
		`Scores over ${total} moves from x's view. ${last}. The score of the current move is told above`);
	const {x, y} = frame(plot, {
		xs: [1, Math.max(2, total)], ys: [-1, 1], xName: 'move', yName: '',
		yText: heightName, yTicks: [...heightNames.keys()],
	});
	const cursor = draw(plot.svg, 'line', {class: 'now', y1: y(-1), y2: y(1)});
	for (const [points, kind] of [[byX, 'by-x'], [byO, 'by-o']]) {
		if (!points.length) continue;
		const corners = points.map(p => `${x(p.number).toFixed(1)} ${y(height(p.score)).toFixed(1)}`);
		draw(plot.svg, 'path', {class: kind, d: 'M' + corners.join('L') + (points.length === 1 ? 'h.1' : '')});
	}
	mark = at => {
		cursor.setAttribute('visibility', at ? 'visible' : 'hidden');
		for (const name of ['x1', 'x2']) cursor.setAttribute(name, x(at));
	};
	onPlotClick(plot, x, at => go(clamp(Math.round(at), 1, total)));
};
