package main

import (
	"path"
	"path/filepath"
	"regexp"
	"strings"

	"tahoun/scripts/internal/gobuild"
)

// link is a link of a page: its text, its target without a place in a page, and the place.
var link = regexp.MustCompile(`\[([^\]\n]*)\]\(([^)#\s]*)(#[^)\s]*)?\)`)

// page returns a page as the zip has it. Links lead to where their files are in the zip; of those to others only the
// text is left. Commands that run a program of the zip from source run the executable.
func (a archive) page(i item, target gobuild.Target, content []byte) []byte {
	text := link.ReplaceAllStringFunc(string(content), func(whole string) string {
		parts := link.FindStringSubmatch(whole)
		to := parts[2]
		if to == "" || strings.Contains(to, ":") {
			return whole
		}
		name, packed := a.packed(path.Join(path.Dir(i.from), to))
		if !packed {
			return parts[1]
		}
		to, err := filepath.Rel(filepath.Dir(i.name), name)
		if err != nil {
			return parts[1]
		}
		return "[" + parts[1] + "](" + filepath.ToSlash(to) + parts[3] + ")"
	})
	for _, program := range a.programs {
		if program.from == "." {
			continue // README tells both ways
		}
		command := "./" + program.name
		if target.OS == "windows" {
			command = `.\` + strings.ReplaceAll(program.name, "/", `\`)
		}
		fromSource := regexp.MustCompile("go run ./" + regexp.QuoteMeta(program.from) + `\b`)
		text = fromSource.ReplaceAllLiteralString(text, command)
	}
	return []byte(text)
}

// packed returns the name in the zip of a file or a folder of the repository.
func (a archive) packed(from string) (name string, ok bool) {
	for _, i := range a.texts {
		if from == i.from {
			return i.name, true
		}
		if rest, below := strings.CutPrefix(from, i.from+"/"); below {
			return path.Join(i.name, rest), true
		}
	}
	return "", false
}
