package search

import (
	"runtime/debug"
	"strings"
)

// Version is the version of this judgement, and of all brains that speak for it.
const Version = "0.1.0"

// Build returns the version and, where Go's build information tells it, the commit that the program was built from.
func Build() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return Version
	}
	return build(info.Settings)
}

func build(settings []debug.BuildSetting) string {
	said := map[string]string{}
	for _, s := range settings {
		said[s.Key] = s.Value
	}
	commit := said["vcs.revision"]
	if commit == "" {
		return Version
	}
	details := []string{"commit " + commit[:min(len(commit), 12)]}
	if said["vcs.modified"] == "true" {
		details = append(details, "modified")
	}
	return Version + " (" + strings.Join(details, ", ") + ")"
}
