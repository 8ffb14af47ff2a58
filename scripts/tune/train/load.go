package train

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/spf13/afero"

	"tahoun/fileproto/file"
	"tahoun/scripts/internal/parallel"
	"tahoun/scripts/tune/dataset"
	"tahoun/search"
)

// data are the training samples, and those of one game in ten for validation.
type data struct {
	training, validation samples
	games                int
}

// load reads the games of the rule in all files. Of a file that was cut off it takes the whole games.
func (m *model) load(ctx context.Context, disk afero.Fs, files []string) (*data, error) {
	d := new(data)
	for _, name := range files {
		if err := m.loadFile(ctx, disk, name, d); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	if len(d.training.choices) == 0 || len(d.validation.choices) == 0 {
		return nil, fmt.Errorf("%d games of rule %d are too few", d.games, m.rule)
	}
	return d, nil
}

func (m *model) loadFile(ctx context.Context, disk afero.Fs, name string, d *data) error {
	f, err := file.Open(disk, name)
	if err != nil {
		return err
	}
	defer f.Close()
	var some []dataset.Game
	err = dataset.NewReader(f).Each(func(g dataset.Game) error {
		if g.Rule == m.rule {
			some = append(some, g)
		}
		if len(some) == gamesAtOnce {
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

// gamesAtOnce is how many games are read before all cores extract their samples.
const gamesAtOnce = 512

// extractAll adds the samples of the games. A game's number alone decides whether it is for validation.
func (m *model) extractAll(some []dataset.Game, d *data) {
	engine := search.NewWith(m.rule, m.current)
	found := make([]samples, len(some))
	parallel.Each(0, len(some), func(i int) { found[i] = m.extract(engine, &some[i]) })
	for _, s := range found {
		to := &d.training
		if rand.New(rand.NewPCG(uint64(d.games), 0)).IntN(10) == 0 {
			to = &d.validation
		}
		to.positions = append(to.positions, s.positions...)
		to.choices = append(to.choices, s.choices...)
		d.games++
	}
}
