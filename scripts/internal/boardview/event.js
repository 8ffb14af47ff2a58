// event.js lets a script tell others that something has happened.

// event returns how to register a function, and how to call all that are registered, in their order.
export const event = () => {
	const all = [];
	return [f => { all.push(f); }, (...values) => { for (const f of all) f(...values); }];
};
