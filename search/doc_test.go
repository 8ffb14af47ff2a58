package search

import (
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The package's comment names every file of it.
func TestPackageCommentNamesEveryFile(t *testing.T) {
	engine, err := parser.ParseFile(token.NewFileSet(), "engine.go", nil, parser.ParseComments|parser.PackageClauseOnly)
	require.NoError(t, err)
	files, err := filepath.Glob("*.go")
	require.NoError(t, err)
	for _, file := range files {
		room, _, _ := strings.Cut(strings.TrimSuffix(file, ".go"), "_")
		if !strings.HasSuffix(file, "_test.go") {
			assert.True(t, regexp.MustCompile(`\b`+room+`\b`).MatchString(engine.Doc.Text()), file)
		}
	}
}
