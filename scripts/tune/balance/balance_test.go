package balance

import (
	"bytes"
	"strings"
	"testing"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const file = `# won for x, who moves: an open three
0,0, 3,7, 1,0, -6,5, 2,0, 5,-6
-2,4, 0,5, 1,7
# lost for x, who moves: an open four
5,5, 0,0, -6,6, 1,0, 6,-6, 2,0, -5,-5, 3,0
# x must answer a four, and o's open three wins then
5,5, 0,0, -6,6, 1,0, 6,-6, 2,0, -5,-4, -2,4, -1,0, -2,5, 4,-8, -2,6, 7,-3, 3,0
7,-5, 7,-6, 8,-6
`

// telling runs the subcommand on openings of its own.
func telling(t *testing.T, args string) (code int, stdout, stderr string) {
	t.Helper()
	disk := afero.NewMemMapFs()
	require.NoError(t, afero.WriteFile(disk, "o.txt", []byte(file), 0o644))
	var out, err bytes.Buffer
	code = Main(t.Context(), disk, strings.Fields(args), &out, &err)
	return code, out.String(), err.String()
}

func TestOpenOnes(t *testing.T) {
	code, said, told := telling(t, "-openings o.txt -nodes 3000 -within 100")
	assert.Equal(t, 0, code)
	assert.Contains(t, told, "2 of 5 are even")
	lines := strings.Split(strings.TrimSpace(said), "\n")
	require.Len(t, lines, 3)
	assert.Contains(t, lines[0], "# openings of o.txt that a search of 3000 nodes judges by less than 100")
	assert.Regexp(t, `^-2,4, 0,5, 1,7 # [+-]\d+$`, lines[1])
	assert.Regexp(t, `^7,-5, 7,-6, 8,-6 # [+-]\d+$`, lines[2])
	_, again, _ := telling(t, "-openings o.txt -nodes 3000 -within 100 -threads 1")
	assert.Equal(t, said, again)
}

func TestWrongUse(t *testing.T) {
	for args, says := range map[string]string{
		"":                         "want -openings",
		"-openings none":           "none",
		"-openings o.txt -rule 12": `"12" for flag -rule`,
		"-openings o.txt -size 0":  "-size 0",
		"-openings o.txt -size 8":  "no opening fits",
		"-openings o.txt -nodes 0": "-nodes",
		"more":                     "want flags only",
	} {
		code, _, said := telling(t, args)
		assert.Equal(t, 2, code, args)
		assert.Contains(t, said, says)
	}
}
