package train

import (
	"math"
	"math/bits"
	"slices"

	"tahoun/board"
	"tahoun/search/nnue"
	"tahoun/search/pattern"
	"tahoun/search/weights"
)

// threatBits counts the threats in a set of weights.ThreatSets, and a bit that is always set, for the side to move.
const threatBits = nnue.Flags + 1

// isolated is the combination of a square with no stone nearby.
var isolated = (pattern.Code(pattern.OpenOne) * 0x1111).Combination()

// A model maps the numbers of weights.Weights to places in a vector of parameters. Both sides share one set of weights;
// in renju each has its own.
//
// The evaluation has the cell values of all sets, then their values of threat sets, then of single threats, then the
// pair nets, and then the convolutional nets. The value of a threat set is its own and that of all threats in it, so
// that the parts give a value to rare sets. Isolated squares have one cell value for both sides: there are hundreds of
// them, and their rounding errors would add up.
//
// The policy has, for all sets, the tables: own patterns, then opponent's patterns, pairs, own threats and opponent's
// threats; and then the policy nets.
type model struct {
	rule     board.Rule
	current  weights.Sets // replace those in force
	names    []string
	start    []*weights.Weights // the current weights, by set,
	from     []string           // and the names of their files
	set      [2]int             // of x and of o
	patterns *patternTables
}

// newModel returns the model for a rule that starts from current, elsewhere from the weights in force.
func newModel(rule board.Rule, current weights.Sets) *model {
	m := &model{rule: rule, current: current, patterns: newPatternTables(rule)}
	for side := range m.set {
		name, w := current.Of(rule, board.X+board.Stone(side))
		if len(m.names) == 0 || m.names[0] != name {
			m.names, m.start, m.from = append(m.names, name), append(m.start, w.Weights), append(m.from, w.Name)
		}
		m.set[side] = len(m.names) - 1
	}
	if m.tablesSize() > 1<<16 {
		panic("train: indices of policy tables need more than 16 bits")
	}
	return m
}

func (m *model) cell(set, combination int) int {
	if combination == isolated {
		set = 0
	}
	return set*pattern.Combinations + combination
}

func (m *model) threat(set, threats int) int {
	return len(m.names)*pattern.Combinations + set*weights.ThreatSets + threats
}
func (m *model) threatBit(set, bit int) int { return m.threat(len(m.names), 0) + set*threatBits + bit }
func (m *model) valueSize() int             { return m.convAt(len(m.names)) }

func (m *model) ownPolicy(set, combination int) int { return set*pattern.Combinations + combination }
func (m *model) opponentPolicy(set, combination int) int {
	return m.ownPolicy(len(m.names)+set, combination)
}
func (m *model) pairPolicy(set, recency, pair int) int {
	return m.opponentPolicy(len(m.names), 0) + (set*weights.Recencies+recency)*pattern.Pairs + pair
}
func (m *model) ownThreatPolicy(set, ownThreats, pair int) int {
	return m.pairPolicy(len(m.names), 0, 0) + (set*weights.OwnThreats+ownThreats)*pattern.Pairs + pair
}
func (m *model) opponentThreatPolicy(set, opponentThreats, pair int) int {
	return m.ownThreatPolicy(len(m.names), 0, 0) + (set*weights.OpponentThreats+opponentThreats)*pattern.Pairs + pair
}
func (m *model) tablesSize() int { return m.opponentThreatPolicy(len(m.names), 0, 0) }
func (m *model) policySize() int { return m.policyNetAt(len(m.names)) }

// A policyTable is a table of weights.Weights that adds one number to the move score of each candidate. first is its
// place in the parameters. A constant added to the whole table changes no order of moves.
type policyTable struct {
	first int
	rows  [][]int16
}

// policyTables returns the tables of a set. All candidates of a position share a row of OwnThreatPolicy and one of
// OpponentThreatPolicy, so each row is a table.
func (m *model) policyTables(w *weights.Weights, set int) []policyTable {
	pairs := policyTable{first: m.pairPolicy(set, 0, 0)}
	for i := range w.PairPolicy {
		pairs.rows = append(pairs.rows, w.PairPolicy[i][:])
	}
	tables := []policyTable{
		{m.ownPolicy(set, 0), [][]int16{w.OwnPolicy[:]}},
		{m.opponentPolicy(set, 0), [][]int16{w.OpponentPolicy[:]}},
		pairs,
	}
	for i := range w.OwnThreatPolicy {
		tables = append(tables, policyTable{m.ownThreatPolicy(set, i, 0), [][]int16{w.OwnThreatPolicy[i][:]}})
	}
	for i := range w.OpponentThreatPolicy {
		tables = append(tables, policyTable{m.opponentThreatPolicy(set, i, 0), [][]int16{w.OpponentThreatPolicy[i][:]}})
	}
	return tables
}

// threatValue returns the whole value of a set of threats.
func (m *model) threatValue(theta []float64, set, threats int) float64 {
	v := theta[m.threat(set, threats)]
	for rest := uint(threats) | weights.ThreatSets; rest != 0; rest &= rest - 1 {
		v += theta[m.threatBit(set, bits.TrailingZeros(rest))]
	}
	return v
}

// valuesOf converts weights to parameters of the evaluation, in units of scale.
func (m *model) valuesOf(weights []*weights.Weights, scale float64) []float64 {
	theta := make([]float64, m.valueSize())
	for set, w := range weights {
		for i, v := range w.CellValue {
			theta[m.cell(set, i)] = float64(v) / scale
		}
		for i, v := range w.ThreatValue {
			theta[m.threat(set, i)] = float64(v) / scale
		}
		m.convertNet(toParameters, theta, set, scale, &w.PairNet)
		m.convertConv(toParameters, theta, set, scale, &w.LineNet)
	}
	return theta
}

// policyOf converts weights to parameters of the policy, in units of scale.
func (m *model) policyOf(weights []*weights.Weights, scale float64) []float64 {
	theta := make([]float64, m.policySize())
	for set, w := range weights {
		for _, t := range m.policyTables(w, set) {
			for i, row := range t.rows {
				convert(toParameters, theta[t.first+i*len(row):], row, scale, maxPolicy)
			}
		}
		m.convertPolicyNet(toParameters, theta, set, scale, &w.PolicyNet)
	}
	return theta
}

// weights rounds parameters, times their scales, to the engine's weights. Without values the evaluation stays as it is.
func (m *model) weights(
	values []float64, valueScale float64, policy []float64, policyScale float64,
) []*weights.Weights {
	all := make([]*weights.Weights, len(m.names))
	for set := range all {
		w := *m.start[set]
		all[set] = &w
	}
	if values != nil {
		m.roundValues(all, values, valueScale)
	}
	m.roundPolicy(all, policy, policyScale)
	return all
}

// roundValues rounds the parameters of the evaluation, times scale, into weights.
func (m *model) roundValues(all []*weights.Weights, theta []float64, scale float64) {
	for set, w := range all {
		for i := range pattern.Combinations {
			w.CellValue[i] = int16(round(theta[m.cell(set, i)]*scale, maxValue))
		}
		for i := range weights.ThreatSets {
			w.ThreatValue[i] = int16(round(m.threatValue(theta, set, i)*scale, maxValue))
		}
		m.convertNet(toWeights, theta, set, scale, &w.PairNet)
		m.convertConv(toWeights, theta, set, scale, &w.LineNet)
	}
}

// roundPolicy rounds the policy, times scale. It shifts each table, by the same number in all sets, so that its minimum
// is 0: only differences count.
func (m *model) roundPolicy(weights []*weights.Weights, theta []float64, scale float64) {
	var least []float64
	for set, w := range weights {
		for n, t := range m.policyTables(w, set) {
			if n == len(least) {
				least = append(least, math.Inf(1))
			}
			for i, row := range t.rows {
				least[n] = min(least[n], slices.Min(theta[t.first+i*len(row):][:len(row)]))
			}
		}
	}
	for set, w := range weights {
		for n, t := range m.policyTables(w, set) {
			for i, row := range t.rows {
				for k := range row {
					row[k] = int16(round((theta[t.first+i*len(row)+k]-least[n])*scale, maxPolicy))
				}
			}
		}
		m.convertPolicyNet(toWeights, theta, set, scale, &w.PolicyNet)
	}
}

// centre adds the mean rounding error of the evaluation to the threat values of each set. In renju, where the cell
// values of the two sides do not cancel out, the error was 20.
func (m *model) centre(weights []*weights.Weights, theta []float64, positions []position) {
	rounded := m.valuesOf(weights, outputScale)
	lost, n := make([]float64, len(weights)), make([]float64, len(weights))
	o := valueObjective{m, positions}
	was, is := o.evaluateAll(theta), o.evaluateAll(rounded)
	for i := range positions {
		set := positions[i].set
		lost[set] += was[i] - is[i]
		n[set]++
	}
	for set, w := range weights {
		for i := range w.ThreatValue {
			w.ThreatValue[i] += int16(math.Round(outputScale * lost[set] / max(n[set], 1)))
		}
	}
}

const (
	maxValue  = 5000 // far beyond the value of any square
	maxPolicy = 8191 // 13 bits in the engine
)

// A direction is that of a conversion between parameters and the engine's weights.
type direction bool

const (
	toParameters direction = false
	toWeights    direction = true
)

// convert converts a row of parameters. A weight is its parameter times scale, rounded and clamped to ±most.
func convert[W int16 | int32](to direction, parameters []float64, weights []W, scale, most float64) {
	for i, w := range weights {
		if to == toWeights {
			weights[i] = W(round(parameters[i]*scale, most))
		} else {
			parameters[i] = float64(w) / scale
		}
	}
}

// round rounds v and clamps it to ±most.
func round(v, most float64) float64 { return math.Round(max(-most, min(v, most))) }
