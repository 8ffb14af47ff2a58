// link.js talks to the program. Its answers are JSON values, a line each.

let tab = '';     // the program's name for this page
let question = 0; // counted, because an old question may reach the program after a new one
let lost = null;  // the error of a lost connection

// connect returns the program's greeting. The connection stays open while the page is; onLost is called when it ends.
// It is a WebSocket because browsers count those apart from the few other connections that they open to one host.
export const connect = onLost => new Promise((resolve, reject) => {
	const socket = new WebSocket(new URL('tab', location.href.replace(/^http/, 'ws')));
	socket.onmessage = message => {
		const greeting = JSON.parse(message.data);
		if (greeting.error) {
			reject(new Error(greeting.error));
			return;
		}
		tab = greeting.tab;
		socket.onclose = () => {
			lost = new Error('the program has ended: start it again, and open the address that it prints');
			onLost(lost);
		};
		resolve(greeting);
	};
	socket.onclose = () => {
		reject(new Error('the program gives no answer: start it again, and open the address that it prints'));
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
		const numbered = JSON.stringify({...body, question: ++question});
		response = await fetch(path, {method: 'POST', headers, body: numbered, signal});
	} catch (error) {
		await failed(error, signal);
	}
	if (response.ok) return response;
	const text = await response.text();
	let message = text;
	try { message = JSON.parse(text).error; } catch { /* the text is the message */ }
	throw new Error(message || `the program answered ${response.status}`);
};

// stream calls got with each value of an answer, until it ends or signal aborts it.
export const stream = async (path, body, signal, got) => {
	const take = line => {
		if (!line) return;
		const value = JSON.parse(line);
		if (value.error) throw new Error(value.error);
		got(value);
	};
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

// ask returns the answer to one question.
export const ask = async (path, body, signal) => {
	let answer;
	await stream(path, body, signal, value => { answer = value; });
	return answer;
};

// aborted reports whether an error is only the end of a question that was given up.
export const aborted = error => error.name === 'AbortError';
