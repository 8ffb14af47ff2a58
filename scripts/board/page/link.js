// link.js talks to the program, or to the search in a worker where the page is a single file that holds it. Answers are
// JSON values, a line each.

import {$} from './boardview/dom.js';
import {text} from './text.js';

let tab = '';     // the program's name for this page
let question = 0; // counted, because an old question may reach the program after a new one
let lost = null;  // the error of a lost connection

// ---- A program.

// connectProgram returns the program's greeting. The connection stays open while the page is.
// It is a WebSocket because browsers count those apart from the few other connections that they open to one host.
const connectProgram = onLost => new Promise((resolve, reject) => {
	const socket = new WebSocket(new URL('tab', location.href.replace(/^http/, 'ws')));
	socket.onmessage = message => {
		const greeting = JSON.parse(message.data);
		if (greeting.error) {
			reject(new Error(greeting.error));
			return;
		}
		tab = greeting.tab;
		socket.onclose = () => {
			lost = new Error(text('error.ended'));
			onLost(lost);
		};
		resolve(greeting);
	};
	socket.onclose = () => {
		reject(new Error(text('error.silent')));
	};
});

// moment lets the end of the connection be known, where a question failed by it.
const moment = () => new Promise(done => { setTimeout(done, 300); });

// failed throws the error of a question: that of the lost connection where there is one.
const failed = async (error, signal) => {
	if (signal && signal.aborted) throw error;
	await moment();
	throw lost || error;
};

const post = async (path, body, signal) => {
	let response;
	try {
		const headers = {'Content-Type': 'application/json', 'X-Tab': tab};
		response = await fetch(path, {method: 'POST', headers, body, signal});
	} catch (error) {
		await failed(error, signal);
	}
	if (response.ok) return response;
	const said = await response.text();
	let message = said;
	try { message = JSON.parse(said).error; } catch { /* it is the message */ }
	throw new Error(message || text('error.status', {status: response.status}));
};

// askProgram calls take with each line of an answer.
const askProgram = async (path, body, signal, take) => {
	const reader = (await post(path, body, signal)).body.pipeThrough(new TextDecoderStream()).getReader();
	let rest = '';
	for (;;) {
		let part;
		try {
			part = await reader.read();
		} catch (error) {
			await failed(error, signal);
		}
		if (part.done) return;
		const lines = (rest + part.value).split('\n');
		rest = lines.pop();
		lines.forEach(take);
	}
};

// ---- A worker.

const held = $('search'); // the search, see worker.js; null where a program is asked
const asked = new Map();  // the questions that wait for more of their answers, by their numbers
let worker = null;
export const alone = Boolean(held); // whether the page is a single file

const connectWorker = onLost => new Promise((resolve, reject) => {
	const script = new Blob([$('go').textContent, $('worker').textContent], {type: 'text/javascript'});
	worker = new Worker(URL.createObjectURL(script));
	const lose = words => {
		lost = new Error(words);
		reject(lost);
		for (const {fail} of asked.values()) fail(lost);
		onLost(lost);
	};
	worker.onerror = e => lose(text('error.worker', {reason: e.message}));
	worker.onmessage = ({data: {problem, id, line}}) => {
		if (problem) lose(problem);
		else if (!id) resolve(JSON.parse(line));
		else if (line && asked.has(id)) asked.get(id).take(line);
		else if (asked.has(id)) asked.get(id).end();
	};
	worker.postMessage(held.textContent);
	held.remove();
});

// askWorker calls take with each line of an answer.
const askWorker = (path, body, signal, take) => new Promise((resolve, reject) => {
	const id = question;
	const over = f => value => {
		asked.delete(id);
		f(value);
	};
	const fail = over(reject);
	if (lost || signal && signal.aborted) {
		fail(lost || signal.reason);
		return;
	}
	if (signal) {
		signal.addEventListener('abort', () => {
			worker.postMessage({id});
			fail(signal.reason);
		}, {once: true});
	}
	asked.set(id, {end: over(resolve), fail, take: line => {
		try {
			take(line);
		} catch (error) {
			fail(error);
		}
	}});
	worker.postMessage({id, path, body});
});

// ---- Either.

// connect returns the greeting. onLost is called when no more answers can come.
export const connect = onLost => (held ? connectWorker : connectProgram)(onLost);

// stream calls got with each value of an answer, until it ends or signal aborts it.
export const stream = (path, body, signal, got) => {
	const numbered = JSON.stringify({...body, question: ++question});
	return (held ? askWorker : askProgram)(path, numbered, signal, line => {
		if (!line) return;
		const value = JSON.parse(line);
		if (value.error) throw new Error(value.error);
		got(value);
	});
};

// The page is ready when it has started and no question waits for its answer. Then it shows all that follows from what
// a person did, but for the news of searches and players. The attribute data-ready of the body tells it, to tests.
let waiting = 1; // questions, and the start of the page
const wait = n => {
	waiting += n;
	document.body.toggleAttribute('data-ready', !waiting);
};
export const started = () => wait(-1);

// ask returns the answer to one question.
export const ask = async (path, body, signal) => {
	let answer;
	wait(1);
	try {
		await stream(path, body, signal, value => { answer = value; });
	} finally {
		wait(-1);
	}
	return answer;
};

// aborted reports whether an error is only the end of a question that was given up.
export const aborted = error => error.name === 'AbortError';
