// Package track reads track files and builds boards of them.
//
//	tracks := track.New(box)
//	hungaroring, err := tracks.Load("hungaroring")
//	hungaroring.Len()                               // of its board
//	hungaroring.Attribute("surface").Text(space)    // what it says of a space
//	hungaroring.Chart("weather").Row(face)          // of a table for dice
//
// A file describes a circuit section by section, or a track without a board.
// From the sections come the spaces, where each leads, and where it is drawn.
// What a file says beside that, for single games, is data here: attributes of
// spaces, charts, and a table of its own. What any of it means is for the rules
// to say: no race, no variant and no car is known here.
package track

import (
	"fmt"

	"sandbox/core/board"
	"sandbox/scripts/internal/luabox"
	"sandbox/scripts/internal/source"
)

// Track is a track as its file describes it.
type Track struct {
	*board.Board           // nil when it has none: places are all there is
	Title        string    // its name as people read it
	Laps         int       // 0 when the track does not say; without a board, turns
	LaneNames    []string  // from lane 1 on; numbers where the track gives no names
	Sections     []Section // in the order of the race
	Data         *Data     // of its own, for single games; nil for none

	attributes []*Attribute // all there are, in the order of the table of them
	charts     []*Chart     // likewise
}

// Unit is what the length of a race is counted in: "lap" or "turn".
func (t *Track) Unit() string {
	if t.Board == nil {
		return "turn"
	}
	return "lap"
}

// Reader reads the track files of a box. In it, `require "track"` finds the
// functions that they are written with.
type Reader struct {
	box  *luabox.Box
	made map[luabox.Table]func(d *drawer) *Track // how each table that was made becomes a track
}

// New makes the reader of a box.
func New(box *luabox.Box) *Reader {
	r := &Reader{box: box, made: map[luabox.Table]func(d *drawer) *Track{}}
	box.Provide("track", box.Functions(map[string]func() int{
		"straight":  r.section("straight"),
		"corner":    r.section("corner"),
		"circuit":   r.track("circuit", (*drawer).circuit),
		"positions": r.track("positions", (*drawer).positions),
	}))
	return r
}

// sectionMark is the hidden key that says what kind a section is.
const sectionMark = "\x00section"

// section is a function that makes a section of a table.
func (r *Reader) section(kind string) func() int {
	return func() int {
		t := r.box.TableArg(1, "track."+kind)
		t.SetField(sectionMark, luabox.Str(kind))
		r.box.Push(t.Value())
		return 1
	}
}

// track is a function that makes a track of a table.
func (r *Reader) track(function string, draw func(d *drawer) *Track) func() int {
	return func() int {
		t := r.box.TableArg(1, "track."+function)
		r.box.CurrentUnit("track." + function)
		r.made[t] = draw
		r.box.Push(t.Value())
		return 1
	}
}

// Made says that a value is a track, as track.circuit and track.positions make
// them: what a track's file returns.
func (r *Reader) Made(v luabox.Value) bool {
	t, ok := v.Table()
	return ok && r.made[t] != nil
}

// Load reads the file of a track and builds its board. What is wrong in the
// file comes as source.Errors, each with its line.
func (r *Reader) Load(name string) (t *Track, err error) {
	file := source.Tracks + "/" + name
	value, err := r.box.Load(file)
	if err != nil {
		return nil, err
	}
	u := r.box.Units().Unit(file)
	defer r.box.RescueIn(u.Source.Path, &err)
	if !r.Made(value) {
		return nil, &source.Error{File: u.Source.Path, Msg: fmt.Sprintf("a track ends with `return track.circuit { ... }`, or track.positions for one without a board; this file returns %s", value.Article())}
	}
	table, _ := value.Table()
	d := &drawer{box: r.box, unit: u, table: table}
	t = r.made[table](d)
	if len(d.wrong) > 0 {
		return nil, d.wrong.InOrder()
	}
	return t, nil
}
