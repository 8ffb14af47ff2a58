package gobuild

import (
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
	if Changed(root) {
		commit += " modified"
	}
	return commit
}

// Changed reports whether git sees changes in root that are not committed. Without git or a repository nobody knows.
func Changed(root string) bool {
	said, err := exec.Command("git", "-C", root, "status", "--porcelain", ".").Output()
	return err == nil && len(said) > 0
}
