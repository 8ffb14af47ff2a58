package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/scripts/internal/gamefile"
)

// A homePage is a server whose home lies in a folder, and what its page knows.
type homePage struct {
	*testing.T
	dir string
	*server
	game   *tree
	digest string
}

// writeFiles writes files into a folder.
func writeFiles(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
}

// openHome starts a server for a file of dir, or for dir where name is empty, and reads the game.
func openHome(t *testing.T, dir, name string) *homePage {
	t.Helper()
	p := &homePage{T: t, dir: dir, server: newServer(t)}
	var err error
	p.home, err = newHome(p.disk, filepath.Join(dir, name))
	require.NoError(t, err)
	p.reload()
	return p
}

func (p *homePage) reload() {
	p.Helper()
	var err error
	p.game, p.digest, err = p.home.read(new(shelf))
	require.NoError(p, err)
}

// save saves the game as the page does.
func (p *homePage) save(overwrite bool) *written {
	p.Helper()
	got, err := p.server.save(saveRequest{Format: "home", Game: *p.game, Digest: p.digest, Overwrite: overwrite})
	require.NoError(p, err)
	if !got.Changed {
		p.digest = got.Digest
	}
	return got.written
}

func (p *homePage) read(name string) string {
	p.Helper()
	text, err := os.ReadFile(filepath.Join(p.dir, name))
	require.NoError(p, err)
	return string(text)
}

// names returns the names of the files in the folder.
func (p *homePage) names() (all []string) {
	p.Helper()
	entries, err := os.ReadDir(p.dir)
	require.NoError(p, err)
	for _, e := range entries {
		all = append(all, e.Name())
	}
	return all
}

const (
	psqStart = "Piskvorky 15x15, 11:11, 0\n8,8,0\n"
	emptyRow = "-----\n"
)

// What was there before the page's first save is kept under a name that was free, also by the next session.
func TestBackups(t *testing.T) {
	dir := t.TempDir()
	writeFiles(t, dir, map[string]string{"a.psq": psqStart, "a.psq.bak": "somebody else's", "other": "other"})
	require.NoError(t, os.Symlink(filepath.Join(dir, "other"), filepath.Join(dir, "a.psq.bak2")))
	require.NoError(t, os.Symlink(filepath.Join(dir, "nowhere"), filepath.Join(dir, "a.psq.bak3")))

	p := openHome(t, dir, "a.psq")
	p.game.add(0, gamefile.Move{Side: 2})
	assert.Equal(t, []string{"a.psq.bak4"}, p.save(false).Backups)
	assert.Equal(t, psqStart, p.read("a.psq.bak4"))
	assert.Empty(t, p.save(false).Backups, "nothing has changed")
	p.game.add(1, gamefile.Move{At: board.Point{X: 1}, Side: 1})
	assert.Empty(t, p.save(false).Backups, "the page wrote that itself")
	first := p.read("a.psq")
	assert.Contains(t, first, "8,8,0\r\n1,1,0\r\n2,1,0\r\n")

	next := openHome(t, dir, "a.psq")
	next.game.add(2, gamefile.Move{At: board.Point{X: 2}, Side: 2})
	assert.Equal(t, []string{"a.psq.bak5"}, next.save(false).Backups)
	assert.Equal(t, first, p.read("a.psq.bak5"))
	assert.Equal(t, psqStart, p.read("a.psq.bak4"))
	assert.Equal(t, "somebody else's", p.read("a.psq.bak"))
	assert.Equal(t, "other", p.read("other"))
	assert.NotContains(t, p.names(), "nowhere")
	for _, name := range []string{"a.psq.bak4", "a.psq"} {
		info, err := os.Stat(filepath.Join(dir, name))
		require.NoError(t, err)
		assert.Equal(t, os.FileMode(0o600), info.Mode().Perm()&0o666, "nobody else may read it")
	}
}

// A file that was changed after the page read or wrote it is not replaced unasked, and what it held is kept.
func TestChangedOnDisk(t *testing.T) {
	for what, change := range map[string]func(t *testing.T, p *homePage){
		"after it was read": func(t *testing.T, p *homePage) {
			writeFiles(t, p.dir, map[string]string{"a.psq": psqStart + "3,3,0\n"})
		},
		"after it was written": func(t *testing.T, p *homePage) {
			require.False(t, p.save(false).Changed)
			writeFiles(t, p.dir, map[string]string{"a.psq": psqStart + "3,3,0\n"})
		},
		"by another page": func(t *testing.T, p *homePage) {
			other := *p
			other.game = newTree(&gamefile.Game{Start: mustPlay(t, standard()).board, First: 1})
			require.False(t, other.save(false).Changed)
		},
		"removed": func(t *testing.T, p *homePage) { require.NoError(t, os.Remove(filepath.Join(p.dir, "a.psq"))) },
	} {
		t.Run(what, func(t *testing.T) {
			dir := t.TempDir()
			writeFiles(t, dir, map[string]string{"a.psq": psqStart})
			p := openHome(t, dir, "a.psq")
			p.game.add(0, gamefile.Move{Side: 2})
			change(t, p)
			files := p.names()
			before, err := os.ReadFile(filepath.Join(dir, "a.psq"))
			require.True(t, err == nil || what == "removed")
			assert.Equal(t, &written{Changed: true}, p.save(false))
			assert.Equal(t, files, p.names())
			again, _ := os.ReadFile(filepath.Join(dir, "a.psq"))
			assert.Equal(t, string(before), string(again))

			saved := p.save(true)
			assert.Contains(t, p.read("a.psq"), "8,8,0\r\n1,1,0\r\n")
			assert.Equal(t, saved.Digest, p.digest)
			kept := ""
			for _, name := range p.names() {
				if strings.Contains(name, ".bak") {
					kept += p.read(name)
				}
			}
			assert.Contains(t, kept, string(before))
			assert.False(t, p.save(false).Changed)
		})
	}
}

func mustPlay(t *testing.T, l line) *position {
	t.Helper()
	p, err := l.play()
	require.NoError(t, err)
	return p
}

// A folder is saved under the names that it has. Of its files those lines change that the page knows.
func TestFolder(t *testing.T) {
	dir := t.TempDir()
	info := "; mine\r\nmax_node 5000\r\nMAX_DEPTH 7\r\nthread_num 2\r\ntime_increment 100\r\n" +
		"rule 1 # exactly five\r\nown a b\r\ntimeout_turn 700\r\n" +
		"timeout_match 9000\r\ntime_left 8000\r\nmax_memory 1000000\r\nfolder \xe9\r\n\r\nlast"
	writeFiles(t, dir, map[string]string{
		"plocha.dat": strings.Repeat("-----\r\n", 5), "TAH.DAT": "x", "Info.Dat": info, "msg.dat": "old",
		"TimeOuts.dat": "0\r\n8000\r\nmine\r\n",
	})
	p := openHome(t, dir, "plocha.dat")
	p.game.add(-1, gamefile.Move{Side: 1})
	assert.Equal(t, []string{"plocha.dat.bak", "TAH.DAT.bak"}, p.save(false).Backups)
	assert.Equal(t, "x----\r\n"+strings.Repeat("-----\r\n", 4), p.read("plocha.dat"))
	assert.Equal(t, strings.Repeat("-----\r\n", 5), p.read("plocha.dat.bak"))
	assert.Equal(t, "o", strings.TrimRight(p.read("TAH.DAT"), "\r\n"))
	assert.Equal(t, "old", p.read("msg.dat"))
	assert.Equal(t, info, p.read("Info.Dat"), "nothing of it has changed")
	assert.Equal(t, "0\r\n8000\r\nmine\r\n", p.read("TimeOuts.dat"))

	// Another rule and another time.
	p.game.Rule, p.game.Turn = 4, 2500
	assert.Equal(t, []string{"TimeOuts.dat.bak", "Info.Dat.bak"}, p.save(false).Backups)
	changed := strings.NewReplacer("rule 1 #", "rule 4 #", "timeout_turn 700", "timeout_turn 2500").Replace(info)
	assert.Equal(t, changed, p.read("Info.Dat"))
	assert.Equal(t, "2\r\n8000\r\nmine\r\n", p.read("TimeOuts.dat"))
	p.reload()
	assert.Equal(t, uint(4), p.game.Rule)
	assert.Equal(t, int64(2500), p.game.Turn)

	// A brain has answered meanwhile.
	writeFiles(t, dir, map[string]string{"TAH.DAT": "3,3\n"})
	assert.True(t, p.save(false).Changed)
	assert.Equal(t, "3,3\n", p.read("TAH.DAT"))
}

// In renju the first player is x: where o began, the page swaps the sides, and swaps them back.
func TestFolderWhereOBegan(t *testing.T) {
	dir, rows := t.TempDir(), "ox---\n--o--\n"+strings.Repeat(emptyRow, 3)
	writeFiles(t, dir, map[string]string{"Info.Dat": "rule 4\n", "plocha.dat": rows, "TAH.DAT": "x"})
	p := openHome(t, dir, "")
	assert.Equal(t, "xo-----x"+strings.Repeat("-", 17), p.game.Start)
	assert.Equal(t, "o", p.game.First)
	assert.Contains(t, strings.Join(p.game.Warnings, "\n"), "o moved first")
	assert.Empty(t, p.save(false).Backups)
	assert.Equal(t, rows, p.read("plocha.dat"))
	p.game.add(-1, gamefile.Move{At: mustPlay(t, standard()).point(4), Side: 2})
	p.save(false)
	assert.Equal(t, "ox--x\n--o--\n"+strings.Repeat(emptyRow, 3), p.read("plocha.dat"))
	assert.Equal(t, "o", strings.TrimSpace(p.read("TAH.DAT")))
	assert.Equal(t, "rule 4\n", p.read("Info.Dat"))
	assert.NotContains(t, p.names(), "TIMEOUTS.DAT")
}

// The time for a move is told where it was told before, and a new INFO.DAT does not contradict TIMEOUTS.DAT.
func TestFolderTimes(t *testing.T) {
	for _, c := range []struct {
		name, timeouts, info string
		turn                 int64
		wantTimeouts, want   string
	}{
		{"in TIMEOUTS.DAT", "5\n9000\n", "", 7000, "7\n9000\n", ""},
		{"no whole seconds", "5\n9000\n", "", 7500, "7\n9000\n",
			"max_memory 0\ntimeout_match 0\ntimeout_turn 7500\ngame_type 1\nrule 0\ntime_left 9000\n"},
		{"not in INFO.DAT", "5\n9000\n", "x 1\n", 7000, "7\n9000\n", "x 1\n"},
		{"not in INFO.DAT, no whole seconds", "5\n9000\n", "x 1\n", 7500, "7\n9000\n", "x 1\ntimeout_turn 7500\n"},
		{"only in INFO.DAT", "", "timeout_turn 5000\n", 7000, "", "timeout_turn 7000\n"},
		{"nowhere", "", "", 1000, "", ""},
		{"the same without a limit", "", "timeout_turn 2147483647\n", longestTurn, "", "timeout_turn 2147483647\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir, files := t.TempDir(), map[string]string{"PLOCHA.DAT": strings.Repeat(emptyRow, 5), "TAH.DAT": "x\n"}
			for name, text := range map[string]string{"TIMEOUTS.DAT": c.timeouts, "INFO.DAT": c.info} {
				if text != "" {
					files[name] = text
				}
			}
			writeFiles(t, dir, files)
			p := openHome(t, dir, "")
			p.game.Turn = c.turn
			p.save(false)
			for name, want := range map[string]string{
				"TIMEOUTS.DAT": c.wantTimeouts, "INFO.DAT": c.want, "PLOCHA.DAT": files["PLOCHA.DAT"], "TAH.DAT": "x\n",
			} {
				if want == "" {
					assert.NotContains(t, p.names(), name)
				} else {
					assert.Equal(t, want, strings.ReplaceAll(p.read(name), "\r\n", "\n"), name)
				}
			}
			p.reload()
			assert.Equal(t, c.turn, p.game.Turn)
		})
	}
}

// A folder without a game gets one, and keeps the lines that its INFO.DAT has.
func TestNewFolder(t *testing.T) {
	for name, was := range map[string]string{"empty": "", "INFO.DAT": "max_node 5\nrule 0\n"} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			if was != "" {
				writeFiles(t, dir, map[string]string{"INFO.DAT": was})
			}
			s := newServer(t)
			var err error
			s.home, err = newHome(s.disk, dir)
			require.NoError(t, err)
			hello := s.greet("")
			require.Equal(t, "folder", hello.HomeFormat)
			game := tree{Width: 5, Height: 5, First: "x", Rule: 1, Turn: 3000}
			got, err := s.save(saveRequest{Format: "home", Game: game, Digest: hello.HomeDigest})
			require.NoError(t, err)
			require.False(t, got.Changed)
			p := homePage{T: t, dir: dir}
			assert.Equal(t, strings.Repeat(emptyRow, 5), strings.ReplaceAll(p.read("PLOCHA.DAT"), "\r\n", "\n"))
			assert.NotContains(t, p.read("INFO.DAT"), "folder")
			assert.Contains(t, p.read("INFO.DAT"), "rule 1")
			if was != "" {
				assert.Equal(t, "max_node 5\nrule 1\n", p.read("INFO.DAT"))
				assert.Equal(t, was, p.read("INFO.DAT.bak"))
			}
		})
	}
}

// What cannot be written is an error, and what cannot be kept is not replaced.
func TestReadOnlyHome(t *testing.T) {
	dir := t.TempDir()
	_, err := newHome(afero.NewOsFs(), filepath.Join(dir, "none"))
	assert.ErrorIs(t, err, os.ErrNotExist)
	writeFiles(t, dir, map[string]string{"a.psq": psqStart})
	p := openHome(t, dir, "a.psq")
	p.home.disk = afero.NewReadOnlyFs(p.disk)
	p.game.add(0, gamefile.Move{Side: 2})
	_, err = p.server.save(saveRequest{Format: "home", Game: *p.game, Digest: p.digest})
	assert.ErrorContains(t, err, "a.psq.bak: ")
	assert.Equal(t, psqStart, p.read("a.psq"))
}

// A save to a file that became a pipe, or was one, does not wait for its other end.
func TestHomeThatIsAPipe(t *testing.T) {
	dir := t.TempDir()
	writeFiles(t, dir, map[string]string{"a.psq": psqStart})
	p := openHome(t, dir, "a.psq")
	require.NoError(t, os.Remove(filepath.Join(dir, "a.psq")))
	makePipe(t, filepath.Join(dir, "a.psq"))
	for _, overwrite := range []bool{false, true} {
		_, err := p.server.save(saveRequest{Format: "home", Game: *p.game, Digest: p.digest, Overwrite: overwrite})
		assert.EqualError(t, err, "a.psq: is a pipe, want a file")
	}
	s := newServer(t)
	var err error
	s.home, err = newHome(s.disk, filepath.Join(dir, "a.psq"))
	require.NoError(t, err)
	hello := s.greet("")
	assert.Equal(t, "a.psq: is a pipe, want a file", hello.Problem)
	assert.Empty(t, hello.HomeFormat)

	folder := t.TempDir()
	writeFiles(t, folder, map[string]string{"PLOCHA.DAT": strings.Repeat(emptyRow, 5)})
	makePipe(t, filepath.Join(folder, "INFO.DAT"))
	s.home, err = newHome(s.disk, folder)
	require.NoError(t, err)
	game := tree{Width: 5, Height: 5, First: "x", Turn: time.Second.Milliseconds()}
	_, err = s.save(saveRequest{Format: "home", Game: game, Overwrite: true})
	assert.EqualError(t, err, "INFO.DAT: is a pipe, want a file")
}

// What cannot be read is not offered for writing, but a folder without a game may get one.
func TestHomeThatCannotBeRead(t *testing.T) {
	dir := t.TempDir()
	for name, want := range map[string]struct{ content, format, problem string }{
		"good.sgf":   {"(;GM[4]SZ[15];B[hh])", "sgf", ""},
		"bad.sgf":    {"(;GM[4]SZ[99];B[aa])", "", "bad.sgf:1: "},
		"good.txt":   {"h8i9", "", ""},
		"empty":      {"", "folder", "the folder holds no PLOCHA.DAT; the page can save one there"},
		"bad":        {"xyz\n???", "", "PLOCHA.DAT"},
		"empty.txt":  {"", "", "unknown format"},
		"who? moves": {"o--\n---\n---\n", "folder", ""},
	} {
		path := filepath.Join(dir, name)
		switch {
		case filepath.Ext(name) != "":
			require.NoError(t, os.WriteFile(path, []byte(want.content), 0o644))
		default:
			require.NoError(t, os.Mkdir(path, 0o755))
			if want.content != "" {
				require.NoError(t, os.WriteFile(filepath.Join(path, "PLOCHA.DAT"), []byte(want.content), 0o644))
			}
		}
		s := newServer(t)
		var err error
		s.home, err = newHome(s.disk, path)
		require.NoError(t, err)
		got := s.greet("")
		assert.Equal(t, want.format, got.HomeFormat, name)
		if want.problem == "" {
			assert.Empty(t, got.Problem, name)
		} else {
			assert.Contains(t, got.Problem, want.problem, name)
			assert.Nil(t, got.Game, name)
		}
		if name == "who? moves" {
			assert.Equal(t, "x", got.Game.First)
			assert.Contains(t, strings.Join(got.Game.Warnings, "\n"), "neither TAH.DAT nor the stones tell who moves")
		}
	}
}
