package scripts

import (
	"slices"

	"sandbox/scripts/internal/api"
	"sandbox/scripts/internal/host"
	"sandbox/scripts/internal/luabox"
	"sandbox/scripts/internal/source"
	"sandbox/scripts/internal/track"
	"sandbox/scripts/internal/variant"
)

// Names are those that the files of a variant can use.
type Names struct {
	Race, Car  []string            // functions and fields
	Variant    []string            // of the variant, and of all that it extends
	Base       []string            // of what it extends; nil where it is no fork
	RollTables []string            // those of Variant that dice choose a row of
	Modules    map[string][]string // of what `require` gives, by its name; what is no table is not there
}

// Names reads the variant once more, and says which names its files can use. It
// fails as Load does.
func (p *Program) Names() (*Names, error) {
	now, err := p.readAgain()
	if err != nil {
		return nil, err
	}
	v, def := now.variant, now.def
	n := &Names{
		Race:       slices.Concat(names(host.Functions()), host.RaceKeys(), def.Race.Names),
		Car:        slices.Concat(host.CarKeys(), def.Car.Names),
		RollTables: source.SortedKeys(def.Tables),
		Modules:    map[string][]string{"racing": append(names(variant.Functions()), "none"), "track": names(track.Functions())},
	}
	if v.Base != nil {
		n.Base = now.box.Names(v.Base.Table)
	}
	for ; v != nil; v = v.Base {
		n.Variant = append(n.Variant, now.box.Names(v.Table)...)
	}
	for _, src := range p.units.Sources() {
		if t, ok := now.box.Module(src.Name).Table(); ok {
			n.Modules[luabox.ModuleName(src.Name)] = now.box.Names(t)
		}
	}
	return n, nil
}

func names(functions []api.Function) []string {
	list := make([]string, len(functions))
	for i, f := range functions {
		list[i] = f.Name
	}
	return list
}
