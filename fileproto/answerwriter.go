package fileproto

import (
	"errors"
	"time"

	"github.com/spf13/afero"

	"tahoun/fileproto/file"
	"tahoun/fileproto/watchdog"
)

// A answerWriter writes answers to the move file.
type answerWriter struct {
	disk    afero.Fs
	name    string
	dry     bool             // write nothing
	written *watchdog.Answer // the answer in the file, nil if there is none yet
	err     error            // why the last attempt failed
	until   time.Time        // when the time for the move ends
}

// write replaces the answer in the file, unless it holds that move already. A file that somebody has deleted since holds
// nothing. A pipe or a device in its place gets the time that is left, once.
func (p *answerWriter) write(a watchdog.Answer) {
	if p.written != nil && p.written.Move == a.Move && (p.dry || file.IsFile(p.disk, p.name)) {
		p.written, p.err = &a, nil
		return
	}
	if errors.Is(p.err, file.ErrSlow) {
		return
	}
	if !p.dry {
		if p.err = file.Replace(p.disk, p.name, []byte(a.Move.String()+"\n"), p.patience()); p.err != nil {
			return
		}
	}
	p.written = &a
}

// patience returns how long a pipe or a device may take to accept the answer.
func (p *answerWriter) patience() time.Duration {
	const least, exit = 50 * time.Millisecond, 20 * time.Millisecond
	return max(time.Until(p.until)-exit, least)
}
