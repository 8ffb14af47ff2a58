package weights

import (
	"bytes"
	"strings"
	"testing"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/search/weights"
)

// run runs the subcommand and returns its exit code and its output.
func run(t *testing.T, disk afero.Fs, args string) (code int, stdout, stderr string) {
	t.Helper()
	var out, err bytes.Buffer
	code = Main(t.Context(), disk, strings.Fields(args), &out, &err)
	return code, out.String(), err.String()
}

// The heads of files are printed under their names, of any layout; without files those in force.
func TestHeads(t *testing.T) {
	disk := afero.NewMemMapFs()
	head := weights.Head{{Name: "set", Value: "caro"}, {Name: "loss", Value: "evaluation 0.5"}}
	file := weights.Encode(head, &[3]int16{1, 2, 3})
	require.NoError(t, afero.WriteFile(disk, "a.bin", file, 0o644))
	code, out, said := run(t, disk, "a.bin a.bin")
	assert.Equal(t, 0, code, said)
	one := weights.Name(head, file) + "\nTahoun weights 1\nset: caro\nloss: evaluation 0.5\nlayout: [3]int16\nchecksum: 8d193a23783e70dbdb4907caced550d7b9cbc748d3ab5ad5a897e68c797a9364\nnumbers: sha256 047dbf5366372631ba7e3e02520e651446b899c96c4b64663bac378a298a7bf7\n\n"
	assert.Equal(t, one+one, out)

	code, out, said = run(t, disk, "")
	assert.Equal(t, 0, code, said)
	for _, f := range weights.Embedded {
		assert.Contains(t, out, f.Name+"\nTahoun weights 1\nset: "+f.Set()+"\n")
	}
}

func TestMistakes(t *testing.T) {
	disk := afero.NewMemMapFs()
	require.NoError(t, afero.WriteFile(disk, "no.bin", []byte("something else"), 0o644))
	for _, test := range []struct {
		args string
		code int
		says string
	}{
		{"-x", 2, "-x"},
		{"gone.bin", 1, "gone.bin"},
		{"no.bin", 1, "no.bin: want a file of weights"},
	} {
		code, _, said := run(t, disk, test.args)
		assert.Equal(t, test.code, code, test.args)
		assert.Contains(t, said, test.says)
	}
}
