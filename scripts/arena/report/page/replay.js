// replay.js shows one game of the run: its board, its moves, and the words of the programs.

import {Board, EMPTY, O, WALL, X, glyphs} from './boardview/board.js';
import {$, clamp, counted, make, onResize} from './boardview/dom.js';
import {event} from './boardview/event.js';
import {MoveList} from './boardview/movelist.js';
import {readGame} from './data.js';
import {markScore, plotScores} from './scores.js';
import {milliseconds, scoreText} from './words.js';

// game is the one that is shown, at is how many of its moves are on the board.
export const replay = {game: null, at: 0};

export const [onSelect, selected] = event(); // when another game is shown

const svg = $('board'), board = new Board(svg, $('board-box'));
const lay = () => {
	const {width, height, lasting} = replay.game;
	board.lay(width, height, {column: String, row: String, rowsOnTop: lasting});
};

// ---- Words.

const squareName = (game, square) => {
	if (square < 0) return 'off the board';
	return `${square % game.width},${Math.floor(square / game.width)}`;
};

// stoneNumber returns the number of a move, from 0 after the opening: its stone's among all, the opening included.
const stoneNumber = (game, i) => game.opening.length + i + 1;

const title = ({game, at}) => {
	const {moves, opening} = game, move = moves[at - 1];
	if (move) {
		const number = `Move ${stoneNumber(game, at - 1)} of ${stoneNumber(game, moves.length - 1)}`;
		return `${number}: ${glyphs[move.side]} ${squareName(game, move.square)}`;
	}
	const start = opening.length ? `Opening of ${counted(opening.length, 'stone')}` : 'Start';
	return `${start}, ${counted(moves.length, 'move')} to come`;
};

const message = ({game, at}) => {
	if (!at) return '';
	const none = game.dropped ? 'no message here: only the files of a long run have them all' : 'no message';
	return game.moves[at - 1].message || none;
};

const tell = () => {
	const {game, at} = replay, {score, time, left, memory} = game.moves[at - 1] || {};
	$('move-title').textContent = title(replay);
	$('move-score').textContent = score ? scoreText(score) : '–';
	$('move-time').textContent = at ? `${milliseconds(time)} ms` : '–';
	$('move-left').textContent = at && left !== null ? `${(left / 1000).toFixed(1)} s` : '–';
	$('move-memory').textContent = memory ? `${(memory / 1024).toFixed(1)} MiB` : '–';
	$('message').textContent = message(replay);
	svg.setAttribute('aria-label', `Board of ${game.width} columns and ${game.height} rows. ${title(replay)}`);
};

// ---- The board.

// position returns the content of each square after so many moves, and which move put it there.
const position = ({game, at}) => {
	const {width, height, walls, opening, moves, lasting} = game;
	const holds = new Uint8Array(width * height), by = new Int32Array(width * height).fill(-1);
	for (const s of walls) if (s >= 0) holds[s] = WALL;
	opening.forEach((s, i) => { if (s >= 0) holds[s] = i % 2 ? O : X; });
	moves.slice(0, at).forEach(({square, side, row}, i) => {
		if (square < 0 || holds[square] !== EMPTY) return; // a fault: it ended the game, the stone never stood
		holds[square] = side;
		by[square] = i;
		if (lasting) for (const s of row) if (s >= 0) holds[s] = WALL;
	});
	return {holds, by};
};

// show puts the position after `at` moves on the board.
const show = () => {
	const {game, at} = replay, {holds, by} = position(replay), moves = game.moves.slice(0, at);
	const rows = moves.map(m => m.row.filter(s => s >= 0)).filter(row => row.length);
	const numbered = by.map(i => i < 0 ? i : stoneNumber(game, i) - 1);
	const last = at ? moves[at - 1].square : -1;
	board.show({holds, by: numbered, numbers: $('numbers').checked, rows, last});
	tell();
	list.mark(at);
	markScore(at);
};

// ---- From move to move.

let remembering = 0;

// remember puts the game and the move into the address.
const remember = () => {
	clearTimeout(remembering); // browsers refuse many changes of the address in a short time
	remembering = setTimeout(() => {
		try {
			history.replaceState(null, '', `#game=${replay.game.id}&move=${replay.at}`);
		} catch { /* not allowed for this address: the page works without */ }
	}, 150);
};

const go = to => {
	replay.at = clamp(to, 0, replay.game.moves.length);
	show();
	remember();
};

let timer = 0; // of the game that plays by itself
export const plays = () => timer !== 0;

const setPlaying = on => {
	$('play').setAttribute('aria-pressed', String(on));
	$('play').setAttribute('aria-label', on ? 'Pause' : 'Play');
	$('now').setAttribute('aria-live', on ? 'off' : 'polite');
};
const stop = () => {
	clearInterval(timer);
	timer = 0;
	setPlaying(false);
};
const play = () => {
	if (timer) {
		stop();
		return;
	}
	const atEnd = () => replay.at === replay.game.moves.length;
	if (atEnd()) go(0);
	setPlaying(true);
	timer = setInterval(() => {
		go(replay.at + 1);
		if (atEnd()) stop();
	}, 500);
};
const step = to => {
	stop();
	go(to);
};
const list = new MoveList(step);

const plot = () => plotScores(replay.game, step);

// select shows a game after a move.
export const select = (index, move) => {
	stop();
	const game = replay.game = readGame(index);
	const side = (stone, label) => [
		make('i', {class: `disc ${glyphs[stone]}`, 'aria-hidden': 'true'}), `${label} (${glyphs[stone]})`,
	];
	const facts = [`${game.width}×${game.height}, ${game.rule}`, ...game.start ? [game.start] : []];
	$('versus').replaceChildren(make('b', {}, `Game ${game.id}`), '  ', ...side(X, game.x), ' – ', ...side(O, game.o),
		make('span', {class: 'faint'}, facts.map(fact => ` · ${fact}`).join('')),
		...game.sgf ? [' · ', make('a', {id: 'sgf', href: game.sgf}, 'SGF')] : []);
	$('ending').textContent = game.ending;
	const text = ({side: stone, square}) => `${glyphs[stone]} ${square < 0 ? 'off' : squareName(game, square)}`;
	list.fill(game.moves.map((move, i) => ({number: stoneNumber(game, i), text: text(move)})));
	$('moves').style.setProperty('--move', Math.max(game.width, game.height) > 100 ? '7.6rem' : '6rem');
	lay();
	plot();
	go(move);
	selected();
};

$('play').onclick = play;
$('numbers').checked = innerWidth > 700;
$('numbers').onchange = show;
svg.onclick = e => {
	const {holds, by} = position(replay), square = board.at(e);
	if (square >= 0 && (holds[square] === X || holds[square] === O)) step(by[square] + 1);
};
onResize(() => {
	lay();
	plot();
	show();
});
