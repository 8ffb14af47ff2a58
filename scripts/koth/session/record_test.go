package session_test

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/scripts/internal/koth"
	"tahoun/scripts/koth/session"
)

// opening plays a game that the bot opens and returns the opening, the same for all ways to turn it: the distances
// between its stones.
func opening(t testing.TB, disk afero.Fs, seed int, opponent, winner string) string {
	t.Helper()
	o := options(100)
	o.Disk, o.Seed, o.Opponent = disk, fmt.Sprint(seed), opponent
	answers := run(t, o, "A []", "EXIT "+winner)
	require.Len(t, answers, 1)
	reply, err := koth.ParseReply(answers[0])
	require.NoError(t, err)
	require.Len(t, reply.Squares, 3)
	far := func(p, q board.Point) int { return (p.X-q.X)*(p.X-q.X) + (p.Y-q.Y)*(p.Y-q.Y) }
	a, b, c := reply.Squares[0], reply.Squares[1], reply.Squares[2]
	return fmt.Sprint(far(a, b), far(a, c), far(b, c))
}

// recordOf returns the name of the only record.
func recordOf(t testing.TB, disk afero.Fs) string {
	t.Helper()
	names, err := afero.Glob(disk, "koth-tahoun/*.txt")
	require.NoError(t, err)
	require.Len(t, names, 1)
	return names[0]
}

const openings = 12

// A lost opening comes last, a won one first, and a tied one counts as an unplayed one.
func TestOpeningsAreLearnt(t *testing.T) {
	disk := afero.NewMemMapFs()
	seen := map[string]bool{}
	for seed := range openings {
		seen[opening(t, disk, seed, "Rival", "Rival")] = true
	}
	assert.Len(t, seen, openings, "each was lost once")
	won := opening(t, disk, 20, "Rival", "Tahoun")
	for seed := range 5 {
		assert.Equal(t, won, opening(t, disk, 100+seed, "Rival", koth.Tie))
	}
	lost := 0
	for opening(t, disk, 200+lost, "Rival", "Rival") == won {
		require.Less(t, lost, 20, "it loses again and again")
		lost++
	}
	others := map[string]bool{}
	for seed := range 40 {
		others[opening(t, disk, seed, "Other", koth.Tie)] = true
	}
	assert.Greater(t, len(others), openings/2, "another opponent is another story")
}

// Names with blanks come back without.
func TestNames(t *testing.T) {
	for _, name := range []string{"two words", "../../up", "a/b", "CON", "", strings.Repeat("long", 1000), "\x00", "Ř"} {
		disk := afero.NewMemMapFs()
		seen := map[string]bool{}
		for seed := range 6 {
			winner := strings.ReplaceAll(name, " ", "")
			if winner == "" {
				winner = "Tahoun"
			}
			seen[opening(t, disk, seed, name, winner)] = true
		}
		want := 6
		if name == "" {
			want = 1
		}
		assert.Len(t, seen, want, "%.20q", name)
		recordOf(t, disk)
		outside, err := afero.ReadDir(disk, ".")
		require.NoError(t, err)
		assert.Len(t, outside, 1, "nothing beside the folder")
	}
}

// A game that the bot did not open, or without a winner's name, is not recorded.
func TestNothingToLearn(t *testing.T) {
	const three = `B [((7,7),"B"),((8,9),"B"),((9,5),"W")]`
	for _, lines := range [][]string{
		{three, "EXIT Rival"}, {"A []"}, {"A []", "EXIT"}, {"EXIT Rival"}, {"A []", three, "EXIT TIE"}, {`A [((7,7),"B")]`, "EXIT TIE"},
	} {
		o := options(100)
		run(t, o, lines...)
		exists, err := afero.Exists(o.Disk, "koth-tahoun")
		require.NoError(t, err)
		assert.False(t, exists, "%q", lines)
	}
}

// Games against one opponent that end at once are all counted.
func TestGamesAtOnce(t *testing.T) {
	const atOnce, games = 4, 25
	disk := afero.NewBasePathFs(afero.NewOsFs(), t.TempDir())
	var all sync.WaitGroup
	for i := range atOnce {
		all.Go(func() {
			for n := range games {
				opening(t, disk, 1000*i+n, "Rival", "Rival")
			}
		})
	}
	all.Wait()
	text, err := afero.ReadFile(disk, recordOf(t, disk))
	require.NoError(t, err)
	sum := 0
	for line := range strings.Lines(string(text)) {
		var won, tied, lost int
		_, _ = fmt.Sscan(line, &won, &tied, &lost)
		sum += won + tied + lost
	}
	assert.Equal(t, atOnce*games, sum)
}

// The bot plays even if it cannot write.
func TestDiskRefuses(t *testing.T) {
	o := options(100)
	o.Disk = afero.NewReadOnlyFs(afero.NewMemMapFs())
	var out, stderr bytes.Buffer
	assert.Zero(t, session.Run(strings.NewReader("A []\nEXIT TIE\n"), &out, &stderr, o))
	assert.Equal(t, 1, strings.Count(out.String(), "\n"))
	assert.Equal(t, 1, strings.Count(stderr.String(), "\n"), stderr.String())
}

// An opponent that is called as a tie has its wins counted.
func TestOpponentCalledTie(t *testing.T) {
	disk := afero.NewMemMapFs()
	seen := map[string]bool{}
	for seed := range openings {
		seen[opening(t, disk, seed, "TIE", "TIE")] = true
	}
	assert.Len(t, seen, openings, "each was lost once")
}

// An unreadable record is reported and left unchanged: a new one would lose all other openings.
func TestRecordThatCannotBeRead(t *testing.T) {
	disk := afero.NewMemMapFs()
	opening(t, disk, 1, "Rival", "Rival")
	name := recordOf(t, disk)
	before, err := afero.ReadFile(disk, name)
	require.NoError(t, err)

	o := options(100)
	o.Disk, o.Opponent = closed{disk, name}, "Rival"
	var out, stderr bytes.Buffer
	assert.Zero(t, session.Run(strings.NewReader("A []\nEXIT TIE\n"), &out, &stderr, o))
	assert.Equal(t, 1, strings.Count(out.String(), "\n"))
	assert.Contains(t, stderr.String(), name+": permission denied")
	after, err := afero.ReadFile(disk, name)
	require.NoError(t, err)
	assert.Equal(t, string(before), string(after))
}

// closed is a disk that does not let one file be opened.
type closed struct {
	afero.Fs
	name string
}

func (c closed) Open(name string) (afero.File, error) {
	if name == c.name {
		return nil, os.ErrPermission
	}
	return c.Fs.Open(name)
}

// With any content of the file, the bot opens with three stones and records the result.
func FuzzRecord(f *testing.F) {
	f.Add([]byte("# \"Rival\"\n2 0 1  6,7 -3,-1 -2,-2\n0 0 9  5,7 0,7 6,5\n"))
	f.Add([]byte("-1 0 0  6,7 -3,-1 -2,-2\n9999999999999999999999 0 0  5,7 0,7 6,5\r\n1 2 3"))
	f.Add([]byte{0, 255, 10, 13})
	f.Fuzz(func(t *testing.T, data []byte) {
		disk := afero.NewMemMapFs()
		opening(t, disk, 1, "Rival", koth.Tie)
		name := recordOf(t, disk)
		require.NoError(t, afero.WriteFile(disk, name, data, 0o644))
		first := opening(t, disk, 2, "Rival", koth.Tie)
		kept, err := afero.ReadFile(disk, name)
		require.NoError(t, err)
		require.True(t, bytes.HasPrefix(kept, []byte("# \"Rival\"\n")), "%q", kept)
		require.NoError(t, afero.WriteFile(disk, name, data, 0o644))
		require.Equal(t, first, opening(t, disk, 2, "Rival", koth.Tie))
	})
}
