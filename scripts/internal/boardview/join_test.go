package boardview_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"

	"tahoun/scripts/internal/boardview"
)

func TestModulesAreJoinedOnceAfterTheirImports(t *testing.T) {
	own := fstest.MapFS{
		"page.js": {Data: []byte("// page.js\nimport {\n\tb,\n\tc,\n} from './b.js';\nimport './c.js';\nb(c);\n")},
		"b.js":    {Data: []byte("import {c} from './c.js';\nexport const b = v => v + c;\n")},
		"c.js":    {Data: []byte("export let c = 1; // export\n")},
	}
	want := "let c = 1; // export\nconst b = v => v + c;\n// page.js\nb(c);\n"
	assert.Equal(t, want, boardview.Join(own, "page.js"))
}

func TestSharedModulesAreJoined(t *testing.T) {
	own := fstest.MapFS{"page.js": {Data: []byte(`import {MoveList} from './boardview/movelist.js';
import {Board} from './boardview/board.js';
import {frame} from './boardview/plot.js';
`)}}
	script := boardview.Join(own, "page.js")
	assert.NotRegexp(t, `(?m)^(import|export)\b`, script)
	for _, name := range []string{"const draw =", "class MoveList ", "class Board ", "const frame ="} {
		assert.Equal(t, 1, strings.Count(script, name), name)
	}
	assert.Less(t, strings.Index(script, "const draw ="), strings.Index(script, "class MoveList "))
}
