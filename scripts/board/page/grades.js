// grades.js: the grades of a review, as its program names them, with their marks and the sum of a side.

export const marks = {best: '', fine: '', inaccuracy: '?!', mistake: '?', blunder: '??'};
export const grades = Object.keys(marks);

// isFault reports whether a grade is one of those that the review names a reason for.
export const isFault = grade => Boolean(marks[grade]);

// sum counts the grades of moves. accuracy is the share of the graded moves that are best or fine, undefined where
// there are none.
export const sum = moves => {
	const counts = grades.map(grade => moves.filter(m => m.grade === grade).length);
	const all = counts.reduce((a, b) => a + b, 0), good = counts[0] + counts[1];
	return {counts, accuracy: all ? good / all : undefined};
};
