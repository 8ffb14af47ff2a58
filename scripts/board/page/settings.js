// settings.js keeps the choices of a person for the next visit. The program keeps them in a file: to the browser each
// run of it is another site, because its port changes. Where no program does, the browser keeps them.

import {$} from './boardview/dom.js';
import {ask} from './link.js';
import {problem} from './problem.js';

// controls returns the controls whose values are kept: always, that is for the next visit too, or for a reload only.
export const controls = () => [...document.querySelectorAll('[data-keep]')];

// valueOf and setValue read and change the value of a control as a text. A value that it cannot have is left out.
export const valueOf = control => control.type === 'checkbox' ? String(control.checked) : control.value;
export const setValue = (control, text) => {
	const before = control.value;
	if (typeof text !== 'string') return;
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

// settingsOf returns the settings that were kept, before the program's greeting those that the browser keeps.
export const settingsOf = greeting => greeting && greeting.settings || inBrowser.read();

let writing = Promise.resolve(); // one after the other: the program may answer questions in any order

// written waits until all changes are kept.
export const written = () => writing;

// setUpSettings shows the settings that were kept, and keeps each that a person changes. With turnGiven the command
// line has told the time for a move.
export const setUpSettings = greeting => {
	const {settings, turnGiven} = greeting, all = settingsOf(greeting);
	const write = settings ? values => ask('settings', {values}) : inBrowser.write;
	const always = controls().filter(c => c.dataset.keep === 'always'), first = always.map(valueOf);
	$('reset').onclick = () => always.forEach((control, i) => {
		if (valueOf(control) === first[i]) return;
		setValue(control, first[i]);
		control.dispatchEvent(new Event('change', {bubbles: true}));
	});
	for (const control of always) {
		const {id} = control;
		if (!(id === 'turn' && turnGiven)) setValue(control, all[id]);
		control.addEventListener('change', () => {
			all[id] = valueOf(control);
			writing = writing.then(() => write(all)).catch(problem);
		});
	}
};
