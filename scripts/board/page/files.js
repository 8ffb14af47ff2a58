// files.js opens, saves and copies games.

import {$, make} from './boardview/dom.js';
import {showFile} from './games.js';
import {ask} from './link.js';
import {problem} from './problem.js';
import {turnTime} from './seats.js';
import {isLink, openLink} from './share.js';
import {onLeave, path, store} from './store.js';
import {list, text} from './text.js';
import {note} from './view.js';

// ---- Open.

export const base64 = blob => new Promise((resolve, reject) => {
	const reader = new FileReader();
	reader.onload = () => resolve(reader.result.slice(reader.result.indexOf(',') + 1));
	reader.onerror = () => reject(reader.error);
	reader.readAsDataURL(blob);
});

export const most = 32 << 20; // bytes of the files together

// folderOf returns the path of the folder of a file, as far as the browser tells it.
const folderOf = f => (f.webkitRelativePath || '').replace(/[^/]*$/, '');

const open = async list => {
	const neighbours = /^(plocha|tah|timeouts|info|msg)\.dat$/i;
	let files = [...list];
	const boards = files.filter(f => /^plocha\.dat$/i.test(f.name)), folders = [...new Set(boards.map(folderOf))];
	if (folders.length > 1) {
		problem(new Error(text('error.folders', {folders: folders.slice(0, 3).join(', ')})));
		return;
	}
	if (boards.length) files = files.filter(f => neighbours.test(f.name) && folderOf(f) === folders[0]);
	else if (files.length > 1) {
		problem(new Error(text('error.files', {n: files.length})));
		return;
	}
	if (files.length === 1 && /\.lib$/i.test(files[0].name)) {
		files = [new File([files[0].slice(0, most)], files[0].name)];
	}
	if (files.reduce((sum, f) => sum + f.size, 0) > most) {
		problem(new Error(text('error.size', {size: most >> 20})));
		return;
	}
	try {
		const named = await Promise.all(files.map(async f => ({name: f.name, content: await base64(f)})));
		if (named.length) await read(named);
	} catch {
		problem(new Error(text('error.dropped')));
	}
};

let reads = 0;
const read = async (files, size = {}) => {
	const mine = ++reads;
	try {
		problem();
		const source = {files, fromTop: $('from-top').checked, ...size}, tree = await ask('open', source);
		if (mine !== reads) return; // another file was opened meanwhile
		await showFile(tree, source);
	} catch (error) {
		problem(error);
	}
};

for (const id of ['open', 'open-folder']) {
	$(id).onchange = () => {
		open($(id).files);
		$(id).value = '';
	};
}
const readText = words => {
	if (isLink(words)) {
		openLink(words);
		return;
	}
	const {width, height} = store.game, bytes = new TextEncoder().encode(words);
	const content = btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''));
	read([{name: 'text', content}], {width, height});
};
$('read-text').onclick = () => readText($('text').value);
addEventListener('paste', e => {
	if (e.target.closest('input, textarea')) return;
	const {files} = e.clipboardData, words = e.clipboardData.getData('text');
	if (files.length) open(files);
	else if (words.trim()) readText(words);
});
addEventListener('dragover', e => {
	e.preventDefault();
	document.body.classList.add('dropping');
});
addEventListener('dragleave', () => document.body.classList.remove('dropping'));
addEventListener('drop', e => {
	e.preventDefault();
	document.body.classList.remove('dropping');
	if (e.dataTransfer.files.length) open(e.dataTransfer.files);
});

// ---- Save and copy.

// The folder or file of the command line. format is folder, psq or sgf; digest stands for the content that the page
// knows.
const home = {name: '', format: '', digest: ''};

// treeFor returns the part of the game that a format keeps: SGF and .lib all variations, .psq the line that is shown,
// the rest the position on the board.
const treeFor = format => {
	if (['sgf', 'lib'].includes(format)) return store.game.tree();
	return store.game.tree(format === 'psq' ? store.line : path());
};

// agree shows what a file will lack, and returns whether the person wants it all the same. A newer question is the end
// of the last one.
let answer = () => {};
const agree = lost => new Promise(resolve => {
	answer(false);
	answer = yes => {
		$('lost').hidden = true;
		resolve(yes);
	};
	$('lost-list').replaceChildren(...lost.map(loss => make('li', {}, text(`lost.${loss}`))));
	$('lost').hidden = false;
});
$('lost-save').onclick = () => answer(true);
$('lost-leave').onclick = () => answer(false);

// libraryFault returns why a library has no place for a game, '' if it has.
export const libraryFault = game => {
	if (game.width !== 15 || game.height !== 15) return text('lib.size', {width: game.width, height: game.height});
	return game.start.includes('#') ? text('lib.walls') : '';
};

// written returns the game in a format, null where the person does not want it.
const written = async (format, overwrite = false) => {
	answer(false);
	const fault = format === 'lib' && libraryFault(store.game);
	if (fault) throw new Error(fault);
	const tree = treeFor(format === 'home' ? home.format : format);
	tree.turn = turnTime();
	const variations = tree.moves.length < store.game.nodes().length;
	const question = {format, game: tree, variations, digest: home.digest, overwrite};
	const got = await ask('save', question);
	if (!got.lost) return got;
	return await agree(got.lost) ? ask('save', {...question, agreed: true}) : null;
};

// saveHome saves to the home. A person is asked first where another program has changed it.
const saveHome = async overwrite => {
	$('home-changed').hidden = true;
	try {
		problem();
		const saved = await written('home', overwrite);
		if (!saved) return;
		const {changed, backups, digest} = saved;
		$('home-changed').hidden = !changed;
		if (changed) return;
		home.digest = digest;
		note(text(backups.length ? 'saved.backups' : 'saved', {name: home.name, backups: list(backups)}));
	} catch (error) {
		problem(error);
	}
};
$('overwrite').onclick = () => saveHome(true);
$('leave').onclick = () => { $('home-changed').hidden = true; };

// offer saves a blob where the browser saves.
export const offer = (name, blob) => {
	const url = URL.createObjectURL(blob);
	make('a', {href: url, download: name}).click();
	setTimeout(() => URL.revokeObjectURL(url), 60000);
};

// bytesOf returns the content of a file of the program.
const bytesOf = f => Uint8Array.from(atob(f.content || ''), c => c.charCodeAt(0));

// download saves a file of the program where the browser saves.
export const download = f => offer(f.name, new Blob([bytesOf(f)], {type: 'application/octet-stream'}));

document.querySelector('#files').addEventListener('click', async e => {
	const format = e.target.dataset.save;
	if (!format) return;
	if (format === 'home') {
		saveHome(false);
		return;
	}
	try {
		problem();
		const f = await written(format);
		if (f) download(f);
	} catch (error) {
		problem(error);
	}
});

const copy = async (format, said) => {
	try {
		const f = await written(format);
		await navigator.clipboard.writeText(new TextDecoder().decode(bytesOf(f)));
		note(said);
	} catch (error) {
		problem(error);
	}
};
$('copy-text').onclick = () => copy($('names').value === 'top' ? 'textTop' : 'text', text('copied.text'));
$('copy-sgf').onclick = () => copy('sgf', text('copied.sgf'));

// homeState returns the state of the home for a reload, after which the home may be unreadable.
export const homeState = () => ({homeFormat: home.format, homeDigest: home.digest});

// setUpHome shows the button that saves to the folder or file of the command line.
export const setUpHome = ({home: name, homeFormat: format, homeDigest: digest}) => {
	Object.assign(home, {name, format, digest});
	$('save-home').hidden = !format;
	$('save-home').textContent = text('save.home', {name});
	$('changed-says').textContent = text('home.changed', {name});
};

onLeave(() => {
	answer(false);
	$('home-changed').hidden = true;
});
