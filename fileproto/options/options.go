// Package options reads the command line of the file brain.
package options

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/afero"

	"tahoun/board"
	"tahoun/fileproto"
	"tahoun/fileproto/experience/explorer"
)

// usage is the help text; the flags stand at %s.
const usage = `usage: tahoun [flags] [DIR]

Plays one move in the folder DIR, or in the current one: reads PLOCHA.DAT, TAH.DAT, TIMEOUTS.DAT and
INFO.DAT there, and writes the answer to TAH.DAT and a message to MSG.DAT.

%s
Examples: tahoun -n -time 2s game/           show its move after two seconds, write nothing
          tahoun -top 5 -time 10s game/      show the five best moves after ten seconds
          tahoun -balance 5 game/            show five moves after which neither side is ahead
          tahoun -proof win.sgf game/        write the proof of a win, with an answer to every reply
          tahoun -experience folder/         show what games taught

A score is for the side to move: 0 is even, 200 stands for odds of 2.7 : 1, which is a chance of 73 %%. Wins and
losses that are proven show the number of moves of both sides to the five. The depth counts moves of both
sides too. Ctrl-C and SIGTERM end the search with the best so far.

Exit codes: 0 a move was made, 1 no move was possible or could be written or shown, or no win
was proven, 2 wrong use.
`

// Options are the values of the command line.
type Options struct {
	Dry, Show, Version bool
	Verbose            bool
	Top                int              // of the best moves to show; 0: play one
	Balanced           bool             // show moves after which neither side is ahead in their place
	Proof              string           // file for the proof of a win; "": none
	Experience         explorer.Command // to run instead of a move, if it is given

	dir  string
	time *time.Duration
	side board.Stone // board.Empty: not said
	rule *board.Rule
}

// Parse reads the command line. Flags may stand after the folder too. The error is flag.ErrHelp if help is asked for.
func Parse(args []string) (Options, error) {
	var o Options
	flags := o.flags()
	for len(args) > 0 {
		if err := flags.Parse(args); err != nil {
			return o, err
		}
		if args = flags.Args(); len(args) == 0 {
			break
		}
		if o.dir != "" || args[0] == "" {
			return o, fmt.Errorf("%q: want one folder", args[0])
		}
		o.dir, args = args[0], args[1:]
	}
	if o.dir != "" && o.Experience.Given() {
		return o, fmt.Errorf("%q: want no folder besides that of -experience", o.dir)
	}
	o.Experience.Rule, o.Experience.Verbose = o.rule, o.Verbose
	return o, nil
}

// Help returns the help text.
func Help() string {
	var b strings.Builder
	flags := new(Options).flags()
	flags.SetOutput(&b)
	flags.PrintDefaults()
	return fmt.Sprintf(usage, b.String())
}

func (o *Options) flags() *flag.FlagSet {
	flags := flag.NewFlagSet("tahoun", flag.ContinueOnError)
	flags.SetOutput(io.Discard) // the caller prints the errors
	flags.BoolVar(&o.Dry, "n", false, "show the answer and write nothing")
	flags.BoolVar(&o.Show, "show", false, "draw the board and the move, as on a terminal")
	flags.BoolVar(&o.Version, "version", false,
		"print the version, the commit where it is known, and the names of the weights")
	flags.BoolVar(&o.Verbose, "v", false, "print every warning, not only the first ten; with -experience, every line")
	flags.Func("top", "show the best `N` moves with score, chance, depth and line, and write nothing", o.setTop)
	flags.Func("balance", "show in the same way `N` moves after which neither side is ahead, as for an opening", o.setBalance)
	flags.StringVar(&o.Proof, "proof", "", "write to `FILE`, as SGF, the whole proof of a win that the search finds:\n"+
		"an answer to every reply down to the five, checked before it is written, in a minute at most")
	flags.Func("time", "think for the `duration`, such as 2s or 300ms, instead of the limits in the files", o.setTime)
	flags.Func("side", "play `x` or o, instead of the side in TAH.DAT", o.setSide)
	flags.Func("rule", "play by `RULE`, instead of the one in INFO.DAT:\n"+board.RuleNames()+
		",\nor a sum as in \"exactly five and continuous\" or 1+2", o.setRule)
	flags.StringVar(&o.Experience.Folder, "experience", "",
		"show what games taught: the files in `DIR`, the persistent folder or the brain's folder in it\n"+
			"(with -rule only that rule's)")
	flags.StringVar(&o.Experience.SGF, "sgf", "",
		"with -experience: write that as SGF with variations to `FILE` instead")
	flags.StringVar(&o.Experience.Merge, "merge", "", "with -experience: add what the folder `OTHER` knows instead")
	flags.StringVar(&o.Experience.Forget, "forget", "",
		"with -experience: forget the position after `MOVES` such as \"7,7 8,8\" and all that followed it instead")
	flags.IntVar(&o.Experience.Size, "size", 15, "with -forget: the empty board has `N` columns and rows")
	return flags
}

func (o *Options) setTop(text string) error {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		return errors.New("want a number of moves, 1 or more")
	}
	if o.Top > 0 {
		return errors.New("want -top or -balance, and once")
	}
	o.Top = n
	return nil
}

func (o *Options) setBalance(text string) error {
	o.Balanced = true
	return o.setTop(text)
}

func (o *Options) setTime(text string) error {
	d, err := time.ParseDuration(text)
	if err != nil || d < 0 {
		return errors.New("want a time such as 2s or 300ms")
	}
	o.time = &d
	return nil
}

func (o *Options) setSide(text string) error {
	if o.side = map[string]board.Stone{"x": board.X, "o": board.O}[text]; o.side == board.Empty {
		return errors.New("want x or o")
	}
	return nil
}

func (o *Options) setRule(text string) error {
	rule, err := board.ParseRule(text)
	o.rule = &rule
	return err
}

// Folder returns the filesystem of the working folder: the one that was named, or else the current one.
func (o *Options) Folder(disk afero.Fs) (afero.Fs, error) {
	if o.dir == "" {
		return disk, nil
	}
	path, err := filepath.Abs(o.dir)
	if err != nil {
		return nil, err
	}
	switch ok, err := afero.IsDir(disk, path); {
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return nil, err
	case !ok:
		return nil, fmt.Errorf("%s: want a folder with a PLOCHA.DAT", o.dir)
	}
	return afero.NewBasePathFs(disk, path), nil
}

// Override replaces the values of the files by those of the command line.
func (o *Options) Override(task *fileproto.Task) {
	if o.time != nil {
		task.Limits.Turn, task.Limits.Match, task.Limits.Left = *o.time, 0, fileproto.NoLimit
	}
	if o.side != board.Empty {
		task.Side = o.side
	}
	if o.rule != nil {
		task.Rule = *o.rule
	}
}
