package search

import (
	"runtime/debug"
	"strings"

	"tahoun/search/weights"
)

// Version is the version of the engine and of all its executables.
const Version = "0.4.0"

// signatureSum begins the SHA-256 of testdata/signature.golden: another signature means
// another search, even in the same version.
const signatureSum = "11d1ffb61f34"

// Build returns the version, the commit that the program was built from where Go's build information tells it, and in a
// second line the names of the weights of sets and of those in force.
func Build(sets weights.Sets) string {
	version := Version
	if info, ok := debug.ReadBuildInfo(); ok {
		version = build(info.Settings)
	}
	return version + "\nweights " + strings.Join(sets.Names(), ", ")
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
