// settings.js keeps the choices of a person for the next visit. The program keeps them in a file: to the browser each
// run of it is another site, because its port changes. Where no program does, the browser keeps them.

import {$} from './boardview/dom.js';
import {ask} from './link.js';
import {problem} from './problem.js';

const controls = [
	'level', 'turn', 'match', 'width', 'height', 'rule', 'numbers', 'names', 'style', 'theme', 'sound',
];

// valueOf and setValue read and change the value of a control as a text. A value that it cannot have is left out.
const valueOf = id => $(id).type === 'checkbox' ? String($(id).checked) : $(id).value;
const setValue = (id, text) => {
	const control = $(id), before = control.value;
	if (control.type === 'checkbox') control.checked = text === 'true';
	else control.value = text;
	if (!control.value || !control.checkValidity()) control.value = before;
};

const inBrowser = {
	read() {
		try {
			return JSON.parse(localStorage.getItem('settings')) || {};
		} catch {
			return {}; // the browser keeps nothing
		}
	},
	async write(all) {
		try {
			localStorage.setItem('settings', JSON.stringify(all));
		} catch { /* the browser keeps nothing */ }
	},
};

// setUpSettings shows the settings that were kept, and keeps each that a person changes. With turnGiven the command
// line has told the time for a move.
export const setUpSettings = ({settings, turnGiven}) => {
	const all = settings || inBrowser.read();
	const write = settings ? values => ask('settings', {values}) : inBrowser.write;
	let writing = Promise.resolve(); // one after the other: the program may answer questions in any order
	for (const id of controls) {
		const before = valueOf(id);
		if (typeof all[id] === 'string' && !(id === 'turn' && turnGiven)) setValue(id, all[id]);
		if ($(id).selectedIndex === -1) setValue(id, before); // an older version offered it
		$(id).addEventListener('change', () => {
			all[id] = valueOf(id);
			writing = writing.then(() => write(all)).catch(problem);
		});
	}
};
