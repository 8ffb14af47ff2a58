package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"tahoun/scripts/internal/gobuild"
)

// goLicence is a module with the same licence as Go, which not every Go installation holds.
const goLicence = "golang.org/x/text"

// libraries returns the file with the licences of the modules that are linked into the executables of a.
func (a archive) libraries(root string, target gobuild.Target) (file, error) {
	var dirs []string
	for _, program := range a.programs {
		dirs = append(dirs, filepath.Join(root, program.from))
	}
	modules, err := gobuild.Linked(root, target, dirs...)
	if err != nil {
		return file{}, err
	}
	text := bytes.NewBufferString("The executables here hold code of others, under these licences.\n")
	for _, m := range modules {
		licence, err := licences(m.Dir)
		if err != nil {
			return file{}, fmt.Errorf("%s: %w", m.Name, err)
		}
		name := m.Name
		if strings.HasPrefix(name, goLicence+" ") {
			name += ", and Go itself"
		}
		fmt.Fprintf(text, "\n%s\n%s\n\n%s", name, strings.Repeat("=", len(name)), licence)
	}
	return file{"LIBRARIES.txt", plain, text.Bytes()}, nil
}

// licences returns the texts in a module's folder that must go with it.
func licences(dir string) ([]byte, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var all []byte
	for _, e := range entries {
		name := strings.ToUpper(e.Name())
		begins := func(with string) bool { return strings.HasPrefix(name, with) }
		if !slices.ContainsFunc([]string{"LICEN", "COPYING", "NOTICE"}, begins) {
			continue
		}
		text, err := readText(filepath.Join(dir, e.Name()))
		if err != nil {
			return nil, err
		}
		all = append(all, text...)
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("no licence in %s", dir)
	}
	return all, nil
}
