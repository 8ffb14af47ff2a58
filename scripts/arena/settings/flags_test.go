package settings

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/scripts/internal/manager"
	"tahoun/scripts/internal/record"
)

// TestFlagsAreDescribed: OPTIONS.md has each flag among its answers to the options of others or as one that only the arena
// has, and no other flag.
func TestFlagsAreDescribed(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "OPTIONS.md"))
	require.NoError(t, err)
	described := map[string]bool{}
	for line := range strings.Lines(string(page)) {
		cells := strings.Split(strings.Trim(line, "| \n"), " | ")
		ours, answer := strings.CutPrefix(cells[len(cells)-1], "ours:")
		if len(cells) == 2 {
			ours = cells[0]
		} else if !answer {
			continue
		}
		for _, code := range regexp.MustCompile("`((?:-|arena )[^`]*)`").FindAllStringSubmatch(ours, -1) {
			for _, name := range regexp.MustCompile(`(?:^| )-([a-z][a-z-]*)`).FindAllStringSubmatch(code[1], -1) {
				described[name[1]] = true
			}
		}
	}
	want := map[string]bool{"h": true}
	for _, r := range new(commandLine).table().rows {
		want[r.name] = true
	}
	assert.Equal(t, slices.Sorted(maps.Keys(want)), slices.Sorted(maps.Keys(described)))
}

// others are values of all saved flags other than those of a run without them.
var others = map[string]string{
	"p": "file,label=c:go", "each": "nodes=5", "size": "12x13", "rule": "renju", "walls": "7,7", "spare": "3",
	"openings": "more.txt", "order": sequential, "start": "2", "plies": "1", "turned": "true", "opening-rule": swap2,
	"seed": "9", "gauntlet": "true", "pairs": "5", "games": "8", "time": "3s", "match": "60s", "memory": "1G",
	"grace": "2s", "moves": "50", "resign": "count=3,score=2000", "draw": "from=40,count=8,score=10", "j": "1",
	"threads": "2", "sprt": "0,20", "anchor": "a", "dir": ".", "shard": "1/2", "log": "trials.jsonl", "log-io": "true",
	"stop-on-fault": "true",
}

// TestFlagsOfTheDescription: a flag changes those fields of the run's description that the table names, and every field
// is some flag's. A settings file may have the flag, unless it belongs to a call of the program.
func TestFlagsOfTheDescription(t *testing.T) {
	disk := afero.NewMemMapFs()
	for name, text := range map[string]string{"o.txt": "0,0, 1,1\n0,0, 0,1, 2,2\n", "more.txt": "-3,-3, 2,0\n1,0\n"} {
		require.NoError(t, afero.WriteFile(disk, name, []byte(text), 0o644))
	}
	others["files"] = string(manager.DOS)
	if manager.NativeStyle() == manager.DOS {
		others["files"] = string(manager.Unix)
	}
	of := map[string]bool{}
	for _, r := range new(commandLine).table().rows {
		t.Run(r.name, func(t *testing.T) {
			config := fmt.Sprintf("%s %s\n", r.name, others[r.name])
			require.NoError(t, afero.WriteFile(disk, "a.cfg", []byte(config), 0o644))
			base := two + "-openings o.txt "
			switch r.name {
			case "config":
				return // which the command line gives here
			case "openings":
				base = two
			case "opening-rule":
				base = strings.ReplaceAll(two, "file,", "pipe,")
			}
			got, err := Parse(disk, strings.Fields(base+"-config a.cfg"), nil, nil)
			if r.traits&once != 0 {
				require.EqualError(t, err, fmt.Sprintf("a.cfg:1: no setting %q", r.name))
				return
			}
			if r.name == "p" { // those of the command line win
				got, err = Parse(disk, strings.Fields(base+"-p "+others["p"]), nil, nil)
			}
			require.NoError(t, err)
			want := strings.FieldsFunc(r.fields, func(c rune) bool { return strings.ContainsRune(", ", c) })
			assert.ElementsMatch(t, want, changed(t, parsed(t, disk, base), got))
			for _, field := range want {
				of[field] = true
			}
		})
	}
	fields := map[string]bool{}
	for _, f := range reflect.VisibleFields(reflect.TypeFor[record.Description]()) {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		fields[name] = true
	}
	assert.Equal(t, fields, of)
}

// changed returns the fields in which the descriptions of two runs differ.
func changed(t *testing.T, a, b Settings) (names []string) {
	t.Helper()
	fields := func(s Settings) (all map[string]json.RawMessage) {
		text, err := json.Marshal(s.Description())
		require.NoError(t, err)
		require.NoError(t, json.Unmarshal(text, &all))
		return all
	}
	was, is := fields(a), fields(b)
	for name := range is {
		if string(was[name]) != string(is[name]) {
			names = append(names, name)
		}
	}
	return names
}
