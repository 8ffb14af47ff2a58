package record_test

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/scripts/internal/game"
	"tahoun/scripts/internal/record"
)

// FF[4]'s types, as far as the arena uses them. Values are as they stand between the brackets, still escaped.
const (
	sgfNumber = `[+-]?\d+`
	sgfReal   = `[+-]?\d+(\.\d+)?`
	sgfPoint  = `[a-zA-Z]{2}`
	sgfSimple = `(\\[^\n\t]|[^\\\]\n\t])*` // no line ends
	sgfText   = `(\\[\s\S]|[^\\\]])*`
	sgfPart   = `(\\[^\n\t]|[^\\\]:\n\t])+` // of a composed value: colons are escaped
)

// sgfTypes are the properties that a record may have, and the types of their values in FF[4].
var sgfTypes = map[string]string{
	"FF": `4`, "GM": `4`, "CA": sgfSimple, "AP": sgfPart + ":" + sgfPart, "SZ": sgfNumber + "(:" + sgfNumber + ")?",
	"GN": sgfSimple, "PB": sgfSimple, "PW": sgfSimple, "RU": sgfSimple,
	"DT": `\d{4}-\d\d-\d\d`, "RE": `0|Void|[BW]\+[TF]?`,
	"B": sgfPoint, "W": sgfPoint, "BL": sgfReal, "WL": sgfReal, "MA": sgfPoint, "C": sgfText,
}

// sgfLists are the properties that may have several values.
var sgfLists = map[string]bool{"MA": true}

// A node has the values of a node by property, unescaped.
type node map[string][]string

// readSGF reads a record of one line of play as a reader of FF[4] does that knows each property's type.
func readSGF(t *testing.T, text string) (nodes []node) {
	t.Helper()
	property := regexp.MustCompile(`^([A-Z]+)((?:\[` + sgfText + `\]\s*)+)`)
	value := regexp.MustCompile(`^\[(` + sgfText + `)\]\s*`)
	text, ok := strings.CutPrefix(text, "(")
	require.True(t, ok)
	for strings.HasPrefix(text, ";") {
		text = text[1:]
		n := node{}
		for {
			found := property.FindStringSubmatch(text)
			if found == nil {
				break
			}
			name, values := found[1], found[2]
			text = text[len(found[0]):]
			require.NotContains(t, n, name, "twice in a node")
			require.Contains(t, sgfTypes, name, "a property that has no type")
			for values != "" {
				v := value.FindStringSubmatch(values)
				require.NotNil(t, v, values)
				require.Regexp(t, `^(?:`+sgfTypes[name]+`)$`, v[1], name)
				require.NotContains(t, n[name], v[1], "each point once")
				n[name] = append(n[name], regexp.MustCompile(`\\([\s\S])`).ReplaceAllString(v[1], "$1"))
				values = values[len(v[0]):]
			}
			require.True(t, len(n[name]) == 1 || sgfLists[name], "%s has several values", name)
		}
		nodes = append(nodes, n)
	}
	require.Equal(t, ")\n", text)
	return nodes
}

// TestSGFTypes: every property of every kind of record has a value of its type in FF[4], the right one.
func TestSGFTypes(t *testing.T) {
	labels := []string{"new", `a: [b] \ c\`, "[", "]", `\`, ":", `\]`, "two\nlines", "\x1b[31mred\u202e", "žluťoučký"}
	reasons := []game.Reason{"", game.Stopped, game.Full, game.Row, game.MoreRows, game.OutOfTime, game.OutOfSpace,
		game.Crash, game.NoAnswer, game.Illegal, game.Foul, game.Adjudged}
	for i, label := range labels {
		for j, reason := range reasons {
			g := sample(0)
			g.Width, g.Height = 15+i, 15+i%3*i
			g.X, g.O = label, labels[(i+1)%len(labels)]
			g.Rule = []board.Rule{board.Freestyle, board.ExactFive | board.Continuous, board.Renju, board.Caro}[j%4]
			g.Start = time.Date(2025, 12, 31, 23, 59, 59, 0, time.FixedZone("", -3600))
			g.Result = game.Result{Winner: board.Stone(j % 3), Reason: reason, Detail: label}
			g.Moves[1].Message = strings.Join(labels, "\n")
			var text bytes.Buffer
			require.NoError(t, record.SGF(&text, g))
			nodes := readSGF(t, text.String())
			require.Len(t, nodes, 1+len(g.Opening)+len(g.Moves))
			assert.Equal(t, []string{game.Line(label)}, nodes[0]["PB"])
			assert.Contains(t, nodes[0]["AP"][0], "Tahoun arena:")
			assert.Contains(t, nodes[4]["C"][0], game.Plain(g.Moves[1].Message))
			size := fmt.Sprintf("%d:%d", g.Width, g.Height)
			if g.Width == g.Height {
				size = fmt.Sprint(g.Width)
			}
			assert.Equal(t, size, nodes[0]["SZ"][0])
			for n, want := range []string{"", "hh", "ii", "gg", "aj", "ff"} {
				colour := []string{"W", "B"}[n%2]
				if n > 0 {
					assert.Equal(t, want, nodes[n][colour][0])
				}
			}
		}
	}
}
