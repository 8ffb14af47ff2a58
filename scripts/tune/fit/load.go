package fit

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/spf13/afero"

	"tahoun/scripts/internal/parallel"
	"tahoun/scripts/tune/games"
	"tahoun/search"
)

// data are the samples to learn from, and those of one game in ten to check what was learned.
type data struct {
	learn, check samples
	games        int
}

// load reads the games of the rule in all files. Of a file that was cut off it takes what is whole.
func (m *model) load(ctx context.Context, disk afero.Fs, files []string) (*data, error) {
	d := new(data)
	for _, name := range files {
		if err := m.loadFile(ctx, disk, name, d); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	if len(d.learn.choices) == 0 || len(d.check.choices) == 0 {
		return nil, fmt.Errorf("%d games of rule %d are too few", d.games, m.rule)
	}
	return d, nil
}

func (m *model) loadFile(ctx context.Context, disk afero.Fs, name string, d *data) error {
	f, err := disk.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	var some []games.Game
	err = games.NewReader(f).Each(func(g games.Game) error {
		if g.Rule == m.rule {
			some = append(some, g)
		}
		if len(some) == atOnce {
			m.extractAll(some, d)
			some = some[:0]
		}
		return ctx.Err()
	})
	if err == nil {
		m.extractAll(some, d)
	}
	return err
}

// atOnce is how many games are read before their samples are taken, on all cores.
const atOnce = 512

// extractAll adds the samples of the games. Which of them check depends on their numbers alone.
func (m *model) extractAll(some []games.Game, d *data) {
	engine := search.New(m.rule)
	found := make([]samples, len(some))
	parallel.Each(0, len(some), func(i int) { found[i] = m.extract(engine, &some[i]) })
	for _, s := range found {
		to := &d.learn
		if rand.New(rand.NewPCG(uint64(d.games), 0)).IntN(10) == 0 {
			to = &d.check
		}
		to.positions = append(to.positions, s.positions...)
		to.choices = append(to.choices, s.choices...)
		d.games++
	}
}
