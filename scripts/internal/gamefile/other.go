package gamefile

import (
	"bytes"
	"errors"
	"path/filepath"
	"strings"
)

// kinds are the starts of files that are no games, and what they are.
var kinds = []struct{ start, kind string }{
	{"PK\x03\x04", "a zip archive: unpack it first"},
	{"\x1F\x8B", "packed by gzip: unpack it first"},
	{"7z\xBC\xAF", "a 7z archive: unpack it first"},
	{"Rar!", "a RAR archive: unpack it first"},
	{"\x04\x22\x4D\x18", "packed by LZ4, as the databases of Rapfi and Yixin are"},
	{"SQLite format 3\x00", "a database of SQLite"},
	{"!<arch>\n", "a library of a compiler, not of RenLib"},
	{"%PDF", "a PDF"},
	{"\x89PNG", "a picture (PNG)"},
	{"\xFF\xD8\xFF", "a picture (JPEG)"},
	{"GIF8", "a picture (GIF)"},
	{"<!doctype html", "a page in HTML"},
	{"<html", "a page in HTML"},
	{"<?xml", "XML, but not a .rif of RenjuNet"},
	{"{", "JSON"},
}

// extensions are the endings of other programs' games, which no reader knows, by the names that RenLib's dialogue has.
var extensions = map[string]string{
	".bdt": "a game of BDT", ".pdb": "a game of Palm (PDB)", ".rdf": "a game of RDF", ".wzq": "a game of WZQ",
	".db": "a database of an engine", ".yxdb": "a database of Yixin",
}

// kindOf returns what content is that is no game, "" if that is not known.
func kindOf(content []byte) string {
	text := bytes.ToLower(bytes.TrimSpace(content[:min(len(content), 256)]))
	for _, k := range kinds {
		if bytes.HasPrefix(content, []byte(k.start)) || bytes.HasPrefix(text, []byte(k.start)) {
			return k.kind
		}
	}
	return ""
}

// unknown returns the error of a file that has none of the formats.
func unknown(name string, content []byte) error {
	kind := kindOf(content)
	if kind == "" {
		kind = extensions[strings.ToLower(filepath.Ext(name))]
	}
	switch {
	case len(bytes.TrimSpace(content)) == 0:
		kind = "unknown format: the file is empty"
	case kind == "":
		kind = "unknown format"
	default:
		kind = "it is " + kind
	}
	return errors.New(name + ": " + kind + ": want a game as .psq, SGF, RenLib .lib, RenjuNet .rif, PlayOK's record, .sav " +
		"or .pos, a position as text (h8i9), a board of - x o #, or an opening as dx,dy")
}
