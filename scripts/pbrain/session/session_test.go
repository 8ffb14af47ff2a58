package session_test

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/fileproto"
	"tahoun/fileproto/watchdog"
	"tahoun/scripts/internal/thinking"
	"tahoun/scripts/pbrain/session"
	"tahoun/search"
)

// A script is a Searcher with scripted behaviour. Nil functions do nothing.
type script struct {
	early    board.Point
	note     string // on early; "" stands for "early"
	instant  func()
	think    func(ctx context.Context, better func(board.Point, string))
	score    int
	deadline atomic.Pointer[time.Time]
	retimed  func(search.Limits)
}

func (s *script) Deadline() time.Time { return *s.deadline.Load() }
func (s *script) Score() (int, bool)  { return s.score, false }

func (s *script) Retime(l search.Limits) {
	deadline := l.Start.Add(min(l.Turn, l.Left))
	s.deadline.Store(&deadline)
	if s.retimed != nil {
		s.retimed(l)
	}
}

func (s *script) StaticMove() (board.Point, string) {
	if s.instant != nil {
		s.instant()
	}
	return s.early, cmp.Or(s.note, "early")
}

func (s *script) Think(ctx context.Context, better func(board.Point, string)) {
	if s.think != nil {
		s.think(ctx, better)
	}
}

// scripted returns options with an engine whose n-th search, from 0, is newScript(n).
func scripted(newScript func(n int, b *board.Board, l search.Limits) *script) session.Options {
	o := options(0)
	var n atomic.Int32
	o.NewEngine = func(board.Rule) thinking.NewJob {
		return func(b *board.Board, _ board.Stone, l search.Limits) thinking.Job {
			s := newScript(int(n.Add(1))-1, b, l)
			s.Retime(l)
			return s
		}
	}
	return o
}

// recordingLimits returns options for searches that send their limits and take the time long.
func recordingLimits(limits chan<- search.Limits, long time.Duration) session.Options {
	return scripted(func(_ int, b *board.Board, l search.Limits) *script {
		limits <- l
		return &script{early: firstEmpty(b), think: func(context.Context, func(board.Point, string)) { time.Sleep(long) }}
	})
}

// firstEmpty returns a legal static move.
func firstEmpty(b *board.Board) board.Point { return b.FirstLegal(board.O, board.Freestyle) }

func hang() { select {} }

// The session answers this command and the next even if a search hangs, panics or lies.
func TestLiars(t *testing.T) {
	tests := []struct {
		name string
		liar func(b *board.Board) *script
		want string
	}{
		{"hangs in Think", func(b *board.Board) *script {
			return &script{early: firstEmpty(b), think: func(_ context.Context, better func(board.Point, string)) {
				better(board.Point{X: 3, Y: 3}, "found")
				hang()
			}}
		}, "3,3"},
		{"panics in Think", func(b *board.Board) *script {
			return &script{early: board.Point{X: 4, Y: 4}, think: func(context.Context, func(board.Point, string)) { panic("oh no") }}
		}, "4,4"},
		{"hangs in StaticMove", func(b *board.Board) *script { return &script{instant: hang} }, "7,7"},
		{"panics in StaticMove", func(b *board.Board) *script { return &script{instant: func() { panic("oh no") }} }, "7,7"},
		{"is none", func(*board.Board) *script { panic("oh no") }, "7,7"},
		{"answers off the board", func(*board.Board) *script { return &script{early: board.Point{X: 5, Y: 99}} }, "7,7"},
		{"fills its board", func(b *board.Board) *script {
			for p := range b.Points {
				b.Set(p, board.X)
			}
			return &script{}
		}, "0,0"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			o := scripted(func(n int, b *board.Board, l search.Limits) *script {
				if n == 0 {
					return tt.liar(b)
				}
				return &script{early: board.Point{X: 14, Y: 14}}
			})
			m := newManager(t, o)
			m.send("START 15\nINFO timeout_turn 100\nBEGIN\n")
			assert.Equal(t, "OK", m.answer())
			assert.Equal(t, tt.want, m.answer())
			m.send("TURN 8,8\n")
			assert.Equal(t, "14,14", m.answer())
			assert.Zero(t, m.end())
		})
	}
}

// While a search hangs, END ends the session, and STOP or the end of the time gives its answer. ABOUT is answered even if
// other commands wait.
func TestHeardWhileItHangs(t *testing.T) {
	const about = `name="Tahoun", version="VERSION", author="The Tahoun authors"`
	for _, tt := range []struct {
		sent string
		want []string
	}{
		{"END\n", nil},
		{"STOP\n", []string{"3,3"}},
		{"yxstop\n", []string{"3,3"}},
		{"INFO timeout_turn 1\n", []string{"3,3"}},
		{"INFO time_left -1\n", []string{"3,3"}},
		{"START 99\nRESTART\nEND\n", nil},
		{"ABOUT\nSTOP\n", []string{about, "3,3"}},
		{"ABOUT\nINFO timeout_turn 1\n", []string{about, "3,3"}},
		{"ABOUT\nEND\n", []string{about}},
		{"TAKEBACK 3,3\nINFO rule 1\nABOUT\nSTOP\n", []string{about, "3,3", "OK"}},
		{"BOARD\n7,7,2\nYXSTOP\n", []string{"3,3"}},
	} {
		t.Run(strings.TrimSpace(tt.sent), func(t *testing.T) {
			thinking := make(chan bool)
			o := scripted(func(int, *board.Board, search.Limits) *script {
				return &script{think: func(_ context.Context, better func(board.Point, string)) {
					better(board.Point{X: 3, Y: 3}, "found")
					close(thinking)
					hang()
				}}
			})
			m := newManager(t, o)
			m.send("START 15\nINFO timeout_turn 3600000\nBEGIN\n")
			assert.Equal(t, "OK", m.answer())
			<-thinking
			m.send(tt.sent)
			for _, want := range tt.want {
				assert.Equal(t, want, m.answer())
			}
			assert.Zero(t, m.end())
		})
	}
}

// More time, sent during a search, extends the search and the watchdog's deadline.
func TestMoreTime(t *testing.T) {
	more := make(chan bool, 9)
	o := scripted(func(int, *board.Board, search.Limits) *script {
		return &script{
			retimed: func(l search.Limits) {
				if l.Turn == time.Hour {
					more <- true
				}
			},
			think: func(_ context.Context, better func(board.Point, string)) {
				<-more
				time.Sleep(600 * time.Millisecond) // past the first deadline
				better(board.Point{X: 3, Y: 3}, "late")
			},
		}
	})
	m := newManager(t, o)
	m.send("START 15\nINFO timeout_turn 500\nBEGIN\nINFO timeout_turn 3600000\n")
	assert.Equal(t, "OK", m.answer())
	assert.Equal(t, "3,3", m.answer())
}

// A move's limits come from INFO, its clock starts with its line, and time_left shrinks by the time used since.
func TestLimits(t *testing.T) {
	got := make(chan search.Limits, 1)
	o := recordingLimits(got, 20*time.Millisecond)
	o.Margin, o.Threads = 7*time.Millisecond, 3
	o.Prepare = func(memory int64, threads int) int { return int(memory) + 100*threads }
	m := newManager(t, o)
	ask := func(sent string) search.Limits {
		t.Helper()
		before := time.Now()
		m.send("RESTART\n" + sent)
		assert.Equal(t, "OK", m.answer())
		m.send("BEGIN\n")
		l := <-got
		m.answer()
		assert.WithinRange(t, l.Start, before, time.Now())
		l.Start = time.Time{}
		return l
	}
	m.send("START 15\n")
	assert.Equal(t, "OK", m.answer())
	want := search.Limits{Turn: fileproto.DefaultTurn, Left: search.NoLimit, Margin: o.Margin, Threads: 300}
	assert.Equal(t, want, ask(""))
	want.Turn, want.Threads = 5*time.Second, 200
	assert.Equal(t, want, ask("INFO timeout_turn 5000\nINFO thread_num 2\n"))
	want.Memory, want.Threads = 100<<20, 300+100<<20
	assert.Equal(t, want, ask("INFO max_memory 104857600\nINFO thread_num 8\n"))
	want.Left = time.Minute
	assert.Equal(t, want, ask("INFO time_left 60000\n"))
	m.send("TURN 9,9\n")
	l := <-got
	m.answer()
	assert.LessOrEqual(t, l.Left, time.Minute-20*time.Millisecond, "the last move is taken off")
	assert.Equal(t, want, ask("INFO time_left 60000\n"), "the manager knows better")
	for sent, nodes := range map[string]uint64{
		"1000": 1000, "0": 0, "-1": 0, "500000000": 500_000_000, "99999999999999999999": math.MaxInt64,
	} {
		want.MaxNodes = nodes
		assert.Equal(t, want, ask("INFO time_left 60000\nINFO max_node "+sent+"\n"))
	}
	want.Turn, want.Threads, want.MaxNodes = 0, 1, 0
	assert.Equal(t, want, ask("INFO time_left 60000\nINFO timeout_turn 0\nINFO max_node 0\n"))
}

// Where only a clock for the match is told, a move may use a share of what is left of it. 0 for a move is told.
func TestMatchLimitAlone(t *testing.T) {
	for sent, turn := range map[string]time.Duration{
		"INFO timeout_match 60000\n":                         time.Minute,
		"INFO time_left 60000\n":                             time.Minute,
		"INFO timeout_match 90000\nINFO time_left 60000\n":   time.Minute,
		"INFO timeout_turn 0\nINFO timeout_match 60000\n":    0,
		"INFO timeout_turn 5000\nINFO timeout_match 60000\n": 5 * time.Second,
	} {
		t.Run(sent, func(t *testing.T) {
			got := make(chan search.Limits, 2)
			m := newManager(t, recordingLimits(got, 20*time.Millisecond))
			m.send("START 15\n" + sent + "BEGIN\nTURN 7,7\n")
			for range 3 {
				assert.NotEmpty(t, m.answer())
			}
			first, second := <-got, <-got
			assert.Equal(t, time.Minute, first.Left)
			assert.Less(t, second.Left, time.Minute, "moves use it up")
			assert.Equal(t, turn, first.Turn)
			assert.Equal(t, turn, second.Turn)
		})
	}
}

// A search writes at most four MESSAGEs a second.
func TestMessages(t *testing.T) {
	o := scripted(func(int, *board.Board, search.Limits) *script {
		return &script{think: func(ctx context.Context, better func(board.Point, string)) {
			for n := 0; ctx.Err() == nil; n++ {
				better(board.Point{X: 3, Y: 3}, fmt.Sprintf("score %d", n))
				time.Sleep(time.Millisecond)
			}
		}}
	})
	start := time.Now()
	var out bytes.Buffer
	assert.Zero(t, session.Run(strings.NewReader("START 15\nINFO timeout_turn 700\nBEGIN\n"), &out, o))
	most := 2 + int(time.Since(start)/(250*time.Millisecond)) // that of the answer comes in any case
	said := strings.Count(out.String(), "MESSAGE 3,3 score ")
	assert.NotZero(t, said)
	assert.LessOrEqual(t, said, most)
}

// The real search's MESSAGE has depth, score, line and speed; DEBUG lines come only with Debug. A busy machine may need
// more time to finish its first depth.
func TestMessageOfTheSearch(t *testing.T) {
	said := regexp.MustCompile(`MESSAGE \d+,\d+ score -?\d+ depth \d+-\d+ nodes \d+ time \d+ ms speed \d+ k/s line( \d+,\d+)+\n`)
	for _, debug := range []bool{false, true} {
		o := options(0)
		o.Debug = debug
		var out bytes.Buffer
		for limit := 100; !said.Match(out.Bytes()); limit *= 2 {
			require.Less(t, limit, 60_000, out.String())
			out.Reset()
			assert.Zero(t, session.Run(strings.NewReader(fmt.Sprintf("START 15\nINFO timeout_turn %d\nTURN 7,7\n", limit)), &out, o))
		}
		assert.Equal(t, debug, strings.Contains(out.String(), "DEBUG "), out.String())
	}
}

// A failed search is reported, and the move is still answered.
func TestFailureIsSaid(t *testing.T) {
	o := scripted(func(int, *board.Board, search.Limits) *script {
		return &script{think: func(context.Context, func(board.Point, string)) { panic("oh no") }}
	})
	var out bytes.Buffer
	assert.Zero(t, session.Run(strings.NewReader("START 15\nBEGIN\n"), &out, o))
	assert.Contains(t, out.String(), "MESSAGE the search failed in Think: oh no\n")
	assert.True(t, strings.HasSuffix(out.String(), "\n0,0\n"), out.String())
}

// The session ends if out fails.
func TestOutputFails(t *testing.T) {
	assert.Equal(t, 1, session.Run(strings.NewReader("START 15\nBEGIN\n"), brokenPipe{}, options(500)))
}

type brokenPipe struct{}

func (brokenPipe) Write([]byte) (int, error) { return 0, errors.New("broken pipe") }

// The same position gives the same answer, whether stone by stone or in a BOARD of any order, and in
// the file protocol.
func TestProtocolsAgree(t *testing.T) {
	const nodes, size = 500, 15
	for _, rule := range []board.Rule{board.Freestyle, board.ExactFive, board.Continuous, board.Renju, board.Caro} {
		t.Run(fmt.Sprint("rule ", rule), func(t *testing.T) {
			rng := rand.New(rand.NewPCG(uint64(rule), 3))
			for range 1 {
				m := newManager(t, options(nodes))
				m.send(fmt.Sprintf("START %d\nINFO rule %d\n", size, rule))
				require.Equal(t, "OK", m.answer())
				b := board.New(size, size)
				var fields []string
				for range 6 {
					at := board.Point{X: 4 + rng.IntN(7), Y: 4 + rng.IntN(7)}
					for b.At(at) != board.Empty || b.Forbidden(at, rule) {
						at = board.Point{X: 4 + rng.IntN(7), Y: 4 + rng.IntN(7)}
					}
					b.Set(at, board.X)
					fields = append(fields, at.String()+",2")
					m.send("TURN " + at.String() + "\n")
					got := m.answer()
					require.Equal(t, viaFiles(t, b, rule, nodes), got, "%v", fields)
					require.Equal(t, viaBoard(t, rng, fields, size, rule, nodes), got, "%v", fields)
					var x, y int
					_, err := fmt.Sscanf(got, "%d,%d", &x, &y)
					require.NoError(t, err)
					if _, err = b.Play(board.Point{X: x, Y: y}, board.O, rule); err != nil || b.At(board.Point{X: x, Y: y}) == board.Wall {
						require.NoError(t, err)
						break // a row was made: fields would have to change
					}
					fields = append(fields, got+",1")
				}
				require.Zero(t, m.end())
			}
		})
	}
}

// viaBoard returns the answer to a BOARD with the fields in any order.
func viaBoard(t *testing.T, rng *rand.Rand, fields []string, size int, rule board.Rule, nodes uint64) string {
	t.Helper()
	var shuffled []string
	for _, i := range rng.Perm(len(fields)) {
		shuffled = append(shuffled, fields[i])
	}
	m := newManager(t, options(nodes))
	m.send(fmt.Sprintf("START %d\nINFO rule %d\nBOARD\n%s\nDONE\n", size, rule, strings.Join(shuffled, "\n")))
	require.Equal(t, "OK", m.answer())
	return m.answer()
}

// viaFiles returns the answer by the file protocol for o.
func viaFiles(t *testing.T, b *board.Board, rule board.Rule, nodes uint64) string {
	t.Helper()
	var rows strings.Builder
	for p, s := range b.Points {
		rows.WriteString(s.String())
		if p.X == b.Width()-1 {
			rows.WriteString("\n")
		}
	}
	disk := afero.NewMemMapFs()
	for name, content := range map[string]string{
		"PLOCHA.DAT": rows.String(), "TAH.DAT": "o\n", "MSG.DAT": "",
		"INFO.DAT": fmt.Sprintf("timeout_turn 3600000\nrule %d\n", rule),
	} {
		require.NoError(t, afero.WriteFile(disk, name, []byte(content), 0o644))
	}
	result, err := fileproto.Turn{FS: disk, Start: time.Now(), NewJob: func(task fileproto.Task) watchdog.Job {
		limits := search.Limits{Start: time.Now(), Turn: time.Hour, Left: search.NoLimit, Nodes: nodes}
		return search.New(task.Rule).NewJob(task.Board, task.Side, limits)
	}}.Play()
	require.NoError(t, err)
	return result.Move.String()
}
