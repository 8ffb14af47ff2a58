// Package gobuild builds executables the way Tahoun is released: without cgo, stripped, and with the
// same bytes for the same source and Go version, whoever builds them and wherever.
package gobuild

import (
	"archive/zip"
	"bytes"
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

// Commit returns the commit of the module that contains the working directory, with "modified" behind it if not
// everything is committed; "unknown" without git.
func Commit() string {
	root, err := Root()
	if err != nil {
		return "unknown"
	}
	said, err := exec.Command("git", "-C", root, "rev-parse", "--short=12", "HEAD").Output()
	if err != nil {
		return "unknown"
	}
	commit := strings.TrimSpace(string(said))
	if changed, _ := Changed(root); changed {
		commit += " modified"
	}
	return commit
}

// Day returns the day of that commit, as in 2026-11-21; "unknown" without git.
func Day() string {
	root, err := Root()
	if err != nil {
		return "unknown"
	}
	said, err := git(root, "log", "-1", "--format=%cs")
	if err != nil {
		return "unknown"
	}
	return strings.TrimSpace(string(said))
}

// Changed reports whether git sees changes in root that are not committed, files that it does not track included.
// Without git or a repository it returns an error.
func Changed(root string) (bool, error) {
	said, err := git(root, "status", "--porcelain", "--untracked-files=normal", ".")
	return len(said) > 0, err
}

// Resolve returns the short hash of the commit that name means in the repository of root.
func Resolve(root, name string) (string, error) {
	said, err := git(root, "rev-parse", "--verify", "--short=12", "--end-of-options", name+"^{commit}")
	return strings.TrimSpace(string(said)), err
}

// Checkout writes the files of a commit below root into the folder dir, which must be empty. It leaves nothing in the
// repository that would have to be removed later, as a work tree does.
func Checkout(root, commit, dir string) error {
	packed, err := git(root, "archive", "--format=zip", "-0", commit)
	if err != nil {
		return err
	}
	files, err := zip.NewReader(bytes.NewReader(packed), int64(len(packed)))
	if err != nil {
		return fmt.Errorf("git archive %s: %w", commit, err)
	}
	return os.CopyFS(dir, files)
}

// git returns the output of a git command in root. Its error has git's message.
func git(root string, args ...string) ([]byte, error) {
	said, err := exec.Command("git", append([]string{"-C", root}, args...)...).Output()
	var failed *exec.ExitError
	if errors.As(err, &failed) {
		err = fmt.Errorf("git %s: %w: %s", args[0], err, bytes.TrimSpace(failed.Stderr))
	}
	return said, err
}
