// theme.js shows the page in light or dark colours, or in those of the system.

import {$} from './boardview/dom.js';

const media = {system: '(prefers-color-scheme: dark)', dark: 'all', light: 'not all'};

// The rules of the style sheets for dark colours. The page chooses when they hold.
const rules = [...document.styleSheets].flatMap(sheet => [...sheet.cssRules])
	.filter(rule => rule.media && rule.media.mediaText.includes('prefers-color-scheme'));

export const setTheme = () => {
	const theme = $('theme').value;
	for (const rule of rules) rule.media.mediaText = media[theme];
	document.documentElement.style.colorScheme = theme === 'system' ? '' : theme;
};
$('theme').onchange = setTheme;
