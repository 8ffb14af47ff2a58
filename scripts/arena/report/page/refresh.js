// refresh.js: the page of an unfinished run loads itself anew, and the reader finds everything as it was.

import {$} from './boardview/dom.js';
import {games} from './data.js';
import {choices, fillResults, filter, makeRowsTo} from './games.js';
import {plays, replay, select} from './replay.js';
import {orders} from './tables.js';

const key = 'arena ' + location.pathname;
const scrolled = ['games-box', 'moves', 'board-box', 'message'];

// selectorOf returns how to find an element in the next page, '' if it has no lasting place.
const selectorOf = e => {
	if (e.id) return '#' + e.id;
	const head = e.closest('th'), table = e.closest('table');
	if (e.closest('#moves')) return `#moves [data-move="${e.dataset.move}"]`;
	if (e.closest('#games tbody')) return `#games [aria-label="${e.getAttribute('aria-label')}"]`;
	return head && table ? `#${table.id} th:nth-child(${head.cellIndex + 1}) button` : '';
};

// keep keeps the state of the page. Players and reasons have other numbers in the next page, so choices are kept by
// their texts.
const keep = () => {
	const each = (all, value) => Object.fromEntries(Object.entries(all).map(([name, v]) => [name, value(v)]));
	sessionStorage.setItem(key, JSON.stringify({
		game: replay.game.id, at: replay.at, x: scrollX, y: scrollY, numbers: $('numbers').checked,
		choices: each(choices, choice => choice.selectedOptions[0].text),
		orders: each(orders, ({column, down}) => ({column, down})),
		scrolled: scrolled.map(id => $(id).scrollTop),
		focus: selectorOf(document.activeElement),
	}));
};

const choose = (choice, text) => {
	const option = [...choice.options].find(o => o.text === text);
	if (option) choice.value = option.value;
};
const restore = () => {
	const state = JSON.parse(sessionStorage.getItem(key));
	sessionStorage.removeItem(key);
	if (!state) return;
	for (const [name, text] of Object.entries(state.choices)) {
		choose(choices[name], text);
		if (name === 'player') fillResults();
	}
	for (const [name, {column, down}] of Object.entries(state.orders)) {
		if (column >= 0 && orders[name]) orders[name].set(column, down);
	}
	filter();
	$('numbers').checked = state.numbers;
	const index = games.findIndex(g => g.id === state.game);
	if (index >= 0) select(index, state.at);
	makeRowsTo(state.scrolled[0]);
	scrolled.forEach((id, i) => { $(id).scrollTop = state.scrolled[i]; });
	const focused = state.focus && document.querySelector(state.focus);
	if (focused) focused.focus({preventScroll: true});
	history.scrollRestoration = 'manual';
	scrollTo(state.x, state.y);
};

// loadAnew loads the page anew after so many seconds, when nobody uses it.
const loadAnew = seconds => {
	let touched = 0;
	for (const event of ['pointerdown', 'keydown', 'wheel', 'touchmove', 'scroll']) {
		addEventListener(event, () => { touched = Date.now(); }, {capture: true, passive: true});
	}
	const busy = () => plays() || document.hidden || String(getSelection()) || Date.now() - touched < 2000
		|| document.activeElement.tagName === 'SELECT';
	// A page that takes long to load does so seldom.
	const due = Date.now() + Math.max(1000 * seconds, 20 * performance.now());
	setInterval(() => {
		if (Date.now() < due || busy()) return;
		try {
			keep();
		} catch { /* no storage: the address still has game and move */ }
		location.reload();
	}, 250);
};

// startRefresh restores the state that the last page kept, and lets this one load itself anew.
export const startRefresh = () => {
	try {
		restore();
	} catch { /* no storage for this address: the page works without */ }
	const seconds = Number(document.documentElement.dataset.refresh);
	if (seconds) loadAnew(seconds);
};
