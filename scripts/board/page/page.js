// page.js starts the page.

import {$} from './boardview/dom.js';
import {setUpLimits} from './analysis.js';
import {connect, started} from './link.js';
import {connectionLost, problem} from './problem.js';
import {setUpSeats} from './seats.js';
import {keep, kept} from './keep.js';
import {again, start} from './play.js';
import {setUpHome} from './files.js';
import {resumeList, showFile} from './games.js';
import './keys.js';
import './marks.js';
import './merge.js';
import './outcome.js';
import './picture.js';
import {resumeReview} from './review.js';
import {isLink, openAddress} from './share.js';
import {setUpSettings, settingsOf, written} from './settings.js';
import './sound.js';
import {text, useLanguage} from './text.js';
import './ponder.js';
import './practice.js';
import './replay.js';
import {setShown} from './shown.js';
import {setTheme} from './theme.js';
import './turn.js';

// ---- Tabs.

const tabs = [...document.querySelectorAll('[role=tab]')];
const select = tab => {
	for (const t of tabs) {
		t.setAttribute('aria-selected', String(t === tab));
		t.tabIndex = t === tab ? 0 : -1;
		$(t.getAttribute('aria-controls')).hidden = t !== tab;
	}
	if (tab.id !== 'tab-edit') document.querySelector('#tools input[value=play]').checked = true;
};
$('tabs').onclick = e => {
	if (tabs.includes(e.target)) select(e.target);
};
$('tabs').onkeydown = e => {
	const step = {ArrowLeft: -1, ArrowRight: 1}[e.key];
	if (!step) return;
	const next = tabs[(tabs.indexOf(document.activeElement) + step + tabs.length) % tabs.length];
	select(next);
	next.focus();
};

// A reload shows the page in another language.
const changeLanguage = async () => {
	await written();
	if (keep()) location.reload();
	else problem(new Error(text('error.language')));
};

// ---- Start.

try {
	await useLanguage(settingsOf().language);
	const greeting = await connect(connectionLost);
	await useLanguage(settingsOf(greeting).language);
	setUpSeats(greeting);
	setUpLimits(greeting);
	setUpSettings(greeting);
	$('language').onchange = changeLanguage;
	const before = kept();
	setTheme();
	setShown();
	setUpHome({...greeting, ...(before && before.home)});
	if (before) {
		await again(before);
		resumeReview(before.review);
		await resumeList(before.list);
	}
	else if (greeting.game) await showFile(greeting.game);
	else await start({width: +$('width').value, height: +$('height').value, rule: +$('rule').value});
	if (greeting.problem) problem(new Error(greeting.problem));
	if (isLink(location.hash)) await openAddress();
	started();
} catch (error) {
	$('status').textContent = '';
	problem(error);
}
