package fileproto_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/fileproto"
	"tahoun/fileproto/file/filetest"
)

// printed is the output of a run of the executable, and its exit code.
type printed struct {
	stdout, stderr string
	exit           int
}

// runBrain starts the executable in dir and waits for its end.
func runBrain(t testing.TB, dir string, args ...string) printed {
	t.Helper()
	var stdout, stderr bytes.Buffer
	brain := exec.Command(filetest.Brain(t), args...)
	brain.Dir, brain.Stdout, brain.Stderr = dir, &stdout, &stderr
	err := brain.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		require.NoError(t, err)
	}
	return printed{stdout.String(), stderr.String(), brain.ProcessState.ExitCode()}
}

// realFolder returns a new folder on a real disk with these files.
func realFolder(t testing.TB, files folder) string {
	dir := t.TempDir()
	put(t, afero.NewBasePathFs(afero.NewOsFs(), dir), files)
	return dir
}

// forced is a folder where x has one move to make five, whoever thinks, and no limit set by the files
// would be reached.
var forced = plain.with("PLOCHA.DAT", "------\n-xxxx#\n-o-oo-\n------\n------\n").with("INFO.DAT", "timeout_turn 60000\n")

// Where x and o would each make five, and where x makes six in one place and five in another.
var (
	either = forced.with("PLOCHA.DAT", "-xxxx#\n-oooo#\n------\n------\n------\n")
	six    = forced.with("PLOCHA.DAT", "xx-xxx#\n#-xxxx#\n-------\noooo---\n-------\n-------\n")
)

// Managers speak through pipes to any executable with such a name. It reports the mistake and touches no file.
func TestNameOfABrainOfPipes(t *testing.T) {
	dir := realFolder(t, forced)
	brain := exec.Command(filetest.Brain(t))
	brain.Args[0] = filepath.Join(t.TempDir(), "PBrain-tahoun.exe")
	brain.Dir = dir
	stdout, err := brain.Output()
	assert.Error(t, err)
	assert.Equal(t, 2, brain.ProcessState.ExitCode())
	assert.Equal(t, "ERROR PBrain-tahoun is the brain that speaks through files: want the executable pbrain-tahoun of the same release\r\n", string(stdout))
	assert.Equal(t, forced, readFolder(t, dir))
}

func TestProcess(t *testing.T) {
	const oneVoice = "; tahoun -h shows the use\n"
	const drawn = "  0 1 2 3 4 5\n0 - - - - - -\n1[x]x x x x #\n2 - o - o o -\n3 - - - - - -\n4 - - - - - -\n"
	tests := []struct {
		name   string
		files  folder
		args   []string
		stdout string // a line that ends in "…" may go on
		stderr string
		exit   int
		answer string // content of TAH.DAT then, "" if no file has changed
	}{
		{"a manager's way", forced, nil, "", "", 0, "0,1\n"},
		{"dry", forced, []string{"-n"}, "0,1\n", "", 0, ""},
		{"dry and shown", forced, []string{"-n", "-show"}, drawn + "x plays 0,1: …", "", 0, ""},
		{"shown", forced, []string{"-show"}, drawn + "x plays 0,1: …", "", 0, "0,1\n"},
		{"another time", forced, []string{"-time", "60s"}, "", "", 0, "0,1\n"},
		{"either side wins", either, []string{"-n"}, "0,0\n", "", 0, ""},
		{"another side", either, []string{"-n", "-side", "o"}, "0,1\n", "", 0, ""},
		{"six win", six, []string{"-n"}, "2,0\n", "", 0, ""},
		{"another rule", six, []string{"-n", "-rule", "1"}, "1,1\n", "", 0, ""},
		{"another rule by its name", six, []string{"-n", "-rule", "exactly five"}, "1,1\n", "", 0, ""},
		{"a rule by its name in INFO.DAT", six.with("INFO.DAT", "rule renju\n"), []string{"-n"}, "1,1\n", "", 0, ""},
		{"version", forced, []string{"-version"}, brain + "…", "", 0, ""},
		{"help", forced, []string{"-h"}, "usage: tahoun [flags] [DIR]\n…", "", 0, ""},
		{"help by its long name", forced, []string{"--help"}, "usage: tahoun [flags] [DIR]\n…", "", 0, ""},
		{
			"a warning", forced.with("TAH.DAT", "X\n"), nil, "",
			"tahoun: TAH.DAT:1: upper-case X taken as x\n", 0, "0,1\n",
		},
		{
			"no board", folder{}, []string{"-n"}, "",
			"tahoun: PLOCHA.DAT: no such file: want a board; start where a manager wrote one, or name that folder: tahoun DIR\n", 1, "",
		},
		{
			"no folder of a manager", folder{}, nil, "",
			"tahoun: PLOCHA.DAT: no such file: want a board; start where a manager wrote one, or name that folder: tahoun DIR\n", 1, "",
		},
		{
			"no empty square", forced.with("PLOCHA.DAT", "\nxo\nox\n"), []string{"-n"}, "",
			"tahoun: PLOCHA.DAT:2: no empty square on the board: want a \"-\" where a move can be made\n", 1, "",
		},
		{
			"the best moves", forced, []string{"-top", "2", "-time", "0s"},
			"       move       score  chance  depth  line\n  1     0,1    win in 1  100.0%      1  0,1\n  2…", "", 0, "",
		},
		{"no best move", forced, []string{"-top", "0"}, "", "tahoun: invalid value \"0\" for flag -top: want a number of moves, 1 or more" + oneVoice, 2, ""},
		{
			"a hidden ending", folder{"PLOCHA.DAT.txt": "---\n", "TAH.DAT": "x\n"}, []string{"-n"}, "",
			"tahoun: PLOCHA.DAT: no such file, but PLOCHA.DAT.txt: rename it to PLOCHA.DAT\n", 1, "",
		},
		{
			"some warnings", odd, []string{"-n"}, "0,0\n",
			oddWarnings(9) + "tahoun: (+3 more warnings)\n", 0, "",
		},
		{"every warning", odd, []string{"-n", "-v"}, "0,0\n", oddWarnings(12), 0, ""},
		{"unknown flag", forced, []string{"-q"}, "", "tahoun: flag provided but not defined: -q" + oneVoice, 2, ""},
		{"bad time", forced, []string{"-time", "2"}, "", "tahoun: invalid value \"2\" for flag -time: want a time such as 2s or 300ms" + oneVoice, 2, ""},
		{"negative time", forced, []string{"-time", "-2s"}, "", "tahoun: invalid value \"-2s\" for flag -time: want a time such as 2s or 300ms" + oneVoice, 2, ""},
		{"bad side", forced, []string{"-side", "white"}, "", "tahoun: invalid value \"white\" for flag -side: want x or o" + oneVoice, 2, ""},
		{"bad rule", forced, []string{"-rule", "12"}, "", "tahoun: invalid value \"12\" for flag -rule: want a sum of 1, 2, 4 and 8, and not of both renju (4) and caro (8)" + oneVoice, 2, ""},
		{"rule that is none", forced, []string{"-rule", "gomoku"}, "", "tahoun: invalid value \"gomoku\" for flag -rule: want five or more (0), exactly five (1), renju (4), caro (8), continuous (2) or a sum as in \"exactly five and caro\" or 1+8" + oneVoice, 2, ""},
		{"flag without its value", forced, []string{"-time"}, "", "tahoun: flag needs an argument: -time" + oneVoice, 2, ""},
		{"two folders", forced, []string{".", "more"}, "", "tahoun: \"more\": want one folder" + oneVoice, 2, ""},
		{"no folder", forced, []string{"TAH.DAT"}, "", "tahoun: TAH.DAT: want a folder with a PLOCHA.DAT" + oneVoice, 2, ""},
		{"nothing there", forced, []string{"nowhere", "-n"}, "", "tahoun: nowhere: want a folder with a PLOCHA.DAT" + oneVoice, 2, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			dir := realFolder(t, test.files)
			got := runBrain(t, dir, test.args...)
			if head, cut := strings.CutSuffix(test.stdout, "…"); cut {
				assert.True(t, strings.HasPrefix(got.stdout, head), got.stdout)
			} else {
				assert.Equal(t, test.stdout, got.stdout)
			}
			assert.Equal(t, test.stderr, got.stderr)
			assert.Equal(t, test.exit, got.exit)
			if test.answer == "" {
				assert.Equal(t, test.files, readFolder(t, dir))
			} else {
				assert.Equal(t, test.files.with("TAH.DAT", test.answer).without("MSG.DAT"), readFolder(t, dir).without("MSG.DAT"))
			}
		})
	}
}

// A proven win is written as SGF, with an answer to every reply; without one the score stands, and no file is written.
func TestProcessWritesAProof(t *testing.T) {
	proof := filepath.Join(t.TempDir(), "win.sgf")
	prove := func(files folder, args ...string) printed {
		dir := realFolder(t, files)
		got := runBrain(t, dir, append(args, "-proof", proof)...)
		assert.Equal(t, files, readFolder(t, dir))
		return got
	}
	three := forced.with("PLOCHA.DAT", "-------\n-xxx---\n-o-o-o#\n")
	got := prove(three)
	assert.Equal(t, "", got.stderr)
	assert.Contains(t, got.stdout, "win in 3  100.0%")
	assert.True(t, strings.HasSuffix(got.stdout, proof+": moves in the proof: 5, in its longest line: 3\n"), got.stdout)
	assert.Equal(t, 0, got.exit)
	text, err := os.ReadFile(proof)
	require.NoError(t, err)
	assert.Contains(t, string(text), "MA[gc]AB[bb][cb][db]AW[bc][dc][fc]PL[B]\n;B[eb](;W[")
	require.NoError(t, os.Remove(proof))

	got = prove(forced, "-side", "o", "-time", "0s")
	assert.Contains(t, got.stdout, "line\n  1     0,1 ")
	assert.Equal(t, "tahoun: "+proof+": not written: no win is proven\n", got.stderr)
	assert.Equal(t, 1, got.exit)
	assert.NoFileExists(t, proof)

	require.NoError(t, os.Mkdir(proof, 0o755))
	got = prove(forced)
	assert.Contains(t, got.stderr, "tahoun: "+proof+": not written: ")
	assert.Equal(t, 1, got.exit)
}

// odd is a board of one row with twelve characters that nobody knows.
var odd = folder{"PLOCHA.DAT": "-xo????????????\n", "TAH.DAT": "x\n", "INFO.DAT": "timeout_turn 0\n"}

// oddWarnings are the first n warnings about it.
func oddWarnings(n int) string {
	var all strings.Builder
	for i := range n {
		fmt.Fprintf(&all, "tahoun: PLOCHA.DAT:1:%d: unknown character \"?\" taken as a wall\n", 4+i)
	}
	return all.String()
}

// A folder can be named in every way that a shell allows, before or after the flags.
func TestProcessPlaysInAnotherFolder(t *testing.T) {
	for _, dir := range []string{".", "./", "game", "game/", "./game", "../0/game", "-- game"} {
		t.Run(dir, func(t *testing.T) {
			t.Parallel()
			here := filepath.Join(t.TempDir(), "0")
			game := filepath.Join(here, "game")
			if strings.HasPrefix(dir, ".") && !strings.Contains(dir, "game") {
				game = here
			}
			require.NoError(t, os.MkdirAll(game, 0o755))
			put(t, afero.NewBasePathFs(afero.NewOsFs(), game), forced)

			if dir == "game" {
				assert.Equal(t, printed{stdout: "0,1\n"}, runBrain(t, here, dir, "-n"))
				assert.Equal(t, printed{stdout: "0,1\n"}, runBrain(t, here, "-n", dir))
				assert.Equal(t, forced, readFolder(t, game))
			}
			assert.Equal(t, printed{}, runBrain(t, here, strings.Fields(dir)...))
			assert.Equal(t, "0,1\n", readFolder(t, game)["TAH.DAT"])
		})
	}
}

// camel copies the executable under that name, with these settings beside it, and returns its path.
func camel(t *testing.T, settings string) string {
	t.Helper()
	program, err := os.ReadFile(filetest.Brain(t))
	require.NoError(t, err)
	bin := t.TempDir()
	path := filepath.Join(bin, "camel"+filepath.Ext(filetest.Brain(t)))
	require.NoError(t, os.WriteFile(path, program, 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(bin, "camel.cfg"), []byte(settings), 0o644))
	return path
}

// The settings file lies beside the executable, under its name, wherever the move is played.
func TestProcessReadsItsSettings(t *testing.T) {
	brain := exec.Command(camel(t, "threads 1\nmargin_ms soon\n"))
	brain.Dir = realFolder(t, forced)
	said, err := brain.CombinedOutput()
	require.NoError(t, err)
	assert.Equal(t, "tahoun: camel.cfg:2: margin_ms: want a whole number, got \"soon\"\n", string(said))
}

// The clock runs from when the process was created: here the time for the move was over by then, and that is said. A
// process that had been another program for longer than a start can take does not count that.
func TestProcessCountsFromItsCreation(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("needs a shell that becomes the brain")
	}
	play := func(files folder, sleep, limit string) (message string) {
		dir := realFolder(t, files.with("INFO.DAT", "timeout_turn "+limit+"\n"))
		brain := exec.Command("sh", "-c", "sleep "+sleep+"; exec "+filetest.Brain(t))
		brain.Dir = dir
		require.NoError(t, brain.Run())
		return readFolder(t, dir)["MSG.DAT"]
	}
	plausible := play(quiet, "0.4", "400")
	assert.NotContains(t, plausible, " depth ", "it searched")
	assert.Regexp(t, `; \d+ ms of the move's time had passed before the search began`, plausible)
	implausible := play(full, "3", "10000") // counted, 3 s would be worth a warning
	assert.Contains(t, implausible, " depth ", "it did not search")
	assert.NotContains(t, implausible, "before the search began")
}

// A program that was found in PATH gets only its name as argument 0.
func TestProcessStartedByNameOnly(t *testing.T) {
	brain := exec.Command(filetest.Brain(t))
	brain.Args[0] = "tahoun"
	brain.Dir = realFolder(t, forced)
	said, err := brain.CombinedOutput()
	require.NoError(t, err)
	assert.Empty(t, string(said))
	assert.Equal(t, "0,1\n", readFolder(t, brain.Dir)["TAH.DAT"])
}

// smallTable is a limit of memory in INFO.DAT: a table for minutes costs a second of clearing pages.
const smallTable = "max_memory 40000000\n"

// quiet is an open position that no search sees the end of, with an answer still to be told by time.
var quiet = plain.with("PLOCHA.DAT", strings.Repeat("--------------------\n", 9)+
	"---------x----------\n----------o---------\n"+strings.Repeat("--------------------\n", 9)).
	with("INFO.DAT", "timeout_turn 300\ntime_left 2147483647\n").with("TAH.DAT", "x\r\n")

// full has few empty squares: the search soon sees the end of every game, and ends before any time is over.
var full = quiet.with("PLOCHA.DAT", "xoxo-\nox-xo\nxo-ox\n-x-oo\nxo-x-\n")

// The limits of a move reach the search from either file: the brain ends long before its move's limit of a minute.
func TestProcessKeepsItsLimits(t *testing.T) {
	for name, c := range map[string]struct {
		info, settings string
		args           []string
	}{
		"left of the match":          {info: "time_left 300\n"},
		"match":                      {info: "timeout_match 300\n"},
		"move":                       {info: "timeout_turn 100\n"},
		"margin":                     {settings: "margin_ms 59900\n"},
		"command line":               {args: []string{"-time", "100ms"}},
		"command line against match": {info: "timeout_match 1200000\ntime_left 1200000\n", args: []string{"-time", "100ms"}},
	} {
		t.Run(name, func(t *testing.T) {
			brain := exec.Command(camel(t, "threads 1\n"+c.settings), c.args...)
			brain.Dir = realFolder(t, quiet.with("INFO.DAT", "timeout_turn 60000\n"+c.info))
			start := time.Now()
			require.NoError(t, brain.Run())
			assert.Less(t, time.Since(start), 20*time.Second)
		})
	}
}

// Where only the time left of the match is told, a move takes its share: of a minute a second and more, not all of it.
func TestProcessTakesAShareOfTheMatch(t *testing.T) {
	brain := exec.Command(camel(t, "threads 1\n"))
	brain.Dir = realFolder(t, quiet.without("TIMEOUTS.DAT").with("INFO.DAT", "timeout_match 60000\ntime_left 60000\n"))
	start := time.Now()
	said, err := brain.CombinedOutput()
	require.NoError(t, err)
	assert.Empty(t, said)
	assert.Greater(t, time.Since(start), fileproto.DefaultTurn+fileproto.DefaultTurn/4)
	assert.Less(t, time.Since(start), 30*time.Second)
}

// The memory limit reaches the watchdog.
func TestProcessKeepsItsMemory(t *testing.T) {
	dir := realFolder(t, quiet.with("INFO.DAT", "timeout_turn 60000\nmax_memory 1\n"))
	start := time.Now()
	said := runBrain(t, dir)
	assert.Zero(t, said.exit)
	assert.Regexp(t, `^tahoun: the search stopped at \d+ MiB of memory\n$`, said.stderr)
	assert.Less(t, time.Since(start), 20*time.Second)
}

// Where the system gives the process fewer addresses than a long search would like to have, it plays with fewer.
func TestProcessWithFewAddresses(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("other systems do not limit them")
	}
	files := full.with("INFO.DAT", "timeout_turn 600000\n")
	path := camel(t, "threads 2\n")
	for _, kilobytes := range []string{"1500000", "2000000"} {
		t.Run(kilobytes, func(t *testing.T) {
			brain := exec.Command("sh", "-c", "ulimit -v "+kilobytes+"; exec "+path)
			brain.Dir = realFolder(t, files)
			said, err := brain.CombinedOutput()
			require.NoError(t, err, string(said))
			assert.Contains(t, readFolder(t, brain.Dir)["MSG.DAT"], " depth ", "it searched")
		})
	}
}

// The command line's time takes the place of all the files' limits.
func TestProcessTakesTheTimeThatItIsGiven(t *testing.T) {
	dir := realFolder(t, full.with("INFO.DAT", "timeout_turn 0\ntimeout_match 1000\ntime_left 0\n"+smallTable))
	assert.Zero(t, runBrain(t, dir, "-time", "600s").exit)
	assert.Regexp(t, ` depth \d+-\d+ nodes \d+ time \d+ ms `, readFolder(t, dir)["MSG.DAT"], "it searched")
}

// A move file that is a link stays one, and the file behind it gets the answer.
func TestProcessFollowsLinks(t *testing.T) {
	dir := realFolder(t, forced.without("TAH.DAT"))
	target := filepath.Join(t.TempDir(), "move")
	require.NoError(t, os.WriteFile(target, []byte("x\n"), 0o644))
	if err := os.Symlink(target, filepath.Join(dir, "TAH.DAT")); err != nil {
		t.Skip(err)
	}
	assert.Zero(t, runBrain(t, dir).exit)
	answer, err := os.ReadFile(target)
	require.NoError(t, err)
	assert.Equal(t, "0,1\n", string(answer))
	info, err := os.Lstat(filepath.Join(dir, "TAH.DAT"))
	require.NoError(t, err)
	assert.NotZero(t, info.Mode()&os.ModeSymlink)
}

// A link that leads nowhere is called one, neither a file that is there nor one that is not.
func TestProcessMeetsALinkToNothing(t *testing.T) {
	for name, c := range map[string]struct {
		said string
		exit int
	}{
		"PLOCHA.DAT": {"tahoun: PLOCHA.DAT: is a broken link: want a file\n", 1},
		"TAH.DAT":    {"tahoun: TAH.DAT: the answer cannot be written: is a broken link: want a file\ntahoun: TAH.DAT: is a broken link: want a file: played o, as the stones show\n", 1},
		"INFO.DAT":   {"tahoun: INFO.DAT: is a broken link: want a file\n", 0},
		"MSG.DAT":    {"tahoun: MSG.DAT: cannot be written: is a broken link: want a file\n", 0},
	} {
		t.Run(name, func(t *testing.T) {
			dir := realFolder(t, forced.without(name))
			if err := os.Symlink("nowhere", filepath.Join(dir, name)); err != nil {
				t.Skip(err)
			}
			assert.Equal(t, printed{stderr: c.said, exit: c.exit}, runBrain(t, dir))
		})
	}
}

// The move is made although nobody reads the warnings any more.
func TestProcessWithoutAReader(t *testing.T) {
	r, w, err := os.Pipe()
	require.NoError(t, err)
	require.NoError(t, r.Close())
	defer w.Close()
	brain := exec.Command(filetest.Brain(t))
	brain.Dir, brain.Stderr = realFolder(t, forced.without("INFO.DAT").without("TIMEOUTS.DAT")), w
	assert.NoError(t, brain.Run())
}

// A message file that is a link to a pipe gets the line, and the brain does not wait for the pipe's end.
func TestProcessWritesToPipes(t *testing.T) {
	r, w, err := os.Pipe()
	require.NoError(t, err)
	defer r.Close()
	defer w.Close()
	pipe := fmt.Sprintf("/proc/%d/fd/%d", os.Getpid(), w.Fd())
	if _, err := os.Stat(pipe); err != nil {
		t.Skip(err)
	}
	dir := realFolder(t, forced.without("MSG.DAT"))
	require.NoError(t, os.Symlink(pipe, filepath.Join(dir, "MSG.DAT")))
	assert.Zero(t, runBrain(t, dir).exit)
	require.NoError(t, w.Close())
	said, err := io.ReadAll(r)
	require.NoError(t, err)
	assert.Contains(t, string(said), ": 0,1 ")
}

// Killed at any instant, the brain leaves the move file untouched or with a whole legal move.
func TestKill(t *testing.T) {
	const moves, limit = 60, 100
	path := camel(t, "threads 1\n") // built before the clock runs
	files := quiet.with("INFO.DAT", fmt.Sprintf("timeout_turn %d\ntime_left 2147483647\n", limit))
	b, _, err := fileproto.ParseBoard("", []byte(quiet["PLOCHA.DAT"]))
	require.NoError(t, err)
	rng := rand.New(rand.NewPCG(1, 2))
	delays := make(chan time.Duration, moves)
	for i := range moves {
		span := (limit + 20) * time.Millisecond
		if i%2 == 0 {
			span = 10 * time.Millisecond // most files are written at the beginning
		}
		delays <- time.Duration(rng.Int64N(int64(span)))
	}
	close(delays)
	for worker := range 2 {
		t.Run([]string{"left", "right"}[worker], func(t *testing.T) {
			t.Parallel()
			brain := exec.Cmd{Path: path, Dir: realFolder(t, files)}
			dir := brain.Dir
			for delay := range delays {
				put(t, afero.NewBasePathFs(afero.NewOsFs(), dir), files)
				killAfter(t, brain, b, delay)
			}
			for name := range readFolder(t, dir).without(slices.Collect(maps.Keys(quiet))...) {
				age(t, afero.NewBasePathFs(afero.NewOsFs(), dir), name)
			}
			assert.Zero(t, runBrain(t, dir, "-time", "0").exit)
			assert.Len(t, readFolder(t, dir), len(quiet), "a move that is not killed sweeps up")
		})
	}
}

// killAfter starts a move of brain, kills it after some time and checks the move file.
func killAfter(t *testing.T, brain exec.Cmd, b *board.Board, delay time.Duration) {
	require.NoError(t, brain.Start())
	time.Sleep(delay)
	_ = brain.Process.Kill() // it may have ended
	_ = brain.Wait()
	answer := readFolder(t, brain.Dir)["TAH.DAT"]
	if answer == quiet["TAH.DAT"] {
		return
	}
	require.Regexp(t, regexp.MustCompile(`^\d+,\d+\n$`), answer, "killed after %v", delay)
	require.Equal(t, board.Empty, b.At(parsePoint(t, answer)), "killed after %v", delay)
}
