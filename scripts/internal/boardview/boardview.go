// Package boardview has the parts that the arena's report and the page of scripts/board share: the drawn board, plots,
// and the colours for light and dark. Both put Style and Script into their page.
package boardview

import _ "embed"

// Style is the style sheet. It expects the board in the svg element #board, in a box #board-box.
//
//go:embed boardview.css
var Style string

// Script is a classic script that defines one name, boardView.
//
//go:embed boardview.js
var Script string
