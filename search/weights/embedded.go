package weights

import (
	_ "embed"
	"strings"
)

// The sets in force are the files in this folder, one for each set. They are variables of their own since the linker
// aligns those, so that nothing is copied.
var (
	//go:embed caro-632dbcd8b7e9.bin
	caro []byte
	//go:embed freestyle-b2e050970b35.bin
	freestyle []byte
	//go:embed renju_o-edc290a51038.bin
	renjuO []byte
	//go:embed renju_x-26d17534679c.bin
	renjuX []byte
)

// A File of weights has a name, without ".bin". Nobody may write to its content.
type File struct {
	Name    string
	Content []byte
}

// Embedded are the files of the sets in force.
var Embedded = []File{
	{"caro-632dbcd8b7e9", caro},
	{"freestyle-b2e050970b35", freestyle},
	{"renju_o-edc290a51038", renjuO},
	{"renju_x-26d17534679c", renjuX},
}

// Set returns the set that the file's name begins with.
func (f File) Set() string {
	set, _, _ := strings.Cut(f.Name, "-")
	return set
}
