package host

import (
	"fmt"
	"regexp"
	"strings"

	"sandbox/scripts/internal/luabox"
)

// looking is why what is looked at changes nothing.
const looking = "this only looks"

// Look works out a Lua expression over `race` and `self`, the variant, and returns
// what it gives as lines. The race and the rules stay as they are: what throws
// dice, moves a car or asks a driver is refused, and what is set in a table is gone
// with the host, which is good for nothing else afterwards.
func (h *Host) Look(expression string) (lines []string, err error) {
	defer h.box.Rescue(&err)
	h.asking = looking
	h.box.Refill(luabox.Stepping)
	h.sync()
	values, err := h.box.Expression(expression, []string{"race", "self"}, []luabox.Value{h.raceValue, h.self})
	if err != nil {
		return nil, err
	}
	s := &shower{host: h, within: map[luabox.Table]bool{}}
	for _, v := range values {
		s.write("", v, "")
	}
	if more := len(s.lines) - mostLines; more > 0 {
		s.lines = append(s.lines[:mostLines], fmt.Sprintf("... and %d lines more: look deeper into it, as self.movement[3]", more))
	}
	return s.lines, nil
}

// How much is shown of what is looked at.
const (
	mostLines = 200 // in all
	mostItems = 500 // of one table
	mostDeep  = 4   // tables in each other
	lineWidth = 76  // a table that fits is one line
)

// shower writes values as lines, as Lua would write them.
type shower struct {
	host   *Host
	lines  []string
	within map[luabox.Table]bool // tables around
	deep   int
}

// write writes a value after what stands before it in its line, with something
// after it.
func (s *shower) write(before string, v luabox.Value, after string) {
	text, short := s.short(v)
	t, isTable := v.Table()
	if short && len(before)+len(text)+len(after) <= lineWidth || !isTable || s.within[t] || s.deep == mostDeep {
		s.lines = append(s.lines, before+text+after)
		return
	}
	s.within[t] = true
	s.deep++
	indent := before[:len(before)-len(strings.TrimLeft(before, " "))]
	s.lines = append(s.lines, before+"{")
	s.inside(indent+"  ", t)
	s.lines = append(s.lines, indent+"}"+after)
	s.deep--
	delete(s.within, t)
}

// inside writes what is in a table, and the names of its functions after that.
func (s *shower) inside(indent string, t luabox.Table) {
	var functions []string
	keys := s.host.box.Keys(t)
	for i, k := range keys[:min(len(keys), mostItems)] {
		s.host.box.Charge(10)
		inner, named := t.Get(k), k.Kind() == luabox.Text
		if inner.Kind() == luabox.FunctionKind && named {
			functions = append(functions, k.String())
			continue
		}
		s.write(indent+key(k, i), inner, ",")
	}
	if len(functions) > 0 {
		s.wrap(indent+"-- functions: ", functions)
	}
	if more := len(keys) - mostItems; more > 0 {
		s.lines = append(s.lines, fmt.Sprintf("%s-- and %d more", indent, more))
	}
}

// wrap writes a list of names in lines of a comment.
func (s *shower) wrap(before string, names []string) {
	line := before
	for i, name := range names {
		if i < len(names)-1 {
			name += ", "
		}
		if len(line)+len(name) > lineWidth {
			s.lines = append(s.lines, strings.TrimRight(line, " "))
			line = strings.Repeat(" ", len(before)-len(strings.TrimLeft(before, " "))) + "-- "
		}
		line += name
	}
	s.lines = append(s.lines, line)
}

// plainName is a name that Lua lets stand without quotes.
var plainName = regexp.MustCompile(`^[A-Za-z_]\w*$`)

// key is what stands before the value of a key; i is its number among the keys.
func key(k luabox.Value, i int) string {
	text, isText := k.Text()
	n, isWhole := k.Whole()
	switch {
	case isWhole && n == i+1:
		return ""
	case isText && plainName.MatchString(text):
		return text + " = "
	case isText:
		return "[" + LuaText(text) + "] = "
	}
	return "[" + k.String() + "] = "
}

// short is a value in one line. It is not short enough where that leaves
// something out.
func (s *shower) short(v luabox.Value) (text string, short bool) {
	if text, ok := v.Text(); ok {
		return LuaText(text), true
	}
	if fn, ok := v.Function(); ok {
		if where := fn.Where(); where != "" {
			return "a function (" + where + ")", true
		}
		return "a function", true
	}
	t, ok := v.Table()
	if !ok {
		return v.String(), true
	}
	if _, thing := s.host.carIndex[t]; thing && s.deep > 0 {
		return t.TextField("name"), true
	}
	if _, thing := s.host.ground.index[t]; thing && s.deep > 0 {
		return t.TextField("name"), true
	}
	switch {
	case t == s.host.raceTable && s.deep > 0:
		return "the race", true
	case s.within[t]:
		return "{ this again }", true
	}
	return s.inline(t)
}

// inline is a table in one line; it is cut where it gets too long.
func (s *shower) inline(t luabox.Table) (text string, short bool) {
	s.within[t] = true
	s.deep++
	defer func() {
		delete(s.within, t)
		s.deep--
	}()
	var parts []string
	length := 4
	for i, k := range s.host.box.Keys(t) {
		s.host.box.Charge(10)
		inner, whole := "", s.deep < mostDeep
		if whole {
			inner, whole = s.short(t.Get(k))
		}
		if length += len(inner) + 2; !whole || length > lineWidth || strings.HasPrefix(inner, "a function") {
			return "{ ... }", false
		}
		parts = append(parts, key(k, i)+inner)
	}
	if len(parts) == 0 {
		return "{}", true
	}
	return "{ " + strings.Join(parts, ", ") + " }", true
}
