// words.js writes numbers.

export const signed = v => {
	const rounded = Math.round(v);
	if (!rounded) return '0';
	return (rounded > 0 ? '+' : '−') + Math.abs(rounded);
};

export const milliseconds = ms => String(ms >= 100 ? Math.round(ms) : ms);

export const scoreText = ({units, wins, plies}) => {
	if (units !== undefined) return signed(units);
	return (wins ? 'win' : 'loss') + (plies < 999 ? ` in ${plies}` : '');
};
