//go:build !linux

package search

func inLargePages([][bucket]entry) {}
