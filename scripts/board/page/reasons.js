// reasons.js says why a move is an inaccuracy or worse, from what the search knows.

import {sideName} from './game.js';
import {store} from './store.js';
import {percent, text} from './text.js';

const most = 7; // moves of a line in words

// lineText returns the squares of a line, of a long one the first.
export const lineText = line => {
	const names = line.slice(0, most).map(store.names.square).join(' ');
	return line.length > most ? `${names} …` : names;
};

// reason returns the reason of the grade of a move.
export const reason = m => {
	const better = lineText(m.line), {kind, plies: n} = m;
	if (kind === 'foul') return text('reason.foul', {better});
	if (kind === 'gaveWin') return text('reason.gaveWin', {n, line: better});
	if (kind === 'gaveLead') return text('reason.gaveLead', {from: percent(m.from), to: percent(m.to), better});
	if (m.threat) return text('reason.missedThreat', {threat: lineText(m.threat), n, better});
	return text('reason.gaveLoss', {n, reply: lineText(m.reply), better});
};

// moveText returns the number, the side and the square of a move of a review.
export const moveText = (m, n) => text('review.move', {
	move: m.move, side: sideName(store.game.side(n)), square: store.names.square(store.game.square(n)),
});
