package session_test

import (
	"bufio"
	"bytes"
	"io"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/fileproto/process"
	"tahoun/scripts/internal/thinking"
	"tahoun/scripts/internal/transcript"
	"tahoun/scripts/pbrain/session"
)

// options are the executable's with a node limit.
func options(nodes uint64) session.Options {
	return session.Options{
		About:     `name="Tahoun", version="VERSION", author="The Tahoun authors"`,
		NewEngine: thinking.New,
		Prepare:   process.Prepare,
		Nodes:     nodes,
	}
}

// A manager sends lines to a session and reads its answers.
type manager struct {
	t    testing.TB
	in   *io.PipeWriter
	said chan string // closed when the session has ended
	exit chan int
	last string // the last MESSAGE between the last answer and the one before, without that word
}

// patience is more than any answer takes.
const patience = 30 * time.Second

// newManager starts a session.
func newManager(t testing.TB, o session.Options) *manager {
	inRead, inWrite := io.Pipe()
	outRead, outWrite := io.Pipe()
	m := &manager{t: t, in: inWrite, said: make(chan string, 1000), exit: make(chan int, 1)}
	go func() {
		m.exit <- session.Run(inRead, outWrite, o)
		inRead.Close()
		outWrite.Close()
	}()
	go func() {
		defer close(m.said)
		for out := bufio.NewReader(outRead); ; {
			line, err := out.ReadString('\n')
			if line != "" {
				m.said <- line
			}
			if err != nil {
				return
			}
		}
	}()
	t.Cleanup(func() {
		inWrite.Close()
		outRead.Close()
	})
	return m
}

// send writes text as it is, without effect after the session's end.
func (m *manager) send(text string) { _, _ = io.WriteString(m.in, text) }

// answer returns the next line except MESSAGE and DEBUG, "" if the session has ended.
func (m *manager) answer() string {
	m.t.Helper()
	hangs := time.After(patience)
	m.last = ""
	for {
		select {
		case line, ok := <-m.said:
			text, whole := strings.CutSuffix(line, "\n")
			require.Equal(m.t, ok, whole, "%q", line)
			text = strings.TrimSuffix(text, "\r")
			message, isMessage := strings.CutPrefix(text, "MESSAGE ")
			switch {
			case isMessage:
				m.last = message
			case !strings.HasPrefix(text, "DEBUG "):
				return text
			}
		case <-hangs:
			require.Fail(m.t, "no answer")
		}
	}
}

// end closes the input and waits for the end of the session, which may not answer any more.
func (m *manager) end() (exit int) {
	m.t.Helper()
	m.in.Close()
	assert.Empty(m.t, m.answer())
	return <-m.exit
}

// transcripts are described in their folder.
const transcripts = "../../../testdata/pipe"

func readTranscript(t testing.TB, path string) (steps []transcript.Step, o session.Options) {
	o = options(500)
	steps = transcript.Read(t, path, func(kind, text string) bool {
		switch {
		case kind == "$" && text == "suggest":
			o.Suggest = true
		case kind == "$" && text == "time":
			o.Nodes, o.Memory = 0, 64<<20
		default:
			return false
		}
		return true
	})
	return steps, o
}

// Each conversation is played with one kind of line end; TestTranscriptsAtOnce plays most with another.
func TestTranscripts(t *testing.T) {
	for i, path := range transcript.Paths(t, transcripts) {
		t.Run(transcript.Name(path), func(t *testing.T) {
			steps, o := readTranscript(t, path)
			end := []string{"\r\n", "\n", "\r"}[i%3]
			m := newManager(t, o)
			sent := ""
			for _, s := range steps {
				switch {
				case s.Kind == '<':
					got := m.answer()
					requireAnswer(t, s.Text, got)
					if searchAnswer.MatchString(got) && !strings.HasPrefix(sent, "PLAY") {
						got = strings.TrimPrefix(got, "SUGGEST ")
						assert.True(t, strings.HasPrefix(m.last, got+" "), "%s after MESSAGE %s", got, m.last)
					}
				case s.Kind == '.':
					m.in.Close()
				case s.Raw:
					m.send(s.Text)
				default:
					m.send(s.Text + end)
				}
				if s.Kind == '>' {
					sent = s.Text
				}
			}
			assert.Zero(t, m.end())
		})
	}
}

// searchAnswer matches the answers of a search: the last MESSAGE before them begins with the move.
var searchAnswer = regexp.MustCompile(`^(SUGGEST )?\d+,\d+|^SWAP$`)

// requireAnswer compares an answer with that of a transcript.
func requireAnswer(t testing.TB, want, got string) {
	t.Helper()
	pattern := strings.ReplaceAll(regexp.QuoteMeta(want), "MOVE", `\d+,\d+`)
	require.Regexp(t, "^"+pattern+"$", got)
}

// Sent all at once, conversations without END and STOP get the same answers, but for ABOUT, which is answered while a
// search runs.
func TestTranscriptsAtOnce(t *testing.T) {
	compared := 0
	for _, path := range transcript.Paths(t, transcripts) {
		var sent, want bytes.Buffer
		steps, o := readTranscript(t, path)
		waits := o.Nodes > 0
		for _, s := range steps {
			switch {
			case s.Kind == '<' && strings.HasPrefix(s.Text, "name="), s.Kind == '>' && strings.EqualFold(s.Text, "ABOUT"):
			case s.Kind == '<':
				want.WriteString(s.Text + "\n")
			case s.Kind == '.':
			case s.Raw:
				sent.WriteString(s.Text)
			default:
				sent.WriteString(s.Text + "\n")
				waits = waits && !strings.EqualFold(s.Text, "END") && !strings.HasSuffix(strings.ToUpper(s.Text), "STOP")
			}
		}
		if !waits {
			continue
		}
		compared++
		t.Run(transcript.Name(path), func(t *testing.T) {
			var out bytes.Buffer
			assert.Zero(t, session.Run(&sent, &out, o))
			for line := range strings.Lines(want.String()) {
				got, err := "", error(nil)
				for got == "" || strings.HasPrefix(got, "MESSAGE ") {
					got, err = out.ReadString('\n')
					require.NoError(t, err, "want %s", line)
				}
				requireAnswer(t, strings.TrimSuffix(line, "\n"), strings.TrimRight(got, "\r\n"))
			}
		})
	}
	assert.NotZero(t, compared)
}
