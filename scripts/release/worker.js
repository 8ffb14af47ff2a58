// worker.js starts the search in a worker, where the page is a single file that holds the search too. The page sends
// it once, and Go's wasm_exec.js comes before this script.

/* global Go */

// unpack returns the bytes that a text holds, seven bits in each of its characters.
const unpack = text => {
	const bytes = new Uint8Array(Math.floor(text.length * 7 / 8));
	let n = 0, held = 0, bits = 0;
	for (let i = 0; i < text.length; i++) {
		held = held << 7 | text.charCodeAt(i) & 127;
		bits += 7;
		if (bits < 8) continue;
		bits -= 8;
		bytes[n++] = held >> bits;
		held &= (1 << bits) - 1;
	}
	return bytes;
};

addEventListener('message', async ({data}) => {
	try {
		const packed = new Blob([unpack(data)]).stream();
		const program = await new Response(packed.pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
		const go = new Go();
		const {instance} = await WebAssembly.instantiate(program, go.importObject);
		await go.run(instance);
		postMessage({problem: 'the search has ended: load the page again'});
	} catch (error) {
		postMessage({problem: `the search does not start in this browser: ${error.message}`});
	}
}, {once: true});
