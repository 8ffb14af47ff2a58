package gamefile

import (
	"bytes"
	"fmt"
)

// other is the row of files that have none of the formats. Lines takes them for lists.
var other = format{limit: maxBytes, long: true, read: refuse, lines: listLines}

// kinds are the starts of files that are no games, and their kinds.
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

// kindOf returns the kind of a content that is no game, "" if it is not known.
func kindOf(content []byte) string {
	text := bytes.ToLower(bytes.TrimSpace(content[:min(len(content), 256)]))
	for _, k := range kinds {
		if bytes.HasPrefix(content, []byte(k.start)) || bytes.HasPrefix(text, []byte(k.start)) {
			return k.kind
		}
	}
	return ""
}

func isOther(s *source) bool { return s.blank() || kindOf(s.content) != "" }

// refuse returns the error of a file that has none of the formats.
func refuse(s *source) (*Game, error) {
	kind := kindOf(s.content)
	if kind == "" {
		kind = extensions[s.extension]
	}
	switch {
	case len(bytes.TrimSpace(s.content)) == 0:
		kind = "unknown format: the file is empty"
	case kind == "":
		kind = "unknown format"
	default:
		kind = "it is " + kind
	}
	return nil, fmt.Errorf("%s: %s: want a game as %s", s.name, kind, Names())
}
