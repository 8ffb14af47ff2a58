package explorer_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/fileproto/experience"
	"tahoun/fileproto/experience/explorer"
	"tahoun/fileproto/file/filetest"
)

// storeFile is the file of small.
const storeFile = "/p/tahoun/experience-1-rule-0.bin"

// A scripted search decides as it was told, whatever the advice.
type scripted struct {
	at    board.Point
	score int
}

func (scripted) Expect(board.Point, int, int)                     {}
func (scripted) AtMost(board.Point, int, int)                     {}
func (scripted) Prefer(board.Point, int)                          {}
func (scripted) Reserve(time.Duration)                            {}
func (scripted) Deadline() time.Time                              { return time.Time{} }
func (scripted) Think(context.Context, func(board.Point, string)) {}
func (s scripted) Decision() (board.Point, int, int, uint64)      { return s.at, s.score, 10, 1000 }

// play plays the decisions of the first side and the replies of the other in turn, from start on. scores are those of the
// decisions.
func play(t testing.TB, disk afero.Fs, folder string, rule board.Rule, start *board.Board, side board.Stone, moves []board.Point, scores ...int) {
	t.Helper()
	require.NoError(t, disk.MkdirAll(folder, 0o755))
	m := experience.NewLearner(experience.Open(disk, folder, "tahoun", rule, 0))
	m.Patience = time.Minute
	b := start.Clone()
	for i, at := range moves {
		if i%2 == 0 {
			s := scripted{at, scores[i/2]}
			m.Think(t.Context(), experience.Question{Board: b, Side: side, Rule: rule}, s, nil)
			m.Learn()
		}
		side = b.Lay(side, at)
	}
	m.Over()
}

// points reads squares.
func points(t testing.TB, text string) (all []board.Point) {
	t.Helper()
	for word := range strings.FieldsSeq(text) {
		var at board.Point
		_, err := fmt.Sscanf(word, "%d,%d", &at.X, &at.Y)
		require.NoError(t, err)
		all = append(all, at)
	}
	return all
}

// small returns a disk with a store that two games made, and a third one that began otherwise. The replies of the first two
// are equal by symmetry.
func small(t testing.TB) afero.Fs {
	t.Helper()
	disk := afero.NewMemMapFs()
	empty := board.New(15, 15)
	play(t, disk, "/p", board.Freestyle, empty, board.X, points(t, "7,7 8,8 9,7 5,7 8,7"), 30, 200, experience.WinScore-5)
	play(t, disk, "/p", board.Freestyle, empty, board.X, points(t, "7,7 6,8 9,9"), 40, -700)
	b := board.New(15, 15)
	b.Set(board.Point{X: 3, Y: 3}, board.X)
	play(t, disk, "/p", board.Freestyle, b, board.O, points(t, "4,4"), -20)
	return disk
}

func run(disk afero.Fs, c explorer.Command) (text string, wrong []string, exit int) {
	var out bytes.Buffer
	if c.Size == 0 {
		c.Size = 15
	}
	c.Program = "Tahoun:test"
	wrong, exit = c.Run(disk, &out)
	return out.String(), wrong, exit
}

// A report that nobody can read is an error, and so is the word on what was changed.
func TestReportIsNotWritten(t *testing.T) {
	for _, c := range []explorer.Command{{}, {Forget: "7,7", Size: 15}} {
		c.Folder = "/p"
		wrong, exit := c.Run(small(t), fullDevice{})
		assert.Equal(t, []string{"standard output: full"}, wrong)
		assert.Equal(t, 1, exit)
	}
}

// A fullDevice takes no byte.
type fullDevice struct{}

func (fullDevice) Write([]byte) (int, error) { return 0, errors.New("full") }

// done runs a command that must succeed.
func done(t testing.TB, disk afero.Fs, c explorer.Command) string {
	t.Helper()
	text, wrong, exit := run(disk, c)
	require.Empty(t, wrong)
	require.Zero(t, exit)
	return text
}

const smallReport = `/p/tahoun/experience-1-rule-0.bin: five or more, 15 records, 0 damaged, 0 forgotten, 4 positions, 1536 bytes
  seen   won  lost drawn        score  position
     2     1     1     0         -700  15x15, x to move
     2     1     1     0     win in 7  15x15, x to move, x 7,7, o 6,6
     1     0     0     0          -20  15x15, o to move, x 3,3
     1     1     0     0     win in 5  15x15, x to move, x 5,7 7,7, o 6,6 9,7
  seen   won  lost drawn        score  opening tree
     2     1     1     0         -700  15x15, x to move
     2     1     1     0         -700    x 7,7
     1     1     0     0     win in 7      o 6,6 x 7,5
     1     1     0     0     win in 5        o 7,9 x 7,6
     1     0     1     0         -700      o 6,6 x 9,5
     1     0     0     0          -20  15x15, o to move, x 3,3
     1     0     0     0          -20    o 4,4
`

func TestReport(t *testing.T) {
	disk := small(t)
	assert.Equal(t, smallReport, done(t, disk, explorer.Command{Folder: "/p"}))
	assert.Equal(t, smallReport, done(t, disk, explorer.Command{Folder: "/p/tahoun"}), "the brain's folder")
	renju := board.Renju
	_, wrong, exit := run(disk, explorer.Command{Folder: "/p", Rule: &renju})
	assert.Equal(t, []string{"/p: want files such as experience-1-rule-0.bin there, or in a folder there"}, wrong)
	assert.Equal(t, 1, exit)
}

// TestReportIsShort: a report shows what was seen most, and each line with all that lead to it.
func TestReportIsShort(t *testing.T) {
	disk := afero.NewMemMapFs()
	empty := board.New(15, 15)
	for x := range 15 {
		for y := range 8 {
			reply := board.Point{X: x, Y: y}
			if next := (board.Point{X: x, Y: 14}); reply != (board.Point{X: 7, Y: 7}) {
				play(t, disk, "/p", board.Freestyle, empty, board.X, append(points(t, "7,7"), reply, next), 0, 0)
			}
		}
	}
	text := done(t, disk, explorer.Command{Folder: "/p"})
	lines := strings.Split(strings.TrimSpace(text), "\n")
	assert.Len(t, lines, 1+1+10+1+40+1)
	assert.Contains(t, lines[1+1+10+1], "119     0     0     0           +0  15x15, x to move")
	assert.Regexp(t, `^\d+ more lines: -v shows them$`, lines[len(lines)-1])
	all := strings.Split(strings.TrimSpace(done(t, disk, explorer.Command{Folder: "/p", Verbose: true})), "\n")
	assert.Len(t, all, 104)
	assert.Subset(t, all, lines[:len(lines)-1])
}

// TestBothSides: if the brain played both sides, decisions follow each other. Other orders of moves are shown once.
func TestBothSides(t *testing.T) {
	disk, empty := afero.NewMemMapFs(), board.New(15, 15)
	for _, game := range []string{"7,7 8,7 9,9 3,3 4,4", "9,9 8,7 7,7 3,3 4,4"} {
		moves := points(t, game)
		play(t, disk, "/p", board.Freestyle, empty, board.X, moves, 10, 20, 30)
		b := empty.Clone()
		b.Set(moves[0], board.X)
		play(t, disk, "/p", board.Freestyle, b, board.O, moves[1:], -10, -20)
	}
	text := done(t, disk, explorer.Command{Folder: "/p"})
	assert.Equal(t, `  seen   won  lost drawn        score  opening tree
     2     0     0     0          +10  15x15, x to move
     1     0     0     0          +10    x 5,5
     1     0     0     0          -10      o 6,7
     1     0     0     0          +20        x 7,7
     2     0     0     0          -20          o 11,11
     2     0     0     0          +30            x 10,10
     1     0     0     0          +10    x 7,7
     1     0     0     0          -10      o 7,6
     1     0     0     0          +20        x 5,5, as above
`, text[strings.LastIndex(text, "  seen"):])
}

// TestTwins: moves that are equal by symmetry count as one.
func TestTwins(t *testing.T) {
	disk, empty := afero.NewMemMapFs(), board.New(15, 15)
	play(t, disk, "/p", board.Freestyle, empty, board.X, points(t, "7,7"), 10)
	play(t, disk, "/p", board.Freestyle, empty, board.X, points(t, "7,6 7,7 6,6"), 20, -900)
	play(t, disk, "/p", board.Freestyle, empty, board.X, points(t, "8,7 7,7 8,6"), 20, -900)
	text := done(t, disk, explorer.Command{Folder: "/p"})
	assert.Equal(t, `opening tree
     3     0     2     0         -900  15x15, x to move
     2     0     2     0         -900    x 7,6
     2     0     2     0         -900      o 7,7 x 6,6
     1     0     0     0          +10    x 7,7
`, text[strings.Index(text, "opening tree"):])
}

// TestWalls: a continuous game has walls. A record does not say where, so its position stands alone.
func TestWalls(t *testing.T) {
	disk, b := afero.NewMemMapFs(), board.New(15, 15)
	b.Lay(board.X, points(t, "1,1 2,2")...)
	b.Set(board.Point{X: 9, Y: 9}, board.Wall)
	play(t, disk, "/p", board.Continuous, b, board.X, points(t, "7,7 8,8 9,7"), 30, 200)
	text := done(t, disk, explorer.Command{Folder: "/p"})
	assert.Equal(t, 4, strings.Count(text, "15x15, x to move, walls, x"), text)
	assert.Contains(t, text, ": continuous, ")
}

// TestRenju: where colours differ, the side to move is known.
func TestRenju(t *testing.T) {
	disk := afero.NewMemMapFs()
	play(t, disk, "/p", board.Renju, board.New(15, 15), board.O, points(t, "7,7 8,8 9,7"), 30, 200)
	text := done(t, disk, explorer.Command{Folder: "/p"})
	assert.Contains(t, text, "  15x15, o to move\n")
	assert.Contains(t, text, "    o 7,7\n")
	assert.Contains(t, text, "      x 8,8 o 9,7\n")
}

func TestMergeAddsUp(t *testing.T) {
	disk := small(t)
	play(t, disk, "/q", board.Freestyle, board.New(15, 15), board.X, points(t, "7,7 8,8 9,7 5,7 8,7"), 30, 200, experience.WinScore-5)
	play(t, disk, "/q", board.Renju, board.New(9, 9), board.X, points(t, "4,4"), 0)
	before := done(t, disk, explorer.Command{Folder: "/q"})
	assert.Equal(t, "/p/tahoun/experience-1-rule-0.bin: 3 records added\n/p/tahoun/experience-1-rule-4.bin: 1 records added\n",
		done(t, disk, explorer.Command{Folder: "/p", Merge: "/q"}))
	assert.Equal(t, before, done(t, disk, explorer.Command{Folder: "/q"}))
	text := done(t, disk, explorer.Command{Folder: "/p"})
	assert.Equal(t, `     3     2     1     0         -700  15x15, x to move
     3     2     1     0         -700    x 7,7
     2     2     0     0     win in 7      o 6,6 x 7,5
     2     2     0     0     win in 5        o 7,9 x 7,6
     1     0     1     0         -700      o 6,6 x 9,5
     1     0     0     0          -20  15x15, o to move, x 3,3
     1     0     0     0          -20    o 4,4
`, text[strings.Index(text, "opening tree\n")+len("opening tree\n"):strings.Index(text, "/p/tahoun/experience-1-rule-4.bin")])

	// Into nothing it is a copy, but for the number of records.
	require.NoError(t, disk.MkdirAll("/r", 0o755))
	done(t, disk, explorer.Command{Folder: "/r", Merge: "/p"})
	head := func(text string) string { return text[strings.Index(text, "\n"):strings.Index(text, "rule-4")] }
	assert.Equal(t, head(text), strings.ReplaceAll(head(done(t, disk, explorer.Command{Folder: "/r"})), "/r/", "/p/"))
}

func TestMergeRefuses(t *testing.T) {
	disk := small(t)
	play(t, disk, "/q", board.Freestyle, board.New(15, 15), board.X, points(t, "7,7"), 0)
	require.NoError(t, disk.MkdirAll("/r", 0o755))
	for name, tt := range map[string]struct {
		folder, other, want string
		exit                int
	}{
		"the same folder": {"/p", "/p", "/p/tahoun/experience-1-rule-0.bin: want two folders", 2},
		"no folder":       {"/p", "/none", "/none: want a folder", 2},
		"no files":        {"/p", "/r", "/r: want files such as experience-1-rule-0.bin there, or in a folder there", 1},
	} {
		t.Run(name, func(t *testing.T) {
			_, wrong, exit := run(disk, explorer.Command{Folder: tt.folder, Merge: tt.other})
			assert.Equal(t, []string{tt.want}, wrong)
			assert.Equal(t, tt.exit, exit)
		})
	}
	assert.Equal(t, smallReport, done(t, disk, explorer.Command{Folder: "/p"}))
	copyFile(t, disk, storeFile, "/p/other/experience-1-rule-0.bin")
	_, wrong, exit := run(disk, explorer.Command{Folder: "/p", Merge: "/q"})
	assert.Equal(t, []string{"/p: want the folder of one brain"}, wrong)
	assert.Equal(t, 2, exit)
}

// TestMergeManyGames: counts that are too high for a record are spread over several.
func TestMergeManyGames(t *testing.T) {
	disk := afero.NewMemMapFs()
	play(t, disk, "/0", board.Freestyle, board.New(15, 15), board.X, points(t, "7,7"), 900)
	for i := range 16 {
		from, to := fmt.Sprint("/", i), fmt.Sprint("/", i+1)
		require.NoError(t, disk.MkdirAll(to, 0o755))
		done(t, disk, explorer.Command{Folder: to, Merge: from})
		copyFile(t, disk, from+"/tahoun/experience-1-rule-0.bin", from+"x/tahoun/experience-1-rule-0.bin")
		done(t, disk, explorer.Command{Folder: to, Merge: from + "x"})
	}
	text := done(t, disk, explorer.Command{Folder: "/16"})
	assert.Contains(t, text, " 65536 65536     0     0         +900    x 7,7\n")
}

func copyFile(t testing.TB, disk afero.Fs, from, to string) {
	t.Helper()
	content, err := afero.ReadFile(disk, from)
	require.NoError(t, err)
	require.NoError(t, disk.MkdirAll(filepath.Dir(to), 0o755))
	require.NoError(t, afero.WriteFile(disk, to, content, 0o644))
}

func TestForget(t *testing.T) {
	tests := []struct{ name, moves, says, tree string }{
		{"after a decision", "7,7 8,8 9,7", "5 records forgotten", `
     2     1     1     0         -700  15x15, x to move
     2     1     1     0         -700    x 7,7
     1     0     1     0         -700      o 6,6 x 9,5
     1     0     0     0          -20  15x15, o to move, x 3,3
     1     0     0     0          -20    o 4,4
`},
		{"after a reply, turned", "7,7 6,8", "10 records forgotten", `
     2     1     1     0          +40  15x15, x to move
     2     1     1     0          +40    x 7,7
     1     0     0     0          -20  15x15, o to move, x 3,3
     1     0     0     0          -20    o 4,4
`},
		{"a decision at a corner, turned", "11,11 10,10", "1 records forgotten", `
     2     1     1     0         -700  15x15, x to move
     2     1     1     0         -700    x 7,7
     1     1     0     0     win in 7      o 6,6 x 7,5
     1     1     0     0     win in 5        o 7,9 x 7,6
     1     0     1     0         -700      o 6,6 x 9,5
`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			disk := small(t)
			assert.Equal(t, storeFile+": "+tt.says+"\n", done(t, disk, explorer.Command{Folder: "/p", Forget: tt.moves}))
			text := done(t, disk, explorer.Command{Folder: "/p"})
			assert.Equal(t, tt.tree, text[strings.Index(text, "opening tree")+len("opening tree"):])
			_, wrong, exit := run(disk, explorer.Command{Folder: "/p", Forget: tt.moves})
			assert.Equal(t, []string{"/p: nothing is known of " + tt.moves}, wrong)
			assert.Equal(t, 1, exit)

			// The file goes on.
			play(t, disk, "/p", board.Freestyle, board.New(15, 15), board.X, points(t, "0,0"), 5)
			assert.Contains(t, done(t, disk, explorer.Command{Folder: "/p"}), "    x 0,0\n")
		})
	}
}

func TestForgetRefuses(t *testing.T) {
	for moves, want := range map[string]string{
		"7,7 7,7": `"7,7": want each square once`,
		"7,15":    `"7,15": want a square such as 7,7 on a board of 15x15`,
		"h8":      `"h8": want a square such as 7,7 on a board of 15x15`,
		" ":       "want 1 to 24 moves, got 0",
		"1,1,":    `"1,1,": want a square such as 7,7 on a board of 15x15`,
	} {
		_, wrong, exit := run(small(t), explorer.Command{Folder: "/p", Forget: moves})
		assert.Equal(t, []string{want}, wrong)
		assert.Equal(t, 2, exit)
	}
	_, wrong, _ := run(small(t), explorer.Command{Folder: "/p", Forget: "7,7", Size: 121})
	assert.Equal(t, []string{"size 121: want 1 to 120"}, wrong)
}

func TestDamage(t *testing.T) {
	tests := []struct {
		name   string
		damage func([]byte) []byte
		want   string
		shown  bool
	}{
		{"a foreign file", func(b []byte) []byte { return []byte(strings.Repeat("foreign ", 100)) }, storeFile + " is no file of experience", false},
		{"a record", func(b []byte) []byte { b[3*96+50]++; return b }, storeFile + ": damaged records: 1 of 15", true},
		{"the head", func(b []byte) []byte { b[16]++; return b }, storeFile + ": the head is damaged", true},
		{"a tail", func(b []byte) []byte { return b[:len(b)-1] }, storeFile + ": damaged records: 1 of 14", true},
		{"no content", func(b []byte) []byte { return nil }, storeFile + ": the head is damaged", true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			disk := small(t)
			content, err := afero.ReadFile(disk, storeFile)
			require.NoError(t, err)
			require.NoError(t, afero.WriteFile(disk, storeFile, tt.damage(content), 0o644))
			text, wrong, exit := run(disk, explorer.Command{Folder: "/p"})
			assert.Equal(t, []string{tt.want}, wrong)
			assert.Equal(t, 1, exit)
			assert.Equal(t, tt.shown, text != "")
		})
	}
}

func TestWrongUse(t *testing.T) {
	for _, c := range []explorer.Command{
		{SGF: "a.sgf"},
		{Folder: "/p", SGF: "a.sgf", Merge: "/p"},
		{Folder: "/p", Merge: "/p", Forget: "7,7"},
	} {
		_, wrong, exit := run(small(t), c)
		assert.Equal(t, []string{"want -experience DIR, with one of -sgf, -merge and -forget at most"}, wrong)
		assert.Equal(t, 2, exit)
	}
	_, wrong, exit := run(small(t), explorer.Command{Folder: "/none"})
	assert.Equal(t, []string{"/none: want a folder"}, wrong)
	assert.Equal(t, 2, exit)
}

// TestOnDisk: locks and places in files are those of a real disk.
func TestOnDisk(t *testing.T) {
	folder := t.TempDir()
	disk := afero.NewOsFs()
	content, err := afero.ReadFile(small(t), storeFile)
	require.NoError(t, err)
	require.NoError(t, os.Mkdir(filepath.Join(folder, "a"), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(folder, "a", filepath.Base(storeFile)), content, 0o644))
	require.NoError(t, os.Mkdir(filepath.Join(folder, "b"), 0o755))
	a, b := filepath.Join(folder, "a"), filepath.Join(folder, "b")
	done(t, disk, explorer.Command{Folder: b, Merge: a})
	done(t, disk, explorer.Command{Folder: b, Forget: "7,7"})
	text := done(t, disk, explorer.Command{Folder: b})
	assert.Contains(t, text, "1 positions")
	_, wrong, exit := run(disk, explorer.Command{Folder: filepath.Join(a, filepath.Base(storeFile))})
	assert.Len(t, wrong, 1, "a file is no folder")
	assert.Equal(t, 2, exit)
}

// FuzzReport: no content stops the report, an SGF, a merge, or forgetting.
func FuzzReport(f *testing.F) {
	content, err := afero.ReadFile(small(f), storeFile)
	require.NoError(f, err)
	f.Add(uint16(0), false, []byte("edits"))
	f.Add(uint16(40), true, []byte("edits"))
	f.Add(uint16(1<<16-1), false, []byte{})
	f.Fuzz(func(t *testing.T, cut uint16, mend bool, edits []byte) {
		content := filetest.Edited(content, cut, edits)
		if mend { // so that it gets past the checksums
			for i := 0; i+96 <= len(content); i += 96 {
				sum := crc32.Checksum(content[i+4:i+96], crc32.MakeTable(crc32.Castagnoli))
				copy(content[i:], []byte{byte(sum), byte(sum >> 8), byte(sum >> 16), byte(sum >> 24)})
			}
		}
		disk := afero.NewMemMapFs()
		require.NoError(t, afero.WriteFile(disk, storeFile, content, 0o644))
		require.NoError(t, disk.MkdirAll("/q", 0o755))
		for _, c := range []explorer.Command{
			{Folder: "/p"}, {Folder: "/p", SGF: "/a.sgf"}, {Folder: "/q", Merge: "/p"}, {Folder: "/p", Forget: "7,7"},
		} {
			_, wrong, exit := run(disk, c)
			require.Equal(t, min(len(wrong), 1), exit)
		}
	})
}

// TestSGF: an SGF has each position that follows no other one, with all that follows it as variations.
func TestSGF(t *testing.T) {
	disk := small(t)
	b := board.New(15, 12)
	b.Lay(board.X, points(t, "1,1 2,2")...)
	b.Set(board.Point{X: 9, Y: 9}, board.Wall)
	play(t, disk, "/p", board.Continuous, b, board.X, points(t, "7,7"), 30)
	done(t, disk, explorer.Command{Folder: "/p", SGF: "/a.sgf"})
	content, err := afero.ReadFile(disk, "/a.sgf")
	require.NoError(t, err)
	assert.Equal(t, `(;FF[4]GM[4]CA[UTF-8]AP[Tahoun:test]SZ[15]RU[five or more]
PL[B]C[seen 2, won 1, lost 1, drawn 0, score -700]
;B[hh]C[seen 2, won 1, lost 1, drawn 0, score -700]
;W[gg]
(;B[hf]C[seen 1, won 1, lost 0, drawn 0, score win in 7]
;W[hj]
;B[hg]C[seen 1, won 1, lost 0, drawn 0, score win in 5]
)
(;B[jf]C[seen 1, won 0, lost 1, drawn 0, score -700]
)
)
(;FF[4]GM[4]CA[UTF-8]AP[Tahoun:test]SZ[15]RU[five or more]
AB[dd]PL[W]C[seen 1, won 0, lost 0, drawn 0, score -20]
;W[ee]C[seen 1, won 0, lost 0, drawn 0, score -20]
)
(;FF[4]GM[4]CA[UTF-8]AP[Tahoun:test]SZ[12:15]RU[continuous]
AB[bn]AW[cm]PL[B]C[seen 1, won 0, lost 0, drawn 0, score +30, with walls that are not known]
;B[hh]C[seen 1, won 0, lost 0, drawn 0, score +30]
)
`, string(content))
}
