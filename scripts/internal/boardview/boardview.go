// Package boardview has the parts that the arena's report and the page of scripts/board share: the drawn board, plots,
// the list of moves, and the colours for light and dark. The page loads the modules one by one; the report is a single
// file, for which Join makes one script of them.
package boardview

import "embed"

// Files has the modules, and the style sheet boardview.css. It expects the board in the svg element #board, in a box
// #board-box, the list of moves in #moves, and the words of a program in #message.
//
//go:embed *.js *.css
var Files embed.FS

// Style is the style sheet.
//
//go:embed boardview.css
var Style string
