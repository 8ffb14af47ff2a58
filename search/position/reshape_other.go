//go:build !amd64

package position

func (p *Position) reshape(c Cell, windows *[4]uint64, end int) int {
	return p.reshapeGeneric(c, windows, end)
}
