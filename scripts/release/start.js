// start.js starts the page where it is a single file, which holds its modules compressed, as JSON: their names and
// texts. A data URL has no folder, so they import each other by the names of an import map.

{
	const start = async () => {
		const packed = Uint8Array.from(atob(document.getElementById('modules').textContent), c => c.charCodeAt(0));
		const json = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
		const imports = await new Response(json).json();
		for (const [name, text] of Object.entries(imports)) {
			imports[name] = `data:text/javascript;charset=utf-8,${encodeURIComponent(text)}`;
		}
		const map = document.createElement('script');
		map.type = 'importmap';
		map.textContent = JSON.stringify({imports});
		document.head.append(map);
		await import('page.js');
	};
	start();
}
