//go:build !linux

package table

func adviseHugePages([][bucket]slot) {}
