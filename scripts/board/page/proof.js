// proof.js saves the whole proof of a win: an answer to every reply. The program makes and checks it.

import {$} from './boardview/dom.js';
import {download, libraryFault} from './files.js';
import {problem} from './problem.js';
import {onSearch, search, searches, stop} from './search.js';
import {onChange, path, store} from './store.js';
import {text} from './text.js';
import {note} from './view.js';

let won = false; // the analysis has proven that the side to move wins

const show = () => {
	const proving = searches('proof');
	$('proof').hidden = !won && !proving;
	$('proof-stop').hidden = !proving;
};

// offerProof shows the buttons for a won position.
export const offerProof = proven => {
	won = proven;
	show();
};

// prove makes the proof and returns the last message about it, null where it was stopped.
const prove = async format => {
	let got = null, say = null, found = false; // the win
	const began = Date.now(), body = {...store.game.question(path()), format};
	const doing = () => {
		const seconds = Math.round((Date.now() - began) / 1000);
		return text(found ? 'proof.answers' : 'proof.search', {seconds});
	};
	const clock = setInterval(() => { if (say) say(doing()); }, 1000);
	try {
		const whole = await search('proof', doing(), 'prove', body, (message, change) => {
			say = change;
			found = message.phase === 'proof';
			if (!message.phase) got = message;
		});
		return whole ? got : null;
	} finally {
		clearInterval(clock);
	}
};

const save = async format => {
	try {
		problem();
		if (searches('move', 'swap2')) throw new Error(text('error.thinking'));
		const fault = format === 'lib' && libraryFault(store.game);
		if (fault) throw new Error(fault);
		const got = await prove(format);
		if (!got) return;
		if (got.fault) throw new Error(text(got.fault === 'late' ? 'proof.late' : 'proof.none'));
		download(got);
		note(text('proof.saved', {name: got.name, n: got.moves, plies: got.plies}));
	} catch (error) {
		problem(error);
	}
};

$('proof').addEventListener('click', e => {
	if (e.target.dataset.proof) save(e.target.dataset.proof);
});
$('proof-stop').onclick = () => stop('proof');
onSearch(kind => { if (kind === 'proof') show(); });
onChange(() => stop('proof'));
