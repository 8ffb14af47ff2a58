package record_test

import (
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/scripts/internal/record"
)

// fields adds the paths of all values that JSON has of a type: move.Row[].X.
func fields(of reflect.Type, path string, to map[string]bool) {
	switch {
	case of == reflect.TypeFor[time.Time]() || of.Kind() != reflect.Struct && of.Kind() != reflect.Slice && of.Kind() != reflect.Pointer:
		to[path] = true
		return
	case of.Kind() == reflect.Pointer:
		fields(of.Elem(), path, to)
		return
	case of.Kind() == reflect.Slice:
		fields(of.Elem(), path+"[]", to)
		return
	}
	for _, f := range reflect.VisibleFields(of) {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		outer, _ := of.FieldByName(f.Name)
		hidden := !slices.Equal(outer.Index, f.Index)
		if f.Anonymous || name == "-" || hidden {
			continue
		}
		if name == "" {
			name = f.Name
		}
		fields(f.Type, strings.TrimPrefix(path+"."+name, "."), to)
	}
}

// TestFieldsAreDescribed: RECORDS.md describes each field of the log, and no other.
func TestFieldsAreDescribed(t *testing.T) {
	want := map[string]bool{}
	fields(reflect.TypeFor[record.RunLine](), "", want)
	fields(reflect.TypeFor[record.Line](), "", want)
	maps.DeleteFunc(want, func(path string, _ bool) bool {
		return path == "run[]" || strings.HasPrefix(path, "game.Moves[]") // raw bytes; never written, see gameLine
	})
	page, err := os.ReadFile(filepath.Join("..", "..", "arena", "RECORDS.md"))
	require.NoError(t, err)
	described := map[string]bool{}
	for _, row := range regexp.MustCompile("(?m)^\\| (`.*) \\| [^|]+ \\| [^|]+ \\| \\d+\\.\\d+\\.\\d+ \\|$").FindAllStringSubmatch(string(page), -1) {
		first, _, _ := strings.Cut(row[1], " | ")
		for _, name := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(first, -1) {
			assert.False(t, described[name[1]], "%s twice", name[1])
			described[name[1]] = true
		}
	}
	assert.Equal(t, slices.Sorted(maps.Keys(want)), slices.Sorted(maps.Keys(described)))
}
