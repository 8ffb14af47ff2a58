package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
)

// readVersion returns the value of `const version = "..."` in the Go source file at path.
func readVersion(path string) (string, error) {
	source, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
	if err != nil {
		return "", err
	}
	for _, decl := range source.Decls {
		if version, ok := versionIn(decl); ok {
			return version, nil
		}
	}
	return "", fmt.Errorf("%s: want a line `const version = \"...\"`", path)
}

// versionIn returns the version if decl declares it as a plain string.
func versionIn(decl ast.Decl) (string, bool) {
	consts, ok := decl.(*ast.GenDecl)
	if !ok || consts.Tok != token.CONST {
		return "", false
	}
	for _, spec := range consts.Specs {
		value := spec.(*ast.ValueSpec) // constants have no other spec
		for i, name := range value.Names {
			if name.Name != "version" || i >= len(value.Values) {
				continue
			}
			if text, ok := value.Values[i].(*ast.BasicLit); ok && text.Kind == token.STRING {
				version, err := strconv.Unquote(text.Value)
				return version, err == nil && version != ""
			}
		}
	}
	return "", false
}
