package change

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/afero"

	"tahoun/scripts/arena/run"
	"tahoun/scripts/arena/settings"
	"tahoun/scripts/internal/game"
	"tahoun/scripts/internal/gobuild"
	"tahoun/scripts/internal/match"
	"tahoun/scripts/internal/record"
)

// versions are the engine's versions in a repository.
type versions interface {
	root() string                         // the folder of the working tree
	changed() (bool, error)               // whether the working tree differs from HEAD
	resolve(name string) (string, error)  // the hash of a commit
	buildTree(out string) error           // pbrain-tahoun of the working tree
	buildCommit(commit, out string) error // of a commit
}

// A repository has the versions in git.
type repository struct{ dir string }

// hereVersions returns those of the repository with the working folder.
func hereVersions() (versions, error) {
	root, err := gobuild.Root()
	if err == nil {
		_, err = os.Stat(filepath.Join(root, brainSource))
	}
	if err != nil {
		return nil, fmt.Errorf("want a working folder in Tahoun's source, from which the brain is built: %w", err)
	}
	return repository{root}, nil
}

// brainSource is the folder of pbrain-tahoun below the root.
var brainSource = filepath.Join("scripts", "pbrain")

func (r repository) root() string { return r.dir }

func (r repository) changed() (bool, error) { return gobuild.Changed(r.dir) }

func (r repository) resolve(name string) (string, error) { return gobuild.Resolve(r.dir, name) }

// buildTree builds without the commit in the executable: the same source gives the same bytes, whether or not it is
// committed.
func (r repository) buildTree(out string) error {
	return gobuild.Executable(filepath.Join(r.dir, brainSource), gobuild.Host(), out, "-buildvcs=false")
}

func (r repository) buildCommit(commit, out string) error {
	source, err := os.MkdirTemp("", "tahoun-"+commit+"-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(source)
	if err := gobuild.Checkout(r.dir, commit, source); err != nil {
		return err
	}
	return repository{source}.buildTree(out)
}

// prepare builds both versions and returns the match between them, with the executables in the run's folder; or why
// they play alike, and then it leaves nothing behind.
func (c *change) prepare(ctx context.Context, disk afero.Fs, open match.Open, commit string) (
	s settings.Settings, alike string, err error,
) {
	temp, err := afero.TempDir(disk, "", "tahoun-change-")
	if err != nil {
		return s, "", err
	}
	defer func() { _ = disk.RemoveAll(temp) }()
	newer, older := executables(temp)
	if err := errors.Join(c.buildTree(newer), c.buildCommit(commit, older)); err != nil || ctx.Err() != nil {
		return s, "", err
	}
	alike, err = c.alike(ctx, disk, open, newer, older)
	if err != nil || alike != "" || ctx.Err() != nil {
		return s, alike, err
	}
	s, err = c.keepBuilds(disk, newer, older)
	return s, "", err
}

// alike returns why two executables play the same moves, "" if they do not or the run has begun.
func (c *change) alike(ctx context.Context, disk afero.Fs, open match.Open, newer, older string) (string, error) {
	if same, err := equalFiles(disk, newer, older); err != nil || same {
		return "the executables are equal", err
	}
	if begun, err := afero.Exists(disk, filepath.Join(c.plan.Out, record.Name)); err != nil || begun {
		return "", err
	}
	s, err := c.match(disk, newer, older)
	if err != nil {
		return "", err
	}
	return c.playAlike(ctx, open, s)
}

// keepBuilds copies the executables into the run's folder and returns the match between them.
func (c *change) keepBuilds(disk afero.Fs, newer, older string) (settings.Settings, error) {
	dir, err := filepath.Abs(filepath.Join(c.plan.Out, "builds"))
	keptNewer, keptOlder := executables(dir)
	if err == nil {
		err = run.MakeFolder(disk, c.plan.Out)
		err = errors.Join(err, keepBuild(disk, newer, keptNewer), keepBuild(disk, older, keptOlder))
	}
	if err != nil {
		return settings.Settings{}, err
	}
	return c.match(disk, keptNewer, keptOlder)
}

func executables(dir string) (newer, older string) {
	name := gobuild.Host().File("pbrain-tahoun")
	return filepath.Join(dir, newLabel, name), filepath.Join(dir, oldLabel, name)
}

func equalFiles(disk afero.Fs, a, b string) (bool, error) {
	first, err := afero.ReadFile(disk, a)
	if err != nil {
		return false, err
	}
	second, err := afero.ReadFile(disk, b)
	return bytes.Equal(first, second), err
}

// keepBuild copies an executable into the run's folder, unless it is there. It refuses another one, since a run has
// the games of one build.
func keepBuild(disk afero.Fs, from, to string) error {
	switch same, err := equalFiles(disk, from, to); {
	case err == nil && same:
		return nil
	case err == nil:
		return fmt.Errorf("%s is another build than that of now: want another -out", to)
	case !errors.Is(err, os.ErrNotExist):
		return err
	}
	content, err := afero.ReadFile(disk, from)
	if err != nil {
		return err
	}
	if err := disk.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return err
	}
	return afero.WriteFile(disk, to, content, 0o755)
}

// alikePairs is the number of pairs in which two versions must play the same moves to count as alike.
const alikePairs = 4

// playAlike plays the first pairs and returns how many moves both versions played alike; "" as soon as some differ, or
// if the time limits the moves. At a node limit each version always answers a position alike. So if the games of a pair
// are equal, both versions chose every one of their moves.
func (c *change) playAlike(ctx context.Context, open match.Open, s settings.Settings) (string, error) {
	if err := run.Preflight(ctx, open, s); err != nil || c.nodes == 0 {
		return "", err
	}
	plan := s.Plan
	plan.Pairs = min(plan.Pairs, alikePairs)
	firsts, moves, differ := map[int]*game.Game{}, 0, false
	err := match.Run{
		Terms:        plan.Terms,
		Pairings:     plan.Schedule().Games(nil),
		Participants: run.Participants(open, s),
		Jobs:         s.Jobs,
		Finished: func(g *game.Game) {
			moves += len(g.Moves)
			first := firsts[g.Pair]
			firsts[g.Pair] = g
			differ = differ || g.Result.Reason.Fault() || first != nil && !slices.EqualFunc(first.Moves, g.Moves,
				func(a, b game.Move) bool { return a.At == b.At })
		},
		Enough: func() bool { return differ },
	}.Play(ctx)
	if err != nil || differ {
		return "", err
	}
	const alike = "%d openings with both colours, %d moves; if it is faster, -time measures that"
	return fmt.Sprintf(alike, plan.Pairs, moves), nil
}
