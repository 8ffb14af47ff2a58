// shown.js hides the parts of the board that a person does not want to see, and colours it.

import {$} from './boardview/dom.js';

const parts = [...document.querySelectorAll('#shown input[data-part]')];

export const setShown = () => {
	for (const box of parts) document.body.classList.toggle(`no-${box.dataset.part}`, !box.checked);
	document.body.dataset.board = $('colours').value;
};
for (const box of parts) box.addEventListener('change', setShown);
$('colours').addEventListener('change', setShown);
