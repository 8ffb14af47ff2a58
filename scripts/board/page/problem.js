// problem.js shows errors.

import {$} from './boardview/dom.js';
import {aborted} from './link.js';
import {told} from './told.js';

let lost = false;

// problem shows an error until the next one, or none. The end of the connection stays.
export const problem = error => {
	if (lost || error && aborted(error)) return;
	$('problem').textContent = error ? told(error.message || String(error)) : '';
	$('problem').hidden = !error;
};

export const connectionLost = error => {
	problem(error);
	lost = true;
};
