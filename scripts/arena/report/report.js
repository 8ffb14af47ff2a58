(() => {
	const $ = id => document.getElementById(id);
	const data = JSON.parse($('overview').textContent);
	const {make, draw, clamp, ticks, canvas, frame, Board, EMPTY, X, O, WALL, glyphs} = boardView;
	const signed = v => (Math.round(v) > 0 ? '+' : Math.round(v) < 0 ? '−' : '') + Math.abs(Math.round(v));

	// ---- Plots. Each is drawn for the width that it has, so that its letters keep their size.

	const shortened = (text, width) => text.length * 6.6 <= width ? text : text.slice(0, Math.max(1, Math.floor(width / 6.6) - 1)) + '…';

	const bars = data.ratings.map(([elo, bar], i) => ({name: data.labels[i], elo, bar}));
	const plotElo = () => {
		const known = bars.filter(b => b.elo !== null);
		const box = $('plot-elo').querySelector('.plot');
		const {svg, width, height} = canvas(box, 26 * bars.length + 50, 'Elo of each player with 95 % error bars, the numbers are in the rating list');
		const left = Math.min(190, width * .36), right = width - 16, bottom = height - 40;
		const low = Math.min(0, ...known.map(b => b.elo - (b.bar || 0))), high = Math.max(0, ...known.map(b => b.elo + (b.bar || 0)));
		const pad = (high - low) * .04 || 1;
		const x = v => left + (v - low + pad) / (high - low + 2 * pad) * (right - left);
		for (const t of ticks(low, high, clamp((right - left) / 60, 2, 9))) {
			draw(svg, 'line', {class: t ? 'rule' : 'zero', x1: x(t), x2: x(t), y1: 6, y2: bottom});
			draw(svg, 'text', {x: x(t), y: bottom + 15, 'text-anchor': 'middle'}, signed(t));
		}
		draw(svg, 'text', {x: (left + right) / 2, y: height - 6, 'text-anchor': 'middle'}, 'Elo');
		bars.forEach((b, i) => {
			const y = 22 + 26 * i;
			const name = draw(svg, 'text', {class: 'name', x: 0, y: y + 4}, shortened(b.name, left - 10));
			draw(name, 'title', {}, b.name);
			if (b.elo === null) {
				draw(svg, 'text', {x: left + 8, y: y + 4}, 'no bound');
				return;
			}
			if (b.bar !== null) draw(svg, 'path', {class: 'bar', d: `M${x(b.elo - b.bar)} ${y}H${x(b.elo + b.bar)}m0-5v10M${x(b.elo - b.bar)} ${y - 5}v10`});
			else draw(svg, 'path', {class: 'bar endless', d: `M${left} ${y}H${right}`});
			const dot = draw(svg, 'circle', {class: 'dot', cx: x(b.elo), cy: y, r: 4.5});
			draw(dot, 'title', {}, `${b.name}: ${signed(b.elo)} ± ${b.bar === null ? '∞' : Math.round(b.bar)}`);
		});
	};

	const thinned = (points, most) => points.filter((_, i) => i % Math.ceil(points.length / most) === 0 || i === points.length - 1);

	const progress = data.progress.filter(p => p[1] !== null && p[2] !== null);
	const plotProgress = () => {
		const points = thinned(progress, 600), last = points[points.length - 1];
		// The first few games have bars so wide that they would flatten all the rest.
		const settled = points.slice(Math.floor(points.length / 10));
		const high = Math.max(0, ...settled.map(p => p[1] + p[2])), low = Math.min(0, ...settled.map(p => p[1] - p[2]));
		const plot = canvas($('plot-progress').querySelector('.plot'), 240, `Elo after ${last[0]} games: ${signed(last[1])} ± ${Math.round(last[2])}`);
		const yText = v => signed(v);
		yText.zero = true;
		const {x, y} = frame(plot, {xs: [0, last[0]], ys: [low, high], xName: 'games', yName: 'Elo', yText});
		const at = (p, v) => `${x(p[0]).toFixed(1)} ${y(clamp(v, low, high)).toFixed(1)}`;
		draw(plot.svg, 'path', {class: 'band', d: 'M' + points.map(p => at(p, p[1] + p[2])).join('L') + 'L' + points.slice().reverse().map(p => at(p, p[1] - p[2])).join('L') + 'z'});
		draw(plot.svg, 'path', {class: 'median', d: 'M' + points.map(p => at(p, p[1])).join('L')});
		const dot = draw(plot.svg, 'circle', {class: 'dot', cx: x(last[0]), cy: y(last[1]), r: 4});
		draw(dot, 'title', {}, `after ${last[0]} games: ${signed(last[1])} ± ${Math.round(last[2])}`);
	};

	const milliseconds = tenths => tenths >= 1000 ? String(Math.round(tenths / 10)) : String(tenths / 10);

	// plotTimes draws a plot per player, all on the same scale so that they can be compared.
	const used = data.times.map((of, i) => ({name: data.labels[i], of})).filter(p => p.of.length);
	const plotTimes = () => {
		const peaks = used.map(p => Math.max(...p.of.map(s => s[1])) / 10);
		const longest = Math.max(...used.map(p => p.of.length)), peak = Math.max(...peaks, 1);
		const log = peak > 20 * Math.max(Math.min(...peaks), .1);
		const floor = Math.max(.1, Math.min(...used.flatMap(p => p.of.map(s => s[0] / 10)))), value = tenths => log ? Math.log10(Math.max(tenths / 10, floor)) : tenths / 10;
		const ys = log ? [Math.log10(floor), Math.log10(peak)] : [0, peak];
		const yTicks = log ? ticks(ys[0], ys[1], 5).filter(t => t % 1 === 0) : undefined;
		const yText = t => log ? String(+(10 ** t).toPrecision(3)) : String(t);
		$('plot-times').replaceChildren(...used.map(() => make('figure', {}, make('figcaption'), make('div', {class: 'plot'}))));
		used.forEach((p, i) => {
			const figure = $('plot-times').children[i];
			figure.firstChild.append(make('b', {}, p.name));
			const middle = p.of.map(s => s[0]).sort((a, b) => a - b)[p.of.length >> 1];
			const plot = canvas(figure.lastChild, 190, `Time per move of ${p.name}: half of the medians are below ${milliseconds(middle)} ms, the longest move took ${milliseconds(peaks[i] * 10)} ms`);
			const {x, y} = frame(plot, {xs: [1, Math.max(longest, 2)], ys, xName: 'own move number', yName: log ? 'ms, logarithmic' : 'ms', yText, yTicks});
			for (const [place, kind] of [[1, 'maximum'], [0, 'median']]) {
				draw(plot.svg, 'path', {class: kind, 'stroke-linecap': 'round', d: 'M' + p.of.map((s, n) => `${x(n + 1).toFixed(1)} ${y(value(s[place])).toFixed(1)}`).join('L') + (p.of.length === 1 ? 'h.1' : '')});
			}
		});
	};
	// Which plots there are decides how wide each is, so all are shown before the first is drawn.
	const wanted = [['plot-elo', plotElo, bars.some(b => b.elo !== null)], ['plot-progress', plotProgress, progress.length > 1], ['plot-times', plotTimes, used.length > 0]];
	const plots = () => {
		for (const [id, , some] of wanted) $(id).hidden = !some;
		$('times-title').hidden = !used.length;
		$('plots').hidden = !wanted.some(w => w[2]);
		for (const [, plot, some] of wanted) if (some) plot();
	};
	plots();

	// ---- Tables sort by the head that is clicked, again by the same one the other way round.

	// sortable calls sort(column, down) after a click. In a column of numbers the largest come first.
	const sortable = (table, numeric, sort) => {
		const heads = [...table.tHead.rows[0].cells];
		const order = {column: -1, down: false};
		order.set = (column, down) => {
			Object.assign(order, {column, down});
			heads.forEach((head, i) => head.setAttribute('aria-sort', i !== column ? 'none' : down ? 'descending' : 'ascending'));
			sort(column, down);
		};
		heads.forEach((head, i) => {
			const button = make('button', {type: 'button'}, ...head.childNodes);
			button.onclick = () => order.set(i, order.column === i ? !order.down : numeric(i));
			head.append(button);
		});
		return order;
	};
	// compare compares numbers or texts; what has no number comes last either way.
	const compare = (a, b, down) => {
		if (typeof a === 'string') return (down ? -1 : 1) * a.localeCompare(b, 'en', {numeric: true});
		if (Number.isNaN(a) || Number.isNaN(b)) return Number.isNaN(a) - Number.isNaN(b);
		return a === b ? 0 : (a < b) !== down ? -1 : 1;
	};
	const orders = {};
	const ratings = $('ratings');
	if (ratings) {
		const value = (row, column) => {
			const text = row.cells[column].textContent;
			return column ? Number(text.replace('−', '-').replace('∞', 'Infinity').replace(/[±+ %]/g, '').replace('?', 'NaN')) : text;
		};
		orders.ratings = sortable(ratings, i => i > 0, (column, down) => {
			const rows = [...ratings.tBodies[0].rows];
			ratings.tBodies[0].append(...rows.sort((a, b) => compare(value(a, column), value(b, column), down)));
		});
	}

	// ---- Replay.

	if (!data.games.length) return;
	const lines = $('details').textContent.trim().split('\n');
	let game = null; // what is known of the selected game
	let at = 0;      // how many moves are on the board
	let timer = 0;

	const name = (g, square) => square < 0 ? 'off the board' : `${square % g.w},${Math.floor(square / g.w)}`;

	const load = index => {
		const [id, x, o] = data.games[index];
		const g = JSON.parse(lines[index]);
		return Object.assign(g, {
			index, id, names: ['', data.labels[x], data.labels[o]],
			said: g.p || {}, rows: g.f || {}, opening: g.o || [], walls: g.a || [],
			squares: g.m.map(v => v >> 1), sides: g.m.map(v => 1 + (v & 1)),
		});
	};

	// stoneNumber returns the number of a move, from 0 after the opening: its stone's among all, the opening included.
	const stoneNumber = (g, i) => g.opening.length + i + 1;

	// position returns what each square holds after so many moves, and which move put it there.
	const position = (g, moves) => {
		const holds = new Uint8Array(g.w * g.h), by = new Int32Array(g.w * g.h).fill(-1);
		for (const s of g.walls) if (s >= 0) holds[s] = WALL;
		g.opening.forEach((s, i) => { if (s >= 0) holds[s] = 1 + i % 2; });
		for (let i = 0; i < moves; i++) {
			const s = g.squares[i];
			if (s < 0 || holds[s] !== EMPTY) continue; // a fault: it ended the game, the stone never stood
			holds[s] = g.sides[i];
			by[s] = i;
			if (g.c) for (const r of g.rows[i] || []) if (r >= 0) holds[r] = WALL;
		}
		return {holds, by};
	};

	const board = $('board'), view = new Board(board, $('board-box'));
	const lay = () => view.lay(game.w, game.h, {column: String, row: String, rowsOnTop: game.c});

	// Scores are for the side that moves. Beyond FORCED they are forced ends, in so many plies more.
	const FORCED = 10000000;
	const scoreText = v => Math.abs(v) > FORCED ? `${v > 0 ? 'win' : 'loss'}${Math.abs(v) - FORCED < 999 ? ' in ' + (Math.abs(v) - FORCED) : ''}` : signed(v);

	// plotCurve draws the scores of both players from x's view. The scale is narrower for large scores, whose units
	// differ from program to program; forced ends are at its ends.
	const height = v => Math.abs(v) > FORCED ? Math.sign(v) : .96 * v / (Math.abs(v) + 300);
	let cursor = null; // puts the mark on the current move
	const plotCurve = () => {
		const g = game, total = g.squares.length;
		$('curve').hidden = !g.v;
		cursor = null;
		if (!g.v) return;
		const known = s => g.v.map((v, i) => [i, s === X ? v : -v]).filter(([i]) => g.v[i] !== null && g.sides[i] === s);
		const last = s => { const all = known(s); return all.length ? scoreText(all[all.length - 1][1]) : 'none'; };
		const plot = canvas($('curve').querySelector('.plot'), 170, `Scores over ${total} moves from x's view. The last by x: ${last(X)}, by o: ${last(O)}. The score of the current move is told above`);
		const marks = new Map([[-1, 'o wins'], ...[-1000, -200, 0, 200, 1000].map(v => [height(v), signed(v)]), [1, 'x wins']]);
		const yText = t => marks.get(t);
		yText.zero = true;
		const {x, y} = frame(plot, {xs: [1, Math.max(2, total)], ys: [-1, 1], xName: 'move', yName: '', yText, yTicks: [...marks.keys()]});
		cursor = draw(plot.svg, 'line', {class: 'now', y1: y(-1), y2: y(1)});
		for (const [s, kind] of [[X, 'by-x'], [O, 'by-o']]) {
			const points = known(s).map(([i, v]) => `${x(i + 1).toFixed(1)} ${y(height(v)).toFixed(1)}`);
			if (points.length) draw(plot.svg, 'path', {class: kind, d: 'M' + points.join('L') + (points.length === 1 ? 'h.1' : '')});
		}
		cursor.place = () => {
			cursor.setAttribute('visibility', at ? 'visible' : 'hidden');
			for (const end of ['x1', 'x2']) cursor.setAttribute(end, x(at));
		};
		plot.svg.onclick = e => {
			const left = x(1), right = x(Math.max(2, total)), box = plot.svg.getBoundingClientRect();
			const place = (e.clientX - box.left) * plot.width / box.width;
			step(clamp(Math.round(1 + (place - left) / (right - left) * (Math.max(2, total) - 1)), 1, total));
		};
	};

	// show puts the position after `at` moves on the board.
	const show = () => {
		const g = game, {holds, by} = position(g, at);
		const rows = Object.keys(g.rows).filter(i => i < at).map(i => g.rows[i].filter(s => s >= 0)).filter(row => row.length);
		view.show({holds, by: by.map(i => i < 0 ? i : stoneNumber(g, i) - 1), numbers: $('numbers').checked, rows, last: at > 0 ? g.squares[at - 1] : -1});
		tell();
		if (cursor) cursor.place();
	};

	// tell writes what is known of the current move beside the board.
	const tell = () => {
		const g = game, i = at - 1, total = g.squares.length;
		let title = g.opening.length ? `Opening of ${g.opening.length} stone${g.opening.length > 1 ? 's' : ''}` : 'Start';
		if (at) title = `Move ${stoneNumber(g, i)} of ${stoneNumber(g, total - 1)}: ${glyphs[g.sides[i]]} ${name(g, g.squares[i])}`;
		else title += `, ${total} move${total === 1 ? '' : 's'} to come`;
		$('move-title').textContent = title;
		$('move-score').textContent = at && g.v && g.v[i] !== null ? scoreText(g.v[i]) : '–';
		$('move-time').textContent = at ? milliseconds(g.t[i]) + ' ms' : '–';
		$('move-left').textContent = at && g.l && g.l[i] >= 0 ? (g.l[i] / 1000).toFixed(1) + ' s' : '–';
		$('move-memory').textContent = at && g.k && g.k[i] ? (g.k[i] / 1024).toFixed(1) + ' MiB' : '–';
		$('message').textContent = at ? g.said[i] || (g.q ? 'no message here: only the files of a long run have them all' : 'no message') : '';
		board.setAttribute('aria-label', `Board of ${g.w} columns and ${g.h} rows. ${title}`);
		$('first').disabled = $('previous').disabled = at === 0;
		$('next').disabled = $('last').disabled = at === total;
		const list = $('moves'), current = list.querySelector('[aria-current]');
		if (current) current.removeAttribute('aria-current');
		const button = list.children[at].firstChild;
		button.setAttribute('aria-current', 'step');
		const low = list.children[at].offsetTop - list.offsetTop, height = list.children[at].offsetHeight;
		if (low < list.scrollTop) list.scrollTop = low - 3;
		if (low + height > list.scrollTop + list.clientHeight) list.scrollTop = low + height - list.clientHeight + 3;
	};

	const go = to => {
		at = clamp(to, 0, game.squares.length);
		show();
		remember();
	};
	let remembering = 0;
	const remember = () => {
		clearTimeout(remembering); // browsers refuse many changes of the address in a short time
		remembering = setTimeout(() => {
			try { history.replaceState(null, '', `#game=${game.id}&move=${at}`); } catch (e) { /* not allowed for this address: the page works without */ }
		}, 150);
	};
	const stop = () => {
		clearInterval(timer);
		timer = 0;
		$('play').setAttribute('aria-pressed', 'false');
		$('play').setAttribute('aria-label', 'Play');
		$('now').setAttribute('aria-live', 'polite');
	};
	const play = () => {
		if (timer) { stop(); return; }
		if (at === game.squares.length) go(0);
		$('play').setAttribute('aria-pressed', 'true');
		$('play').setAttribute('aria-label', 'Pause');
		$('now').setAttribute('aria-live', 'off');
		timer = setInterval(() => {
			go(at + 1);
			if (at === game.squares.length) stop();
		}, 500);
	};
	const step = to => { stop(); go(to); };

	const select = (index, move) => {
		stop();
		game = load(index);
		const g = game, side = s => [make('i', {class: 'disc ' + glyphs[s], 'aria-hidden': 'true'}), `${g.names[s]} (${glyphs[s]})`];
		$('versus').replaceChildren(make('b', {}, `Game ${g.id}`), '  ', ...side(X), ' – ', ...side(O),
			make('span', {class: 'faint'}, ` · ${g.w}×${g.h}, ${g.r}${g.s ? ' · ' + g.s : ''}`),
			...g.u ? [' · ', make('a', {id: 'sgf', href: g.u}, 'SGF')] : []);
		$('ending').textContent = g.e;
		const button = (n, ...text) => make('li', {}, make('button', {type: 'button', 'data-move': n}, ...text));
		$('moves').replaceChildren(button(0, 'start'), ...g.squares.map((s, i) => button(i + 1,
			make('span', {class: 'faint'}, String(stoneNumber(g, i))), ` ${glyphs[g.sides[i]]} ${s < 0 ? 'off' : name(g, s)}`)));
		$('moves').style.setProperty('--move', Math.max(g.w, g.h) > 100 ? '7.6rem' : '6rem');
		lay();
		plotCurve();
		at = clamp(move, 0, g.squares.length);
		show();
		remember();
		markRow();
	};

	$('first').onclick = () => step(0);
	$('previous').onclick = () => step(at - 1);
	$('next').onclick = () => step(at + 1);
	$('last').onclick = () => step(game.squares.length);
	$('play').onclick = play;
	$('numbers').checked = innerWidth > 700;
	$('numbers').onchange = show;
	$('moves').onclick = e => {
		const button = e.target.closest('button');
		if (button) step(+button.dataset.move);
	};
	board.onclick = e => {
		const {holds, by} = position(game, at), square = view.at(e);
		if (square >= 0 && (holds[square] === X || holds[square] === O)) step(by[square] + 1);
	};
	document.addEventListener('keydown', e => {
		if (e.altKey || e.ctrlKey || e.metaKey || e.shiftKey || e.target.closest('select, input, .scroll[role=region]')) return;
		const to = {ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: game.squares.length}[e.key];
		if (to === undefined) return;
		e.preventDefault();
		step(to);
	});

	// ---- List of games. Rows are made as they are scrolled to.

	const [ID, PX, PO, WINNER, REASON, MOVES] = [0, 1, 2, 3, 4, 5];
	const choices = {player: $('by-player'), opponent: $('by-opponent'), result: $('by-result'), reason: $('by-reason')};
	const fill = (choice, options) => {
		const kept = choice.value;
		while (choice.options.length > 1) choice.remove(1);
		for (const [value, text] of options) choice.append(make('option', {value}, text));
		choice.value = options.some(o => o[0] === kept) ? kept : '';
	};
	const numbered = (list) => list.map((text, i) => [String(i), text || 'unfinished']);
	const results = () => fill(choices.result, (choices.player.value === ''
		? [['x', 'x won'], ['o', 'o won']] : [['won', 'player won'], ['lost', 'player lost']]).concat([['draw', 'draw'], ['none', 'no result']]));
	fill(choices.player, numbered(data.labels));
	fill(choices.opponent, numbered(data.labels));
	fill(choices.reason, numbered(data.reasons));
	results();

	const matches = g => {
		const {player, opponent, result, reason} = choices;
		if (reason.value !== '' && g[REASON] !== +reason.value) return false;
		const sides = [[g[PX], g[PO], X], [g[PO], g[PX], O]];
		return sides.some(([one, other, side]) => {
			if (player.value !== '' && one !== +player.value) return false;
			if (opponent.value !== '' && other !== +opponent.value) return false;
			switch (result.value) {
			case 'x': return g[WINNER] === X;
			case 'o': return g[WINNER] === O;
			case 'won': return g[WINNER] === side;
			case 'lost': return g[WINNER] === 3 - side;
			case 'draw': return g[WINNER] === EMPTY;
			case 'none': return g[WINNER] < 0;
			}
			return true;
		});
	};
	const body = $('games').tBodies[0], page = 150;
	let found = []; // places in data.games that the filter lets through
	const row = index => {
		const g = data.games[index], won = s => g[WINNER] === s ? ' won' : '';
		const cell = (text, kind, full) => make('td', kind ? {class: kind, title: full} : {}, text);
		return make('tr', {'data-index': index},
			make('td', {}, make('button', {type: 'button', 'aria-label': `Game ${g[ID]}`}, String(g[ID]))),
			cell(data.labels[g[PX]], 'name' + won(X), data.labels[g[PX]]), cell(data.labels[g[PO]], 'name' + won(O), data.labels[g[PO]]),
			cell({[-1]: '–', 0: '½–½', 1: '1–0', 2: '0–1'}[g[WINNER]]), cell(data.reasons[g[REASON]] || 'unfinished'), cell(String(g[MOVES])));
	};
	const more = upTo => {
		const part = document.createDocumentFragment();
		for (let i = body.rows.length; i < Math.min(upTo, found.length); i++) part.append(row(found[i]));
		body.append(part);
		markRow();
	};
	const columns = [g => g[ID], g => data.labels[g[PX]], g => data.labels[g[PO]], g => g[WINNER] < 0 ? NaN : [.5, 0, 1][g[WINNER]],
		g => data.reasons[g[REASON]], g => g[MOVES]];
	const filter = () => {
		found = [];
		data.games.forEach((g, i) => { if (matches(g)) found.push(i); });
		const {column, down} = orders.games, value = columns[column];
		found.sort((a, b) => compare(value(data.games[a]), value(data.games[b]), down) || a - b);
		$('count').textContent = found.length === data.games.length ? `${found.length} games` : `${found.length} of ${data.games.length} games`;
		body.replaceChildren();
		$('games-box').scrollTop = 0;
		more(page);
	};
	const markRow = () => {
		const old = body.querySelector('[aria-current]');
		if (old) old.removeAttribute('aria-current');
		const place = game ? found.indexOf(game.index) : -1;
		if (place >= 0 && place < body.rows.length) body.rows[place].setAttribute('aria-current', 'true');
	};
	// reveal scrolls the list to the selected game.
	const reveal = () => {
		const place = found.indexOf(game.index), box = $('games-box');
		if (place < 0) return;
		if (place >= body.rows.length) more(place + page);
		const tr = body.rows[place];
		box.scrollTop = tr.offsetTop - box.clientHeight / 2;
	};
	$('games-box').onscroll = () => {
		const box = $('games-box');
		if (body.rows.length < found.length && box.scrollTop + box.clientHeight > box.scrollHeight - 800) more(body.rows.length + page);
	};
	body.onclick = e => {
		const tr = e.target.closest('tr');
		if (!tr) return;
		select(+tr.dataset.index, 0);
		if (board.getBoundingClientRect().top < 0 || $('controls').getBoundingClientRect().bottom > innerHeight) $('table').scrollIntoView({block: 'start'});
	};
	$('filter').onchange = e => {
		if (e.target === choices.player) results();
		filter();
	};
	$('filter').onsubmit = e => e.preventDefault();
	for (const button of document.querySelectorAll('#cross button')) {
		button.onclick = () => {
			choices.player.value = button.dataset.row;
			results();
			choices.opponent.value = button.dataset.column;
			choices.result.value = choices.reason.value = '';
			filter();
			if (found.length) select(found[0], 0);
			$('replay').scrollIntoView({block: 'start'});
		};
	}

	// ---- The address: #game=12&move=7 selects.

	const follow = () => {
		const asked = new URLSearchParams(location.hash.slice(1));
		const index = asked.has('game') ? data.games.findIndex(g => g[ID] === Number(asked.get('game'))) : -1;
		if (index < 0 && game) return;
		if (!game || game.index !== index || asked.has('move')) select(Math.max(index, 0), Number(asked.get('move')) || 0);
		reveal();
	};
	orders.games = sortable($('games'), i => i === 5, () => { if (orders.games) filter(); });
	orders.games.set(0, false);
	follow();
	addEventListener('hashchange', follow);
	let width = innerWidth;
	addEventListener('resize', () => {
		if (width === innerWidth) return; // a phone's bars come and go
		width = innerWidth;
		plots();
		lay();
		plotCurve();
		show();
	});

	// ---- An unfinished run: the page loads itself anew, and the reader finds everything as it was.

	const key = 'arena ' + location.pathname;
	const scrolled = ['games-box', 'moves', 'board-box', 'message'];
	// Players and reasons have other numbers in the next page, so choices are kept by their texts.
	// selector returns how to find an element in the next page, '' if it has no lasting place.
	const selector = e => {
		if (e.id) return '#' + e.id;
		const head = e.closest('th'), table = e.closest('table');
		if (e.closest('#moves')) return `#moves [data-move="${e.dataset.move}"]`;
		if (e.closest('#games tbody')) return `#games [aria-label="${e.getAttribute('aria-label')}"]`;
		return head && table ? `#${table.id} th:nth-child(${head.cellIndex + 1}) button` : '';
	};
	const keep = () => {
		const state = {game: game.id, at, x: scrollX, y: scrollY, numbers: $('numbers').checked, choices: {}, orders: {}, scrolled: {}, focus: selector(document.activeElement)};
		for (const [name, choice] of Object.entries(choices)) state.choices[name] = choice.selectedOptions[0].text;
		for (const [name, {column, down}] of Object.entries(orders)) state.orders[name] = [column, down];
		for (const id of scrolled) state.scrolled[id] = $(id).scrollTop;
		sessionStorage.setItem(key, JSON.stringify(state));
	};
	const restore = () => {
		const state = JSON.parse(sessionStorage.getItem(key));
		sessionStorage.removeItem(key);
		if (!state) return;
		for (const [name, text] of Object.entries(state.choices)) {
			const option = [...choices[name].options].find(o => o.text === text);
			if (option) choices[name].value = option.value;
			if (name === 'player') results();
		}
		for (const [name, [column, down]] of Object.entries(state.orders)) if (column >= 0 && orders[name]) orders[name].set(column, down);
		filter();
		$('numbers').checked = state.numbers;
		const index = data.games.findIndex(g => g[ID] === state.game);
		if (index >= 0) select(index, state.at);
		more(Math.ceil(state.scrolled['games-box'] / 20) + page);
		for (const id of scrolled) $(id).scrollTop = state.scrolled[id];
		const focused = state.focus && document.querySelector(state.focus);
		if (focused) focused.focus({preventScroll: true});
		history.scrollRestoration = 'manual';
		scrollTo(state.x, state.y);
	};
	try { restore(); } catch (e) { /* no storage for this address: the page works without */ }

	const seconds = Number(document.documentElement.dataset.refresh);
	if (seconds) {
		let touched = 0;
		for (const event of ['pointerdown', 'keydown', 'wheel', 'touchmove', 'scroll']) addEventListener(event, () => { touched = Date.now(); }, {capture: true, passive: true});
		const due = Date.now() + Math.max(1000 * seconds, 20 * performance.now()); // a page that takes long to load does so seldom
		const busy = () => timer || document.hidden || String(getSelection()) || Date.now() - touched < 2000 || document.activeElement.tagName === 'SELECT';
		setInterval(() => {
			if (Date.now() < due || busy()) return;
			try { keep(); } catch (e) { /* no storage: the address still has game and move */ }
			location.reload();
		}, 250);
	}
})();
