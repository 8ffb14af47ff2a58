package main

import (
	"errors"
	"fmt"

	"github.com/spf13/afero"

	"tahoun/scripts/internal/cli"
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
