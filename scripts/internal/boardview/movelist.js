// movelist.js lists the moves of a game, and leads to a move by a click, by the buttons below the board, and by keys.

import {$, make} from './dom.js';

// Elements that use the arrow keys themselves.
export const ownKeys = 'select, input, textarea, [role=tablist], section.scroll';

export class MoveList {
	#list = $('moves');
	#at = 0; // the number of moves on the board

	// go is called with the number of moves that the board shall show. It may lie outside the game.
	constructor(go) {
		$('first').onclick = () => go(0);
		$('previous').onclick = () => go(this.#at - 1);
		$('next').onclick = () => go(this.#at + 1);
		$('last').onclick = () => go(this.#last);
		this.#list.onclick = e => {
			const button = e.target.closest('button');
			if (button) go(+button.dataset.move);
		};
		document.addEventListener('keydown', e => {
			if (e.altKey || e.ctrlKey || e.metaKey || e.shiftKey || e.target.closest(ownKeys)) return;
			const to = {ArrowLeft: this.#at - 1, ArrowRight: this.#at + 1, Home: 0, End: this.#last}[e.key];
			if (to === undefined) return;
			e.preventDefault();
			go(to);
		});
	}

	get #last() { return this.#list.children.length - 1; }

	// fill lists moves, each with a number and a text, and where a stone is to be seen its side and how that is called;
	// fork is a text and a title about other moves in its place. The first entry, start, is the position before them.
	// Only entries that differ are made anew.
	fill(moves, start = 'start') {
		[{number: '', text: start}, ...moves].forEach(({number, text, side, name, fork}, i) => {
			const old = this.#list.children[i], key = [number, side, text, fork && fork.text].filter(Boolean).join(' ');
			if (old && old.dataset.text === key) return;
			const stone = side ? [make('i', {class: `disc ${side}`, role: 'img', 'aria-label': name})] : [' '];
			const words = i ? [make('span', {class: 'faint'}, String(number)), ...stone, text] : [text];
			if (fork) words.push(make('span', {class: 'fork', title: fork.title}, fork.text));
			const entry = make('li', {'data-text': key}, make('button', {type: 'button', 'data-move': i}, ...words));
			if (old) old.replaceWith(entry);
			else this.#list.append(entry);
		});
		while (this.#last > moves.length) this.#list.lastChild.remove();
	}

	// mark marks the move that is on the board last, and scrolls to it.
	mark(at) {
		this.#at = at;
		const list = this.#list, entry = list.children[at], marked = list.querySelector('[aria-current]');
		if (marked) marked.removeAttribute('aria-current');
		entry.firstChild.setAttribute('aria-current', 'step');
		const top = entry.offsetTop - list.offsetTop, bottom = top + entry.offsetHeight;
		const seen = top >= list.scrollTop && bottom <= list.scrollTop + list.clientHeight;
		if (!seen) list.scrollTop = top - list.clientHeight / 2;
		$('first').disabled = $('previous').disabled = at === 0;
		$('next').disabled = $('last').disabled = at === this.#last;
	}
}
