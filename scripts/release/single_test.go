package main

import (
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/scripts/internal/gobuild"
)

// unpack is a slow twin of the function in worker.js.
func unpack(text string) []byte {
	var bits strings.Builder
	for _, r := range text {
		for b := 6; b >= 0; b-- {
			bits.WriteByte('0' + byte(r>>b&1))
		}
	}
	all := make([]byte, bits.Len()/8)
	for i := range all {
		for _, bit := range bits.String()[8*i : 8*i+8] {
			all[i] = all[i]<<1 | byte(bit-'0')
		}
	}
	return all
}

func TestSevenBitsHoldAllBytes(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for n := range 60 {
		data := make([]byte, n)
		for i := range data {
			data[i] = byte(rng.Uint32() >> (rng.Uint32() % 32)) // many zeros
		}
		text := sevenBits(data)
		assert.Equal(t, data, unpack(text))
		assert.False(t, strings.ContainsAny(text, "\x00\r<"), "%q", text)
	}
}

// The page asks for no other file: its styles are in it, and its modules import each other by names of the map.
func TestSinglePageHoldsAllThatItUses(t *testing.T) {
	root, err := gobuild.Root()
	require.NoError(t, err)
	page, err := joinPage(root, []byte("wasm"), []byte("start </script"), []byte("Apache License"))
	require.NoError(t, err)
	html := string(page)
	assert.NotRegexp(t, `<link rel="stylesheet"|<script[^>]* src=`, html)
	for _, part := range []string{"default-src 'none'", `start <\/script`, "Apache License", "@media"} {
		assert.Contains(t, html, part)
	}
	_, rest, _ := strings.Cut(html, `<script type="text/plain" id="modules">`)
	text, _, _ := strings.Cut(rest, "</script>")
	unzipped, err := gzip.NewReader(base64.NewDecoder(base64.StdEncoding, strings.NewReader(text)))
	require.NoError(t, err)
	var modules map[string]string
	require.NoError(t, json.NewDecoder(unzipped).Decode(&modules))
	imported := regexp.MustCompile(`(?m)^import (?:[^']* from )?'([^']+)'|^\} from '([^']+)'`)
	assert.Contains(t, modules, "page.js")
	for name, source := range modules {
		for _, found := range imported.FindAllStringSubmatch(source, -1) {
			assert.Contains(t, modules, found[1]+found[2], "in %s", name)
		}
	}
	again, err := joinPage(root, []byte("wasm"), []byte("start </script"), []byte("Apache License"))
	require.NoError(t, err)
	assert.Equal(t, html, string(again))
}
