// Package gobuild builds executables the way Tahoun is released: without cgo, stripped, and with the
// same bytes for the same source and Go version, whoever builds them and wherever.
package gobuild

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// A Target is the system that an executable runs on, in Go's names.
type Target struct{ OS, Arch string }

// Targets are the systems that Tahoun is released for.
var Targets = []Target{
	{"windows", "386"}, {"windows", "amd64"}, {"linux", "amd64"}, {"linux", "arm64"}, {"darwin", "arm64"},
}

// Host returns the target that this program was built for.
func Host() Target { return Target{runtime.GOOS, runtime.GOARCH} }

// String returns "system-processor", as in a file name.
func (t Target) String() string { return t.OS + "-" + t.Arch }

// File returns the file name of the executable called name.
func (t Target) File(name string) string {
	if t.OS == "windows" {
		return name + ".exe"
	}
	return name
}

// settings names everything that a caller's environment could change in the bytes of a build.
// GOFLAGS and GOEXPERIMENT are not empty, but name a flag and an experiment that is off anyway: Go ignores an empty
// variable and reads the user's settings file instead.
func (t Target) settings() []string {
	return []string{
		"GOOS=" + t.OS, "GOARCH=" + t.Arch, "GO386=sse2", "GOAMD64=v1", "GOARM64=v8.0",
		"CGO_ENABLED=0", "GO_EXTLINK_ENABLED=0", "GOEXPERIMENT=nofieldtrack", "GOFIPS140=off", "GOWORK=off",
		"GOFLAGS=-trimpath"}
}

// Executable builds the main package in folder dir for t, with more flags of go build if given, and writes it to the
// file out.
func Executable(dir string, t Target, out string, flags ...string) error {
	out, err := filepath.Abs(out)
	if err != nil {
		return err
	}
	args := append([]string{"build", "-ldflags", "-s -w -buildid=", "-o", out}, flags...)
	build := exec.Command("go", append(args, ".")...)
	build.Dir = dir
	build.Env = append(os.Environ(), t.settings()...)
	if said, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("go build for %s in %s: %w\n%s", t, dir, err, said)
	}
	return nil
}

// A Module is a module with code in an executable.
type Module struct {
	Name string // with its version
	Dir  string
}

// Linked returns the modules beside the main one of which the main packages in dirs, folders of module root, hold code
// when they are built for t.
func Linked(root string, t Target, dirs ...string) ([]Module, error) {
	list := exec.Command("go", append([]string{"list", "-deps", "-f",
		`{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}{{"\t"}}{{.Dir}}{{end}}{{end}}`}, dirs...)...)
	list.Dir = root
	list.Env = append(os.Environ(), t.settings()...)
	said, err := list.Output()
	if err != nil {
		return nil, fmt.Errorf("go list for %s in %s: %w", t, root, err)
	}
	var modules []Module
	for line := range strings.Lines(string(said)) {
		name, dir, _ := strings.Cut(strings.TrimRight(line, "\r\n"), "\t")
		if m := (Module{name, dir}); name != "" && !slices.Contains(modules, m) {
			modules = append(modules, m)
		}
	}
	slices.SortFunc(modules, func(a, b Module) int { return strings.Compare(a.Name, b.Name) })
	return modules, nil
}

// Root returns the root folder of the module that contains the working directory.
func Root() (string, error) {
	said, err := exec.Command("go", "env", "GOMOD").Output()
	if err != nil {
		return "", fmt.Errorf("go env GOMOD: %w", err)
	}
	mod := strings.TrimSpace(string(said))
	if mod == "" || mod == os.DevNull {
		return "", errors.New("no go.mod here or above: want to run inside Tahoun's source")
	}
	return filepath.Dir(mod), nil
}
