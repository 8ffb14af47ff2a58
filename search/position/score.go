package position

// Scores are for the side to move, on the scale of weights.Weights. A win in n plies from the root is WinScore-n.
// Scores beyond SureScore are proofs.
const (
	WinScore  = 30000
	SureScore = WinScore - 2*MaxPlies
	Infinite  = WinScore + 1 // beyond every score
)

// Deepest is the greatest number of plies from the root that a search may go. The rest of MaxPlies is for renju's
// look-ahead.
const Deepest = MaxPlies - 40

// Proves reports whether a score is a proven win or loss.
func Proves(v int) bool { return v >= SureScore || v <= -SureScore }

// ClampEval limits v to scores that prove nothing.
func ClampEval(v int) int { return max(-SureScore+1, min(v, SureScore-1)) }
