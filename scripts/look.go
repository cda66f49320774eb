package scripts

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"strings"

	"sandbox/scripts/internal/host"
	"sandbox/scripts/internal/luabox"
	"sandbox/scripts/internal/source"
	"sandbox/scripts/internal/variant"
)

// The folders that Lua files are asked for by.
const (
	Variants = source.Variants
	Tracks   = source.Tracks
	Lib      = source.Lib
)

// HouseRules is the kind of the files of Variants that hold a house rule.
const HouseRules = "house rules"

// MaxSource is the length of the longest Lua file that is read, in bytes.
const MaxSource = source.MaxSource

// What finds Lua files, and what is wrong in them.
type (
	Files      = source.Files
	Root       = source.Root
	Roots      = source.Roots
	Recorded   = source.Recorded
	Error      = source.Error
	Errors     = source.Errors
	EntryError = variant.EntryError
)

// What faces see of a variant's values and tables.
type (
	Change    = variant.Change
	Shortened = variant.Shortened
	Table     = variant.Table
	Row       = variant.Row
	Points    = variant.Points
	House     = variant.House
)

// Until are files that are read until the context is done. The rules that are
// read from them stop then too, wherever they are, with the context's error: a
// step that they were in has not happened. A nil context has no end.
func Until(ctx context.Context, files Files) Files {
	if ctx == nil {
		return files
	}
	return source.Until{Files: files, Context: ctx}
}

// Host is the rules of one race, as Program.NewHost makes them.
type Host = host.Host

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
	Asks    bool     // drivers may be asked something
	Houses  []House  // the house rules over the game, the lowest first
	Idle    []string // of their functions, those that nothing calls: "wolves.lua:12: nothing in isloppet calls `blocked`"
	Clashes []string // the values that two of them change, and which wins
}

// Info is what faces want to know.
func (r *rules) Info() Info { return r.info }

// Beside says that a file of that name, without its .lua, belongs to another one:
// it holds its specs or its drivers, and is no variant or track.
func Beside(name string) bool { return source.Beside(name) }

// KindOf says whether a file is one of Variants, of Tracks or of HouseRules.
func KindOf(files Files, name string) (string, error) {
	for _, folder := range []string{Variants, Tracks} {
		if _, err := files.Open(folder + "/" + name); errors.Is(err, fs.ErrNotExist) {
			continue
		}
		return KindIn(files, folder, name)
	}
	names := append(files.Names(Variants), files.Names(Tracks)...)
	return "", fmt.Errorf("no variant and no track is called %q%s", name, source.SuggestOrList(name, names))
}

// KindIn is KindOf for the file that is found in a folder: one that lies where
// both kinds are looked for may be of the other kind.
func KindIn(files Files, folder, name string) (string, error) {
	r := newReading(luabox.NewUnits(files))
	value, err := r.box.Load(folder + "/" + name)
	if err != nil {
		return "", err
	}
	switch {
	case r.tracks.Made(value):
		return Tracks, nil
	case r.reader.IsHouse(value):
		return HouseRules, nil
	}
	return Variants, nil
}

// LoadHouse checks a house rule by itself, as far as that can be done without a
// game.
func LoadHouse(files Files, name string) (House, error) {
	r := newReading(luabox.NewUnits(files))
	value, err := r.box.Load(Variants + "/" + name)
	if err != nil {
		return House{}, err
	}
	h, ok := r.reader.HouseOf(value)
	if !ok {
		return House{}, fmt.Errorf("%s is no house rule: it does not begin with racing.house", name)
	}
	return h, nil
}

// About is what the first line of a Lua file says of it, "" when it does not
// begin with three dashes.
func About(text string) string { return source.About(text) }

// Suggest says what may have been meant by a wrong name: "; did you mean
// `x`?", or else all names there are.
func Suggest(wrong string, known []string) string { return source.SuggestOrList(wrong, known) }

// Renamed is what a method that the race once had is called now, "" for any other
// name.
func Renamed(method string) string { return host.Renamed(method) }

// Globals lists the names that every file has, sorted.
func Globals() []string { return source.Globals() }

// Value is one value of a variant.
type Value struct {
	Path, Text string
	Where      string // file:line, "" when it is not written anywhere
}

// Values lists the values of the variant whose path is the given one or lies
// under it, without functions; "" lists all but entries and words.
func (r *rules) Values(under string) []Value {
	var list []Value
	for _, path := range source.SortedKeys(r.values) {
		text := r.values[path]
		top, _, _ := strings.Cut(path, ".")
		switch {
		case strings.HasPrefix(text, luabox.FunctionPrefix):
		case under == "" && (top == "entries" || top == "words"):
		case under != "" && path != under && !strings.HasPrefix(path, under+"."):
		default:
			list = append(list, Value{path, text, r.places[path]})
		}
	}
	return list
}

// Functions lists the functions of the variant, without text.
func (r *rules) Functions() []Value {
	var list []Value
	for _, path := range source.SortedKeys(r.values) {
		if strings.HasPrefix(r.values[path], luabox.FunctionPrefix) {
			list = append(list, Value{Path: path, Where: r.places[path]})
		}
	}
	return list
}

// Differences lists what a fork changes in the variant that it extends: values
// by path, functions by name, and what is new there as a whole. It is empty
// for what is no fork.
func (r *rules) Differences() []Change { return r.differences }

// Shortened lists the lists that a fork makes shorter than those of the variant
// that it extends, by path: it may have put one item where it wanted to change
// one. It is empty for what is no fork.
func (r *rules) Shortened() []Shortened { return r.shortened }

// Changes lists what differs from an older program to this one: values of the
// variant by path, then files whose difference is in none of them.
func (p *Program) Changes(old *Program) []Change {
	list := variant.Changes(old.values, p.values, p.info.Tables)
	for _, src := range p.Sources() {
		was := old.units.Unit(src.Name)
		if was == nil || was.Source.Text == src.Text || strings.HasPrefix(src.Name, Variants+"/") && len(list) > 0 {
			continue
		}
		list = append(list, Change{Path: src.Path, Old: "as it was", New: "changed"})
	}
	return list
}

// writtenAt is the line of the variant that gives a number to a name, such as
// the row of a team in a table of modifiers; "" when there is none, or more
// than one.
func (r *rules) writtenAt(name string, value int) string {
	literal, where := strconv.Itoa(value), ""
	for path, text := range r.values {
		if text != literal || !strings.Contains("."+path+".", "."+name+".") {
			continue
		}
		if where != "" && where != r.places[path] {
			return ""
		}
		where = r.places[path]
	}
	return where
}

// NotOwned lists the dice that the files of a program name and nobody owns, each
// once a file with its first place: "variants/my.lua:12: d7".
func (p *Program) NotOwned() []string {
	var list []string
	for _, src := range p.Sources() {
		list = append(list, variant.NotOwned(src)...)
	}
	return list
}
