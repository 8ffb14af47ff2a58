// Package boardview has the parts that the arena's report and the page of scripts/board share: the drawn board, plots,
// the list of moves, and the colours for light and dark. The page loads the modules one by one; the report is a single
// file, for which Join makes one script of them.
package boardview

import (
	"embed"
	"io/fs"
	"path"
	"regexp"
	"strings"
)

// Files has the modules, and the style sheet boardview.css. It expects the board in the svg element #board, in a box
// #board-box, the list of moves in #moves, and the words of a program in #message.
//
//go:embed *.js *.css
var Files embed.FS

// Style is the style sheet.
//
//go:embed boardview.css
var Style string

var (
	importLine = regexp.MustCompile(`(?m)^import (?:\{[^}]*\} from )?'(\.[^']+)';\n`)
	exportWord = regexp.MustCompile(`(?m)^export `)
)

// Join returns one script that does the same as a module and all that it imports. The modules are in own; where a path
// has a folder boardview, they are this package's. All share one scope, so no two may declare the same name at the top
// level; they may import and export names, but neither rename them nor export a list.
func Join(own fs.FS, module string) string {
	j := joiner{own: own, joined: map[string]bool{}}
	j.add(module)
	return j.script.String()
}

type joiner struct {
	own    fs.FS
	joined map[string]bool // by path
	script strings.Builder
}

// add adds a module after those that it imports.
func (j *joiner) add(module string) {
	if j.joined[module] {
		return
	}
	j.joined[module] = true
	files, name := j.own, module
	if _, shared, ok := strings.Cut(module, "boardview/"); ok {
		files, name = Files, shared
	}
	text, err := fs.ReadFile(files, name)
	if err != nil {
		panic(err) // all are embedded
	}
	for _, found := range importLine.FindAllSubmatch(text, -1) {
		j.add(path.Join(path.Dir(module), string(found[1])))
	}
	text = exportWord.ReplaceAll(importLine.ReplaceAll(text, nil), nil)
	j.script.Write(text)
}
