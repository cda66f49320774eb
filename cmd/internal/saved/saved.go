// Package saved is races that are kept on disk: found and loaded as somebody
// orders them, begun in a journal, gone on with from it, and only read.
//
//	keep := saved.Keep{Child: child, Home: home}
//	order, err := keep.Arrange(saved.Order{Variant: "paper_f1"})
//	r, err := keep.Start(order, saved.Luck{Seed: "monza"}, "race.jsonl")
//	defer r.Close()
//	beat, err := r.Advance(ctx)
//
// How a race is played is the business of package table, which knows no disk;
// how it is shown, of a face; how lines reach the disk, of packages store and
// wall. Races that belong together are package championship's.
package saved

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"sandbox/cmd/internal/door"
	"sandbox/cmd/internal/library"
	"sandbox/cmd/internal/store"
	"sandbox/cmd/internal/table"
	"sandbox/cmd/internal/wall"
	"sandbox/core/race"
	"sandbox/scripts"
)

// Keep is where and how races are kept.
type Keep struct {
	Child *wall.Child    // who keeps files for this process; nil when it does so itself
	Home  store.Home     // for races that are given no place
	Shelf *scripts.Shelf // rules that were read already; may be nil

	// Context stops what reads journals and rules, and the rules themselves, when
	// it is done; nil for never. What is committed then is kept.
	Context context.Context
}

// Race is a race and the file that it is kept in.
type Race struct {
	*table.Table
	Journal wall.File // nil for a race that was only read
	Home    string    // what --resume takes to go on: the journal, or the championship's folder

	attended bool // people can say where it is kept when its file is lost
}

// Luck is how a race's dice are thrown.
type Luck struct {
	Seed, Dice string // as in table.Setup
	Attended   bool   // people let rounds begin
}

// Start begins a race as it was arranged, and its journal: a new one among the
// user's races for the path "".
func (k Keep) Start(a *Arranged, luck Luck, path string) (*Race, error) {
	journal, err := k.create(path, a.Options.Variant)
	if err != nil {
		return nil, err
	}
	setup := table.Setup{Files: a.Files, Options: a.Options, Seed: luck.Seed, Dice: luck.Dice, Start: a.Start, Attended: luck.Attended, Shelf: k.Shelf, Context: k.Context}
	t, err := table.New(setup, journal)
	if err != nil {
		return nil, errors.Join(err, journal.Close())
	}
	return &Race{Table: t, Journal: journal, Home: journal.Path(), attended: luck.Attended}, nil
}

// create makes the file that a race is saved in. One that is there already will
// do where no race began in it: its program was killed before, or the file is
// empty.
func (k Keep) create(path, variant string) (wall.File, error) {
	if path == "" {
		dir, err := k.Home.Races()
		if err != nil {
			return nil, fmt.Errorf("no folder to save the race in: %w; name a file with --save", err)
		}
		path = dir + "/" + store.NewName(variant, time.Now())
	}
	file, err := k.Child.Create(path)
	if err == nil || !unbegun(path) {
		return file, err
	}
	if file, err = k.Child.Open(path); err != nil {
		return nil, err
	}
	if unbegun(path) { // still, now that nobody else writes to it
		err = file.Truncate(0)
	} else {
		err = fmt.Errorf("%s: a race has just begun in it: choose another name with --save", path)
	}
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return file, nil
}

// unbegun says that a file is a journal that ends before its race could begin.
func unbegun(path string) bool {
	f, err := door.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	for lines := race.NewReader(f); ; {
		rec, err := lines.Next()
		switch {
		case err == io.EOF, errors.Is(err, race.ErrEmpty):
			return true
		case err != nil || rec.Rules != nil:
			return false
		}
	}
}

// Resume goes on with a race from its journal.
func (k Keep) Resume(path string, attended bool) (*Race, error) {
	file, err := k.Child.Open(path)
	if err != nil {
		return nil, err
	}
	t, whole, err := k.replay(path, table.Resumed{Attended: attended, Files: nearby}, file)
	if err == nil {
		err = file.Truncate(whole)
	}
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return &Race{Table: t, Journal: file, Home: path, attended: attended}, nil
}

// nearby is where the rules of a journal are read again from.
func nearby(p *scripts.Program) scripts.Files { return library.Lasting(library.Folders(p)...) }

// Read plays a journal's race again, as far as stop lets it, without going on
// with it; nil plays it to its end.
func (k Keep) Read(path string, stop func(*race.Game, *race.Record) bool) (*Race, error) {
	t, _, err := k.replay(path, table.Resumed{Stop: stop}, nil)
	if err != nil {
		return nil, err
	}
	return &Race{Table: t, Home: path}, nil
}

// replay returns the race of a journal, and how many bytes of that are whole
// lines.
func (k Keep) replay(path string, r table.Resumed, keeper table.Keeper) (t *table.Table, whole int64, err error) {
	f, err := door.Open(path)
	if err != nil {
		return nil, 0, err
	}
	defer f.Close()
	r.Journal = race.NewReader(door.Until(k.Context, f))
	stop := r.Stop
	r.Stop = func(g *race.Game, next *race.Record) bool {
		k.Child.Alive()
		return k.ended() != nil || stop != nil && stop(g, next)
	}
	r.Shelf, r.Context = k.Shelf, k.Context
	if t, err = table.Resume(r, keeper); err == nil {
		err = k.ended()
	}
	switch {
	case errors.Is(err, race.ErrEmpty):
		return nil, 0, fmt.Errorf("%s: %w; sandbox play VARIANT --save %s writes it there", path, err, path)
	case err != nil:
		return nil, 0, fmt.Errorf("%s: %w", path, err)
	}
	return t, r.Journal.Whole(), nil
}

// ended is why nothing more is to be done: the error of the context.
func (k Keep) ended() error {
	if k.Context == nil {
		return nil
	}
	return k.Context.Err()
}

// Close brings what was played to the disk and lets go of the journal.
// One whose file is lost is kept in another, which the error names.
func (r *Race) Close() error {
	return errors.Join(r.rescue(), r.Journal.Sync(), r.Journal.Close())
}

// Advance is that of the table. When the file that the race is kept in turns out
// to be lost, the error is a *store.Lost, and the race goes on in memory until
// Move; where nobody is there to say where to, it has moved already, and stops
// with an error that says so.
func (r *Race) Advance(ctx context.Context) (table.Beat, error) {
	beat, err := r.Table.Advance(ctx)
	if err != nil || r.Journal == nil || r.Journal.Lost() == nil {
		return beat, err
	}
	if !r.attended {
		return beat, r.rescue()
	}
	return beat, r.Journal.Lost()
}

// Move keeps the race in a new file from now on, with all that was played.
func (r *Race) Move(path string) error {
	own := r.Home == r.Journal.Path()
	err := r.Journal.Move(path)
	if err == nil && own {
		r.Home = path
	}
	return err
}

// rescue keeps a race whose file is lost in one beside it. The error says what
// has happened; nil when the file is well.
func (r *Race) rescue() error {
	lost := r.Journal.Check()
	if lost == nil {
		return nil
	}
	path := lost.Spare()
	if err := r.Move(path); err != nil {
		return fmt.Errorf("%w; all that was played is lost but for what lies there, since it cannot be kept elsewhere: %w", lost, err)
	}
	return fmt.Errorf("%w; all that was played is kept in %s: go on with sandbox play --resume %s", lost, path, path)
}

// Copy writes a copy of the race's journal to a new file, whole or not at all.
func (r *Race) Copy(path string) error {
	if lost := r.Journal.Check(); lost != nil {
		return lost
	}
	if err := r.Journal.Sync(); err != nil {
		return err
	}
	from, err := os.Open(r.Journal.Path())
	if err != nil {
		return err
	}
	defer from.Close()
	return store.WriteNew(path, func(to io.Writer) error {
		_, err := io.Copy(to, from)
		return err
	})
}

// NeedsSomebody says what a race waits for that only a person can give.
func (r *Race) NeedsSomebody() error {
	const goOn = "and only a person can %s: go on in a terminal with sandbox play --resume %s"
	v, err := r.View(table.Seat{})
	if err != nil {
		return err
	}
	if w := v.Throw; w != nil {
		return fmt.Errorf("%s rolls %s for %q, "+goOn, w.ID.Who, w.Dice, w.ID.Purpose, "type in what the dice show", r.Home)
	}
	q := v.Waiting[0]
	return fmt.Errorf("%s is asked %q, "+goOn, q.Who, q.Key, "answer", r.Home)
}
