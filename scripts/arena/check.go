package main

import (
	"context"
	"errors"
	"flag"
	"io"

	"github.com/spf13/afero"

	"tahoun/scripts/arena/compliance"
	"tahoun/scripts/internal/player"
)

// registerCheck adds the flag of the compliance test.
func registerCheck(flags *flag.FlagSet, r *rawFlags) {
	flags.StringVar(&r.subject, "check", "",
		"test whether a `PLAYER` keeps its protocol, and play nothing; -v shows all conversations")
}

// setSubject sets the player of the compliance test.
func (o *options) setSubject(disk afero.Fs, r rawFlags) error {
	if len(r.players) > 0 {
		return errors.New("-check: want no -p")
	}
	r.players = []string{r.subject}
	if err := o.setPlayers(disk, r); err != nil {
		return err
	}
	o.subject = &o.players[0]
	return nil
}

// checkSubject runs the compliance test.
func checkSubject(ctx context.Context, disk afero.Fs, subject player.Spec, verbose bool, stdout io.Writer) error {
	results, err := compliance.Run(ctx, compliance.Options{Spec: subject, Disk: disk, Verbose: verbose}, stdout)
	if err == nil && compliance.Failed(results) {
		err = errors.New("checks failed")
	}
	return err
}
