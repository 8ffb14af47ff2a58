package player_test

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/scripts/internal/player"
)

// The test binary is also every program that the tests start: with these words before its arguments it
// is a brain, honest or not.
const (
	fileLiar = "file-liar"
	pipeLiar = "pipe-liar"
	kothLiar = "koth-liar"
	sleeper  = "sleeper" // a child that outlives its parent
)

func TestMain(m *testing.M) {
	// Under the race detector every process would sleep for a second before it ends.
	os.Setenv("GORACE", "atexit_sleep_ms=0")
	if len(os.Args) < 2 {
		os.Exit(m.Run())
	}
	words := append(os.Args[2:], "", "")
	switch os.Args[1] {
	case fileLiar:
		lieInFiles(words[0], words[1])
	case pipeLiar:
		(&piper{log: words[1], size: [2]int{15, 15}}).lie(words[0])
	case kothLiar:
		lieToJudge(words[0], words[1], os.Args[len(os.Args)-2:])
	case swap2Liar:
		lieBySwap2(words[0], words[1])
	case sleeper:
		time.Sleep(time.Minute)
	default:
		os.Exit(m.Run())
	}
	os.Exit(0)
}

// liar returns the command of a liar.
func liar(t testing.TB, words ...string) []string {
	t.Helper()
	self, err := os.Executable()
	require.NoError(t, err)
	return append([]string{self}, words...)
}

// must ends a liar that cannot even lie.
func must[T any](value T, err error) T {
	if err != nil {
		fmt.Fprintln(os.Stderr, "liar:", err)
		os.Exit(99)
	}
	return value
}

func put(name, text string) { must(0, os.WriteFile(name, []byte(text), 0o644)) }

// found returns the name of a file of the working folder, in any case.
func found(name string) string {
	for _, entry := range must(os.ReadDir(".")) {
		if strings.EqualFold(entry.Name(), name) {
			return entry.Name()
		}
	}
	return name
}

// lieInFiles is a brain of the file protocol. arg is the text that it writes, or the place.
func lieInFiles(mode, arg string) {
	switch mode {
	case "answer": // the bytes of arg
		put(found("tah.dat"), arg)
	case "answer-beside": // in a file whose name differs in case
		put("TaH.dAt", arg)
	case "answer-anew": // under another name in its place
		must(0, os.Remove(found("tah.dat")))
		put("tah.DAT", arg)
	case "remove":
		must(0, os.Remove(found("tah.dat")))
	case "say": // the bytes of arg, quoted as in Go
		put(found("msg.dat"), must(strconv.Unquote(arg)))
		put(found("tah.dat"), "1,1")
	case "copy": // the manager's files, to the folder arg
		for _, entry := range must(os.ReadDir(".")) {
			put(filepath.Join(arg, entry.Name()), string(must(os.ReadFile(entry.Name()))))
		}
		put(found("tah.dat"), "0,0")
	case "count": // its moves, in its temporary folder
		must(0, os.MkdirAll("liar", 0o755))
		old, _ := os.ReadFile("liar/count")
		put("liar/count", string(old)+"|")
		put(found("tah.dat"), fmt.Sprintf("%d,0", len(old)))
	case "where":
		put(arg, must(os.Getwd()))
		put(found("tah.dat"), "0,0")
	case "late":
		put(found("tah.dat"), "3,4")
		time.Sleep(300 * time.Millisecond)
	case "hang":
		if arg != "" {
			put(arg, must(os.Getwd()))
		}
		time.Sleep(time.Minute)
	case "exit":
		fmt.Fprintln(os.Stderr, "first\nno idea")
		os.Exit(3)
	case "kill":
		killSelf()
	case "say-kill":
		put(found("msg.dat"), "depth 2\r\ndepth 3\r\n")
		killSelf()
	case "answer-kill":
		put(found("tah.dat"), "3,4")
		killSelf()
	default:
		lieAnywhere(mode, arg)
		put(found("tah.dat"), "3,4")
	}
}

// lieAnywhere has the lies that do not depend on the protocol.
func lieAnywhere(mode, arg string) {
	switch mode {
	case "trace":
		trace()
		os.Exit(3)
	case "trace-hang":
		trace()
		time.Sleep(time.Minute)
	case "child", "child-leaves":
		self := must(os.Executable())
		child := exec.Command(self, sleeper)
		child.Stdin, child.Stdout, child.Stderr = os.Stdin, os.Stdout, os.Stderr
		if mode == "child-leaves" {
			leave(child)
		}
		must(0, child.Start())
		put(arg, strconv.Itoa(child.Process.Pid))
	case "child-died": // under Linux
		child := exec.Command(must(os.Executable()), pipeLiar)
		leave(child)
		must(0, child.Start())
		put(arg, strconv.Itoa(child.Process.Pid))
		for !bytes.Contains(must(os.ReadFile(fmt.Sprintf("/proc/%d/stat", child.Process.Pid))), []byte(") Z ")) {
			time.Sleep(time.Millisecond)
		}
	case "child-allocates":
		self := must(os.Executable())
		_ = exec.Command(self, fileLiar, "allocate", "150").Run()
	case "allocate": // arg MiB
		var memory [][]byte
		for range must(strconv.Atoi(arg)) {
			memory = append(memory, bytes.Repeat([]byte{1}, 1<<20))
		}
		time.Sleep(200 * time.Millisecond) // so that it can be seen
		if len(memory) > 100 {
			time.Sleep(time.Minute)
		}
	}
}

// trace writes the reason of a crash as interpreters do, in lines that no terminal holds.
func trace() {
	for i := range 20 {
		fmt.Fprintf(os.Stderr, "  line %d %s\n\n", i, strings.Repeat("of the trace ", 10))
	}
}

// A piper is a brain of the pipe protocol.
type piper struct {
	log  string // for its record of the lines to it
	size [2]int
	used map[string]bool // squares that are not empty
	told int             // questions

	movedAt time.Time
}

func (p *piper) lie(mode string) {
	var log io.Writer = io.Discard
	if p.log != "" {
		log = must(os.OpenFile(p.log, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644))
	}
	p.used = map[string]bool{}
	if mode == "deaf" {
		fmt.Println("OK")
		time.Sleep(time.Minute)
	}
	in := bufio.NewReader(os.Stdin)
	for {
		text, err := in.ReadString('\n')
		if err != nil {
			return
		}
		fmt.Fprintf(log, "%q\n", text)
		word, rest, _ := strings.Cut(strings.TrimSpace(text), " ")
		if p.missed(mode) {
			fmt.Println("ERROR Unknown command:", rest)
			continue
		}
		switch {
		case word == "START" || word == "RECTSTART":
			p.start(mode, word, rest)
		case word == "RESTART" && mode == "no-restart":
			fmt.Println("UNKNOWN RESTART")
		case word == "RESTART":
			p.used = map[string]bool{}
			fmt.Println("OK")
		case word == "INFO" && strings.HasPrefix(rest, "time_left") && mode == "early":
			fmt.Println("0,0")
			fmt.Println("MESSAGE", strings.Repeat("more than a pipe holds", 1<<14)) // said when the move was read
		case word == "BEGIN" || word == "DONE":
			p.answer(mode)
		case word == "TURN":
			p.used[rest] = true
			p.answer(mode)
		case word == "END":
			if mode != "deaf-to-end" {
				return
			}
		case strings.Count(word, ",") == 2: // a line of BOARD
			p.used[word[:strings.LastIndexByte(word, ',')]] = true
		}
	}
}

// missed reports whether a line came too early for a brain that is only ready some time after its move: ready=20ms.
func (p *piper) missed(mode string) bool {
	kind, amount, _ := strings.Cut(mode, "=")
	return kind == "ready" && time.Since(p.movedAt) < must(time.ParseDuration(amount))
}

func (p *piper) start(mode, word, size string) {
	switch mode {
	case "start-error":
		fmt.Println("ERROR board too small")
		return
	case "start-unknown":
		fmt.Println("UNKNOWN command")
		return
	case "start-silence":
		return
	case "start-exit":
		os.Exit(4)
	}
	if word == "START" {
		size += "," + size
	}
	fmt.Sscanf(size, "%d,%d", &p.size[0], &p.size[1])
	fmt.Println("MESSAGE hello")
	fmt.Print("OK - ready\r\n")
}

// answer lies about a move.
func (p *piper) answer(mode string) {
	p.told++
	at := p.firstEmpty()
	switch mode {
	case "late":
		time.Sleep(300 * time.Millisecond)
	case "off":
		at = board.Point{X: 99, Y: -1}
	case "huge":
		fmt.Println("+99999999999999999999, 1 of all squares")
		return
	case "talk":
		fmt.Print("DEBUG depth 3\r\nMESSAGE two words\r\nSUGGEST 7,7\nUNKNOWN INFO\n\n?!\n")
	case "rubbish":
		fmt.Println("I resign")
		return
	case "suggest":
		fmt.Println("SUGGEST 7,7\nMESSAGE what do you think?")
		return
	case "talk-exit":
		fmt.Println("DEBUG depth 3")
		os.Exit(3)
	case "twice":
		fmt.Println(at)
	case "error-after":
		fmt.Printf("%v\nERROR out of ideas\n", at)
		return
	case "move-unknown":
		fmt.Println("UNKNOWN command")
		return
	case "error":
		fmt.Println("ERROR out of ideas")
		return
	case "silence":
		return
	case "exit":
		fmt.Fprintln(os.Stderr, "no idea")
		os.Exit(3)
	case "kill":
		killSelf()
	case "answer-exit":
		fmt.Print(at) // without a line's end
		os.Exit(0)
	case "child-exit":
		lieAnywhere("child", p.log)
		os.Exit(5)
	case "long":
		fmt.Print("MESSAGE ", strings.Repeat("long ", 1<<20), "\n")
	case "flood":
		for range 1 << 16 {
			fmt.Println("MESSAGE", strings.Repeat("flood ", 10))
			fmt.Fprintln(os.Stderr, strings.Repeat("flood ", 10))
		}
	default:
		kind, amount, _ := strings.Cut(mode, "=")
		if amount == "" {
			amount = p.log
		}
		lieAnywhere(kind, amount)
	}
	p.used[at.String()] = true
	p.movedAt = time.Now()
	fmt.Println(at)
}

func (p *piper) firstEmpty() board.Point {
	for i := range p.size[0] * p.size[1] {
		if at := (board.Point{X: i % p.size[0], Y: i / p.size[0]}); !p.used[at.String()] {
			return at
		}
	}
	return board.Point{}
}

// ample is a limit that no honest program reaches on any machine.
const ample = 20 * time.Second

// seated makes a player for side on a board of 15x15 and ends it with the test.
func seated(t testing.TB, spec player.Spec, side board.Stone) player.Player {
	t.Helper()
	return seatedAt(t, spec, player.Setting{Width: 15, Height: 15, Side: side})
}

func seatedAt(t testing.TB, spec player.Spec, setting player.Setting) player.Player {
	t.Helper()
	if spec.Label == "" {
		spec.Label = "liar"
	}
	p, err := player.New(spec, setting)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, p.End()) })
	return p
}

// empty is the first question on an empty board.
func empty() player.Request { return player.Request{Board: board.New(15, 15)} }

// pidIn reads the number of a process from a file.
func pidIn(t *testing.T, path string) int {
	t.Helper()
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	pid, err := strconv.Atoi(string(text))
	require.NoError(t, err)
	return pid
}

// requireGone waits until a process has ended.
func requireGone(t *testing.T, pid int) {
	t.Helper()
	require.Eventually(t, func() bool { return !alive(pid) }, ample, 5*time.Millisecond, "process %d lives on", pid)
}
