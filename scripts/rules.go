package scripts

import (
	"fmt"
	"sync/atomic"

	"sandbox/scripts/internal/drivers"
	"sandbox/scripts/internal/host"
	"sandbox/scripts/internal/luabox"
	"sandbox/scripts/internal/source"
	"sandbox/scripts/internal/track"
	"sandbox/scripts/internal/variant"
)

// rules are a variant and a track that were read, whoever races under them.
// Nothing in them changes any more.
type rules struct {
	opts        Options // but for those who race
	units       *luabox.Units
	track       *track.Track
	laps        int
	drivers     *drivers.Drivers    // how drivers decide
	def         *variant.Definition // of the box that was read first
	values      map[string]string   // every value of the variant as text, by path
	places      map[string]string   // where each is written, file:line, or the setting
	differences []Change            // from the variant that it is a fork of
	shortened   []Shortened         // lists that are longer there
	info        Info
	names       *Names

	first atomic.Pointer[reading] // what was read first, until a race has it
}

// reading is a box into which a variant was read.
type reading struct {
	box     *luabox.Box
	reader  *variant.Reader
	tracks  *track.Reader
	variant *variant.Variant
	def     *variant.Definition
}

func newReading(units *luabox.Units) *reading {
	r := &reading{reader: variant.NewReader(host.Reserved())}
	r.box = luabox.New(units, r.reader.Hooks())
	r.reader.Open(r.box)
	r.tracks = track.New(r.box)
	return r
}

// read reads a variant and its track.
func read(files Files, opts Options) (*rules, error) {
	opts.Entries, opts.Laid, opts.People, opts.Bots = nil, false, nil, nil
	r := &rules{opts: opts, units: luabox.NewUnits(files)}
	first := newReading(r.units)
	var err error
	if first.variant, first.def, err = first.reader.Read(opts, false); err != nil {
		return nil, err
	}
	if err := r.settle(first); err != nil {
		return nil, err
	}
	r.first.Store(first)
	return r, nil
}

// readAgain reads the variant into another box.
func (r *rules) readAgain() (*reading, error) {
	now := newReading(r.units)
	var err error
	now.variant, now.def, err = now.reader.Read(r.opts, true)
	return now, err
}

// settle puts together what is kept of a variant that was read.
func (r *rules) settle(first *reading) (err error) {
	v, def := first.variant, first.def
	defer first.box.RescueIn(v.File(), &err)
	name := r.opts.Track
	if name == "" {
		name = def.Track
	}
	if r.track, err = first.tracks.Load(name); err != nil {
		return err
	}
	first.box.Refill(luabox.Loading) // however large the track is
	if err := def.Suits(v, r.track.Board != nil, name); err != nil {
		return err
	}
	r.laps = firstOf(r.opts.Laps, def.Laps, r.track.Laps, 1)
	if r.laps < 1 || r.laps > 1000 {
		return fmt.Errorf("%d %s: a race has 1 to 1000", r.laps, r.track.Unit()+"s")
	}
	r.def = def
	if r.drivers, err = drivers.Read(first.box, v, r.track); err != nil {
		return err
	}
	r.values = first.reader.Values(v)
	r.places = first.reader.Places(v, def, r.values, r.opts.Settings)
	r.info = Info{
		Variant: def.Name, Extends: v.Extends(), Track: r.track.Title, Unit: r.track.Unit(), Words: def.Words, Columns: def.Columns,
		Bots: source.SortedKeys(def.Bots), Tables: first.reader.Tables(def), Fields: def.Car.Givable(), Points: def.Points, Asks: r.units.Asks(),
		Houses: first.reader.Houses(v), Idle: first.reader.Idle(v, def, r.track.Board != nil),
	}
	r.names = namesOf(first, r.units.Sources())
	r.info.Clashes = first.reader.Clashes(v, r.info.Tables)
	if v.Base != nil {
		r.shortened = first.reader.Shortened(v)
		r.differences = variant.Differences(first.reader.Values(v.Under()), r.values, r.info.Tables)
	}
	return nil
}

func firstOf(numbers ...int) int {
	for _, n := range numbers {
		if n != 0 {
			return n
		}
	}
	return 0
}
