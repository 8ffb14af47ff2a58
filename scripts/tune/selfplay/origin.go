package selfplay

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/afero"

	"tahoun/fileproto/file"
	"tahoun/scripts/internal/gobuild"
	"tahoun/scripts/tune/dataset"
)

// commitsAfter is what stands in an origin before the commits of the engines that played.
const commitsAfter = " at "

// tellOrigin writes beside the games the command that makes the same ones, for the head of weights that are fitted to
// them.
func (o options) tellOrigin(disk afero.Fs, commits string, all count) error {
	command, err := o.command(disk, all.positions)
	if err != nil {
		return err
	}
	text := command + commitsAfter + commits + "\n"
	return file.ReplaceByRename(disk, dataset.Origin(o.out), file.Content([]byte(text)))
}

// commits returns the commits of the engines that played the games that are there, and of this one if more are wanted.
func (o options) commits(disk afero.Fs, there count) (string, error) {
	now := gobuild.Commit()
	if there.games == 0 {
		return now, nil
	}
	origin, err := dataset.ReadOrigin(disk, o.out)
	if i := strings.LastIndex(origin, commitsAfter); i >= 0 {
		origin = origin[i+len(commitsAfter):]
	}
	if there.positions >= o.positions || origin == now || strings.HasSuffix(origin, ", "+now) {
		return origin, err
	}
	return origin + ", " + now, err
}

// command returns the command line that makes the same file once it has so many positions. Those that were asked for
// would not do, since a run can be broken off. Other files that it reads have their SHA-256 and origin behind them.
func (o options) command(disk afero.Fs, positions int) (string, error) {
	flags := fmt.Sprintf("-rule %d -nodes %d -leaves %d -seed %d -positions %d",
		o.rule, o.nodes, o.leaves, o.seed, positions*max(o.shard.Count, 1))
	if o.shard.Count > 0 {
		flags += " -shard " + o.shard.String()
	}
	var names []string
	for _, w := range o.weights {
		names = append(names, w.Name+".bin")
	}
	if slices.Sort(names); len(names) > 0 {
		flags += " -weights " + strings.Join(names, ",")
	}
	if o.from != "" {
		source, err := dataset.Describe(disk, o.from)
		if err != nil {
			return "", err
		}
		flags += " -from " + source + ";"
	}
	return "tune selfplay " + flags, nil
}
