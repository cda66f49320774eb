// Package variant reads what a game's rules are before any race: racing.*, the
// tables that dice choose rows of, forks and their merging, settings, and all
// that is checked of a variant.
//
//	r := variant.NewReader(reserved)
//	box := luabox.New(units, r.Hooks())
//	r.Open(box)
//	v, def, err := r.Read(variant.Options{Variant: "paper_f1"}, false)
//
// A Definition is a variant in Go, as a host needs it. The package compares
// variants as well, by the values of their tables. It runs nothing: what
// race:* does, what a row does to a car and how a declared turn is played lie
// in host, and tracks in track; neither is known here.
package variant

import (
	"fmt"

	"sandbox/core/race"
	"sandbox/scripts/internal/luabox"
	"sandbox/scripts/internal/source"
)

// Options say what to load and how it is to be changed for this run.
type Options struct {
	Variant  string       // its name, such as "paper_f1"
	With     []string     // the house rules over it by name, the last one on top
	Track    string       // "" for the variant's own
	Laps     int          // 0 for the variant's own, or the track's
	Settings []string     // "action.2.spaces=-4", applied before anything is checked
	Entries  []race.Entry // instead of the variant's; nil for those
	Laid     bool         // entries are names alone: a spec lays down what their cars have
	People   []string     // cars that people drive
	Bots     []string     // who drives the others, taken in turns; none for "steady"
}

// Steady is the bot that every variant has.
const Steady = "steady"

// Reserved are the names that the race itself has in the tables of cars and of
// the race: rules cannot declare fields of these names.
type Reserved struct{ Car, Race map[string]bool }

// Runner is a race that runs, for what rules can only do in one. All methods
// find their arguments in the box, push what they return there and say how
// many values that were.
type Runner interface {
	// RollTable is table:roll(race, car, purpose).
	RollTable(t *RollTable) int
	// PlayTurn is a declared turn called as a function: turn(self, race, car).
	PlayTurn(t *Turn) int
	// PlannedNext is the next(self, race) that every variant has, unless it writes its own.
	PlannedNext() int
	// Before is R.super.order(self, race, a, b) where the order is a name.
	Before(order race.Order) int
	// LookAhead and TakeTow are racing.look_ahead and racing.take_tow(self, race,
	// car, ask, driver).
	LookAhead() int
	TakeTow() int
}

// Reader reads the variants of one box.
type Reader struct {
	box      *luabox.Box
	reserved Reserved
	runner   Runner

	variants map[luabox.Table]*Variant
	houses   map[luabox.Table]*house
	tables   map[luabox.Table]*RollTable
	declared map[luabox.Function]*Turn
	derived  map[luabox.Value]luabox.Function // derived tables, and what stands for them
	roll     luabox.Value                     // of roll tables
	foresees map[luabox.Function]Foresight
	usual    luabox.Function // the `next` of the library
	forks    int             // that are being read, each for the one before
}

// NewReader makes a reader that is still to be opened.
func NewReader(reserved Reserved) *Reader {
	return &Reader{
		reserved: reserved, variants: map[luabox.Table]*Variant{}, houses: map[luabox.Table]*house{},
		tables: map[luabox.Table]*RollTable{}, declared: map[luabox.Function]*Turn{}, derived: map[luabox.Value]luabox.Function{},
	}
}

// Hooks are what a box is told about tables and functions of variants.
func (r *Reader) Hooks() luabox.Hooks {
	return luabox.Hooks{Copied: r.copied, Literal: r.literal}
}

// Open has files of the box find `racing`. It is called once.
func (r *Reader) Open(box *luabox.Box) {
	r.box = box
	r.roll = box.Func(r.tableRoll).Value()
	r.usual = box.Func(func() int { return r.running("V.next").PlannedNext() })
	racing := box.Functions(map[string]func() int{
		"variant":          r.racingVariant,
		"extend":           r.racingExtend,
		"use":              r.racingUse,
		"house":            r.racingHouse,
		"stack":            r.racingStack,
		"table":            r.racingTable,
		"derived":          r.racingDerived,
		"outcomes":         r.racingOutcomes,
		"levels":           r.racingLevels,
		"roll_and_advance": r.rollAndAdvance,
		"look_ahead":       func() int { return r.running("racing.look_ahead").LookAhead() },
		"take_tow":         func() int { return r.running("racing.take_tow").TakeTow() },
	})
	ahead, _ := racing.Field("look_ahead").Function()
	tow, _ := racing.Field("take_tow").Function()
	r.foresees = map[luabox.Function]Foresight{ahead: Ahead, tow: Tow}
	racing.SetField("none", box.None().Value())
	box.Provide("racing", racing)
}

// Box is the box that the reader was opened with.
func (r *Reader) Box() *luabox.Box { return r.box }

// Bind says which race runs from now on.
func (r *Reader) Bind(runner Runner) { r.runner = runner }

// running is the race that runs; function names what needs one.
func (r *Reader) running(function string) Runner {
	if r.runner == nil {
		luabox.Raise("%s: only while a race runs, not at the top of a file", function)
	}
	return r.runner
}

// copied makes a roll table of the copy of one, and a derived table of that of
// one.
func (r *Reader) copied(from, to luabox.Table) {
	if rt := r.tables[from]; rt != nil {
		r.adopt(rt.copyTo(to))
	}
	if fn, ok := r.derived[from.Value()]; ok {
		r.derived[to.Value()] = fn
	}
}

// literal is a declared turn as people read it.
func (r *Reader) literal(f luabox.Function) (text string, ok bool) {
	turn := r.declared[f]
	if turn == nil {
		return "", false
	}
	return fmt.Sprint("roll_and_advance ", turn.Dice, turn.Purpose, turn.OnMark, r.box.FunctionHash(turn.Units)), true
}

// Read reads a variant's file, changes it as the settings say, and checks it;
// `again` when that was done in another box before. What is wrong with it
// comes back at once, as source.Errors.
func (r *Reader) Read(opts Options, again bool) (v *Variant, def *Definition, err error) {
	defer r.box.Rescue(&err)
	if v, err = r.load(opts.Variant); err != nil {
		return nil, nil, err
	}
	v = r.stack(v, opts.With)
	defer r.box.RescueIn(v.File(), &err)
	if !again { // the files build the same tables every time
		if wrong := r.shape(v); len(wrong) > 0 {
			return nil, nil, wrong.InOrder()
		}
	}
	if err := r.apply(v, opts.Settings); err != nil {
		return nil, nil, err
	}
	def, wrong := r.define(v, opts.Settings)
	if !again {
		wrong = append(wrong, r.checkMixins(v)...)
	}
	if len(wrong) > 0 {
		return nil, nil, wrong
	}
	r.derive(v)
	return v, def, nil
}

// load reads a variant's file.
func (r *Reader) load(name string) (*Variant, error) {
	value, err := r.box.Load(source.Variants + "/" + name)
	if err != nil {
		return nil, err
	}
	table, _ := value.Table()
	v := r.variants[table]
	if v == nil || v.name != name {
		if h, ok := r.HouseOf(value); ok {
			return nil, h.notAGame()
		}
		u := r.box.Units().Unit(source.Variants + "/" + name)
		return nil, &source.Error{File: u.Source.Path, Msg: fmt.Sprintf(
			"a variant ends with `return V`, the table that racing.variant or racing.extend made here; this file returns %s", value.Article())}
	}
	return v, nil
}

// library is what every variant starts from.
func (r *Reader) library() luabox.Table {
	t, _ := r.box.Module(base).Table()
	return t
}

// base is the file of the library that every variant starts from.
const base = source.Lib + "/base"
