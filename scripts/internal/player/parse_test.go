package player_test

import (
	"encoding/json"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/scripts/internal/manager"
	"tahoun/scripts/internal/player"
)

func TestParse(t *testing.T) {
	defaults := player.Spec{Turn: time.Second, Match: time.Minute, Memory: 1 << 20, Grace: time.Millisecond, Files: manager.Unix}
	with := func(change func(*player.Spec)) player.Spec {
		spec := defaults
		spec.Protocol, spec.Label, spec.Args = player.File, "tahoun", []string{"./tahoun"}
		change(&spec)
		return spec
	}
	tests := []struct {
		name, text string
		want       player.Spec
	}{
		{"defaults", "file:./tahoun", with(func(*player.Spec) {})},
		{"pipe", "pipe:./tahoun", with(func(s *player.Spec) { s.Protocol = player.Pipe })},
		{"limits", "file,time=300ms,match=0,memory=350m,grace=50ms,startup=1m:./tahoun", with(func(s *player.Spec) {
			s.Turn, s.Match, s.Memory = 300*time.Millisecond, 0, 350<<20
			s.Grace, s.Startup = 50*time.Millisecond, time.Minute
		})},
		{"bytes", "file,memory=12345:./tahoun", with(func(s *player.Spec) { s.Memory = 12345 })},
		{"kilobytes", "file,memory=2k:./tahoun", with(func(s *player.Spec) { s.Memory = 2048 })},
		{"gigabytes", "file,memory=3G:./tahoun", with(func(s *player.Spec) { s.Memory = 3 << 30 })},
		{"later option counts", "file,time=1s,time=2s:./tahoun", with(func(s *player.Spec) { s.Turn = 2 * time.Second })},
		{"time control", "file,time=10s+0.1s:./tahoun", with(func(s *player.Spec) {
			s.Turn, s.Match, s.Increment = 10*time.Second, 10*time.Second, 100*time.Millisecond
		})},
		{"time per move beside a time control", "file,match=180s+1s,time=30s:./tahoun", with(func(s *player.Spec) {
			s.Turn, s.Match, s.Increment = 30*time.Second, 180*time.Second, time.Second
		})},
		{"no increment any more", "file,time=10s+0.1s,match=5s:./tahoun", with(func(s *player.Spec) {
			s.Turn, s.Match = 10*time.Second, 5*time.Second
		})},
		{"limits beside time", "pipe,nodes=5000000000,depth=6,threads=2:./tahoun", with(func(s *player.Spec) {
			s.Protocol, s.Nodes, s.Depth, s.Threads = player.Pipe, 5e9, 6, 2
		})},
		{"keys of INFO", `pipe,info.caution_factor=3,info.own="a, b=c",info.CAUTION_FACTOR=4:./tahoun`, with(func(s *player.Spec) {
			s.Protocol, s.Info = player.Pipe, []string{"own a, b=c", "CAUTION_FACTOR 4"}
		})},
		{"keys that are not told", "file,info.max_memory=,info.own=5,info.own=:./tahoun", with(func(s *player.Spec) {
			s.Info = []string{"max_memory", "own"}
		})},
		{"koth with an increment", "koth,time=10s+1s:./tahoun", with(func(s *player.Spec) {
			s.Protocol, s.Turn, s.Match, s.Increment = player.Koth, 10*time.Second, 10*time.Second, time.Second
		})},
		{"files and folder", "file,files=dos,folder=/a/b:./tahoun", with(func(s *player.Spec) {
			s.Files, s.Folder = manager.DOS, "/a/b"
		})},
		{"label", "file,label=new:./tahoun", with(func(s *player.Spec) { s.Label = "new" })},
		{"quoted label", `file,label="a: b, 'c'":./tahoun`, with(func(s *player.Spec) { s.Label = "a: b, 'c'" })},
		{"label that commands a terminal", "file,label=\x1b[2Jn\u009be\u202ew:./tahoun", with(func(s *player.Spec) { s.Label = "?[2Jn?e?w" })},
		{"label of more lines", "file,label=' two\r\n lines\t':./tahoun", with(func(s *player.Spec) { s.Label = "two lines" })},
		{"program that commands a terminal", "file:'./ta\x1bho\nun'", with(func(s *player.Spec) {
			s.Label, s.Args = "ta?ho un", []string{"./ta\x1bho\nun"}
		})},
		{"program without a name", "file:' '", with(func(s *player.Spec) { s.Label, s.Args = "file", []string{" "} })},
		{"exe", "file:./Tahoun.EXE", with(func(s *player.Spec) {
			s.Label, s.Args = "Tahoun", []string{"./Tahoun.EXE"}
		})},
		{"arguments", `file:./tahoun -x "a b" 'c "d'  ""	e`, with(func(s *player.Spec) {
			s.Args = []string{"./tahoun", "-x", "a b", `c "d`, "", "e"}
		})},
		{"quotes within a word", `file:./ta"hou"n a'b c'd`, with(func(s *player.Spec) {
			s.Args = []string{"./tahoun", "ab cd"}
		})},
		{"colon in the command", "file:./tahoun a:b,c=d", with(func(s *player.Spec) {
			s.Args = []string{"./tahoun", "a:b,c=d"}
		})},
		{"backslashes in single quotes", `file:./tahoun 'C:\a\b'`, with(func(s *player.Spec) {
			s.Args = []string{"./tahoun", `C:\a\b`}
		})},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := player.Parse(tt.text, defaults)
			require.NoError(t, err)
			assert.Equal(t, tt.want, got)
		})
	}
}

func TestParseBackslashes(t *testing.T) {
	text, want := `pipe:./a\ b "c\"d\e" f\\g`, []string{"./a b", `c"d\e`, `f\g`}
	if runtime.GOOS == "windows" {
		text, want = `pipe:C:\a\b.exe "C:\d e\f"`, []string{`C:\a\b.exe`, `C:\d e\f`}
	}
	got, err := player.Parse(text, player.Spec{})
	require.NoError(t, err)
	assert.Equal(t, want, got.Args)
}

func TestParseErrors(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"empty", "", `player "": want file, pipe or koth and a colon before the command, as in file:./tahoun`},
		{"no protocol", "./tahoun", `player "./tahoun": want file, pipe or koth and a colon before the command, as in file:./tahoun`},
		{"other protocol", "fle:x", `player "fle:x": "fle": want file, pipe or koth, as in file:./tahoun`},
		{"no command", "file: ", `player "file: ": want a command after the colon, as in file:./tahoun`},
		{"empty command", `file:""`, `player "file:\"\"": want a command after the colon, as in file:./tahoun`},
		{"unknown option", "file,tme=1s:x", `player "file,tme=1s:x": option "tme=1s": want time=, match=, grace=, startup=, pause=, memory=, nodes=, depth=, threads=, info.KEY=, label=, files= or folder=`},
		{"pause", "pipe,pause=20:x", `player "pipe,pause=20:x": option "pause=20": want a time such as 2s or 300ms`},
		{"long pause", "pipe,pause=11s:x", `player "pipe,pause=11s:x": option "pause=11s": want 10s at most`},
		{"time", "file,time=1:x", `player "file,time=1:x": option "time=1": want a time such as 2s or 300ms`},
		{"negative time", "file,match=-1s:x", `player "file,match=-1s:x": option "match=-1s": want a time such as 2s or 300ms`},
		{"increment", "file,time=1s+x:x", `player "file,time=1s+x:x": option "time=1s+x": want a time such as 2s or 300ms`},
		{"increment of nothing", "file,match=0+1s:x", `player "file,match=0+1s:x": option "match=0+1s": want a time per game before the plus sign, as in 10s+0.1s`},
		{"nodes", "file,nodes=1e6:x", `player "file,nodes=1e6:x": option "nodes=1e6": want a whole number from 0 to 9223372036854775807`},
		{"depth", "file,depth=-1:x", `player "file,depth=-1:x": option "depth=-1": want a whole number from 0 to 2147483647`},
		{"key without a name", "file,info.=1:x", `player "file,info.=1:x": option "info.=1": want a key of INFO, as in info.caution_factor=3`},
		{"key of two words", "file,'info.a b=1':x", `player "file,'info.a b=1':x": option "info.a b=1": want a key of INFO, as in info.caution_factor=3`},
		{"key without a value", "file,info.a:x", `player "file,info.a:x": option "info.a": want a value of one line after the equals sign, or none to leave the key out`},
		{"value of two lines", "file,info.a='1\nEND':x", `player "file,info.a='1\nEND':x": option "info.a=1\nEND": want a value of one line after the equals sign, or none to leave the key out`},
		{"koth with nodes", "koth,nodes=5:x", `player "koth,nodes=5:x": max_node: a koth bot is told no limits: its protocol has no line for them`},
		{"koth with a key", "koth,info.own=5:x", `player "koth,info.own=5:x": own: a koth bot is told no limits: its protocol has no line for them`},
		{"memory", "file,memory=lots:x", `player "file,memory=lots:x": option "memory=lots": want an amount of memory such as 350m or 1g`},
		{"no memory", "file,memory=:x", `player "file,memory=:x": option "memory=": want an amount of memory such as 350m or 1g`},
		{"too much memory", "file,memory=9000000000000g:x", `player "file,memory=9000000000000g:x": option "memory=9000000000000g": want an amount of memory such as 350m or 1g`},
		{"files", "file,files=mac:x", `player "file,files=mac:x": option "files=mac": want dos or unix`},
		{"empty label", "file,label=:x", `player "file,label=:x": option "label=": want text after the equals sign`},
		{"label of blanks", "file,label=' ':x", `player "file,label=' ':x": option "label= ": want text after the equals sign`},
		{"open quote", `file:x "y`, `player "file:x \"y": unclosed quote: want another "`},
		{"open quote in the head", `file,label="a:x`, `player "file,label=\"a:x": want file, pipe or koth and a colon before the command, as in file:./tahoun`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := player.Parse(tt.text, player.Spec{})
			assert.EqualError(t, err, tt.want)
			assert.Zero(t, got)
		})
	}
}

// Logs of earlier versions have no more keys than these; a run continues only if its description is the same.
func TestSpecInOldLogs(t *testing.T) {
	const old = `{"Door":"pipe","Args":["a"],"Label":"a","Files":"unix","Turn":1000000000,"Match":0,"Memory":0,"Grace":0,"Folder":"","Startup":0}`
	spec, err := player.Parse("pipe:a", player.Spec{Turn: time.Second, Files: manager.Unix})
	require.NoError(t, err)
	text, err := json.Marshal(spec)
	require.NoError(t, err)
	assert.JSONEq(t, old, string(text))
	spec.Increment, spec.Nodes, spec.Depth, spec.Threads, spec.Info = 1, 2, 3, 4, []string{"own 5"}
	spec.Pause = new(time.Duration) // none is something else than the default
	text, err = json.Marshal(spec)
	require.NoError(t, err)
	var again player.Spec
	require.NoError(t, json.Unmarshal(text, &again))
	assert.Equal(t, spec, again)
}

// TestParseOptions: options of all players are defaults of each, and no player changes those of another.
func TestParseOptions(t *testing.T) {
	each, err := player.ParseOptions("nodes=1000,info.style=3,memory=1m", player.Spec{Depth: 7})
	require.NoError(t, err)
	assert.Equal(t, player.Spec{Depth: 7, Nodes: 1000, Memory: 1 << 20, Info: []string{"style 3"}}, each)
	one, err := player.Parse("pipe,nodes=5,info.book=no:a", each)
	require.NoError(t, err)
	other, err := player.Parse("pipe,info.hash=9:b", each)
	require.NoError(t, err)
	assert.Equal(t, int64(5), one.Nodes)
	assert.Equal(t, []string{"style 3", "book no"}, one.Info)
	assert.Equal(t, []string{"style 3", "hash 9"}, other.Info)
	silent, err := player.Parse("pipe,info.STYLE=:b", each)
	require.NoError(t, err)
	assert.Equal(t, []string{"STYLE"}, silent.Info)
	assert.Equal(t, "max_node 1000, max_depth 7, no STYLE", silent.OtherLimits())
	for text, want := range map[string]string{
		"nodes=many": `option "nodes=many": want a whole number`,
		"pipe:a":     `want options without a protocol and a command, got "pipe:a"`,
		"speed=1":    `option "speed=1": want time=`,
	} {
		_, err := player.ParseOptions(text, player.Spec{})
		assert.ErrorContains(t, err, want)
	}
}
