// Package scripts is the Lua side as the program uses it: it loads variants and
// tracks, says what is in them and what changed, and makes the rules of races.
//
//	p, err := scripts.Load(files, scripts.Options{Variant: "paper_f1"})
//	game, err := race.Start(p, race.Head{Seed: "1", Entries: p.Entries()}, nil)
//
// A Program is compiled once; each Fresh makes a new Lua state from it, so
// nothing that a rule leaves behind outlives a step but what it declared. The
// package knows no terminal, no watcher and no disk: files come as values of
// fs.FS, errors go as values with a place.
//
// What it is made of has rooms of its own, below internal: source reads files,
// luabox runs them, track and variant say what is in them, host binds a variant
// to a race. Beside it, spec runs specs, check looks for what a race would find
// too late, and reference writes the Lua reference.
package scripts

import (
	"fmt"

	"sandbox/core/board"
	"sandbox/core/race"
	"sandbox/scripts/internal/host"
	"sandbox/scripts/internal/luabox"
	"sandbox/scripts/internal/track"
	"sandbox/scripts/internal/variant"
)

// Options say what to load and how it is to be changed for this run.
type Options = variant.Options

// Program is a variant and a track, loaded and checked, with those who race. It
// implements race.Book and may be used by several goroutines at once.
type Program struct {
	*rules
	opts    Options
	entries []race.Entry
}

// Load reads a variant and its track. It returns everything that is wrong
// with them, as Errors where places are known.
func Load(files Files, opts Options) (*Program, error) {
	r, err := read(files, opts)
	if err != nil {
		return nil, err
	}
	return r.enter(opts)
}

// enter makes a program of rules: those who race are looked at.
func (r *rules) enter(opts Options) (*Program, error) {
	p := &Program{rules: r, opts: opts, entries: opts.Entries}
	if p.entries == nil {
		p.entries = r.def.Entries
	}
	if err := r.def.CheckEntries(p.entries, opts.Laid); err != nil {
		return nil, err
	}
	if err := r.def.CheckDrivers(opts, p.entries); err != nil {
		return nil, err
	}
	return p, nil
}

// Setup implements race.Book.
func (p *Program) Setup() race.Setup {
	names := make([]string, len(p.entries))
	for i, e := range p.entries {
		names[i] = e.Name
	}
	_, displaced := p.def.Words["displaced"] // rules from before it was told have no words for it, and their journals do not have it
	return race.Setup{Board: p.track.Board, Laps: p.laps, Entries: names, Finish: p.def.Finish, Displaced: displaced}
}

// Sources implements race.Book.
func (p *Program) Sources() []race.Source { return p.units.Sources() }

// Settings implements race.Book.
func (p *Program) Settings() []string { return p.opts.Settings }

// Options are those that the program was loaded with.
func (p *Program) Options() Options { return p.opts }

// Bots are those that are dealt to the cars in turns.
func (p *Program) Bots() []string {
	if len(p.opts.Bots) == 0 {
		return []string{variant.Steady}
	}
	return p.opts.Bots
}

// Entries is the entry list.
func (p *Program) Entries() []race.Entry { return p.entries }

// Board is the track's, nil when it has none.
func (p *Program) Board() *board.Board { return p.track.Board }

// Track is the track.
func (p *Program) Track() *Track { return p.track }

// Laps to drive; without a board, turns.
func (p *Program) Laps() int { return p.laps }

// Fresh implements race.Book: a new Lua state, with the starting values of
// all fields.
func (p *Program) Fresh(r *race.Race) (race.Rules, error) { return p.NewHost(r) }

// NewHost is Fresh for callers who want the host itself.
func (p *Program) NewHost(r *race.Race) (h *host.Host, err error) {
	now := p.first.Swap(nil) // what Load has read serves for the first race
	if now == nil {
		if now, err = p.readAgain(); err != nil {
			return nil, err
		}
	}
	defer now.box.RescueIn(now.variant.File(), &err)
	cast := host.Cast{Track: p.track, Entries: p.entries, People: p.opts.People, Bots: p.Bots(), Drivers: p.drivers, WrittenAt: p.writtenAt, Values: len(p.values)}
	return host.New(now.reader, now.variant, now.def, cast, r), nil
}

// Points is what a placing scores under the variant's points table, with the
// car's bonus points; notes are what the rules remember of the car.
func (p *Program) Points(placing race.Placing, notes string) int {
	return p.def.Points.Of(placing, notes)
}

// Comparable are the fields that cars can be compared by, in order: "bot", and
// those that the rules declare, such as "tyres" or "wp.T".
func (p *Program) Comparable() []string { return p.def.Comparable() }

// CheckField says why cars cannot be compared by a field: a declared one, the T of
// a table as "wp.T", or "bot".
func (p *Program) CheckField(path string) error { return p.def.CheckField(path) }

// FieldText is a declared field of a car as people read it, from what the rules
// remember of the car; "wp.T" is the T in the table wp. It is "" when there is
// none.
func FieldText(notes, column string) string { return luabox.FieldText(notes, column) }

// Correct is a game master's correction: the state with one field of a car
// changed, and a note of it. The field is space, lap, status - without a board
// place or status - or one that the rules declared, or a value in a table of
// these, wp.B; the value is written as in the state's text form, texts also
// without quotes.
func (p *Program) Correct(head race.Head, state, car, field, value string) (note, corrected string, err error) {
	r, h, err := p.At(head, state)
	if err != nil {
		return "", "", err
	}
	i := r.Find(car)
	if i == race.Nobody {
		return "", "", fmt.Errorf("no car is called %q", car)
	}
	if err := h.Correct(i, field, value); err != nil {
		return "", "", err
	}
	after, err := h.State(r)
	return fmt.Sprintf("gm %s %s %s", car, field, value), r.Text(after), err
}

// Look works out a Lua expression over a state of a race, with the names `race` and
// `self`, the variant, and returns what it gives as lines. Nothing is changed by it.
func (p *Program) Look(head race.Head, state, expression string) ([]string, error) {
	_, h, err := p.At(head, state)
	if err != nil {
		return nil, err
	}
	return h.Look(expression)
}

// At is a race in a state, with its rules.
func (p *Program) At(head race.Head, state string) (*race.Race, *host.Host, error) {
	setup := p.Setup()
	setup.Entries = nil
	for _, e := range head.Entries {
		setup.Entries = append(setup.Entries, e.Name)
	}
	r, err := race.New(setup, nil)
	if err != nil {
		return nil, nil, err
	}
	h, err := p.NewHost(r)
	if err != nil {
		return nil, nil, err
	}
	notes, err := r.SetText(state)
	if err == nil {
		err = h.SetState(r, notes)
	}
	return r, h, err
}

// StatusOf is a car's status by its word: "running".
func StatusOf(word string) (race.Status, error) { return host.StatusOf(word) }

// NewBox is a Lua state in which files can be read, and nothing was.
func NewBox(files Files) *luabox.Box { return newReading(luabox.NewUnits(files)).box }

// LoadTrack checks a track by itself.
func LoadTrack(files Files, name string) (*Track, error) {
	return newReading(luabox.NewUnits(files)).tracks.Load(name)
}

// A track by itself, and what it is made of.
type (
	Track   = track.Track
	Section = track.Section
	Chart   = track.Chart
)
