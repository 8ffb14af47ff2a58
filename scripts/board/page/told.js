// told.js puts messages of the program into the language of the page. The program tells them in English. As for gettext
// the English text is the key: in texts/en.json those of messages begin with "told.".

import {englishTexts, text} from './text.js';

// patternOf returns how a message is recognised: n stands for digits, other arguments for any words.
const patternOf = ([key, words]) => {
	const names = [], literal = words.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
	const pattern = literal.replace(/\{(\w+)\}/g, (_, name) => {
		names.push(name);
		return name === 'n' ? '(\\d+)' : '(.+)';
	});
	return {key, names, exact: words.replace(/\{\w+\}/g, '').length, pattern: new RegExp(`^${pattern}$`)};
};

let patterns = null; // the surest first
const known = () => {
	patterns ||= Object.entries(englishTexts()).filter(([key]) => /^(told\.|winIn$|lossIn$)/.test(key))
		.map(patternOf).sort((a, b) => b.exact - a.exact);
	return patterns;
};

// told returns a message in the language of the page, and one without a text as it is. A file's name may stand before.
export const told = message => {
	for (const {key, names, pattern} of known()) {
		const found = pattern.exec(message);
		if (!found) continue;
		const values = found.slice(1).map(word => /^\d+$/.test(word) ? Number(word) : told(word));
		return text(key, Object.fromEntries(names.map((name, i) => [name, values[i]])));
	}
	const rest = message.indexOf(': ') + 2;
	return rest < 2 ? message : message.slice(0, rest) + told(message.slice(rest));
};
