// Package lint_test holds the scripts of the pages against eslint, and their HTML against html-validate. npm installs
// both, as package-lock.json pins them, into a temporary folder.
package lint_test

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/scripts/arena/report"
	"tahoun/scripts/arena/report/sample"
	"tahoun/scripts/internal/game"
)

// root is the project's folder.
const root = "../../../.."

var linters string // the folder that they are installed in

func TestMain(m *testing.M) {
	os.Exit(func() int {
		var err error
		if linters, err = os.MkdirTemp("", "lint-"); err != nil {
			panic(err)
		}
		defer os.RemoveAll(linters)
		return m.Run()
	}())
}

var install = sync.OnceValues(func() ([]byte, error) {
	for _, name := range []string{"package.json", "package-lock.json", "eslint.config.js", "htmlvalidate.cjs"} {
		text, err := os.ReadFile(name)
		if err == nil {
			err = os.WriteFile(filepath.Join(linters, name), text, 0o644)
		}
		if err != nil {
			return nil, err
		}
	}
	npm := exec.Command("npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts", "--prefer-offline")
	npm.Dir = linters
	return npm.CombinedOutput()
})

// lint runs one of the linters on files in a folder. It skips the test without npm.
func lint(t *testing.T, dir, name, config string, files ...string) (says string, err error) {
	t.Helper()
	if _, err := exec.LookPath("npm"); err != nil {
		t.Skip("no npm on the path: install Node.js (Debian: apt-get install nodejs npm) to run this test")
	}
	said, err := install()
	require.NoError(t, err, "npm ci: %s", said)
	args := append([]string{"--config", filepath.Join(linters, config)}, files...)
	linter := exec.Command(filepath.Join(linters, "node_modules", ".bin", name), args...)
	linter.Dir = dir
	said, err = linter.CombinedOutput()
	return string(said), err
}

func eslint(t *testing.T, dir string, files ...string) (string, error) {
	t.Helper()
	return lint(t, dir, "eslint", "eslint.config.js", files...)
}

func htmlValidate(t *testing.T, dir string, files ...string) (string, error) {
	t.Helper()
	return lint(t, dir, "html-validate", "htmlvalidate.cjs", files...)
}

func TestScriptsHaveNoFaults(t *testing.T) {
	says, err := eslint(t, root, "scripts/board/page", "scripts/arena/report/page", "scripts/internal/boardview",
		"scripts/release")
	assert.NoError(t, err, says)
}

// english writes the board's page with its English texts in their places, and returns the file.
func english(t *testing.T) string {
	page := filepath.Join(root, "scripts/board/page")
	html, err := os.ReadFile(filepath.Join(page, "index.html"))
	require.NoError(t, err)
	en, err := os.ReadFile(filepath.Join(page, "texts/en.json"))
	require.NoError(t, err)
	var texts map[string]any
	require.NoError(t, json.Unmarshal(en, &texts))
	text := func(key string) string { return strings.ReplaceAll(fmt.Sprint(texts[key]), `"`, "&quot;") }
	whole := regexp.MustCompile(`data-text="([^"]+)"([^>]*)>`).ReplaceAllStringFunc(string(html), func(s string) string {
		return s + text(strings.Split(s, `"`)[1])
	})
	attributes := strings.NewReplacer("data-label=", "aria-label=", "data-title=", "title=")
	whole = regexp.MustCompile(`data-(label|title)="[^"]+"`).ReplaceAllStringFunc(whole, func(s string) string {
		parts := strings.Split(s, `"`)
		return attributes.Replace(parts[0]) + `"` + text(parts[1]) + `"`
	})
	file := filepath.Join(t.TempDir(), "board.html")
	require.NoError(t, os.WriteFile(file, []byte(whole), 0o644))
	return file
}

func TestHTMLHasNoFaults(t *testing.T) {
	files := []string{english(t)}
	unfinished := sample.Run(20, 1)
	unfinished.Refresh, unfinished.Collection = 10*time.Second, "games.sgf"
	unfinished.SGF = func(*game.Game) string { return "game.sgf" }
	for name, run := range map[string]report.Run{"finished": sample.Run(20, 1), "unfinished": unfinished, "empty": {}} {
		file := filepath.Join(t.TempDir(), name+".html")
		page, err := os.Create(file)
		require.NoError(t, err)
		require.NoError(t, report.Write(page, run))
		require.NoError(t, page.Close())
		files = append(files, file)
	}
	says, err := htmlValidate(t, root, files...)
	assert.NoError(t, err, says)
}

// TestFaultsAreFound: the linters say what is wrong with a page that has the faults that they are to find.
func TestFaultsAreFound(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
		return name
	}
	says, err := eslint(t, dir, write("page.js", "const unused = a ? 1 : b ? 2 : 3;\n"))
	assert.Error(t, err)
	for _, rule := range []string{"no-unused-vars", "no-nested-ternary", "no-undef"} {
		assert.Contains(t, says, rule)
	}
	says, err = htmlValidate(t, dir, write("page.html", "<button>x</button>\n"))
	assert.Error(t, err)
	assert.Contains(t, says, "no-implicit-button-type")
}
