package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/spf13/afero"

	"tahoun/fileproto/file"
	"tahoun/scripts/internal/gamefile"
)

// A home is the folder or the file that the command line names.
type home struct {
	disk   afero.Fs
	path   string
	folder bool

	mu  sync.Mutex
	own map[string][sha256.Size]byte // of each file by its path: the hash of the page's last content
}

// errNoBoard is the error of a folder that may become a manager's.
var errNoBoard = errors.New("the folder holds no PLOCHA.DAT; the page can save one there")

// newHome returns the home at path, which must exist.
func newHome(disk afero.Fs, path string) (*home, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	info, err := disk.Stat(path)
	if err != nil {
		return nil, err
	}
	h := &home{disk: disk, path: path, folder: info.IsDir(), own: map[string][sha256.Size]byte{}}
	if !h.folder && isBoardFile(path) {
		h.path, h.folder = filepath.Dir(path), true
	}
	return h, nil
}

func (h *home) name() string { return filepath.Base(h.path) }

// format returns the format that write writes, "" for none.
func (h *home) format() string {
	if h.folder {
		return "folder"
	}
	extension := strings.TrimPrefix(strings.ToLower(filepath.Ext(h.path)), ".")
	if gamefile.Writer(extension) == nil {
		return ""
	}
	return extension
}

// read reads the game, of a file with several the first, and returns the digest of its files.
func (h *home) read(s *shelf) (*tree, string, error) {
	files, err := h.load() // before a folder's game: a file that changes meanwhile costs one question too many
	if err != nil {
		return nil, "", err
	}
	if h.folder {
		t, _, err := readFolder(afero.NewBasePathFs(h.disk, h.path))
		return t, digest(files), err
	}
	if files[0].content == nil {
		return nil, "", errors.New(h.name() + ": no such file")
	}
	t, err := s.readGame(h.name(), files[0].content, gamefile.Options{})
	if err != nil {
		return nil, "", err
	}
	return t, digest(files), nil
}

// A content is that of a file of a home, nil where there is no such file.
type content struct {
	path    string
	content []byte
}

// load reads the files of the home: one, or those of a manager's folder but the message.
func (h *home) load() ([]content, error) {
	files := []content{{path: h.path}}
	if h.folder {
		files = h.folderFiles()
	}
	for i, f := range files {
		read, err := file.Read(h.disk, f.path, maxFiles)
		if err == nil {
			files[i].content = read
		} else if !errors.Is(err, fs.ErrNotExist) {
			return nil, errors.New(filepath.Base(f.path) + ": " + file.Reason(err))
		}
	}
	return files, nil
}

// digest returns a text that differs where the files do.
func digest(files []content) string {
	whole := sha256.New()
	for _, f := range files {
		fmt.Fprintf(whole, "%t %d\n%s", f.content != nil, len(f.content), f.content)
	}
	return hex.EncodeToString(whole.Sum(nil))
}

type written struct {
	Changed bool     `json:"changed"` // nothing was written: the page knows another content than the disk has
	Backups []string `json:"backups"` // the files that hold the former content
	Digest  string   `json:"digest"`  // of the new content
}

// saveWait is how long a save may wait for other programs that have the file open.
const saveWait = time.Second

// write writes a game into the file, or its position into the folder. It first makes backups of files that the page did
// not write itself.
func (h *home) write(ask saveRequest, g *gamefile.Game) (*written, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	files, err := h.load()
	if err != nil {
		return nil, err
	}
	known := digest(files) == ask.Digest
	if !known && !ask.Overwrite {
		return &written{Changed: true}, nil
	}
	wanted, err := h.wanted(files, &ask.Game, g)
	if err != nil {
		return nil, err
	}
	w := &written{Backups: []string{}, Digest: digest(wanted)}
	for i, old := range files {
		foreign := !known || h.own[old.path] != sha256.Sum256(old.content) // another page of this program counts, too
		if foreign && old.content != nil && !bytes.Equal(old.content, wanted[i].content) {
			name, err := h.keep(old)
			if err != nil {
				return nil, err
			}
			w.Backups = append(w.Backups, name)
		}
	}
	for i, f := range wanted {
		if f.content == nil || files[i].content != nil && bytes.Equal(files[i].content, f.content) {
			continue
		}
		if err := file.Replace(h.disk, f.path, f.content, saveWait); err != nil {
			return nil, errors.New(filepath.Base(f.path) + ": " + file.Reason(err))
		}
		h.own[f.path] = sha256.Sum256(f.content)
	}
	file.Sweep(h.disk, filepath.Dir(wanted[0].path))
	return w, nil
}

func (h *home) wanted(files []content, t *tree, g *gamefile.Game) ([]content, error) {
	if h.folder {
		return h.wantedFolder(files, t)
	}
	write := gamefile.Writer(h.format())
	if write == nil {
		return nil, fmt.Errorf("%s: only .%s are written back", h.name(), strings.Join(gamefile.Extensions(), " and ."))
	}
	var out bytes.Buffer
	err := write(&out, g)
	return []content{{h.path, out.Bytes()}}, err
}

const mostBackups = 1000

// keep writes a backup of a file beside it under a name that is free, and returns its name. Nobody may read it who may
// not read the file.
func (h *home) keep(f content) (string, error) {
	info, err := h.disk.Stat(f.path)
	if err != nil {
		return "", err
	}
	for n := 1; n <= mostBackups; n++ {
		backup := f.path + ".bak"
		if n > 1 {
			backup += strconv.Itoa(n)
		}
		err = file.Create(h.disk, backup, info.Mode().Perm(), file.Content(f.content))
		if err == nil {
			return filepath.Base(backup), nil
		}
		if !errors.Is(err, fs.ErrExist) {
			return "", errors.New(filepath.Base(backup) + ": " + file.Reason(err))
		}
	}
	return "", fmt.Errorf("%s: it has %d backups, remove some", filepath.Base(f.path), mostBackups)
}
