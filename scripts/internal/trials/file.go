package trials

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"

	"github.com/spf13/afero"

	"tahoun/fileproto/file"
)

const longest = 1 << 16 // bytes of a line

// Read reads trials, a line each, and refuses lines with unknown fields and those that Check refuses.
func Read(r io.Reader) (all []Trial, err error) {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, longest)
	for n := 1; lines.Scan(); n++ {
		t, err := parse(lines.Bytes())
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		all = append(all, t)
	}
	return all, lines.Err()
}

func parse(line []byte) (t Trial, err error) {
	d := json.NewDecoder(bytes.NewReader(line))
	d.DisallowUnknownFields()
	if err := d.Decode(&t); err != nil {
		return t, err
	}
	if _, err := d.Token(); err != io.EOF {
		return t, errors.New("want one trial a line")
	}
	return t, t.Check()
}

// ReadFile reads the trials in a file.
func ReadFile(disk afero.Fs, name string) ([]Trial, error) {
	f, err := file.Open(disk, name)
	if err != nil {
		return nil, err
	}
	all, err := Read(f)
	if err = errors.Join(err, f.Close()); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return all, nil
}

// Append adds trials to a file, which it makes if there is none.
func Append(disk afero.Fs, name string, all ...Trial) error {
	var text bytes.Buffer
	for _, t := range all {
		if err := t.Check(); err != nil {
			return err
		}
		if err := Write(&text, t); err != nil {
			return err
		}
	}
	f, err := file.OpenFile(disk, name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	_, err = f.Write(text.Bytes())
	return errors.Join(err, f.Close())
}

// Write writes a trial as a line.
func Write(w io.Writer, t Trial) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e.Encode(t)
}

// rounded rounds to whole Elo; +0 so that nothing is -0.
func rounded(v float64) float64 { return math.Round(v) + 0 }
