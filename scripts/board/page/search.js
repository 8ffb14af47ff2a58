// search.js: the program searches for one question of a page at a time. A new question takes the place of the last.

import {event} from './boardview/event.js';
import {stream} from './link.js';

let running = null; // the search: {kind, text, abort}

// onSearch registers a function. It is called with the kind of a search when it begins, says something else, and ends.
const [onSearch, changed] = event();
export {onSearch};

// searches reports whether a search of one of these kinds runs.
export const searches = (...kinds) => Boolean(running && kinds.includes(running.kind));

// doing returns the search's words for the status.
export const doing = () => running ? running.text : '';

// stop ends the search if it is of one of these kinds.
export const stop = (...kinds) => {
	if (!searches(...kinds)) return;
	const {kind, abort} = running;
	running = null;
	abort.abort();
	changed(kind);
};

// search calls got with each value of the answer, and with a function that changes the status. It returns whether the
// answer came to its end. It did not where another search took its place.
export const search = async (kind, text, path, body, got) => {
	const mine = {kind, text, abort: new AbortController()}, last = running;
	running = mine;
	if (last) last.abort.abort();
	changed(kind);
	const say = words => {
		mine.text = words;
		changed(kind);
	};
	const end = () => {
		if (running !== mine) return false;
		running = null;
		changed(kind);
		return true;
	};
	try {
		await stream(path, body, mine.abort.signal, value => { if (running === mine) got(value, say); });
	} catch (error) {
		if (!end()) return false;
		throw error;
	}
	return end();
};
