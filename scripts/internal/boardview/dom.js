// dom.js finds and makes elements.

export const $ = id => document.getElementById(id);

export const clamp = (v, low, high) => Math.max(low, Math.min(high, v));

// counted returns a number with its noun.
export const counted = (n, noun) => `${n} ${noun}${n === 1 ? '' : 's'}`;

// make returns a new element with attributes and children.
export const make = (name, attributes, ...children) => {
	const e = document.createElement(name);
	for (const [key, value] of Object.entries(attributes || {})) e.setAttribute(key, value);
	e.append(...children);
	return e;
};

// draw adds an element to a drawing, and returns it.
export const draw = (parent, name, attributes, text) => {
	const e = document.createElementNS('http://www.w3.org/2000/svg', name);
	for (const [key, value] of Object.entries(attributes)) e.setAttribute(key, value);
	if (text !== undefined) e.textContent = text;
	parent.append(e);
	return e;
};

// onResize calls f when the page has another size. A phone's bars come and go, which changes the height alone.
export const onResize = f => {
	const fingers = matchMedia('(pointer: coarse)');
	let width = innerWidth, height = innerHeight;
	addEventListener('resize', () => {
		if (width === innerWidth && (height === innerHeight || fingers.matches)) return;
		width = innerWidth;
		height = innerHeight;
		f();
	});
};
