package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"github.com/spf13/afero"

	"tahoun/fileproto/file"
)

// The largest settings that are kept.
const (
	mostSettings = 50
	longestValue = 100 // bytes, of a name too
)

// settings are the choices of a person, by the names of the page's controls, in a file for the next run.
type settings struct {
	disk afero.Fs
	path string // "": they are not kept
	mu   sync.Mutex
}

// settingsPath returns where the settings of the user are kept, "" where the system names no folder for them.
func settingsPath() string {
	dir, err := os.UserConfigDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "tahoun", "board.json")
}

// read returns the settings: none where there is no file yet, nil where they are not kept.
func (s *settings) read() (map[string]string, error) {
	if s.path == "" {
		return nil, nil
	}
	values := map[string]string{}
	s.mu.Lock()
	defer s.mu.Unlock()
	text, err := afero.ReadFile(s.disk, s.path)
	if errors.Is(err, fs.ErrNotExist) {
		return values, nil
	}
	if err == nil {
		err = json.Unmarshal(text, &values)
	}
	if err != nil {
		return map[string]string{}, fmt.Errorf("the settings of the last visit are lost: %s: %w", s.path, err)
	}
	return values, nil
}

type settingsRequest struct {
	Values map[string]string `json:"values"`
}

// write replaces the settings. The file never holds a part of them.
func (s *settings) write(ask settingsRequest) (struct{}, error) {
	if s.path == "" {
		return struct{}{}, nil
	}
	if len(ask.Values) > mostSettings {
		return struct{}{}, fmt.Errorf("want at most %d settings, got %d", mostSettings, len(ask.Values))
	}
	for name, value := range ask.Values {
		if max(len(name), len(value)) > longestValue {
			return struct{}{}, fmt.Errorf("want settings of at most %d bytes, got %.20q: %.20q", longestValue, name, value)
		}
	}
	text, err := json.MarshalIndent(ask.Values, "", "\t")
	if err != nil {
		return struct{}{}, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.replace(append(text, '\n')); err != nil {
		return struct{}{}, fmt.Errorf("the settings are not kept: %w", err)
	}
	return struct{}{}, nil
}

func (s *settings) replace(text []byte) error {
	if err := s.disk.MkdirAll(filepath.Dir(s.path), 0o700); err != nil {
		return err
	}
	return file.ReplaceByRename(s.disk, s.path, file.Content(text))
}
