package search

// Margins and amounts of the search, in the scale of Weights and in plies. They are named by what
// they decide; tree.go carries the words, this file the numbers.

// futilityMargin is how far above beta the evaluation must lie for a node of depth plies to be given up
// as too good.
func futilityMargin(depth int, improving bool) int { return 60 * (depth - b2i(improving)) }

// futilityDepth is up to what depth that is believed.
const futilityDepth = 6

// razorMargin is how far below alpha the evaluation must lie for a node to be judged by fours alone.
func razorMargin(depth int) int { return 80 + 60*depth*depth }

// razorDepth is up to what depth that is believed.
const razorDepth = 2

// lateMoves is how many moves a node of depth plies looks at once one that does not lose is known.
func lateMoves(depth int, improving bool) int {
	n := 4 + depth*(depth+9)/8
	if !improving {
		n = n * 2 / 3
	}
	return n
}

// reduction is by how many plies the n-th move of a node is searched less deep: about
// ln(depth)*ln(n)*0.8, in integers so that every machine agrees.
func reduction(depth, n int) int { return log16(depth) * log16(n) / 666 }

// log16 returns about sixteen times the logarithm of n to base two.
func log16(n int) int {
	bits := 0
	for n>>bits > 1 {
		bits++
	}
	return 16*bits + (n<<4>>bits - 16)
}

const (
	aspiration     = 24 // half width of the first window around the last score
	aspirationFrom = 4  // depth at which scores are steady enough for it

	leafFours      = 12 // fours that a leaf follows in a row
	leafFoursLoose = 2  // of them, how many need no second threat

	instantFours  = 4000  // nodes of the search for a win by fours, each side, of an instant answer
	rootFours     = 60000 // the same before a long search
	instantThrees = 4000  // nodes of the search for a win by threats, each side, where no other follows
	instantSlack  = 80    // how far behind the best a well ranked move may look in an instant answer
)

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// counterMerit is what a move gains in rank for having refuted the opponent's last move before.
const counterMerit = 12
