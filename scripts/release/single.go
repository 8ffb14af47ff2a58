package main

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"tahoun/scripts/internal/gobuild"
)

//go:embed worker.js
var worker string

//go:embed start.js
var starter string

// single is the page of scripts/board as one file that holds the search.
var single = archive{name: "tahoun", programs: []item{{"tahoun.wasm", "scripts/board"}}, maxSize: 4_000_000}

// The places in index.html that the single page fills.
const (
	styleLinks = `<link rel="stylesheet" href="boardview/boardview.css">` + "\n" +
		`<link rel="stylesheet" href="page.css">`
	scriptLink = `<script type="module" src="page.js"></script>`
)

// policy keeps the single page from the network.
const policy = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; ` +
	`script-src 'unsafe-inline' 'wasm-unsafe-eval' data: blob:; worker-src blob:; ` +
	`style-src 'unsafe-inline'; img-src data: blob:; base-uri 'none'; form-action 'none'">`

// singlePage returns tahoun.html.
func singlePage(root string) (file, error) {
	target := gobuild.Target{OS: "js", Arch: "wasm"}
	wasm, err := build(filepath.Join(root, "scripts/board"), "tahoun.wasm", target, 16_000_000)
	if err != nil {
		return file{}, err
	}
	start, err := wasmExec()
	if err != nil {
		return file{}, err
	}
	libraries, err := single.libraries(root, target)
	if err != nil {
		return file{}, err
	}
	html, err := joinPage(root, wasm.content, start, libraries.content)
	if err == nil {
		err = checkSize("tahoun.html", target, len(html), single.maxSize)
	}
	return file{"tahoun.html", plain, html}, err
}

// wasmExec returns the script of the Go installation that starts what it compiles.
func wasmExec() ([]byte, error) {
	said, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, fmt.Errorf("go env GOROOT: %w", err)
	}
	return readText(filepath.Join(strings.TrimSpace(string(said)), "lib", "wasm", "wasm_exec.js"))
}

// joinPage returns the page with its styles and modules, the compressed search, and the licences. What is large stands
// last, after all that is painted.
func joinPage(root string, wasm, start, libraries []byte) ([]byte, error) {
	page, shared := filepath.Join(root, "scripts/board/page"), filepath.Join(root, "scripts/internal/boardview")
	html, err := readText(filepath.Join(page, "index.html"))
	if err != nil {
		return nil, err
	}
	var style []byte
	for _, name := range []string{filepath.Join(shared, "boardview.css"), filepath.Join(page, "page.css")} {
		text, err := readText(name)
		if err != nil {
			return nil, err
		}
		style = append(style, text...)
	}
	modules, err := packModules(page, shared)
	if err != nil {
		return nil, err
	}
	search, err := compress(wasm)
	if err != nil {
		return nil, err
	}
	texts, err := packTexts(page)
	if err != nil {
		return nil, err
	}
	text := string(html)
	for _, part := range []struct{ old, new string }{
		{styleLinks, policy + "\n<style>\n" + string(style) + "</style>"},
		{scriptLink, ""},
		{"</body>", texts + modules + script("text/plain", "licences", string(libraries)) + "\n" +
			script("text/plain", "go", string(start)) + "\n" + script("text/plain", "worker", worker) + "\n" +
			script("text/plain", "search", sevenBits(search)) + "\n" +
			script("text/javascript", "main", starter) + "\n</body>"},
	} {
		if strings.Count(text, part.old) != 1 {
			return nil, fmt.Errorf("index.html: want %s once", part.old)
		}
		text = strings.Replace(text, part.old, part.new, 1)
	}
	return []byte(text), nil
}

// packTexts returns an element with the texts of each language, as text.js of the page reads them: those in English with
// their keys, of the others only the values, in the order of the sorted keys.
func packTexts(page string) (string, error) {
	names, err := filepath.Glob(filepath.Join(page, "texts", "*.json"))
	if err != nil {
		return "", err
	}
	all := map[string]map[string]json.RawMessage{}
	for _, name := range names {
		text, err := readText(name)
		if err != nil {
			return "", err
		}
		texts := map[string]json.RawMessage{}
		if err := json.Unmarshal(text, &texts); err != nil {
			return "", fmt.Errorf("%s: %w", name, err)
		}
		all[strings.TrimSuffix(filepath.Base(name), ".json")] = texts
	}
	keys := slices.Sorted(maps.Keys(all["en"]))
	var elements strings.Builder
	for _, tag := range slices.Sorted(maps.Keys(all)) {
		var texts any = all[tag]
		if tag != "en" {
			values := make([]json.RawMessage, len(keys))
			for i, key := range keys {
				values[i] = all[tag][key]
			}
			texts = values
		}
		content, err := json.Marshal(texts)
		if err != nil {
			return "", err
		}
		element, err := packed("texts-"+tag, content)
		if err != nil {
			return "", err
		}
		elements.WriteString(element)
	}
	return elements.String(), nil
}

// packed returns an element that holds a text, compressed, in base64.
func packed(id string, text []byte) (string, error) {
	small, err := compress(text)
	return script("text/plain", id, base64.StdEncoding.EncodeToString(small)) + "\n", err
}

func script(kind, id, text string) string {
	return `<script type="` + kind + `" id="` + id + `">` + strings.ReplaceAll(text, "</script", `<\/script`) + "</script>"
}

var importPath = regexp.MustCompile(`(?m)^((?:import|export)\b[^']*)'(\.[^']+)';$`)

// packModules returns an element with the modules by their names, as start.js reads it.
func packModules(page, shared string) (string, error) {
	modules := map[string]string{}
	for prefix, dir := range map[string]string{"": page, "boardview/": shared} {
		names, err := filepath.Glob(filepath.Join(dir, "*.js"))
		if err != nil {
			return "", err
		}
		for _, from := range names {
			text, err := readText(from)
			if err != nil {
				return "", err
			}
			name := prefix + filepath.Base(from)
			text = importPath.ReplaceAllFunc(text, func(line []byte) []byte {
				parts := importPath.FindSubmatch(line)
				return fmt.Appendf(nil, "%s'%s';", parts[1], path.Join(path.Dir(name), string(parts[2])))
			})
			modules[name] = string(text)
		}
	}
	all, err := json.Marshal(modules)
	if err != nil {
		return "", err
	}
	return packed("modules", all)
}

func compress(content []byte) ([]byte, error) {
	var packed bytes.Buffer
	w, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err == nil {
		_, err = w.Write(content)
	}
	if err == nil {
		err = w.Close()
	}
	return packed.Bytes(), err
}

// sevenBits returns a text that holds data, seven bits in each character, as worker.js reads it. HTML changes NUL and
// CR, and < may begin a tag: they have their bits in a character above ASCII. The text is a sixth longer than data;
// base64 would be a third longer.
func sevenBits(data []byte) string {
	var text strings.Builder
	put := func(v uint) {
		if v == 0 || v == '\r' || v == '<' {
			v += 128
		}
		text.WriteRune(rune(v))
	}
	var held, bits uint
	for _, b := range data {
		held, bits = (held<<8|uint(b))&0x7fff, bits+8
		for ; bits >= 7; bits -= 7 {
			put(held >> (bits - 7) & 127)
		}
	}
	if bits > 0 {
		put(held << (7 - bits) & 127)
	}
	return text.String()
}
