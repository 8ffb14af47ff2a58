package compliance

import (
	"io"
	"slices"
	"time"

	"tahoun/scripts/internal/player"
)

// A Program is a program under check. player.Raw is one; tests have others.
type Program interface {
	Start(piped bool) error
	Input() io.WriteCloser
	Output() io.Reader
	Ended() <-chan struct{}
	Exit() (code int, crashed bool, status string) // it has ended
	Took() time.Duration                           // it has ended
	Stderr() string
	CPU() (used time.Duration, known bool)
	Memory() int64 // peak, in bytes; 0: not known
	UseFolder(name string) error
	Folder() string     // its working folder
	Persistent() string // the folder of INFO folder
	Kill() error
	Close() error // also removes its folders
}

// A Launch prepares a program; its Start starts it.
type Launch func(player.Spec) (Program, error)

func launchProcess(spec player.Spec) (Program, error) {
	if spec.Protocol == player.Koth { // the judge tells the opponent's name and a seed
		spec.Args = append(slices.Clone(spec.Args), "opponent", "1")
	}
	return player.NewRaw(spec)
}
