// balance.js tells how even the opening of a game is, by the chance of Black after it.

import {$} from './boardview/dom.js';
import {search} from './search.js';
import {store} from './store.js';
import {percent, text} from './text.js';

const even = .05; // the greatest distance of a chance from one half in an even opening

export const balanceText = x => {
	if (Math.abs(x - .5) <= even) return text('balance.even', {chance: percent(x)});
	return x > .5 ? text('balance.black', {chance: percent(x)}) : text('balance.white', {chance: percent(1 - x)});
};

// judgeOpening returns the chance of Black after an opening of this name, by a search of a second. It returns
// undefined where that search was stopped.
export const judgeOpening = async opening => {
	const {game, line} = store, ask = {...game.question(line), top: 1, time: 1000};
	let best;
	const take = u => { if (u.moves) [best] = u.moves; };
	const whole = await search('swap2', text('balance.search', {opening}), 'analyse', ask, take);
	if (!whole || !best) return undefined;
	return game.toMove(line[line.length - 1]) === 'x' ? best.chance : 1 - best.chance;
};

// showOpening tells how even the opening was in the review of a game with these nodes, ROOT first.
export const showOpening = nodes => {
	const stones = nodes && store.game.swap2 && store.game.swap2.stones;
	const x = stones ? store.game.chances.get(nodes[stones]) : undefined;
	$('opening-balance').hidden = x === undefined;
	$('opening-balance').textContent = x === undefined ? '' : balanceText(x);
};
