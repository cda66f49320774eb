package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"sandbox/cmd/internal/library"
	"sandbox/cmd/internal/store"
	"sandbox/cmd/internal/wall"
	"sandbox/core/dice"
	"sandbox/core/race"
	"sandbox/scripts"
)

// championshipFile says what a championship's folder holds: it is written once,
// before the first race. Beside it lie the journals of the races.
const championshipFile = "championship.json"

// championship is one under way and the folder it lives in.
type championship struct {
	plan
	program *program
	dir     string
	lock    wall.File        // nil for those who only read
	results [][]race.Placing // of the races that are over
	rules   *scripts.Program // of the last of them; nil before
}

// startChampionship looks whether all its races can be driven, and makes its
// folder.
func (p *program) startChampionship(f raceFlags) (*championship, error) {
	c, err := planned(f)
	if err != nil {
		return nil, err
	}
	if c.dir, err = p.championshipDir(f.save, c.Variant); err != nil {
		return nil, err
	}
	if err := c.save(); err != nil {
		return nil, err
	}
	return p.resumeChampionship(c.dir)
}

// championshipDir makes the folder of a new championship. It must not hold one.
func (p *program) championshipDir(dir, variant string) (string, error) {
	if dir == "" {
		all, err := p.home().Championships()
		if err != nil {
			return "", err
		}
		dir = filepath.Join(all, store.NewFolder(variant, time.Now()))
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", fmt.Errorf("no folder for the championship: %w", err)
	}
	there, err := os.ReadDir(dir)
	switch {
	case err != nil:
		return "", err
	case len(there) == 0:
		return dir, nil
	}
	if _, ok := championshipOf(dir); ok && fileThere(filepath.Join(dir, championshipFile)) {
		return "", fmt.Errorf("%s holds a championship already: choose another folder with --save, or go on with that one: sandbox play --resume %s", dir, dir)
	}
	return "", fmt.Errorf("%s is not empty: choose another folder with --save", dir)
}

func fileThere(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

func (c *championship) save() error {
	return store.WriteNew(filepath.Join(c.dir, championshipFile), func(w io.Writer) error {
		out := json.NewEncoder(w)
		out.SetEscapeHTML(false)
		out.SetIndent("", "  ")
		return out.Encode(c.plan)
	})
}

// championshipOf is the folder of the championship that a path leads to: the
// folder itself, or a file in it. ok is false for a race alone.
func championshipOf(path string) (dir string, ok bool) {
	if isDir(path) {
		return path, true
	}
	dir = filepath.Dir(path)
	return dir, fileThere(filepath.Join(dir, championshipFile))
}

// resumeChampionship opens a championship to go on with it; nobody else may
// until it is closed.
func (p *program) resumeChampionship(dir string) (*championship, error) {
	lock, text, err := p.child.Open(filepath.Join(dir, championshipFile))
	if err != nil {
		return nil, noChampionship(dir, err)
	}
	c, err := p.readRaces(dir, text)
	if err != nil {
		return nil, errors.Join(err, lock.Close())
	}
	c.lock = lock
	return c, nil
}

// readChampionship reads how a championship stands.
func (p *program) readChampionship(dir string) (*championship, error) {
	text, err := os.ReadFile(filepath.Join(dir, championshipFile))
	if err != nil {
		return nil, noChampionship(dir, err)
	}
	return p.readRaces(dir, text)
}

func noChampionship(dir string, err error) error {
	if isDir(dir) && errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s holds no championship: there is no %s in it", dir, championshipFile)
	}
	return err
}

// readRaces plays the races again that are over.
func (p *program) readRaces(dir string, text []byte) (*championship, error) {
	c := &championship{program: p, dir: dir}
	if err := c.plan.read(text); err != nil {
		return nil, fmt.Errorf("%s: %w", filepath.Join(dir, championshipFile), err)
	}
	for k := 1; k <= len(c.Tracks); k++ {
		game, err := c.readRace(k)
		switch {
		case err != nil:
			return nil, err
		case game == nil || !isOver(game):
			return c, c.nothingAfter(k)
		}
		c.add(game)
	}
	return c, nil
}

// path is the journal of a race, which are counted from 1.
func (c *championship) path(k int) string {
	_, name := library.Split(c.Tracks[k-1])
	return filepath.Join(c.dir, fmt.Sprintf("%02d-%s.jsonl", k, name))
}

// seed is that of a race. The seed of sealed dice is told when the race is
// over, and must not give away those of the races to come.
func (c *championship) seed(k int) string {
	seed := fmt.Sprintf("%s/%d", c.Seed, k)
	switch c.Dice {
	case dice.KindSealed:
		return dice.Commitment(seed)
	case dice.KindAsk:
		return ""
	}
	return seed
}

// readRace plays a race again. It is nil when the race was not begun, or its
// program killed before it could be.
func (c *championship) readRace(k int) (*race.Game, error) {
	path := c.path(k)
	game, _, err := c.program.readJournal(path, nil)
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, race.ErrEmpty):
		return nil, nil
	case err != nil:
		return nil, err
	}
	head := game.Head()
	_, track := library.Split(c.Tracks[k-1])
	switch {
	case head.Seed != c.seed(k):
		err = errors.New("it has another seed")
	case head.Track != track:
		err = fmt.Errorf("its track is %s, not %s", head.Track, track)
	case !slices.Equal(names(head.Entries), names(c.Entries)):
		err = errors.New("others drive in it")
	}
	if err != nil {
		return nil, fmt.Errorf("%s is not race %d of this championship: %w", path, k, err)
	}
	return game, nil
}

// nothingAfter refuses a championship in which a race is not over and a later
// one was begun.
func (c *championship) nothingAfter(k int) error {
	for later := k + 1; later <= len(c.Tracks); later++ {
		if !fileThere(c.path(later)) {
			continue
		}
		if !fileThere(c.path(k)) {
			return fmt.Errorf("%s is missing, and race %d was driven: put the file back", c.path(k), later)
		}
		return fmt.Errorf("%s is not over, and race %d was begun: the journal was changed", c.path(k), later)
	}
	return nil
}

func isOver(g *race.Game) bool {
	_, err := g.Next()
	return errors.Is(err, race.ErrOver)
}

// add takes in the result of a race that is over.
func (c *championship) add(g *race.Game) {
	c.results = append(c.results, classification(g))
	c.rules = g.Book().(*scripts.Program)
}

// flags are those that a race is started with.
func (c *championship) flags(k int) raceFlags {
	return raceFlags{
		variant: near(c.Variant), track: near(c.Tracks[k-1]), laps: c.Laps, seed: c.seed(k), dice: c.Dice, save: c.path(k),
		entered: c.Entries, people: c.People, bots: c.Bots, settings: c.Settings,
	}
}

// near is a path as one would call the file from here.
func near(path string) string {
	here, err := os.Getwd()
	if err != nil || !filepath.IsAbs(path) {
		return path
	}
	short, err := filepath.Rel(here, path)
	if err != nil || !filepath.IsLocal(short) {
		return path
	}
	if filepath.Base(short) == short { // else it would be a name, which may be another file's
		return "." + string(filepath.Separator) + short
	}
	return short
}

// open goes on with a race, or starts it.
func (c *championship) open(k int) (*open, error) {
	game, err := c.readRace(k)
	if err != nil {
		return nil, err
	}
	var o *open
	if game != nil {
		o, err = c.program.resumeRace(c.path(k))
	} else {
		if err := os.Remove(c.path(k)); err != nil && !errors.Is(err, fs.ErrNotExist) { // one that was killed before it began
			return nil, err
		}
		o, err = c.program.startRace(c.flags(k))
	}
	if err == nil {
		o.home = c.dir
	}
	return o, err
}
