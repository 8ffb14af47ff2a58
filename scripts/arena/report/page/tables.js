// tables.js sorts tables by the head that is clicked, again by the same one the other way round.

import {make} from './boardview/dom.js';

export const orders = {}; // of the tables by their ids: {column, down, set}

const direction = down => down ? 'descending' : 'ascending';

// sortable calls sort(column, down) after a click. In a column of numbers the largest come first.
export const sortable = (table, numeric, sort) => {
	const heads = [...table.tHead.rows[0].cells];
	const order = {column: -1, down: false};
	order.set = (column, down) => {
		Object.assign(order, {column, down});
		heads.forEach((head, i) => head.setAttribute('aria-sort', i === column ? direction(down) : 'none'));
		sort(column, down);
	};
	heads.forEach((head, i) => {
		const button = make('button', {type: 'button'}, ...head.childNodes);
		button.onclick = () => order.set(i, order.column === i ? !order.down : numeric(i));
		head.append(button);
	});
	orders[table.id] = order;
};

// compare compares numbers or texts. A value that is not a number comes last either way.
export const compare = (a, b, down) => {
	if (typeof a === 'string') return (down ? -1 : 1) * a.localeCompare(b, 'en', {numeric: true});
	if (Number.isNaN(a) || Number.isNaN(b)) return Number.isNaN(a) - Number.isNaN(b);
	if (a === b) return 0;
	return (a < b) === down ? 1 : -1;
};
