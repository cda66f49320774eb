package entries

import (
	"errors"
	"maps"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// toml reads an entry list in TOML. The values come from the decoder, which
// knows all rules of TOML; the lines, which it does not tell, from the parser
// below it.
func (r *reader) toml() []row {
	var top map[string]any
	if err := toml.Unmarshal(r.text, &top); err != nil {
		r.notTOML(err)
		return nil
	}
	places := r.tomlPlaces()
	for _, key := range slices.Sorted(maps.Keys(top)) {
		if key != topKey {
			r.noSuchKey(key, places.top[key])
		}
	}
	if top[topKey] == nil {
		return nil
	}
	list, ok := top[topKey].([]any)
	if !ok {
		r.flaw(places.top[topKey], "`%s` must be a list, not %s: write [[%s]] above each entry", topKey, tomlKind(top[topKey]), topKey)
		return nil
	}
	rows := make([]row, len(list))
	for i, item := range list {
		rows[i] = tomlRow(item, places.rows[i])
	}
	return rows
}

func tomlRow(item any, at tomlPlace) row {
	w := row{line: at.line}
	table, ok := item.(map[string]any)
	if !ok {
		w.odd = tomlKind(item)
	}
	for _, name := range slices.Sorted(maps.Keys(table)) {
		w.fields = append(w.fields, field{name, at.fields[name], tomlValue(table[name])})
	}
	return w
}

func tomlValue(v any) any {
	switch v := v.(type) {
	case string, bool:
		return v
	case int64:
		return number(float64(v))
	case float64:
		return number(v)
	}
	return tomlKind(v)
}

// tomlKind says what a value is.
func tomlKind(v any) odd {
	switch v.(type) {
	case map[string]any:
		return "a table"
	case []any:
		return "a list"
	case string:
		return "a text"
	case int64, float64:
		return "a number"
	case bool:
		return "true or false"
	}
	return "a date or a time; a text that reads so is written in quotes"
}

// What the parser says, and what to do about it.
var tomlHints = []struct{ said, remedy string }{
	{"is already defined", "leave one of the two out"},
	{"at start of value", "a text is written in quotes"},
	{"after key", "fields are written `name = value`"},
}

// notTOML tells an error of the parser.
func (r *reader) notTOML(err error) {
	line, msg := 1, "not TOML: "+strings.TrimPrefix(err.Error(), "toml: ")
	if at := (*toml.DecodeError)(nil); errors.As(err, &at) {
		line, _ = at.Position()
	}
	for _, hint := range tomlHints {
		if strings.Contains(msg, hint.said) {
			msg += ": " + hint.remedy
			break
		}
	}
	r.flaw(line, "%s", msg)
}

// tomlPlaces are the lines of an entry list.
type tomlPlaces struct {
	ends  lines
	top   map[string]int // where each key at the top stands first
	rows  []tomlPlace
	under []string // the table that the next keys lie in
}

// tomlPlace are the lines of an entry and of its fields.
type tomlPlace struct {
	line   int
	fields map[string]int
}

// tomlPlaces finds the lines of a file that the decoder took.
func (r *reader) tomlPlaces() *tomlPlaces {
	p := &tomlPlaces{ends: linesOf(r.text), top: map[string]int{}}
	parser := &unstable.Parser{}
	parser.Reset(r.text)
	for parser.NextExpression() {
		p.note(parser.Expression())
	}
	return p
}

// note takes up the lines of one expression.
func (p *tomlPlaces) note(e *unstable.Node) {
	path, line := p.path(e)
	if e.Kind == unstable.KeyValue {
		path = append(slices.Clone(p.under), path...)
	} else {
		p.under = path
	}
	if p.top[path[0]] == 0 {
		p.top[path[0]] = line
	}
	switch {
	case path[0] != topKey:
	case len(path) > 1:
		p.field(path[1], line)
	case e.Kind == unstable.ArrayTable:
		p.rows = append(p.rows, tomlPlace{line: line})
	case e.Kind == unstable.KeyValue && e.Value().Kind == unstable.Array:
		p.inline(e.Value(), line)
	}
}

// path is the key of an expression and its line.
func (p *tomlPlaces) path(e *unstable.Node) (path []string, line int) {
	for key := e.Key(); key.Next(); {
		if path == nil {
			line = p.lineOf(key.Node())
		}
		path = append(path, string(key.Node().Data))
	}
	return path, line
}

func (p *tomlPlaces) lineOf(n *unstable.Node) int { return p.ends.at(int(n.Raw.Offset)) }

// field notes the line of a field of the last entry.
func (p *tomlPlaces) field(name string, line int) {
	if len(p.rows) == 0 {
		return // of a table that should be a list
	}
	last := &p.rows[len(p.rows)-1]
	if last.fields == nil {
		last.fields = map[string]int{}
	}
	if last.fields[name] == 0 {
		last.fields[name] = line
	}
}

// inline notes the entries of `entries = [ { name = "Vettel" } ]`.
func (p *tomlPlaces) inline(list *unstable.Node, line int) {
	for items := list.Children(); items.Next(); {
		item := items.Node()
		if item.Raw.Length > 0 { // lists have no place
			line = p.lineOf(item)
		}
		p.rows = append(p.rows, tomlPlace{line: line})
		if item.Kind != unstable.InlineTable {
			continue
		}
		for fields := item.Children(); fields.Next(); {
			path, at := p.path(fields.Node())
			p.field(path[0], at)
		}
	}
}
