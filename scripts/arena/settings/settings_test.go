package settings

import (
	"bytes"
	"encoding/json"
	"io"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/scripts/internal/manager"
	"tahoun/scripts/internal/match"
	"tahoun/scripts/internal/player"
	"tahoun/scripts/internal/record"
	"tahoun/scripts/internal/stats"
)

// Programs are looked for, but not started.
const two = "-p file,label=a:go -p file,label=b:go "

// parsed returns the settings of a command line.
func parsed(t *testing.T, disk afero.Fs, args string) Settings {
	t.Helper()
	s, err := Parse(disk, strings.Fields(args), io.Discard, nil)
	require.NoError(t, err)
	return s
}

// Without -files the arena writes to brains as other managers of the system do. -h lists the names.
func TestFiles(t *testing.T) {
	s := parsed(t, afero.NewMemMapFs(), "-p file:go -p pipe,files=dos:go")
	want := manager.Unix
	if runtime.GOOS == "windows" {
		want = manager.DOS
	}
	assert.Equal(t, want, s.Players[0].Files)
	assert.Equal(t, manager.DOS, s.Players[1].Files)
	var help bytes.Buffer
	_, err := Parse(afero.NewMemMapFs(), []string{"-h"}, &help, nil)
	require.Error(t, err)
	for _, names := range []string{
		"Plocha.dat Tah.dat TimeOuts.dat Info.dat msg.dat", "PLOCHA.DAT TAH.DAT TIMEOUTS.DAT INFO.DAT MSG.DAT",
	} {
		assert.Contains(t, help.String(), names)
	}
}

func TestWarnings(t *testing.T) {
	disk := afero.NewMemMapFs()
	s := parsed(t, disk, "-p file:go -p file:go -threads 100 -j 3")
	require.Len(t, s.Warnings, 2)
	assert.Contains(t, s.Warnings[0], "no -openings")
	assert.Contains(t, s.Warnings[1], "3 games at once with 100 threads each on ")
	assert.Equal(t, []string{"go", "go 2"}, s.Labels())
	assert.True(t, strings.HasPrefix(s.Out, "arena-20"), s.Out)

	s.Jobs = 0
	s.setJobs(8, 3)
	assert.Equal(t, 2, s.Jobs)
	s.Jobs = 0
	s.setJobs(2, 3)
	assert.Equal(t, 1, s.Jobs)

	require.NoError(t, afero.WriteFile(disk, "far.txt", []byte("0,0\n9,0\n9,1\n9,2\n9,3\n9,4\n"), 0o644))
	s = parsed(t, disk, two+"-size 15 -openings far.txt")
	assert.Len(t, s.Plan.Openings, 1)
	require.Len(t, s.Warnings, 4)
	assert.Contains(t, s.Warnings[0], "left out: match: opening far.txt:2: 16,7 is off the board")
	assert.Equal(t, "and 2 more openings left out", s.Warnings[3])
}

// Only the first three of many warnings are shown.
func TestManyWarnings(t *testing.T) {
	var s Settings
	s.warn("things", []string{"a", "b", "c"})
	assert.Equal(t, []string{"a", "b", "c"}, s.Warnings)
	s.warn("things", []string{"a", "b", "c", "d", "e"})
	assert.Equal(t, "and 2 more things", s.Warnings[6])
}

func TestConfig(t *testing.T) {
	disk := afero.NewMemMapFs()
	require.NoError(t, afero.WriteFile(disk, "my.cfg", []byte("\ufeff# a match\r\np file,label=a:go\r\n"+
		"p\tfile,label=b:go\r\n\r\nturned\r\n  size  13  \r\npairs 3\r\nseed 7"), 0o644))
	s := parsed(t, disk, "-config my.cfg -pairs 2")
	assert.Equal(t, []string{"a", "b"}, s.Labels())
	assert.True(t, s.Plan.Turned)
	assert.Equal(t, 13, s.Plan.Terms.Width)
	assert.Equal(t, uint64(7), s.Plan.Seed)
	assert.Equal(t, 2, s.Plan.Pairs, "the command line wins")
	s = parsed(t, disk, "-config my.cfg -p file,label=c:go -p file,label=d:go")
	assert.Equal(t, []string{"c", "d"}, s.Labels())
}

// TestFolderOfPlayers: programs are found from another current folder, and names that are in PATH stay as they are.
func TestFolderOfPlayers(t *testing.T) {
	s := Settings{dir: filepath.FromSlash("/home/me")}
	for name, want := range map[string]string{
		"./tahoun":       "/home/me/tahoun",
		"../old/tahoun":  "/home/old/tahoun",
		"/opt/tahoun":    "/opt/tahoun",
		"pbrain-tahoun":  "pbrain-tahoun",
		"engines/tahoun": "/home/me/engines/tahoun",
	} {
		if filepath.Separator != '/' && filepath.IsAbs(name) {
			continue
		}
		spec, err := player.Parse("file,folder=keep:"+name+" -x", player.Spec{})
		require.NoError(t, err)
		spec = s.Located(spec)
		assert.Equal(t, []string{filepath.FromSlash(want), "-x"}, spec.Args)
		assert.Equal(t, filepath.FromSlash("/home/me/keep"), spec.Folder)
	}
}

func TestKothTerms(t *testing.T) {
	s := parsed(t, afero.NewMemMapFs(), "-p koth:go -p koth:go -j 2 -moves 50")
	assert.Equal(t, []string{"playing one game at a time, since koth players learn from game to game"}, s.Warnings)
	assert.Equal(t, 1, s.Jobs)
	assert.Equal(t, 50, s.Plan.Terms.MaxMoves)
	assert.Zero(t, s.Plan.Terms.Spare)
}

// The conditions of openings identify a run, and the defaults leave no trace: logs of older versions go on.
func TestOpeningDescription(t *testing.T) {
	disk := afero.NewMemMapFs()
	require.NoError(t, afero.WriteFile(disk, "o.txt", []byte("0,0, 1,1\nh8i9\nh8h9\n"), 0o644))
	for args, want := range map[string][2]string{ // in the log, and for people
		"":                                       {"", "none"},
		"-openings o.txt -order random -start 1": {"", "o"},
		"-openings o.txt -turned -order sequential -start 3": {
			`,"order":"sequential","start":3`, "o, turned, sequential, from 3"},
		"-openings o.txt -start 2 -plies 2": {`,"start":2`, "o, from 2, 2 plies"},
		"-opening-rule swap2":               {`,"opening_rule":"swap2"`, "swap2"},
		"-p koth:go":                        {"", "swap2"}, // the players tell the log
	} {
		s := parsed(t, disk, "-p pipe:go -p pipe:go "+args)
		text, err := json.Marshal(s.Description())
		require.NoError(t, err)
		_, after, _ := strings.Cut(string(text), `"moves":0`)
		assert.Equal(t, want[0]+"}", after, args)
		assert.Equal(t, want[1], s.OpeningsInWords())
	}
}

// TestTermsOfAdjudication: without the flags the description of a run is that of older versions.
func TestTermsOfAdjudication(t *testing.T) {
	s := parsed(t, afero.NewMemMapFs(), two+"-resign score=2000,count=3,sides=one -draw from=40,count=8,score=10")
	assert.Equal(t, match.Resign{Count: 3, Score: 2000, OneSided: true}, s.Plan.Terms.Resign)
	assert.Equal(t, match.Draw{From: 40, Count: 8, Score: 10}, s.Plan.Terms.Draw)
	s = parsed(t, afero.NewMemMapFs(), two)
	disk := afero.NewMemMapFs()
	log, err := record.Open(disk, "run", s.Description())
	require.NoError(t, err)
	require.NoError(t, log.Close())
	text, err := afero.ReadFile(disk, "run/"+record.Name)
	require.NoError(t, err)
	for _, word := range []string{"resign", "draw"} {
		assert.NotContains(t, string(text), word)
	}
}

func TestSPRTSettings(t *testing.T) {
	for text, want := range map[string]stats.Test{
		"0,20":               stats.NewTest(0, 20),
		"elo1=20":            stats.NewTest(0, 20),
		"elo1=2.5,elo0=-2.5": stats.NewTest(-2.5, 2.5),
		"elo0=1,elo1=10,alpha=0.1,beta=0.2,model=normalized": {Elo0: 1, Elo1: 10, Alpha: 0.1, Beta: 0.2, Model: stats.Normalized},
		"elo0=0,elo1=5,model=bayesian":                       {Elo0: 0, Elo1: 5, Alpha: 0.05, Beta: 0.05, Model: stats.Bayesian},
	} {
		s := parsed(t, afero.NewMemMapFs(), two+"-sprt "+text)
		assert.Equal(t, want, *s.SPRT, text)
		assert.True(t, s.Endless(), text)
	}
}
