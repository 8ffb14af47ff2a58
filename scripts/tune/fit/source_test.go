package fit

import (
	"encoding/xml"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"io"
	"math"
	"math/rand/v2"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/search/weights"
)

// A written file is Go as gofmt wants it, marked as generated, and holds the numbers.
func TestSource(t *testing.T) {
	m := newModel(board.Renju)
	w := m.randomWeights(rand.New(rand.NewPCG(5, 5)))[0]
	h := head{options{data: []string{"some/a.games", "b.games"}}, &data{games: 7}, &fitted{}, &fitted{}, 16, time.Now()}
	text := source("renju_x", w, h)
	formatted, err := format.Source(text)
	require.NoError(t, err)
	assert.Equal(t, string(formatted), string(text))
	file, err := parser.ParseFile(token.NewFileSet(), "", text, parser.ParseComments)
	require.NoError(t, err)
	assert.True(t, ast.IsGenerated(file))
	assert.Nil(t, file.Doc)
	assert.Contains(t, string(text), "7 games of rule 0 in a.games, b.games")
	assert.Contains(t, string(text), `fitted["renju_x"] = &weightsRenjuX`)

	var got weights.Weights
	ast.Inspect(file, func(n ast.Node) bool {
		literal, ok := n.(*ast.CompositeLit)
		if ok {
			read(t, reflect.ValueOf(&got).Elem(), literal)
		}
		return !ok
	})
	assert.Equal(t, *w, got)
}

// read sets v to what a literal says.
func read(t *testing.T, v reflect.Value, literal ast.Expr) {
	switch l := literal.(type) {
	case *ast.CompositeLit:
		for i, e := range l.Elts {
			switch pair, keyed := e.(*ast.KeyValueExpr); {
			case !keyed:
				read(t, v.Index(i), e)
			case v.Kind() == reflect.Struct:
				read(t, v.FieldByName(pair.Key.(*ast.Ident).Name), pair.Value)
			default:
				at, err := strconv.Atoi(pair.Key.(*ast.BasicLit).Value)
				require.NoError(t, err)
				read(t, v.Index(at), pair.Value)
			}
		}
	case *ast.UnaryExpr:
		read(t, v, l.X)
		v.SetInt(-v.Int())
	case *ast.BasicLit:
		n, err := strconv.Atoi(l.Value)
		require.NoError(t, err)
		v.SetInt(int64(n))
	}
}

// Weights become parameters and the same weights again; each table of ranks lies on 0, threats are added up, and what
// is too great is cut.
func TestRounding(t *testing.T) {
	m := newModel(board.Renju)
	want := m.randomWeights(rand.New(rand.NewPCG(6, 6)))
	want[1].OwnPolicy[3], want[0].OpponentPolicy[4] = 0, 0
	for i := range want[0].OwnThreatPolicy {
		want[i%2].OwnThreatPolicy[i][i] = 0
	}
	for i := range want[0].OpponentThreatPolicy {
		want[i%2].OpponentThreatPolicy[i][i] = 0
	}
	theta, ranks := m.valuesOf(want, 200), m.ranksOf(want, 15)
	for i := range ranks {
		ranks[i] += 0.8 // of no account
	}
	assert.Equal(t, want, m.weights(theta, 200, ranks, 15))

	theta[m.threatBit(1, 0)], theta[m.threatBit(1, 2)] = 0.5, 0.25
	theta[m.worth(0, 9)], ranks[m.attack(0, 9)] = 1e9, 1e9
	got := m.weights(theta, 200, ranks, 15)
	for threats, more := range map[int]int16{0: 0, 1: 100, 4: 50, 5: 150, 6: 50} {
		assert.Equal(t, want[1].ThreatValue[threats]+more, got[1].ThreatValue[threats])
		assert.Equal(t, want[0].ThreatValue[threats], got[0].ThreatValue[threats])
	}
	assert.EqualValues(t, mostWorth, got[0].CellValue[9])
	assert.EqualValues(t, mostRank, got[0].OwnPolicy[9])
}

// What rounding takes from the mean evaluation of positions is given back, to the side to move.
func TestCentre(t *testing.T) {
	m := newModel(board.Renju)
	theta := make([]float64, m.values())
	theta[m.worth(0, 0)] = 0.4 / writtenScale
	positions := []position{
		{set: 0, features: []feature{{0, 95}}}, {set: 0, features: []feature{{0, 105}}}, {set: 1, features: []feature{{0, -25}}},
	}
	fitted := m.weights(theta, writtenScale, make([]float64, m.ranks()), 1)
	m.centre(fitted, theta, positions)
	require.Zero(t, fitted[0].CellValue[0])
	for i := range weights.ThreatSets {
		require.EqualValues(t, 40, fitted[0].ThreatValue[i])
		require.EqualValues(t, -10, fitted[1].ThreatValue[i])
	}
}

// The picture is well-formed XML without a number that is none.
func TestCurves(t *testing.T) {
	flat := &fitted{learn: []float64{1}, check: []float64{1}}
	falling := &fitted{learn: []float64{2, 1.5, 1.2}, check: []float64{2.1, 1.6, 1.4}}
	svg := string(curves(flat, falling))
	d := xml.NewDecoder(strings.NewReader(svg))
	for {
		_, err := d.Token()
		if err == io.EOF {
			break
		}
		require.NoError(t, err)
	}
	assert.NotContains(t, svg, "NaN")
	assert.Equal(t, 4, strings.Count(svg, "<polyline"))
}

func TestNewModel(t *testing.T) {
	for rule, want := range map[board.Rule]int{board.Freestyle: 1, board.ExactFive: 1, board.Caro: 1, board.Renju: 2} {
		m := newModel(rule)
		assert.Len(t, m.names, want)
		assert.Equal(t, want-1, m.set[1])
		assert.LessOrEqual(t, max(m.net(0), m.ranks()), math.MaxUint16)
	}
	assert.Equal(t, weights.ThreatSets, 1<<(threatBits-1))
}
