package fileproto

import (
	"errors"
	"time"

	"github.com/spf13/afero"

	"tahoun/fileproto/file"
	"tahoun/fileproto/watchdog"
)

// An answerWriter writes answers to the move file.
type answerWriter struct {
	disk    afero.Fs
	name    string
	dry     bool             // write nothing
	written *watchdog.Answer // the answer in the file, nil if there is none yet
	err     error            // why the last attempt failed
	until   time.Time        // when the time for the move ends
}

// write replaces the answer in the file, unless it holds that move already. If somebody has
// deleted the file, it is written again. A pipe or a device in its place gets the time that is left, once.
func (w *answerWriter) write(a watchdog.Answer) {
	if w.written != nil && w.written.Move == a.Move && (w.dry || file.IsFile(w.disk, w.name)) {
		w.written, w.err = &a, nil
		return
	}
	if errors.Is(w.err, file.ErrSlow) {
		return
	}
	if !w.dry {
		if w.err = file.Replace(w.disk, w.name, []byte(a.Move.String()+"\n"), w.patience()); w.err != nil {
			return
		}
	}
	w.written = &a
}

// failure returns the text of the last failure to write an answer.
func (w *answerWriter) failure(answer string) string {
	return w.name + ": " + answer + " cannot be written: " + file.Reason(w.err)
}

// patience returns how long a pipe or a device may take to accept the answer.
func (w *answerWriter) patience() time.Duration {
	const least, exit = 50 * time.Millisecond, 20 * time.Millisecond
	return max(time.Until(w.until)-exit, least)
}
