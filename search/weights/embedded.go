package weights

import (
	_ "embed"
	"strings"
)

// The sets in force are the files in this folder, one for each set. They are variables of their own since the linker
// aligns those, so that nothing is copied.
var (
	//go:embed caro-7756e3e65646.bin
	caro []byte
	//go:embed freestyle-05cffc2ad1cc.bin
	freestyle []byte
	//go:embed renju_o-0f5c3e77e7e0.bin
	renjuO []byte
	//go:embed renju_x-f23370e0164a.bin
	renjuX []byte
)

// A File of weights has a name, without ".bin". Nobody may write to its content.
type File struct {
	Name    string
	Content []byte
}

// Embedded are the files of the sets in force.
var Embedded = []File{
	{"caro-7756e3e65646", caro},
	{"freestyle-05cffc2ad1cc", freestyle},
	{"renju_o-0f5c3e77e7e0", renjuO},
	{"renju_x-f23370e0164a", renjuX},
}

// Set returns the set that the file's name begins with.
func (f File) Set() string {
	set, _, _ := strings.Cut(f.Name, "-")
	return set
}
