package session_test

import (
	"bufio"
	"bytes"
	"io"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/scripts/internal/koth"
	"tahoun/scripts/internal/thinking"
	"tahoun/scripts/internal/transcript"
	"tahoun/scripts/koth/session"
)

// options are the executable's with few nodes and all the time there is.
func options(nodes uint64) session.Options {
	return session.Options{
		Opponent: "Rival", Seed: "1", NewEngine: thinking.New, Nodes: nodes, Ceiling: time.Hour, Disk: afero.NewMemMapFs(),
	}
}

// A judge sends lines to a session and reads its answers.
type judge struct {
	t    testing.TB
	in   *io.PipeWriter
	said chan string // closed when the session has ended
	exit chan int

	stderr bytes.Buffer // to be read when the session has ended
}

// patience is more than any answer takes.
const patience = 30 * time.Second

// newJudge starts a session.
func newJudge(t testing.TB, o session.Options) *judge {
	inRead, inWrite := io.Pipe()
	outRead, outWrite := io.Pipe()
	j := &judge{t: t, in: inWrite, said: make(chan string, 1000), exit: make(chan int, 1)}
	go func() {
		j.exit <- session.Run(inRead, outWrite, &j.stderr, o)
		inRead.Close()
		outWrite.Close()
	}()
	go func() {
		defer close(j.said)
		for lines := bufio.NewScanner(outRead); lines.Scan(); {
			j.said <- lines.Text()
		}
	}()
	t.Cleanup(func() {
		inWrite.Close()
		outRead.Close()
	})
	return j
}

// send writes text as it is, without effect after the session's end.
func (j *judge) send(text string) { _, _ = io.WriteString(j.in, text) }

// answer returns the next line, "" if the session has ended.
func (j *judge) answer() string {
	j.t.Helper()
	select {
	case line := <-j.said:
		return line
	case <-time.After(patience):
		require.Fail(j.t, "no answer")
		return ""
	}
}

// end closes the input and waits for the end of the session, which may not answer any more.
func (j *judge) end() (exit int) {
	j.t.Helper()
	j.in.Close()
	assert.Empty(j.t, j.answer())
	return <-j.exit
}

// A conversation is described in the folder of transcripts.
type conversation struct {
	steps  []transcript.Step
	stderr []string
	exit   int
}

const transcripts = "../../../testdata/koth"

func readTranscript(t testing.TB, path string) (tr conversation) {
	tr.steps = transcript.Read(t, path, func(kind, text string) bool {
		switch kind {
		case "!":
			tr.stderr = append(tr.stderr, text)
		case "=":
			exit, err := strconv.Atoi(text)
			require.NoError(t, err)
			tr.exit = exit
		default:
			return false
		}
		return true
	})
	return tr
}

// eachTranscript calls do for all of them.
func eachTranscript(t *testing.T, do func(t *testing.T, tr conversation)) {
	for _, path := range transcript.Paths(t, transcripts) {
		t.Run(transcript.Name(path), func(t *testing.T) { do(t, readTranscript(t, path)) })
	}
}

func TestTranscripts(t *testing.T) {
	eachTranscript(t, func(t *testing.T, tr conversation) {
		for _, end := range []string{"\r\n", "\n", "\r"} {
			j := newJudge(t, options(500))
			sent := ""
			for _, s := range tr.steps {
				switch {
				case s.Kind == '<':
					requireAnswer(t, s.Text, j.answer(), sent)
				case s.Kind == '.':
					j.in.Close()
				case s.Raw:
					j.send(s.Text)
					sent = s.Text
				default:
					j.send(s.Text + end)
					sent = s.Text
				}
			}
			assert.Equal(t, tr.exit, j.end())
			requireReports(t, tr.stderr, j.stderr.String())
		}
	})
}

// Sent all at once, conversations get the same answers.
func TestTranscriptsAtOnce(t *testing.T) {
	eachTranscript(t, func(t *testing.T, tr conversation) {
		var sent, out, stderr bytes.Buffer
		var want []string
		for _, s := range tr.steps {
			switch {
			case s.Kind == '<':
				want = append(want, s.Text)
			case s.Raw:
				sent.WriteString(s.Text)
			case s.Kind == '>':
				sent.WriteString(s.Text + "\n")
			}
		}
		assert.Equal(t, tr.exit, session.Run(&sent, &out, &stderr, options(500)))
		requireReports(t, tr.stderr, stderr.String())
		got := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
		if len(want) == 0 {
			want = []string{""}
		}
		require.Len(t, got, len(want))
		for i := range want {
			requireAnswer(t, want[i], got[i], "")
		}
	})
}

// requireAnswer compares an answer with that of a transcript and with the stones that were sent before.
func requireAnswer(t testing.TB, want, got, sent string) {
	t.Helper()
	pattern := strings.ReplaceAll(regexp.QuoteMeta(want), "MOVE", `\(\d+,\d+\)`)
	require.Regexp(t, "^"+pattern+"$", got)
	if got == "" {
		return
	}
	reply, err := koth.ParseReply(got)
	require.NoError(t, err)
	for i, at := range reply.Squares {
		require.NotContains(t, reply.Squares[:i], at)
		require.NotContains(t, strings.ReplaceAll(sent, " ", ""), "(("+at.String()+"),", "taken")
	}
}

// requireReports checks that standard error has a line with each text, in order.
func requireReports(t testing.TB, want []string, said string) {
	t.Helper()
	got := strings.SplitAfter(said, "\n")
	require.Len(t, got, len(want)+1, said)
	for i := range want {
		require.Contains(t, got[i], want[i])
	}
}
