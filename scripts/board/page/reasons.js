// reasons.js says why a move is an inaccuracy or worse, from what the search knows.

import {percent} from './curve.js';
import {sideName} from './game.js';
import {store} from './store.js';

const most = 7; // moves of a line in words

// lineText returns the squares of a line, of a long one the first.
export const lineText = line => {
	const names = line.slice(0, most).map(store.names.square).join(' ');
	return line.length > most ? `${names} …` : names;
};

// reason returns the reason of the grade of a move.
export const reason = m => {
	const better = `better ${lineText(m.line)}`;
	switch (m.kind) {
	case 'foul': return `the square is forbidden; ${better}`;
	case 'gaveWin': return `gave away a win in ${m.plies}: ${lineText(m.line)}`;
	case 'gaveLoss':
		if (m.threat) return `missed the threat ${lineText(m.threat)}, and allowed a win in ${m.plies}; ${better}`;
		return `allowed a win in ${m.plies}: ${lineText(m.reply)}; ${better}`;
	}
	return `lowered its chance from ${percent(m.from)} to ${percent(m.to)}; ${better}`;
};

// moveText returns the number, the side and the square of a move of a review.
export const moveText = (m, n) =>
	`Move ${m.move}, ${sideName(store.game.side(n))} ${store.names.square(store.game.square(n))}`;
