// Package table is the session: one race with its people, whoever shows it to
// them. A terminal, a mail desk and a browser are faces of it.
//
//	t, err := table.New(table.Setup{Files: files, Options: options, Seed: "monza", Attended: true}, journal)
//	for {
//		beat, err := t.Advance(ctx)
//		... // tell beat.Commit
//		switch beat.Waits {
//		case table.ForGo:
//			err = t.Go(0)
//		case table.ForAnswers:
//			view, err := t.View(table.Seat{Car: "Sweden"})
//			for _, q := range view.Questions {
//				err = t.Answer(view.Seat, q.ID, "3")
//			}
//		}
//	}
//
// A table may be used by several goroutines at once. It knows no terminal, no
// disk, no clock and no other table: files come as scripts.Files, and what is
// to be kept goes to a Keeper. Its limits are its own, so that a process holds
// thousands; one that waits for people can be parked, and then holds text and
// no Lua. Where races are kept on disk is the business of package saved, what
// they add up to that of package championship.
package table

import (
	"context"
	"io"
	"sync"

	"sandbox/core/race"
	"sandbox/scripts"
)

// Seat is a place at the table: a driver's, the game master's, or, for the zero
// Seat, that of somebody who looks on.
type Seat struct {
	Car string // the driver's car
	GM  bool   // the game master may do all that a driver may
}

// gameMaster is who is asked where the race itself asks.
const gameMaster = "race"

// SeatOf is the seat of somebody who is asked: a car's name, or "race".
func SeatOf(who string) Seat {
	if who == gameMaster {
		return Seat{GM: true}
	}
	return Seat{Car: who}
}

// is says that the seat is that of somebody who is asked. A seat of a car of the
// game master's name is nobody's.
func (s Seat) is(who string) bool {
	if who == gameMaster {
		return s.GM
	}
	return s.Car == who
}

// Setup is what a race begins with.
type Setup struct {
	Files    scripts.Files   // where the rules are read from, and read again
	Options  scripts.Options // which rules, and who drives
	Seed     string          // any text
	Dice     string          // as dice.Open knows them
	Start    string          // the state that it begins in, as text; "" for cars waiting
	Attended bool            // people let each round begin; see Go
	Shelf    *scripts.Shelf  // rules that other tables use too; nil for this table's own, of which a parked race keeps megabytes
	Context  context.Context // stops the rules when it is done, wherever they are; nil for never
}

// Keeper keeps the race's journal. Each Write is one whole line; after Sync all
// lines outlast a power cut.
type Keeper interface {
	io.Writer
	Sync() error
}

// Table is one race with its people.
type Table struct {
	mu       sync.Mutex
	files    scripts.Files
	options  scripts.Options
	until    context.Context // stops the rules; nil for never
	shelf    *scripts.Shelf
	program  *scripts.Program
	game     *race.Game
	kept     *kept // nil for a race that nobody keeps
	attended bool

	next    *race.Step    // what comes next, once it was asked for
	over    bool          // nothing comes next, as far as that was asked
	rounds  int           // that people let begin
	hold    bool          // it waits before the next step, wherever in the race it is
	begun   string        // label of the step that people let begin
	broken  error         // why the files as they are cannot be used
	offer   *Offer        // rules that wait for people to choose, nil for none
	trouble error         // what went wrong in the step that comes next
	changed chan struct{} // closed at the next change
}

// New begins a race, and its journal if somebody keeps it; k may be nil. It
// fails for rules that cannot be loaded, with all that is wrong in them.
func New(s Setup, k Keeper) (*Table, error) {
	files := scripts.Until(s.Context, s.Files)
	p, err := s.Shelf.Load(files, s.Options)
	if err != nil {
		return nil, err
	}
	t := &Table{
		files: files, options: s.Options, until: s.Context, shelf: s.Shelf, program: p,
		kept: keptBy(k), attended: s.Attended, changed: make(chan struct{}),
	}
	t.options.Entries = p.Entries() // whatever the files say later
	head := race.Head{
		Variant: s.Options.Variant, With: s.Options.With, Track: s.Options.Track, Laps: p.Laps(), Seed: s.Seed, Dice: s.Dice, Start: s.Start,
		Entries: p.Entries(), People: s.Options.People, Bots: s.Options.Bots,
	}
	if t.game, err = race.Start(p, head, t.journal()); err != nil {
		return nil, err
	}
	return t, nil
}

// Resumed is a race to go on with.
type Resumed struct {
	Journal  *race.Reader
	Attended bool
	Shelf    *scripts.Shelf  // as that of Setup
	Context  context.Context // as that of Setup
	// Files says where the rules of a race are read again from; nil when they
	// are not.
	Files func(p *scripts.Program) scripts.Files
	// Stop ends the race before the first record that it refuses; nil plays all.
	Stop func(g *race.Game, next *race.Record) bool
}

// Resume plays a journal's race again, from the rules in it, and goes on where
// it ended: in the middle of a step too. What the keeper gets comes after what
// was read; it may be nil. It fails where Replay does.
func Resume(r Resumed, k Keeper) (*Table, error) {
	t := &Table{until: r.Context, shelf: r.Shelf, kept: keptBy(k), attended: r.Attended, changed: make(chan struct{})}
	open := func(head race.Head, sources []race.Source, settings []string) (race.Book, error) {
		t.options = scripts.Options{
			Variant: head.Variant, With: head.With, Track: head.Track, Laps: head.Laps, Settings: settings,
			Entries: head.Entries, Laid: head.Start != "", People: head.People, Bots: head.Bots,
		}
		p, err := r.Shelf.Load(t.recorded(sources), t.options)
		if err != nil {
			return nil, err
		}
		t.program = p
		return p, nil
	}
	var err error
	if t.game, err = race.Replay(r.Journal, open, r.Stop); err != nil {
		return nil, err
	}
	t.files = t.recorded(t.program.Sources())
	if r.Files != nil {
		t.files = scripts.Until(t.until, r.Files(t.program))
	}
	if k != nil {
		t.game.Continue(t.kept)
	}
	return t, nil
}

// recorded are files as a journal has them.
func (t *Table) recorded(sources []race.Source) scripts.Files {
	return scripts.Until(t.until, scripts.Recorded(sources))
}

// kept is a keeper that is asked for nothing twice.
type kept struct {
	Keeper
	lines bool  // that may not outlast a power cut
	lost  error // why a line could not be kept
}

func keptBy(k Keeper) *kept {
	if k == nil {
		return nil
	}
	return &kept{Keeper: k}
}

// Write implements io.Writer.
func (k *kept) Write(line []byte) (int, error) {
	k.lines = true
	n, err := k.Keeper.Write(line)
	if err != nil {
		k.lost = err
	}
	return n, err
}

// Sync implements Keeper.
func (k *kept) Sync() error {
	switch {
	case k == nil:
		return nil
	case k.lost != nil:
		return k.lost
	case !k.lines:
		return nil
	}
	err := k.Keeper.Sync()
	k.lines = err != nil
	return err
}

// journal is the keeper as the core wants it.
func (t *Table) journal() io.Writer {
	if t.kept == nil {
		return nil
	}
	return t.kept
}

// tell lets those who watch know that something has changed.
func (t *Table) tell() {
	close(t.changed)
	t.changed = make(chan struct{})
}

// Changed is closed at the next change of the race.
func (t *Table) Changed() <-chan struct{} {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.changed
}

// Park lets go of the Lua of a race, and of whatever else can be made again
// from its text. The race goes on as if it had not been parked. Rules as they
// were read stay on the Shelf, once for all that share them.
func (t *Table) Park() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.game.Park()
}
