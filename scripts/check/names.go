package check

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"sandbox/core/race"
	"sandbox/scripts"
	"sandbox/scripts/internal/source"
	"sandbox/scripts/spec"
)

// Names finds what the files of a program, and the specs beside its variant, call and
// look into that is not there: what a race would find only when it comes to that
// line. It returns all of it, as scripts.Errors.
func Names(files scripts.Files, p *scripts.Program) error {
	known := p.Names()
	var wrong source.Errors
	for _, src := range p.Sources() {
		look(src, false, known, &wrong)
	}
	src, err := files.Open(scripts.Variants + "/" + p.Options().Variant + "_spec")
	switch {
	case err == nil:
		inSpec := *known
		inSpec.Modules = map[string][]string{"spec": spec.Names()}
		look(src, true, &inSpec, &wrong)
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	if len(wrong) > 0 {
		return wrong.InOrder()
	}
	return nil
}

// look adds what is wrong with the names that a file uses.
func look(src race.Source, isSpec bool, known *scripts.Names, wrong *source.Errors) {
	uses := source.Uses(src, isSpec)
	asked := map[string]bool{} // names of the variant that the file asks for, as in `if self.x then`
	for _, u := range uses {
		if u.Of == source.OfSelf && !u.Sure && !u.Set {
			asked[u.Path[0]] = true
		}
	}
	for _, u := range uses {
		if u.Of == source.OfSelf && asked[u.Path[0]] {
			continue
		}
		if what := unknown(u, known); what != "" {
			wrong.Add(src.Path, u.Line, "%s", what)
		}
	}
}

// unknown says what is wrong with a use of a name, "" for nothing.
func unknown(u source.Use, known *scripts.Names) string {
	name := u.Path[0]
	switch u.Of {
	case source.Compared:
		if _, err := scripts.StatusOf(u.Equals); name == "status" && err != nil {
			return "status is compared with a word that none has: " + err.Error()
		}
		return ""
	case source.OfRace:
		if now := scripts.Renamed(name); now != "" {
			return "race:" + name + " goes by another name now: race:" + now
		}
		return missing(u, "the race has no `%s`", name, slices.Concat(known.RaceFunctions, known.RaceFields), "; declare it first: race = { "+name+" = ... }")
	case source.OfCar:
		return missing(u, "a car has no `%s`", name, known.Car, "; declare it first: car = { "+name+" = ... }")
	case source.OfSpecRace:
		return missing(u, "a race in a spec has no `%s`", name, spec.RaceNames(), "")
	case source.OfSelf:
		return unknownOfSelf(u, known)
	}
	if library := source.Library(u.Of); library != nil {
		return missing(u, "`"+u.Of+"` has no `%s`", name, library, "")
	}
	module := strings.TrimPrefix(u.Of, source.Module)
	if there := known.Modules[module]; there != nil && u.Sure {
		return missing(u, "`"+module+"` has no `%s`", name, there, "")
	}
	return ""
}

// unknownOfSelf is unknown for a name of the variant, of what it extends or of
// one of its roll tables.
func unknownOfSelf(u source.Use, known *scripts.Names) string {
	name := u.Path[0]
	all := slices.Concat(known.Functions, known.Fields)
	if !slices.Contains(all, name) {
		if !u.Sure {
			return ""
		}
		return missing(u, "the variant has no `%s`", name, all, "; it would be written as V."+name+" = ...")
	}
	if len(u.Path) == 1 {
		return ""
	}
	switch inner := u.Path[1]; {
	case name == "base" && known.Base != nil && (u.Called || len(u.Path) > 2):
		return missing(u, "what the variant extends has no `%s`", inner, known.Base, "")
	case u.Method && len(u.Path) == 2 && slices.Contains(known.RollTables, name):
		return missing(u, "a roll table has no `%s`", inner, []string{"roll"}, "")
	}
	return ""
}

// missing says that a name is none of those known, "" when it is one.
func missing(u source.Use, has, name string, known []string, remedy string) string {
	if slices.Contains(known, name) {
		return ""
	}
	hint := source.Suggest(name, known)
	if hint == "" && !u.Called {
		hint = remedy
	}
	return fmt.Sprintf(has, name) + hint
}
