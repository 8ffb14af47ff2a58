//go:build !js

// Board is a page to play, analyse and edit gomoku on. It serves the page on this machine alone and opens it in the
// browser. README.md beside this file shows its use.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/spf13/afero"

	"tahoun/fileproto/process"
	"tahoun/scripts/internal/cli"
	"tahoun/scripts/internal/gamefile"
	"tahoun/scripts/internal/player"
)

const usage = `usage: tahoun-board [flags] [FOLDER | FILE]

Opens a page in the browser to play against Tahoun or another brain, to analyse positions and games, and to edit them.
FOLDER has the files of a manager, PLOCHA.DAT and so on. FILE is a game as
%s.
The page can save to the folder, and to a file .%s.

%%s
Example: tahoun-board -p file:./oldbrain -p 'pipe:./pbrain-other' game.psq

Only this machine can open the page, and only with the secret in its address. Everything ends with Ctrl-C.
`

// tableBytes is the greatest size of an engine's transposition table.
const tableBytes = 128 << 20

// loopback is the address that the page is served on.
const loopback = "127.0.0.1"

func main() {
	player.Main(func(ctx context.Context) int {
		return run(ctx, afero.NewOsFs(), os.Args[1:], os.Stdout, os.Stderr)
	})
}

type options struct {
	brains  []offered
	port    uint
	show    bool
	turn    time.Duration
	given   bool // turn
	threads uint
	kept    string // file of the settings, "" for none
	path    string // folder or file, "" for none
}

func run(ctx context.Context, disk afero.Fs, args []string, stdout, stderr io.Writer) int {
	return cli.Main("board", stderr,
		func() (options, error) { return parse(args, stdout) },
		func(o options) error { return serve(ctx, disk, o, stdout, stderr) })
}

func parse(args []string, stdout io.Writer) (options, error) {
	var o options
	flags := flag.NewFlagSet("board", flag.ContinueOnError)
	const offer = "offer the `brain` too: file:COMMAND or pipe:COMMAND, as the arena takes it; may be repeated"
	flags.Func("p", offer, func(text string) error {
		spec, err := parseBrain(text)
		o.brains = append(o.brains, spec)
		return err
	})
	flags.UintVar(&o.port, "port", 0, "serve on port `N` instead of a free one")
	flags.BoolVar(&o.show, "show", true, "open the page in the browser")
	cli.Duration(flags, &o.turn, "time", 2*time.Second, "time for a move, until the page says otherwise")
	flags.UintVar(&o.threads, "threads", 0, "search with at most `N` threads; 0: one for each processor")
	flags.StringVar(&o.kept, "settings", "",
		"keep the settings of the page in `FILE` instead of the user's configuration folder; none: keep them nowhere")
	usage := fmt.Sprintf(usage, gamefile.Names(), strings.Join(gamefile.Extensions(), " or ."))
	others, err := cli.ParseMixed(flags, args, usage, stdout)
	if len(others) == 1 {
		o.path = others[0]
	}
	o.given = cli.Given(flags)["time"]
	switch o.kept {
	case "":
		o.kept = settingsPath()
	case "none":
		o.kept = ""
	}
	switch {
	case err != nil:
	case len(others) > 1:
		err = fmt.Errorf("%q and %q: want one folder or one file to open", others[0], others[1])
	case o.port > 65535:
		err = fmt.Errorf("-port %d: want 0 to 65535", o.port)
	case o.threads > 1024:
		err = fmt.Errorf("-threads %d: want 0 to 1024", o.threads)
	}
	return o, err
}

func serve(ctx context.Context, disk afero.Fs, o options, stdout, stderr io.Writer) error {
	s := &server{
		disk: disk, brains: o.brains, turn: o.turn, given: o.given, kept: settings{disk: disk, path: o.kept},
		tabs: map[string]*tab{},
	}
	s.threads = process.Prepare(0, int(o.threads))
	if o.path != "" {
		var err error
		if s.home, err = newHome(disk, o.path); err != nil {
			return err
		}
	}
	listener, err := net.Listen("tcp4", net.JoinHostPort(loopback, strconv.Itoa(int(o.port))))
	if err != nil {
		return err
	}
	_, port, err := net.SplitHostPort(listener.Addr().String())
	if err != nil {
		return err
	}
	unknown := new(strangers)
	g := guard{
		next: s.handler(), secret: newSecret(), port: port,
		invitation: newSecret(), used: new(atomic.Bool), admit: unknown.admit,
	}
	web := &http.Server{
		Handler: g, ReadHeaderTimeout: 10 * time.Second, MaxHeaderBytes: 1 << 14,
		BaseContext: func(net.Listener) context.Context { return ctx }, // searches and brains end with it
		ConnContext: withConnection, ConnState: unknown.watch,
	}
	host := "http://" + listener.Addr().String() + "/"
	fmt.Fprintf(stdout, "The page is at %s\nCtrl-C ends it.\n", host+g.secret+"/")
	if o.show {
		if err := browse(host + g.invitation + "/"); err != nil {
			fmt.Fprintf(stderr, "board: no browser was opened (%v): open the address yourself\n", err)
		}
	}
	context.AfterFunc(ctx, func() { web.Close() })
	err = web.Serve(listener)
	if errors.Is(err, http.ErrServerClosed) {
		err = nil
	}
	web.Close()
	return errors.Join(err, s.close())
}

func browse(address string) error {
	command := []string{"xdg-open", address}
	switch runtime.GOOS {
	case "darwin":
		command = []string{"open", address}
	case "windows":
		command = []string{"rundll32", "url.dll,FileProtocolHandler", address}
	}
	browser := exec.Command(command[0], command[1:]...)
	if err := browser.Start(); err != nil {
		return err
	}
	go func() { _ = browser.Wait() }()
	return nil
}
