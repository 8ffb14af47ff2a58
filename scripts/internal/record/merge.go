package record

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/afero"

	"tahoun/fileproto/file"
)

// A Part is a run that plays some games of another: its folder and its own description.
type Part struct {
	Dir string
	Run Description
}

// Merge writes the log of a whole run into dir, from the logs of its parts: their lines as they are, part by part. A
// part without a log has played nothing yet. A last line that is not finished is left out.
func Merge(disk afero.Fs, dir string, whole Description, parts []Part) error {
	head, err := json.Marshal(whole)
	if err != nil {
		return fmt.Errorf("record: %w", err)
	}
	err = file.ReplaceByRename(disk, filepath.Join(dir, Name), func(w io.Writer) error {
		out := bufio.NewWriterSize(w, 1<<16)
		text, err := json.Marshal(line{Run: head})
		if err != nil {
			return err
		}
		_, _ = out.Write(append(text, '\n'))
		for _, p := range parts {
			if err := p.copyLines(disk, out); err != nil {
				return err
			}
		}
		return out.Flush() // has the first error of the lines above
	})
	if err != nil {
		return fmt.Errorf("record: %w", err)
	}
	return nil
}

func (p Part) copyLines(disk afero.Fs, out *bufio.Writer) error {
	name := filepath.Join(p.Dir, Name)
	log, err := file.Open(disk, name)
	if os.IsNotExist(err) {
		return nil
	}
	if err != nil {
		return err
	}
	defer log.Close()
	in := bufio.NewReaderSize(log, 1<<16)
	for first := true; ; first = false {
		b := readBatch(in, first)
		if first && len(b.texts) > 0 {
			if err := p.checkHead(b.texts[0]); err != nil {
				return fmt.Errorf("%s:1: %w", name, err)
			}
			b.texts = b.texts[1:]
		}
		for _, text := range b.texts {
			if _, err := out.Write(text); err != nil {
				return err
			}
		}
		switch {
		case errors.Is(b.err, io.EOF):
			return nil
		case b.err != nil:
			return fmt.Errorf("%s: %w", name, b.err)
		}
	}
}

// checkHead returns an error if the first line of a log describes another run than the part.
func (p Part) checkHead(text []byte) error {
	var l line
	if err := json.Unmarshal(text, &l); err != nil {
		return err
	}
	return compare(l.Run, p.Run)
}

// Compare returns an error that names a difference between two runs.
func Compare(was, is Description) error {
	text, err := json.Marshal(was)
	if err != nil {
		return err
	}
	return compare(text, is)
}
