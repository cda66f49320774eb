// Package api says what rules can call: one description of each function, from
// which come the Lua reference, the editor's definitions and the checks of
// arguments.
//
//	f := api.Function{Of: "race", Name: "roll", Args: "who Car|Race, dice string, ... any", Returns: "total integer, ... integer"}
//	f.Signature() // race:roll(who, dice, ...) -> total, ...
//
// The descriptions stand beside the functions, in the packages that have them;
// none is here.
package api

import "strings"

// Function describes one function that rules can call.
type Function struct {
	Of      string // "race", "racing", "track", "table", "paths", "spec", "race in a spec"; of a hook what it stands in, such as "V.bots"
	Name    string
	Args    string // "who Car|Race, dice string, purpose string, ... any"; see Values
	Returns string // "total integer, face integer, ... integer"; "" for nothing
	Doc     string // a line of prose or more
	Example string // a line of Lua, "" for none
}

// methods are what is called with a colon.
var methods = map[string]bool{"race": true, "table": true, "paths": true, "V": true}

// Signature is "race:roll(who, dice, purpose, ...) -> total, face, ...".
func (f Function) Signature() string {
	of, _, _ := strings.Cut(f.Of, " ")
	sep := "."
	if methods[of] {
		sep = ":"
	}
	s := of + sep + f.Name + "(" + Names(f.Args) + ")"
	if f.Returns != "" {
		s += " -> " + Names(f.Returns)
	}
	return s
}

// Event describes what is told of a race: a type of event, with its fields.
type Event struct {
	Type   string // "move"; with a word after it, words for some events of the type
	Words  string // how it reads where a variant does not say: "{from} to {to}"
	Doc    string // when it is told
	Open   bool   // it may have other fields too
	Fields []Field
}
