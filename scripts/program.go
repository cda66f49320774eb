// Package scripts is the Lua side: it reads variants and tracks, checks them,
// and runs them as the rules of a race.
//
//	p, err := scripts.Load(files, scripts.Options{Variant: "paper_f1"})
//	game, err := race.Start(p, race.Head{Seed: "1", Entries: p.Entries()}, nil)
//
// A Program is compiled once; each Fresh makes a new Lua state from it, so
// nothing that a rule leaves behind outlives a step but what it declared. The
// package knows no terminal, no watcher and no disk: files come as values of
// fs.FS, errors go as values with a place.
package scripts

import (
	"fmt"
	"path"

	lua "github.com/yuin/gopher-lua"

	"sandbox/core/board"
	"sandbox/core/dice"
	"sandbox/core/race"
)

// Options say what to load and how it is to be changed for this run.
type Options struct {
	Variant  string       // its name, such as "paper_f1"
	Track    string       // "" for the variant's own
	Laps     int          // 0 for the variant's own, or the track's
	Settings []string     // "action.2.spaces=-4", applied before anything is checked
	Entries  []race.Entry // instead of the variant's; nil for those
	People   []string     // cars that people drive
	Bots     []string     // who drives the others, taken in turns; none for "steady"
}

// Program is a variant and a track, loaded and checked. It implements
// race.Book and may be used by several goroutines at once.
type Program struct {
	opts        Options
	units       *units
	board       *board.Board
	circuit     *circuit
	laps        int
	entries     []race.Entry
	values      map[string]string // every value of the variant as text, by path
	places      map[string]string // where each is written, file:line, or the setting
	differences []Change          // from the variant that it is a fork of
	plan        race.Plan
	finish      race.Finish
	info        Info
}

// Info is what faces of the program want to know of a variant.
type Info struct {
	Variant string // the variant's name as people read it
	Extends string // the variant that it is a fork of, such as "paper_f1"; "" for none
	Track   string
	Unit    string            // of its length: "lap", or "turn" without a board
	Words   map[string]string // how events are told
	Columns []string          // fields that the standings show
	Bots    []string
	Tables  []Table        // the roll tables by name
	Fields  map[string]any // what entries may give a car, with the value it has otherwise
	Points  Points
}

// Load reads a variant and its track. It returns everything that is wrong
// with them, as Errors where places are known.
func Load(files Files, opts Options) (*Program, error) {
	p := &Program{opts: opts, units: newUnits(files)}
	s := newState(p.units)
	v, def, err := s.read(opts, false)
	if err != nil {
		return nil, err
	}
	if err := p.settle(s, v, def); err != nil {
		return nil, err
	}
	return p, nil
}

// settle puts together what a program keeps of a variant that was read.
func (p *Program) settle(s *state, v *variant, def *definition) (err error) {
	defer s.rescueIn(s.fileOf(v), &err)
	opts := p.opts
	track := opts.Track
	if track == "" {
		track = def.track
	}
	circuit, err := s.loadTrack(track)
	if err != nil {
		return err
	}
	s.budget.refill(loadBudget) // however large the track is
	p.circuit, p.board, p.plan, p.finish = circuit, circuit.board, def.plan, def.finish
	if err := s.suits(v, def, circuit, track); err != nil {
		return err
	}
	p.laps = firstOf(opts.Laps, def.laps, circuit.laps, 1)
	if p.laps < 1 || p.laps > 1000 {
		return fmt.Errorf("%d %s: a race has 1 to 1000", p.laps, p.circuit.unit()+"s")
	}
	if p.entries = opts.Entries; p.entries == nil {
		p.entries = def.entries
	}
	if err := def.checkEntries(p.entries); err != nil {
		return err
	}
	if err := def.checkDrivers(opts, p.entries); err != nil {
		return err
	}
	p.values, p.places = s.flatten(v.table), map[string]string{}
	library, set := s.flatten(s.library()), def.setBy(opts.Settings)
	for path, text := range p.values {
		switch setting, ok := set[path]; {
		case ok:
			p.places[path] = "set: " + setting
		default:
			file, line := s.valuePlace(v, path, library[path] == text)
			p.places[path] = fmt.Sprintf("%s:%d", file, line)
		}
	}
	p.info = Info{Variant: def.name, Extends: v.extends(), Track: circuit.name, Unit: circuit.unit(), Words: def.words, Columns: def.columns, Bots: sortedKeys(def.bots), Tables: s.tablesOf(def.tables), Fields: def.car.givable(), Points: Points{def.points.system, def.points.best}}
	if v.base != nil {
		p.differences = p.compare(s.flatten(v.base.table))
	}
	return nil
}

// read reads a variant's file, changes it as the settings say, and checks it;
// `again` when that was done in another state before.
func (s *state) read(opts Options, again bool) (v *variant, def *definition, err error) {
	defer s.rescue(&err)
	if v, err = s.loadVariant(opts.Variant); err != nil {
		return nil, nil, err
	}
	defer s.rescueIn(s.fileOf(v), &err)
	if !again { // the files build the same tables every time
		if wrong := s.shape(v); len(wrong) > 0 {
			return nil, nil, wrong.inOrder()
		}
	}
	if err := s.apply(v, opts.Settings); err != nil {
		return nil, nil, err
	}
	def, wrong := s.define(v)
	if len(wrong) > 0 {
		return nil, nil, wrong
	}
	return v, def, nil
}

func firstOf(numbers ...int) int {
	for _, n := range numbers {
		if n != 0 {
			return n
		}
	}
	return 0
}

// moduleName is "paper_f1" for "variants/paper_f1".
func moduleName(name string) string { return path.Base(name) }

// loadVariant reads a variant's file.
func (s *state) loadVariant(name string) (*variant, error) {
	value, err := s.protectedLoad(Variants + "/" + name)
	if err != nil {
		return nil, err
	}
	table, _ := value.(*lua.LTable)
	v := s.variants[table]
	if v == nil || v.name != name {
		u := s.units.known[Variants+"/"+name]
		return nil, &Error{File: u.source.Path, Msg: fmt.Sprintf("a variant ends with `return V`, the table that racing.variant or racing.extend made here; this file returns %s", article(value))}
	}
	return v, nil
}

// fileOf is what people call the file of a variant.
func (s *state) fileOf(v *variant) string { return s.units.known[Variants+"/"+v.name].source.Path }

// Setup implements race.Book.
func (p *Program) Setup() race.Setup {
	names := make([]string, len(p.entries))
	for i, e := range p.entries {
		names[i] = e.Name
	}
	return race.Setup{Board: p.board, Laps: p.laps, Entries: names, Finish: p.finish}
}

// Sources implements race.Book.
func (p *Program) Sources() []race.Source {
	var list []race.Source
	for _, name := range p.units.order {
		list = append(list, p.units.known[name].source)
	}
	return list
}

// Settings implements race.Book.
func (p *Program) Settings() []string { return p.opts.Settings }

// Options are those that the program was loaded with.
func (p *Program) Options() Options { return p.opts }

// Bots are those that are dealt to the cars in turns.
func (p *Program) Bots() []string {
	if len(p.opts.Bots) == 0 {
		return steady
	}
	return p.opts.Bots
}

// steady is the bot that every variant has.
var steady = []string{"steady"}

// Entries is the entry list.
func (p *Program) Entries() []race.Entry { return p.entries }

// entry is the fields of a car's entry. The car is usually at that place of
// the list; after a reload the list may have changed under the race.
func (p *Program) entry(i int, name string) map[string]any {
	if i < len(p.entries) && p.entries[i].Name == name {
		return p.entries[i].Fields
	}
	for _, e := range p.entries {
		if e.Name == name {
			return e.Fields
		}
	}
	return nil
}

// Info is what faces want to know.
func (p *Program) Info() Info { return p.info }

// Board is the track's, nil when it has none.
func (p *Program) Board() *board.Board { return p.board }

// Laps to drive; without a board, turns.
func (p *Program) Laps() int { return p.laps }

// Fresh implements race.Book: a new Lua state, with the starting values of
// all fields.
func (p *Program) Fresh(r *race.Race) (race.Rules, error) { return p.NewHost(r) }

// NewHost is Fresh for callers who want the host itself.
func (p *Program) NewHost(r *race.Race) (h *Host, err error) {
	s := newState(p.units)
	v, def, err := s.read(p.opts, true)
	if err != nil {
		return nil, err
	}
	defer s.rescueIn(s.fileOf(v), &err)
	return s.bind(p, v, def, r), nil
}

func labels(names []string) []dice.Label {
	list := make([]dice.Label, len(names))
	for i, n := range names {
		list[i] = dice.NewLabel(n)
	}
	return list
}
