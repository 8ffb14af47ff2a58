// ponder.js lets Tahoun at full strength think in a person's time. Its transposition table keeps what it finds.

import {$} from './boardview/dom.js';
import {other} from './game.js';
import {playing} from './play.js';
import {search, searches, stop} from './search.js';
import {HUMAN, seat} from './seats.js';
import {atEnd, onChange, path, store, toMove} from './store.js';

// waits reports whether Tahoun waits for the move of a person.
const waits = () => {
	const side = toMove();
	return playing() && atEnd() && $('auto').checked && seat(side) === HUMAN && seat(other(side)) === 0;
};

const ponder = () => {
	stop('ponder');
	const full = $('level').selectedIndex === 0; // other levels search without what was found before
	if (!$('ponder').checked || !full || !store.game || !waits()) return;
	if (searches('analysis', 'hint', 'review', 'try')) return;
	search('ponder', '', 'analyse', {...store.game.question(path()), top: 1, time: 0}, () => {})
		.catch(() => {}); // the move that follows tells of a lost program
};
onChange(ponder);
for (const id of ['ponder', 'level', 'auto']) $(id).addEventListener('change', ponder);
