// Package championship is races that belong together: what was planned, the
// folder that their journals lie in, their results and how drivers stand.
//
//	c, err := championship.Begin(keep, plan, dir)
//	defer c.Close()
//	for k := c.Done() + 1; k <= c.Races(); k++ {
//		r, err := c.Open(k, attended)
//		... // play it
//		err = c.Add(r.Table)
//	}
//	table := c.Standings()
//
// A race knows nothing of its championship. The package shows nothing: faces
// show its tables; sums are core/season's.
package championship

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"sandbox/cmd/internal/library"
	"sandbox/cmd/internal/saved"
	"sandbox/cmd/internal/table"
	"sandbox/cmd/internal/wall"
	"sandbox/core/dice"
	"sandbox/core/race"
	"sandbox/scripts"
)

// Championship is one under way and the folder it lives in.
type Championship struct {
	Plan
	Dir     string
	keep    saved.Keep
	lock    wall.File        // nil for those who only read
	results [][]race.Placing // of the races that are over
	rules   *scripts.Program // of the last of them; nil before
}

// Races is how many there are in all.
func (c *Championship) Races() int { return len(c.Tracks) }

// Done is how many races are over and taken in.
func (c *Championship) Done() int { return len(c.results) }

// Track is the name of a race's track; races are counted from 1.
func (c *Championship) Track(k int) string {
	_, name := library.Split(c.Tracks[k-1])
	return name
}

// path is the journal of a race.
func (c *Championship) path(k int) string {
	return filepath.Join(c.Dir, fmt.Sprintf("%02d-%s.jsonl", k, c.Track(k)))
}

// Begun says that a race was begun.
func (c *Championship) Begun(k int) bool { return fileThere(c.path(k)) }

// seed is that of a race. The seed of sealed dice is told when the race is
// over, and must not give away those of the races to come.
func (c *Championship) seed(k int) string {
	seed := fmt.Sprintf("%s/%d", c.Seed, k)
	switch c.Dice {
	case dice.KindSealed, dice.KindAsk:
		return dice.Commitment(seed)
	}
	return seed
}

// order is what is to be raced.
func (c *Championship) order(k int) saved.Order {
	return saved.Order{
		Variant: near(c.Variant), With: nears(c.Houses), Track: near(c.Tracks[k-1]), Laps: c.Laps,
		Entered: c.Entries, People: c.People, Bots: c.Bots, Settings: c.Settings,
	}
}

// nears are paths as one would call their files from here.
func nears(paths []string) []string {
	var list []string
	for _, path := range paths {
		list = append(list, near(path))
	}
	return list
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

// Ready looks whether a race can be started under the rules as they are on disk.
func (c *Championship) Ready(k int) error {
	_, err := c.keep.Arrange(c.order(k))
	return err
}

// Open goes on with a race, or starts it; attended says that people let rounds
// begin.
func (c *Championship) Open(k int, attended bool) (*saved.Race, error) {
	begun, err := c.replay(k)
	if err != nil {
		return nil, err
	}
	r, err := c.open(k, begun != nil, attended)
	if err == nil {
		r.Home = c.Dir
	}
	return r, err
}

func (c *Championship) open(k int, begun, attended bool) (*saved.Race, error) {
	if begun {
		return c.keep.Resume(c.path(k), attended)
	}
	a, err := c.keep.Arrange(c.order(k))
	if err != nil {
		return nil, err
	}
	return c.keep.Start(a, saved.Luck{Seed: c.seed(k), Dice: c.Dice, Attended: attended}, c.path(k))
}

// replay plays a race again. It is nil when the race was not begun, or its
// program killed before it could be.
func (c *Championship) replay(k int) (*saved.Race, error) {
	path := c.path(k)
	r, err := c.keep.Read(path, nil)
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, race.ErrEmpty):
		return nil, nil
	case err != nil:
		return nil, err
	}
	head := r.Head()
	switch track := c.Track(k); {
	case r.Commitment() != dice.Commitment(c.seed(k)):
		err = errors.New("it has another seed")
	case head.Track != track:
		err = fmt.Errorf("its track is %s, not %s", head.Track, track)
	case !slices.Equal(saved.Names(head.Entries), saved.Names(c.Entries)):
		err = errors.New("others drive in it")
	}
	if err != nil {
		return nil, fmt.Errorf("%s is not race %d of this championship: %w", path, k, err)
	}
	return r, nil
}

// Add takes in the result of a race that is over, as the next one.
func (c *Championship) Add(t *table.Table) error {
	v, err := t.View(table.Seat{})
	if err != nil {
		return err
	}
	c.results = append(c.results, v.Result())
	c.rules = t.Program()
	return nil
}

// With is the championship as it stands with a race that is under way: its
// result is taken in where the race is over. Nothing changes in c.
func (c *Championship) With(t *table.Table) (*Championship, error) {
	over, err := t.Over()
	if err != nil || !over {
		return c, err
	}
	now := *c
	now.results = slices.Clip(now.results)
	return &now, now.Add(t)
}

// Reopen takes the last race that is over out again, so that people can go on
// at its end; it is that race's number.
func (c *Championship) Reopen() int {
	k := len(c.results)
	c.results = c.results[:k-1]
	return k
}

// Changes are what differs between the rules of a race that begins and those of
// the race before.
func (c *Championship) Changes(t *table.Table) []string {
	if c.rules == nil || t.Steps() > 0 {
		return nil
	}
	var list []string
	for _, change := range t.Program().Changes(c.rules) {
		list = append(list, change.String())
	}
	return list
}

// Close lets go of the championship's folder.
func (c *Championship) Close() error { return c.lock.Close() }
