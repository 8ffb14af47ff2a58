package cli

import (
	"bytes"
	"errors"
	"flag"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

// Help lists every flag with its description and default, and no flag can go without a description.
func TestHelp(t *testing.T) {
	flags := flag.NewFlagSet("test", flag.ContinueOnError)
	var d time.Duration
	Duration(flags, &d, "time", time.Second, "for a `move`")
	flags.String("out", "", "the `FILE`")
	var out bytes.Buffer
	assert.ErrorIs(t, Parse(flags, []string{"-h"}, "usage: test\n\n%s\n100 % sure\n", &out), flag.ErrHelp)
	assert.Equal(t, "usage: test\n\n  -out FILE\n    \tthe FILE\n  -time move\n    \tfor a move (default 1s)\n\n100 % sure\n", out.String())
	flags.Int("n", 1, "")
	assert.PanicsWithValue(t, "cli: -n has no description", func() { Help(flags, "%s") })
}

// Help that nobody can read is an error, whatever asks for it.
func TestHelpThatIsNotWritten(t *testing.T) {
	full := fullDevice{}
	assert.EqualError(t, Parse(flag.NewFlagSet("test", flag.ContinueOnError), []string{"-h"}, "", full), "standard output: full")
	var said bytes.Buffer
	assert.Equal(t, 1, NoCommand([]string{"-h"}, "usage", full, &said))
	assert.Equal(t, "standard output: full\n", said.String())
}

func TestDuration(t *testing.T) {
	flags := flag.NewFlagSet("test", flag.ContinueOnError)
	var d time.Duration
	Duration(flags, &d, "time", time.Second, "for a move")
	assert.Equal(t, time.Second, d)
	assert.NoError(t, Parse(flags, []string{"-time", "300ms"}, "", nil))
	assert.Equal(t, 300*time.Millisecond, d)
	assert.ErrorContains(t, Parse(flags, []string{"-time", "-1s"}, "", nil), "want a time such as 2s or 300ms")
}

// A fullDevice takes no byte.
type fullDevice struct{}

func (fullDevice) Write([]byte) (int, error) { return 0, errors.New("full") }
