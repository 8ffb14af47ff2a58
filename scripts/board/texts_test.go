package main

import (
	"encoding/json"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"

	"tahoun/board"
	"tahoun/scripts/internal/gobuild"
	"tahoun/scripts/internal/level"
)

// A text is one of a file of texts, in the forms for the plural categories of its argument n. The only form of others
// has the category "".
type text map[string]string

func (t *text) UnmarshalJSON(data []byte) error {
	var only string
	if json.Unmarshal(data, &only) == nil {
		*t = text{"": only}
		return nil
	}
	return json.Unmarshal(data, (*map[string]string)(t))
}

// readTexts returns the texts of all languages by their keys.
func readTexts(t *testing.T) map[string]map[string]text {
	files, err := fs.Glob(pageFiles, "page/texts/*.json")
	require.NoError(t, err)
	all := map[string]map[string]text{}
	for _, file := range files {
		content, err := fs.ReadFile(pageFiles, file)
		require.NoError(t, err)
		var texts map[string]text
		require.NoError(t, json.Unmarshal(content, &texts), file)
		all[strings.TrimSuffix(path.Base(file), ".json")] = texts
	}
	return all
}

// categories returns the plural categories of whole numbers in a language.
func categories(tag string) []string {
	names := map[plural.Form]string{
		plural.Other: "other", plural.Zero: "zero", plural.One: "one", plural.Two: "two", plural.Few: "few", plural.Many: "many",
	}
	found := map[string]bool{}
	for n := range 200 {
		found[names[plural.Cardinal.MatchPlural(language.MustParse(tag), n, 0, 0, 0, 0)]] = true
	}
	return slices.Sorted(maps.Keys(found))
}

var placeholder = regexp.MustCompile(`\{(\w+)\}`)

// arguments returns the names of a form's arguments. A capital is the page's matter.
func arguments(form string) []string {
	names := map[string]bool{}
	for _, found := range placeholder.FindAllStringSubmatch(form, -1) {
		names[strings.ToLower(found[1][:1])+found[1][1:]] = true
	}
	return slices.Sorted(maps.Keys(names))
}

func TestEveryLanguageHasEveryText(t *testing.T) {
	all := readTexts(t)
	english := all["en"]
	for tag, texts := range all {
		want := categories(tag)
		for key, from := range english {
			to := texts[key]
			if !assert.NotEmpty(t, to, "%s: %s is missing", tag, key) {
				continue
			}
			used := arguments(from["other"] + from[""])
			if _, only := to[""]; !only || from[""] == "" {
				assert.Equal(t, want, slices.Sorted(maps.Keys(to)), "%s: the plural forms of %s", tag, key)
			}
			for category, form := range to {
				assert.NotEmpty(t, strings.TrimSpace(form), "%s: %s", tag, key)
				assert.Equal(t, strings.TrimSpace(form), form, "%s: %s", tag, key)
				assert.Equal(t, used, arguments(form), "%s: the arguments of %s, %s", tag, key, category)
			}
		}
		for key := range texts {
			assert.Contains(t, english, key, tag)
		}
	}
}

// The words that are the same in other languages.
var international = regexp.MustCompile(`Tahoun|Swap[12]|PLOCHA\.DAT|TAH\.DAT|SGF|PNG|GIF|MiB|h8i?9?`)

func isEnglish(form string) bool {
	form = international.ReplaceAllString(placeholder.ReplaceAllString(form, ""), "")
	return strings.ContainsFunc(form, unicode.IsLetter)
}

func TestTextsAreTranslated(t *testing.T) {
	all := readTexts(t)
	same := []string{"cs caro", "cs renju", "vi caro", "vi renju"}
	for tag, texts := range all {
		for key, forms := range texts {
			for category, form := range forms {
				if tag == "en" || !isEnglish(form) || slices.Contains(same, tag+" "+form) {
					continue
				}
				assert.NotEqual(t, all["en"][key][category], form, "%s: %s is not translated", tag, key)
			}
		}
	}
}

// A literal is a string of a script. Of a template with values start is the part before the first one.
type literal struct {
	before string // of it in its line
	depth  int    // of brackets in a call of text, 0 outside such a call and after its first argument
	start  string
	whole  bool
}

// literals returns the strings of a script. It knows no regular expressions with quotes or two slashes in them.
func literals(script string) []literal {
	var all []literal
	depth := 0
	for at := 0; at < len(script); {
		rest := script[at:]
		switch token := scriptToken.FindString(rest); {
		case token == "":
			return all
		case strings.HasPrefix(token, "text("):
			at, depth = at+len(token), 1
			continue
		case strings.ContainsAny(token[:1], "'`"):
			line := script[strings.LastIndexByte(script[:at], '\n')+1 : at]
			start, _, values := strings.Cut(token[1:len(token)-1], "${")
			all = append(all, literal{line, depth, start, !values})
			at += len(token)
		case depth > 0 && strings.ContainsAny(token, "(["):
			at, depth = at+len(token), depth+1
		case depth > 0 && strings.ContainsAny(token, ")]"), depth == 1 && token == ",":
			at, depth = at+len(token), depth-1
		default:
			at += len(token)
		}
	}
	return all
}

var scriptToken = regexp.MustCompile("(?s)^(?://[^\n]*|/\\*.*?\\*/|'(?:[^'\\\\\n]|\\\\.)*'|`(?:[^`\\\\]|\\\\.)*`|\\w+\\(|\\w+|.)")

// pageLiterals returns the strings of the page's scripts, by their names.
func pageLiterals(t *testing.T) map[string][]literal {
	names, err := fs.Glob(pageFiles, "page/*.js")
	require.NoError(t, err)
	all := map[string][]literal{}
	for _, name := range names {
		content, err := fs.ReadFile(pageFiles, name)
		require.NoError(t, err)
		all[path.Base(name)] = literals(string(content))
	}
	return all
}

func pageHTML(t *testing.T) string {
	html, err := fs.ReadFile(pageFiles, "page/index.html")
	require.NoError(t, err)
	return string(html)
}

var textPlace = regexp.MustCompile(`data-(?:text|title|label)="([^"]+)"`)

// usedTexts returns the keys that the page uses, and the starts of those that it makes.
func usedTexts(t *testing.T) (keys, starts []string) {
	for _, literals := range pageLiterals(t) {
		for _, l := range literals {
			switch {
			case l.depth != 1 || strings.HasSuffix(l.before, "== "):
			case l.whole:
				keys = append(keys, l.start)
			default:
				starts = append(starts, l.start)
			}
		}
	}
	for _, place := range textPlace.FindAllStringSubmatch(pageHTML(t), -1) {
		keys = append(keys, place[1])
	}
	return keys, starts
}

// The keys that the page makes of the program's words.
func madeTexts() []string {
	var keys []string
	for _, l := range level.All {
		keys = append(keys, "level."+l.Key)
	}
	for _, rule := range []board.Rule{0, board.ExactFive, board.Renju, board.Caro, board.Continuous} {
		keys = append(keys, "rule."+string('0'+rune(rule)))
	}
	for _, foul := range []board.Foul{board.DoubleThree, board.DoubleFour, board.Overline} {
		keys = append(keys, "foul."+foul.String())
	}
	return keys
}

func TestUsedTextsAreThoseOfTheFiles(t *testing.T) {
	english := readTexts(t)["en"]
	keys, starts := usedTexts(t)
	for _, key := range append(keys, madeTexts()...) {
		assert.Contains(t, english, key)
	}
	for _, start := range starts {
		begins := func(key string) bool { return strings.HasPrefix(key, start) }
		assert.True(t, slices.ContainsFunc(slices.Collect(maps.Keys(english)), begins), "no text begins with %s", start)
	}
	for key := range english {
		begins := func(start string) bool { return strings.HasPrefix(key, start) }
		told := strings.HasPrefix(key, "told.") // see TestMessagesHaveTexts
		assert.True(t, told || slices.Contains(keys, key) || slices.ContainsFunc(starts, begins), "%s is not used", key)
	}
}

// Texts for a person stand in the files of texts alone: not in the HTML, and not in the scripts as far as a string of
// several words, or one that is shown, is one.
func TestNoTextStandsInThePage(t *testing.T) {
	html := regexp.MustCompile(`(?s)<noscript>.*</noscript>|<kbd>[^<]*|<option [^>]*lang=[^>]*>[^<]*`).ReplaceAllString(pageHTML(t), "")
	for _, shown := range regexp.MustCompile(`>[^<]*| (?:title|aria-label|placeholder|alt)="[^"]*"`).FindAllString(html, -1) {
		_, words, _ := strings.Cut(strings.ReplaceAll(shown, `"`, ">"), ">")
		words = strings.Trim(words, "> \n")
		if !slices.Contains([]string{"SGF", ".psq", ".lib", "PLOCHA.DAT …", "Tahoun"}, words) {
			assert.False(t, strings.ContainsFunc(words, unicode.IsLetter), "%q", words)
		}
	}
	several := regexp.MustCompile(`\pL{2,} \pL{2,}`)
	shown := regexp.MustCompile(`(?:Error|note|say|problem)\($|(?:textContent|title) = $`)
	code := regexp.MustCompile(`(class: |querySelector(All)?\(|closest\()[^,]*$`)
	for name, literals := range pageLiterals(t) {
		for _, l := range literals {
			words := several.MatchString(l.start) && !code.MatchString(l.before) &&
				!slices.Contains([]string{"double three", "open four", "not all"}, l.start)
			assert.False(t, words || shown.MatchString(l.before) && l.start != "", "%s: %q", name, l.start)
		}
	}
}

func TestLanguagesAreOffered(t *testing.T) {
	offered := regexp.MustCompile(`<option value="([^"]+)" lang="([^"]+)">`)
	var tags []string
	for _, found := range offered.FindAllStringSubmatch(pageHTML(t), -1) {
		assert.Equal(t, found[1], found[2])
		tags = append(tags, found[1])
	}
	assert.ElementsMatch(t, slices.Collect(maps.Keys(readTexts(t))), tags)
}

// goStrings returns the strings of the program's Go sources that messages are made of, one after the other.
func goStrings(t *testing.T, folders ...string) string {
	var all strings.Builder
	for _, folder := range folders {
		files, err := filepath.Glob(filepath.Join(folder, "*.go"))
		require.NoError(t, err)
		require.NotEmpty(t, files, folder)
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			content, err := os.ReadFile(file)
			require.NoError(t, err)
			for _, found := range regexp.MustCompile(`"(?:[^"\\\n]|\\.)*"`).FindAllString(string(content), -1) {
				all.WriteString(found + "\n")
			}
		}
	}
	return all.String()
}

// Each text for a message of the program has the words of the program, and each warning about a file has a text.
func TestMessagesHaveTexts(t *testing.T) {
	root, err := gobuild.Root()
	require.NoError(t, err)
	in := func(folder string) string { return filepath.Join(root, folder) }
	said := goStrings(t, in("scripts/board"), in("scripts/internal/gamefile"), in("scripts/internal/charset"),
		in("scripts/internal/level"), in("scripts/internal/swap2"), in("search"), in("fileproto/file"))
	worker, err := os.ReadFile(in("scripts/release/worker.js"))
	require.NoError(t, err)
	said += string(worker)
	var patterns []string
	for key, forms := range readTexts(t)["en"] {
		if !strings.HasPrefix(key, "told.") {
			continue
		}
		for _, part := range regexp.MustCompile(`\{\w+\}|: `).Split(forms[""], -1) {
			// Two strings make the words before the line of a search.
			if part = strings.Trim(part, " :;,-"); strings.Contains(part, " ") && part != "k/s line" {
				assert.Contains(t, said, part, "no message has the words of %s", key)
			}
		}
		parts := placeholder.Split(forms[""], -1)
		for i, part := range parts {
			parts[i] = regexp.QuoteMeta(part)
		}
		patterns = append(patterns, "^"+strings.Join(parts, "(.+)")+"$")
	}
	known := regexp.MustCompile(strings.Join(patterns, "|"))
	files, err := filepath.Glob(in("scripts/internal/gamefile/*.go"))
	require.NoError(t, err)
	for _, file := range files {
		content, err := os.ReadFile(file)
		require.NoError(t, err)
		for _, found := range regexp.MustCompile(`\bwarn\("([^"]*)"`).FindAllStringSubmatch(string(content), -1) {
			if strings.HasPrefix(found[1], "%s: ") {
				continue // Lines tells it, which the page does not call
			}
			message := regexp.MustCompile(`%[ds v]`).ReplaceAllString(found[1], "1")
			assert.True(t, known.MatchString(message), "no text for the warning %q of %s", message, filepath.Base(file))
		}
	}
}
