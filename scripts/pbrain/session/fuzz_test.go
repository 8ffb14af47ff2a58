package session_test

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"tahoun/scripts/internal/lines"
	"tahoun/scripts/internal/transcript"
	"tahoun/scripts/pbrain/protocol"
	"tahoun/scripts/pbrain/session"
)

// quick are options for fuzzing: a few nodes a move.
func quick() session.Options { return options(20) }

// FuzzRun sends any bytes: the session ends by itself and writes only lines of the protocol.
func FuzzRun(f *testing.F) {
	for _, path := range transcript.Paths(f, transcripts) {
		var sent []byte
		steps, _ := readTranscript(f, path)
		for _, s := range steps {
			if s.Kind == '>' {
				sent = append(append(sent, s.Text...), '\n')
			}
		}
		f.Add(sent)
	}
	answer := regexp.MustCompile(`^(OK|SWAP|FORBID [0-9]*\.|(SUGGEST )?\d+,\d+( \d+,\d+){0,2}|(ERROR|UNKNOWN|MESSAGE) [ -~]+|name="Tahoun", [ -~]+)\r?\n$`)
	f.Fuzz(func(t *testing.T, data []byte) {
		if largeBoard.Match(data) {
			t.Skip("slow")
		}
		var out bytes.Buffer
		require.Zero(t, session.Run(bytes.NewReader(data), &out, quick()))
		for line := range strings.Lines(out.String()) {
			require.Regexp(t, answer, line)
		}
	})
}

// largeBoard finds sizes that take the time of many small ones.
var largeBoard = regexp.MustCompile(`(?i)START\s+([3-9]\d|1\d\d)|,\s*([3-9]\d|1\d\d)`)

// A referenceBoard is a simple twin of a session's board: the set of occupied squares.
type referenceBoard struct {
	width, height int
	taken         map[string]bool
}

// put occupies the squares of an answer, which must be free.
func (b *referenceBoard) put(t *testing.T, squares string) {
	t.Helper()
	for square := range strings.FieldsSeq(squares) {
		var x, y int
		_, err := fmt.Sscanf(square, "%d,%d", &x, &y)
		require.NoError(t, err)
		square = fmt.Sprintf("%d,%d", x, y)
		require.True(t, x >= 0 && y >= 0 && x < b.width && y < b.height, "%s is off the board", square)
		require.False(t, b.taken[square], "%s is taken", square)
		b.taken[square] = true
	}
}

// FuzzLegal plays random commands, each byte one of them, line by line: the answers never name a square that is
// taken or off the board.
func FuzzLegal(f *testing.F) {
	for seed := range 4 {
		var game []byte
		for i := range 60 {
			game = append(game, byte((i*seed*7+i*i*3+seed)%251))
		}
		f.Add(game)
	}
	f.Add([]byte("\x00\x10\x20\x30\x40\x50\x60\x70\x80\x90"))
	f.Fuzz(func(t *testing.T, commands []byte) {
		m := newManager(t, quick())
		ask := func(format string, args ...any) string {
			m.send(fmt.Sprintf(format, args...) + "\n")
			return m.answer()
		}
		b := &referenceBoard{7, 5, map[string]bool{}}
		require.Equal(t, "OK", ask("RECTSTART 7,5"))
		for i, c := range commands[:min(len(commands), 80)] {
			x, y := int(c>>3)%b.width, int(c>>3)*(i+3)%b.height
			square := fmt.Sprintf("%d,%d", x, y)
			switch c % 8 {
			default: // TURN
				answer := ask("TURN %s", square)
				switch {
				case b.taken[square]:
					require.Regexp(t, "^ERROR "+square, answer)
				case answer == "ERROR the board is full":
					b.put(t, square)
				default:
					b.put(t, square)
					b.put(t, answer)
				}
			case 4:
				switch answer := ask("TAKEBACK %s", square); answer {
				case "OK":
					require.True(t, b.taken[square])
					delete(b.taken, square)
				default:
					require.True(t, strings.HasPrefix(answer, "ERROR "), answer)
				}
			case 5:
				m.send(fmt.Sprintf("INFO rule %d\n", []int{0, 1, 2, 3, 4, 5, 6, 8, 9}[int(c>>3)%9]))
			case 6: // a BOARD of some stones
				fields, told := []string{}, map[string]bool{}
				for n := range int(c>>3) % 12 {
					at := fmt.Sprintf("%d,%d", n*x%b.width, (n*y+n)%b.height)
					if !told[at] {
						told[at] = true
						fields = append(fields, fmt.Sprintf("%s,%d\n", at, 1+(n*i)%3))
					}
				}
				answer := ask("BOARD\n%sDONE", strings.Join(fields, ""))
				b.taken = map[string]bool{}
				for _, field := range fields {
					if !strings.HasSuffix(field, ",3\n") { // one of those may be a square that renju forbids
						b.put(t, field[:strings.LastIndex(field, ",")])
					}
				}
				b.put(t, answer)
				for _, field := range fields {
					b.taken[field[:strings.LastIndex(field, ",")]] = true
				}
			case 7:
				stones := map[int]string{0: "", 1: "1,1\n2,2\n5,3\n", 2: "1,1\n2,2\n5,3\n0,0\n6,4\n"}[int(c>>3)%3]
				answer := ask("SWAP2BOARD\n%sDONE", stones)
				b.taken = map[string]bool{}
				b.put(t, stones)
				if answer != "SWAP" {
					b.put(t, answer)
				}
			}
		}
		require.Zero(t, m.end())
	})
}

// FuzzWords sends random words of the protocol with meaningless numbers, split at random.
func FuzzWords(f *testing.F) {
	f.Add([]byte{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31})
	f.Add([]byte{0, 21, 3, 22, 2, 22, 4, 21, 22, 22, 9, 4, 6, 22, 11, 16, 2, 22})
	words := []string{
		"START 7", "RECTSTART 6,9", "TURN", "BEGIN", "BOARD", "SWAP2BOARD", "TAKEBACK", "PLAY", "RESTART", "DONE", "ABOUT", "INFO rule",
		"INFO timeout_turn", "INFO time_left", "INFO max_memory", "INFO", "STOP", "\r", "\n", "\r\n", "\t", "1", "3,3", "2,2,1", "0,0,2", "-1,99999999999999999999",
		"start 8 6", "YXBOARD", "YXHASHCLEAR", "YXSTOP", "INFO max_node",
		"YXSHOWINFO", "YXSHOWFORBID", "YXNBEST 3", "INFO max_depth", "INFO show_detail", "INFO hash_size",
		"YXBALANCEONE 0", "YXBALANCETWO 50",
	}
	f.Fuzz(func(t *testing.T, choice []byte) {
		var sent bytes.Buffer
		for _, c := range choice[:min(len(choice), 200)] {
			end := "\n"
			if c >= 128 {
				end = " "
			}
			sent.WriteString(words[int(c&127)%len(words)] + end)
		}
		said := 0
		for range lines.Read(bytes.NewReader(sent.Bytes()), protocol.MaxLine) {
			said++
		}
		var out bytes.Buffer
		o := quick()
		o.Suggest = len(choice)%2 == 1
		require.Zero(t, session.Run(&sent, &out, o))
		answers := 0
		for line := range strings.Lines(out.String()) {
			if !strings.HasPrefix(line, "MESSAGE ") {
				answers++
			}
		}
		require.LessOrEqual(t, answers, said, "an answer to each line at most")
	})
}
