package gobuild

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
)

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
