// overview.js shows the plots, and lets the rating list be sorted. It is the script of a run without games.

import {$, onResize} from './boardview/dom.js';
import {drawPlots} from './plots.js';
import {compare, sortable} from './tables.js';

drawPlots();
onResize(drawPlots);

// numberIn returns the number that a cell shows.
const numberIn = text => Number(
	text.replace('−', '-').replace('∞', 'Infinity').replace(/[±+ %]/g, '').replace('?', 'NaN'));

const ratingList = $('ratings');
if (ratingList) {
	const value = (row, column) => {
		const text = row.cells[column].textContent;
		return column ? numberIn(text) : text;
	};
	sortable(ratingList, i => i > 0, (column, down) => {
		const [body] = ratingList.tBodies;
		body.append(...[...body.rows].sort((a, b) => compare(value(a, column), value(b, column), down)));
	});
}
