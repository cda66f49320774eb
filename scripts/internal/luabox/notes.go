package luabox

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	lua "github.com/yuin/gopher-lua"

	"sandbox/core/race"
	"sandbox/scripts/internal/source"
)

// Sort is what a table stands for.
type Sort uint8

// What tables stand for: a car, a space, the race itself.
const (
	TheCar Sort = iota
	TheSpace
	TheRace
)

// Thing is a car, a space or the race, which a table of the rules stands for.
type Thing struct {
	Sort   Sort
	Number int // orders things of one sort
	Name   string
}

// Things know the tables that stand for cars, for spaces and for the race: they
// are keys with an order, and stand in notes by name.
type Things interface {
	// Thing is what a table stands for; ok is false for any other table.
	Thing(t Table) (thing Thing, ok bool)
	// Named is the table of a car or a space; ok is false when there is none.
	Named(sort Sort, name string) (t Table, ok bool)
}

// Bind says which tables stand for cars, spaces and the race.
func (b *Box) Bind(things Things) { b.things = things }

func (b *Box) thing(t *lua.LTable) (Thing, bool) {
	if b.things == nil {
		return Thing{}, false
	}
	return b.things.Thing(Table{t})
}

// Notes writes what the rules remember as canonical text:
//
//	debris=[#"3/1" nil #"4/2"] gear=3 rival=@"Mark Webber" wp={B=2 T=4} tyres="soft" pit=nil
//
// Names are sorted, holes in lists are written out, each table stands in one
// place. Only finite numbers, texts, booleans, cars, spaces, and lists or
// name-keyed tables of them can be written.
type Notes struct {
	box  *Box
	seen map[*lua.LTable]string // where each table stands
	out  strings.Builder

	depth int // how many tables lie around
	size  int // bytes of the fields written so far
}

// NewNotes begins the notes of one state: a table that was written once is
// refused the second time.
func (b *Box) NewNotes() *Notes { return &Notes{box: b, seen: map[*lua.LTable]string{}} }

// Value is the text of one value; path names it in errors.
func (n *Notes) Value(path string, v Value) (string, error) {
	n.out.Reset()
	if err := n.value(path, v.raw()); err != nil {
		return "", err
	}
	return n.out.String(), nil
}

func (n *Notes) value(path string, v lua.LValue) error {
	if n.size+n.out.Len() > race.MaxState {
		return fmt.Errorf("%s: more than %d KB to remember in one race", path, race.MaxState>>10)
	}
	n.box.budget.left--
	switch v := v.(type) {
	case *lua.LNilType:
		n.out.WriteString("nil")
	case lua.LBool:
		n.out.WriteString(strconv.FormatBool(bool(v)))
	case lua.LNumber:
		if f := float64(v); math.IsNaN(f) || math.IsInf(f, 0) {
			return fmt.Errorf("%s is %v, which is no number to keep", path, f)
		}
		n.out.WriteString(strconv.FormatFloat(float64(v)+0, 'g', -1, 64)) // no -0
	case lua.LString:
		n.out.WriteString(quoteText(string(v)))
	case *lua.LTable:
		return n.table(path, v)
	default:
		return fmt.Errorf("%s holds a %s; what outlives a step is numbers, texts, true and false, cars, spaces, and tables of them", path, v.Type())
	}
	return nil
}

func (n *Notes) table(path string, t *lua.LTable) error {
	if thing, ok := n.box.thing(t); ok {
		if thing.Sort == TheRace {
			return fmt.Errorf("%s holds the race itself; keep what you need of it", path)
		}
		n.out.WriteString(signs[thing.Sort] + quoteText(thing.Name))
		return nil
	}
	if n.box.behind[t] != nil {
		return fmt.Errorf("%s holds a table of the library; copy what you need of it", path)
	}
	if lazyOf(t) != nil {
		return fmt.Errorf("%s holds a table that is good for one step; keep what you need of it", path)
	}
	if first, twice := n.seen[t]; twice {
		return fmt.Errorf("%s and %s are one table; each must have its own, or a change to one changes the other", first, path)
	}
	n.seen[t] = path
	if k := n.box.oddKey(t); k != nil {
		return fmt.Errorf("%s has %s as a key; %s", path, article(k), keyNeeded)
	}
	if n.depth == MaxDepth {
		return fmt.Errorf("%s lies more than %d tables deep", path, MaxDepth)
	}
	n.depth++
	defer func() { n.depth-- }()
	keys := n.box.keys(t)
	if t.Len() > 0 {
		return n.list(path, t, keys)
	}
	n.out.WriteByte('{')
	for i, k := range keys {
		if k.Type() != lua.LTString {
			what := article(k)
			if k.Type() == lua.LTTable {
				what = n.box.show(k)
			}
			return fmt.Errorf("%s has %s as a key; %s", path, what, keyNeeded)
		}
		if i > 0 {
			n.out.WriteByte(' ')
		}
		n.out.WriteString(QuoteKey(k.String()) + "=")
		if err := n.value(source.Join(path, k.String()), t.RawGet(k)); err != nil {
			return err
		}
	}
	n.out.WriteByte('}')
	return nil
}

const keyNeeded = "a table that outlives a step is a list from 1, or has names as keys"

// maxHoles is how many holes a list may have: more is no list.
const maxHoles = 100

func (n *Notes) list(path string, t *lua.LTable, keys []lua.LValue) error {
	last := 0
	for _, k := range keys {
		i, ok := whole(k)
		if !ok || i < 1 {
			return fmt.Errorf("%s is a list with %s as a key; keep lists and names apart", path, article(k))
		}
		last = i
	}
	if last > len(keys)+maxHoles {
		return fmt.Errorf("%s is a list with more than %d holes", path, maxHoles)
	}
	n.out.WriteByte('[')
	for i := 1; i <= last; i++ {
		if i > 1 {
			n.out.WriteByte(' ')
		}
		if err := n.value(source.Join(path, strconv.Itoa(i)), t.RawGetInt(i)); err != nil {
			return err
		}
	}
	n.out.WriteByte(']')
	return nil
}

// quoteText quotes a text; it never holds a bare | or line break.
func quoteText(s string) string { return strings.ReplaceAll(strconv.Quote(s), "|", `\x7c`) }

// QuoteKey quotes a name unless it is a plain word.
func QuoteKey(s string) string {
	plain := s != ""
	for i, c := range s {
		plain = plain && (c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || i > 0 && c >= '0' && c <= '9')
	}
	if plain {
		return s
	}
	return quoteText(s)
}

// Known is a value that was written, and how.
type Known struct {
	value lua.LValue
	text  string
}

// Fields writes fields of one table, name=value with spaces between; keys are
// the names as they are written. What a field held when it was last written is
// known; tables are always written anew, for what is in them may have changed.
func (n *Notes) Fields(path string, t Table, names, keys []string, known []Known) (string, error) {
	text := make([]byte, 0, 64)
	for i, name := range names {
		if i > 0 {
			text = append(text, ' ')
		}
		text = append(append(text, keys[i]...), '=')
		value := t.t.RawGetString(name)
		if k := &known[i]; k.value != value || value.Type() == lua.LTTable {
			n.out.Reset()
			if err := n.value(path+"."+name, value); err != nil {
				return "", err
			}
			k.value, k.text = value, n.out.String()
			n.box.budget.written(len(k.text))
		}
		if n.size += len(keys[i]) + 2 + len(known[i].text); n.size > race.MaxState {
			return "", fmt.Errorf("%s.%s: more than %d KB to remember in one race", path, name, race.MaxState>>10)
		}
		text = append(text, known[i].text...)
	}
	return string(text), nil
}

// signs stand before the names of things.
var signs = [...]string{TheCar: "@", TheSpace: "#"}
