package weights

import (
	_ "embed"
	"strings"
)

// The sets in force are the files in this folder, one for each set. They are variables of their own since the linker
// aligns those, so that nothing is copied.
var (
	//go:embed caro-a3ea1e2c6c92.bin
	caro []byte
	//go:embed freestyle-08528f2f7198.bin
	freestyle []byte
	//go:embed renju_o-3fb03ee9f947.bin
	renjuO []byte
	//go:embed renju_x-0dc3de38fd36.bin
	renjuX []byte
)

// A File of weights has a name, without ".bin". Nobody may write to its content.
type File struct {
	Name    string
	Content []byte
}

// Embedded are the files of the sets in force.
var Embedded = []File{
	{"caro-a3ea1e2c6c92", caro},
	{"freestyle-08528f2f7198", freestyle},
	{"renju_o-3fb03ee9f947", renjuO},
	{"renju_x-0dc3de38fd36", renjuX},
}

// Set returns the set that the file's name begins with.
func (f File) Set() string {
	set, _, _ := strings.Cut(f.Name, "-")
	return set
}
