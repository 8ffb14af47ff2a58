// data.js reads the data of the run: an overview, and a line for each game, which is read when the game is opened.
// ../data.go writes both.

import {$} from './boardview/dom.js';

const overview = JSON.parse($('overview').textContent);
export const {labels, reasons} = overview; // of the players, and of the ends of games

// Elo and bar are null where they are not finite.
export const ratings = overview.ratings.map(([elo, bar], i) => ({label: labels[i], elo, bar}));
export const progress = overview.progress.map(([games, elo, bar]) => ({games, elo, bar}));

const ms = tenths => tenths / 10;

// times has for each player the times for its first, second, … move, in ms.
export const times = overview.times.map((moves, i) => ({
	label: labels[i], moves: moves.map(([median, maximum]) => ({median: ms(median), maximum: ms(maximum)})),
}));

// games has of each game: x and o as places in labels, the winner (X, O, EMPTY for a draw, less for no result), the
// place of its end in reasons, and the number of stones.
export const games = overview.games.map(([id, x, o, winner, reason, stones]) => ({id, x, o, winner, reason, stones}));

// A score beyond forced is a forced end, in so many plies more.
const forced = 10000000;
const scoreOf = v => Math.abs(v) > forced
	? {wins: v > 0, plies: Math.abs(v) - forced} // the side that moves wins, or loses
	: {units: v};

const lines = $('details').textContent.trim().split('\n');

// readGame reads the game at a place in games. Squares are numbered row by row from the top left; -1 is off the board.
export const readGame = index => {
	const {id, x, o} = games[index], g = JSON.parse(lines[index]);
	const left = g.l || [], memory = g.k || [], messages = g.p || {}, scores = g.v || [], rows = g.f || {};
	return {
		index, id, x: labels[x], o: labels[o], width: g.w, height: g.h, rule: g.r, ending: g.e, start: g.s, sgf: g.u,
		lasting: Boolean(g.c), // finished rows turn into walls
		dropped: Boolean(g.q), // some messages are not in this file
		scored: Boolean(g.v),  // a program told a score
		walls: g.a || [], opening: g.o || [],
		moves: g.m.map((move, i) => ({
			square: move >> 1, side: 1 + (move & 1), time: ms(g.t[i]), // X or O; ms
			left: left[i] >= 0 ? left[i] : null,  // ms
			memory: memory[i] || null,            // KiB
			message: messages[i] || '', row: rows[i] || [],
			score: typeof scores[i] === 'number' ? scoreOf(scores[i]) : null, // for the side that moves
		})),
	};
};
