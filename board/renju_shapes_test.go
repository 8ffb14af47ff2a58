package board_test

// renjuShapes are named squares for x, drawn as `*`, with the shape that x makes there in the words of
// sheet.verdict. Squares named in comments are column,row.
var renjuShapes = []struct{ name, picture, want string }{
	{"an empty board", `
		-----
		-----
		--*--
		-----
		-----`, "nothing"},
	{"one three", `
		---------
		---------
		--xx*----
		---------`, "nothing"},
	{"two threes", `
		---------
		---------
		----x----
		----x----
		--xx*----
		---------
		---------`, "double three"},
	{"two threes with a gap each", `
		---------
		----x----
		---------
		----x----
		-x-x*----
		---------
		---------`, "double three"},
	{"two slanting threes", `
		---------
		---------
		---------
		---------
		---*-----
		--x-x----
		-x---x---
		---------`, "double three"},
	{"three threes", `
		---------
		---------
		--x-x----
		---xx----
		--xx*----
		---------
		---------`, "double three"},
	{"a three and a four", `
		---------
		----x----
		----x----
		-oxx*x---
		---------
		---------`, "nothing"},
	{"two threes and a four", `
		---------
		-o-------
		--x------
		---x-x---
		----xx---
		-----*xx-
		---------
		---------
		---------`, "double three"},
	{"three fours and a three", `
		o---o----
		-x--x----
		--x-x-x--
		---xxx---
		-oxx*x---
		---------`, "double four"},

	// Fours.
	{"two fours on two lines", `
		----o----
		----x----
		----x----
		-oxx*x---
		----x----
		---------`, "double four"},
	{"two fours, one of them straight", `
		----o----
		----x----
		----x----
		--xx*x---
		----x----
		---------`, "double four"},
	{"one straight four", "-xx*x-", "nothing"},
	{"a straight four that an overline spoils at one end", "x-xx*x-", "nothing"},
	{"two fours on one line, 1-3-1", "x-x*x-x", "double four"},
	{"two fours on one line, 2-2-2", "xx-*x-xx", "double four"},
	{"two fours on one line, 3-1-3", "xxx-*-xxx", "double four"},
	{"1-3-1 played at its end is one four", "*-xxx-x", "nothing"},
	{"2-2-2 played at its end is one four", "*x-xx-xx", "nothing"},
	{"1-3-1 that an overline spoils at one end", "xx-x*x-x", "nothing"},
	{"1-3-1 with a wall in one gap", "x#x*x-x", "nothing"},
	{"1-3-1 with an opponent in one gap", "x-x*xox", "nothing"},
	{"fours that only an overline completes are none", `
		----o----
		----x----
		----x----
		xx-x*x-xx
		----x----
		---------`, "nothing"},
	{"a four that cannot be completed is none", `
		----o----
		----x----
		----x----
		-oxx*xo--
		----x----
		---------`, "nothing"},
	{"a four between walls is none", `
		----#----
		----x----
		----x----
		-#xx*x#--
		----x----
		----#----`, "nothing"},
	{"a four in a corner that an edge leaves one square", `
		*xxx--
		x-----
		x-----
		x-----
		------`, "double four"},

	// Rows of five and more.
	{"five", "xx*xx", "five"},
	{"six", "xxx*xx", "overline"},
	{"nine", "xxxx*xxxx", "overline"},
	{"six on a slant", `
		x-----
		-x----
		--x---
		---*--
		----x-
		-----x`, "overline"},
	{"five and six", `
		---x---
		---x---
		---x---
		---x---
		xxx*xx-`, "five"},
	{"five and two fours", `
		---x---
		---x---
		---x---
		---x---
		x-x*x-x
		-------`, "five"},
	{"five and two threes", `
		---------
		---------
		----x-x--
		----xx---
		xxxx*----
		---------
		---------`, "five"},
	{"six in place of a three", `
		---------
		---------
		----x----
		----x----
		-xxx*xx--
		---------`, "overline"},

	// Threes that cannot become a straight four for lack of room.
	{"a three with an opponent at one side and one square at the other", `
		---------
		---------
		----x----
		----x----
		-oxx*-o--
		---------
		---------`, "nothing"},
	{"a three with a square at each side only", `
		---------
		---------
		----x----
		----x----
		o-xx*-o--
		---------
		---------`, "nothing"},
	{"the same three between walls", `
		---------
		---------
		----x----
		----x----
		#-xx*-#--
		---------
		---------`, "nothing"},
	{"the same three between an edge and a wall", `
		---------
		---------
		---x-----
		---x-----
		-xx*-#---
		---------
		---------`, "nothing"},
	{"one square more makes it a three", `
		---------
		---------
		---x-----
		---x-----
		-xx*--#--
		---------
		---------`, "double three"},
	{"a three with a wall in its gap", `
		---------
		---------
		----x----
		----x----
		-xx#*----
		---------
		---------`, "nothing"},
	{"a three at the edge", `
		--xx*----
		----x----
		----x----
		---------
		---------`, "nothing"},
	{"a slanting three whose straight four would end off the board", `
		---x-----
		--x------
		-*-xx----
		---------
		---------
		---------`, "nothing"},
	{"one row more makes it a three", `
		---------
		---------
		---x-----
		--x------
		-*-xx----
		---------
		---------`, "double three"},
	{"a three that would only become a four open at one end", `
		---------
		---------
		----x----
		----x----
		x--x*x--x
		---------
		---------`, "nothing"},

	// The three across has 5,4 alone for its straight four: is x allowed to play there?
	{"a straight four for the asking", `
		---------
		---------
		----x----
		----x----
		#-xx*----
		---------
		---------
		---------
		---------`, "double three"},
	{"the straight four's square is an overline", `
		---------
		-----x---
		----xx---
		----xx---
		#-xx*----
		-----x---
		-----x---
		---------
		---------`, "nothing"},
	{"an overline at one of two squares leaves the other", `
		---------
		-----x---
		----xx---
		----xx---
		--xx*----
		-----x---
		-----x---
		---------
		---------`, "double three"},
	{"the straight four's square makes five", `
		---------
		---------
		----xx---
		----xx---
		#-xx*----
		-----x---
		-----x---
		---------
		---------`, "nothing"},
	{"the straight four's square makes another four", `
		---------
		---------
		----x----
		----x----
		#-xx*----
		-----x---
		-----x---
		-----x---
		---------`, "nothing"},
	{"the straight four's square makes a three, too, which is allowed", `
		---------
		---------
		----x----
		----x----
		#-xx*----
		-----x---
		-----x---
		---------
		---------`, "double three"},
	{"the straight four's square is a double three", `
		-----------
		----x------
		----x------
		-----------
		#-xx*------
		-----xx----
		-----x-x---
		-----------
		-----------
		-----------`, "nothing"},
	{"the straight four's square is no double three: one lacks room", `
		-----------
		----x------
		----x------
		-----o-----
		#-xx*------
		-----xx----
		-----x-x---
		-----------
		-----------
		-----------`, "double three"},
	{"the straight four's square is no double three: one needs an overline", `
		-----------
		----x------
		----xo-----
		-----------
		#-xx*------
		-----xx----
		-----x-x---
		--xxx-xx---
		-----------
		-----------`, "double three"},
	// 5,4 and 4,6 make the straight fours. 4,6 looks like a double three, across and with 3,5 and 6,8;
	// but the latter's straight four needs 5,7, which makes a four downwards as well.
	{"a double three in the way is none, since a straight four in its way is forbidden", `
		-----------
		-----------
		-----------
		-----x-----
		-----------
		---x-*-----
		---x-x-----
		---x-------
		--x---x----
		-----------
		-----------`, "double three"},

	// Found by chance in random positions and stripped of every stone that does not matter. The answer
	// would be another one if the definition were followed one level less deep.
	{"three levels deep", `
		-----------
		-----------
		-----------
		-----------
		---------*-
		--------xx-
		-------x---
		--------xx-
		------xx---
		--------x--
		-----------`, "nothing"},
	{"four levels deep", `
		------------
		-----*--x---
		-----xx-----
		-------xx---
		-----xx-----
		----------x-
		------------
		------------
		------------
		------------
		------------
		------------`, "double three"},
	{"five levels deep", `
		---------
		---------
		---------
		-------x-
		---xx----
		---x--x--
		----xxxx-
		----*----
		---------`, "nothing"},
}
