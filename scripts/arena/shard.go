package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/afero"

	"tahoun/scripts/internal/cli"
	"tahoun/scripts/internal/record"
)

// setShard sets the part of the schedule that the run plays. A shard sees too few games for the test, so the test is
// left to merge.
func (o *options) setShard(_ afero.Fs, r rawFlags) (err error) {
	if r.shard == "" {
		return nil
	}
	if o.plan.Shard, err = cli.ParseShard(r.shard); err != nil {
		return fmt.Errorf("-shard %s: %w", r.shard, err)
	}
	if r.merging {
		return nil
	}
	if o.endless() {
		return errors.New("-shard: want -pairs, since a shard does not see the games that the test counts")
	}
	if o.log != "" {
		return errors.New("-log: a shard is no whole trial; give it to arena merge")
	}
	o.sprt = nil
	if o.plan.Schedule().Count() == 0 {
		return fmt.Errorf("-shard %s: want more -pairs, since there are too few for this shard", r.shard)
	}
	return nil
}

// A shard is a folder with a part of a run.
type shard struct {
	dir   string
	part  cli.Shard
	run   record.Description // its own
	whole options            // of the run that it is a part of
}

func readShard(disk afero.Fs, dir string) (shard, error) {
	o, err := rawFlags{merging: true}.parse(disk, []string{"-continue", dir}, io.Discard)
	if err != nil {
		return shard{}, fmt.Errorf("%s: %w", dir, err)
	}
	s := shard{dir: dir, part: o.plan.Shard, run: o.description()}
	if s.part.Count == 0 {
		return s, fmt.Errorf("%s: want a shard, got a whole run", dir)
	}
	o.plan.Shard = cli.Shard{}
	s.whole = o
	return s, nil
}

// compare returns an error if two shards are not of the same run.
func (s shard) compare(first shard) error {
	if err := record.Compare(first.whole.description(), s.whole.description()); err != nil {
		return fmt.Errorf("%s is no shard of the same run as %s: %w", s.dir, first.dir, err)
	}
	switch {
	case s.part.Count != first.part.Count:
		return fmt.Errorf("%s is shard %v, but %s one of %d", s.dir, s.part, first.dir, first.part.Count)
	case s.whole.plan.Pairs != first.whole.plan.Pairs:
		return fmt.Errorf("%s has %d pairs, but %s %d; go on with the shorter ones",
			s.dir, s.whole.plan.Pairs, first.dir, first.whole.plan.Pairs)
	case s.whole.sprtText != first.whole.sprtText:
		return fmt.Errorf("%s has the test %q, but %s %q", s.dir, s.whole.sprtText, first.dir, first.whole.sprtText)
	}
	return nil
}
