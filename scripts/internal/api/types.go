package api

import "strings"

// Value is an argument of a function, or a result.
type Value struct {
	Name     string // "..." for all that follow
	Type     string // as the Lua language server writes types: "Car|Race", "integer[]"
	Optional bool   // an argument that may be left out
}

// Values reads a list of arguments or results, such as
// "car Car, options? PathOptions, ... integer".
func Values(list string) []Value {
	var values []Value
	for _, one := range parts(list) {
		name, kind, _ := strings.Cut(one, " ")
		plain := strings.TrimSuffix(name, "?")
		values = append(values, Value{Name: plain, Type: kind, Optional: plain != name})
	}
	return values
}

// Names is such a list without its types: "car, options, ...".
func Names(list string) string {
	var names []string
	for _, v := range Values(list) {
		names = append(names, v.Name)
	}
	return strings.Join(names, ", ")
}

// parts splits a list at its commas, but for those inside of brackets.
func parts(list string) []string {
	var found []string
	depth, from := 0, 0
	for i, r := range list {
		switch r {
		case '(', '<', '{':
			depth++
		case ')', '>', '}':
			depth--
		case ',':
			if depth == 0 {
				found = append(found, strings.TrimSpace(list[from:i]))
				from = i + 1
			}
		}
	}
	if last := strings.TrimSpace(list[from:]); last != "" {
		found = append(found, last)
	}
	return found
}

// Class is a kind of table that rules are given, or write.
type Class struct {
	Name   string // "Space"
	Doc    string
	Open   bool // it may have fields of the game's own
	Fields []Field
}

// Field is a name in such a table.
type Field struct {
	Name string // with "?" at its end where it may be nil
	Type string
	Doc  string
}

// FieldsOf reads rows of name, type and what it means.
func FieldsOf(rows ...[3]string) []Field {
	list := make([]Field, len(rows))
	for i, r := range rows {
		list[i] = Field{r[0], r[1], r[2]}
	}
	return list
}
