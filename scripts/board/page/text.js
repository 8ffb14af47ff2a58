// text.js has the texts of the page in the language of the person. A file of texts/ has those of a language by their
// keys: see "Texts and languages" in ../README.md.

import {$} from './boardview/dom.js';

let texts = {}, english = {}, language = '', plurals, numbers, percents;

// englishTexts returns the texts in English.
export const englishTexts = () => english;

// best returns the language of a choice in the list of languages, otherwise the first of the browser's that is in it.
const best = choice => {
	const known = [...$('language').options].map(o => o.value).filter(l => l !== 'browser');
	for (const tag of known.includes(choice) ? [choice] : navigator.languages) {
		const {language, script} = new Intl.Locale(tag).maximize();
		const found = [`${language}-${script}`, language].find(l => known.includes(l));
		if (found) return found;
	}
	return 'en';
};

// load returns the texts of a language. A single file holds them all, compressed, and the keys only in English.
const load = async language => {
	const held = $('texts-' + language);
	if (!held) return (await fetch(`texts/${language}.json`)).json();
	const packed = new Blob([Uint8Array.from(atob(held.textContent), c => c.charCodeAt(0))]).stream();
	return new Response(packed.pipeThrough(new DecompressionStream('gzip'))).json();
};

const upper = word => word.charAt(0).toLocaleUpperCase(language) + word.slice(1);

// text returns a text with its arguments, numbers written as the language writes them. {Name} is the argument name with
// a capital. Of a text with plural forms the argument n chooses one.
export const text = (key, args = {}) => {
	const entry = texts[key], form = typeof entry === 'string' ? entry : entry[plurals.select(args.n)] || entry.other;
	return form.replace(/\{(\w+)\}/g, (_, name) => {
		const value = args[name.charAt(0).toLowerCase() + name.slice(1)];
		const word = typeof value === 'number' ? numbers.format(value) : String(value);
		return /^[A-Z]/.test(name) ? upper(word) : word;
	});
};

// list returns words as a list in words: a, b and c.
export const list = words => new Intl.ListFormat(language).format(words);

// percent returns a share in percent. Only 0 and 1 are 0 and 100 %.
export const percent = share => {
	if (share > 0 && share < .01) return `<${percents.format(.01)}`;
	if (share < 1 && share > .99) return `>${percents.format(.99)}`;
	return percents.format(share);
};

// The attributes of index.html that name a text, and what they set.
const places = {
	'data-text': (e, words) => { e.textContent = words; },
	'data-title': (e, words) => { e.title = words; },
	'data-label': (e, words) => { e.setAttribute('aria-label', words); },
};

// useLanguage gets the texts of a choice in the list of languages, and shows those of index.html.
export const useLanguage = async choice => {
	if (best(choice) === language) return;
	language = best(choice);
	const [all, own] = await Promise.all([load('en'), load(language)]), keys = Object.keys(all).sort();
	const named = Array.isArray(own) ? keys.map((key, i) => [key, own[i]]) : Object.entries(own);
	english = all;
	texts = {...english, ...Object.fromEntries(named.filter(entry => entry[1]))}; // a text may not be translated yet
	plurals = new Intl.PluralRules(language);
	numbers = new Intl.NumberFormat(language);
	percents = new Intl.NumberFormat(language, {style: 'percent'});
	for (const [attribute, put] of Object.entries(places)) {
		for (const e of document.querySelectorAll(`[${attribute}]`)) put(e, text(e.getAttribute(attribute)));
	}
	document.documentElement.lang = document.body.dataset.language = language;
};
