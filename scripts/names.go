package scripts

import (
	"slices"

	"sandbox/core/race"
	"sandbox/scripts/internal/api"
	"sandbox/scripts/internal/host"
	"sandbox/scripts/internal/luabox"
	"sandbox/scripts/internal/source"
	"sandbox/scripts/internal/track"
	"sandbox/scripts/internal/variant"
)

// Names are those that the files of a variant can use.
type Names struct {
	RaceFunctions, RaceFields []string
	Car                       []string            // fields
	Functions, Fields         []string            // of the variant, and of all that it extends
	Base                      []string            // of what it extends; nil where it is no fork
	RollTables                []string            // those of Fields that dice choose a row of
	Modules                   map[string][]string // of what `require` gives, by its name; what is no table is not there
}

// Names says which names the files of the variant can use.
func (r *rules) Names() *Names { return r.names }

// namesOf are the names of a variant that was read.
func namesOf(now *reading, sources []race.Source) *Names {
	v, def := now.variant, now.def
	n := &Names{
		RaceFunctions: names(host.Functions()),
		RaceFields:    slices.Concat(host.RaceKeys(), def.Race.Names),
		Car:           slices.Concat(host.CarKeys(), def.Car.Names),
		RollTables:    source.SortedKeys(def.Tables),
		Modules:       map[string][]string{"racing": append(names(variant.Functions()), "none"), "track": names(track.Functions())},
	}
	if v.Base != nil {
		n.Base = now.box.Names(v.Base.Table)
	}
	for ; v != nil; v = v.Base {
		for _, name := range now.box.Names(v.Table) {
			list := &n.Fields
			if v.Table.Field(name).Kind() == luabox.FunctionKind {
				list = &n.Functions
			}
			if !slices.Contains(*list, name) {
				*list = append(*list, name)
			}
		}
	}
	for _, src := range sources {
		if t, ok := now.box.Module(src.Name).Table(); ok {
			n.Modules[luabox.ModuleName(src.Name)] = now.box.Names(t)
		}
	}
	return n
}

func names(functions []api.Function) []string {
	list := make([]string, len(functions))
	for i, f := range functions {
		list[i] = f.Name
	}
	return list
}

// Declared are the types, as the Lua language server writes them, of what a game
// has of its own, by the class that has it: fields of Car and of Race, and those
// of Variant that have no meaning to the program. It fails as Load does.
func (p *Program) Declared() (map[string]map[string]string, error) {
	now, err := p.readAgain()
	if err != nil {
		return nil, err
	}
	own := map[string]string{}
	known := variant.Keys()
	for _, name := range now.box.Names(now.variant.Table) {
		v := now.variant.Table.Field(name)
		if _, key := known[name]; key || name == "base" {
			continue
		}
		own[name] = typeOf(v)
		if now.def.Tables[name] != nil {
			own[name] = "RollTable"
		}
	}
	return map[string]map[string]string{"Car": typesOf(now.def.Car), "Race": typesOf(now.def.Race), "Variant": own}, nil
}

func typesOf(f *variant.Fields) map[string]string {
	types := map[string]string{}
	for _, name := range f.Names {
		types[name] = typeOf(f.Start(name))
	}
	return types
}

// typeOf is the type of a value; a field that holds nothing yet may hold anything.
func typeOf(v luabox.Value) string {
	switch v.Kind() {
	case luabox.Number:
		return "number"
	case luabox.Text:
		return "string"
	case luabox.Boolean:
		return "boolean"
	case luabox.TableKind:
		return "table"
	case luabox.FunctionKind:
		return "function"
	}
	return "any"
}
