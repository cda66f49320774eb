package scripts

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	lua "github.com/yuin/gopher-lua"

	"sandbox/core/board"
)

// noter writes what the rules remember as canonical text:
//
//	debris=[#"3/1" nil #"4/2"] gear=3 rival=@"Mark Webber" wp={B=2 T=4} tyres="soft" pit=nil
//
// Names are sorted, holes in lists are written out, each table stands in one
// place. Only finite numbers, texts, booleans, cars, spaces, and lists or
// name-keyed tables of them can be written.
type noter struct {
	*state
	host *Host
	seen map[*lua.LTable]string // where each table stands
	out  strings.Builder

	depth int // how many tables lie around
}

// check returns why a value cannot be remembered, or nil.
func (n *noter) check(path string, v lua.LValue) error {
	n.out.Reset()
	return n.value(path, v)
}

// maxNotes is how long the text of one field may be, in bytes.
const maxNotes = 1 << 20

func (n *noter) value(path string, v lua.LValue) error {
	if n.out.Len() > maxNotes {
		return fmt.Errorf("%s: more than %d bytes to remember in one field", path, maxNotes)
	}
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

func (n *noter) table(path string, t *lua.LTable) error {
	if n.host != nil {
		if car, ok := n.host.carIndex[t]; ok {
			n.out.WriteString("@" + quoteText(n.host.race.Car(car).Name()))
			return nil
		}
		if id, ok := n.host.spaceIndex[t]; ok {
			n.out.WriteString("#" + quoteText(n.host.race.Board().Space(id).Name))
			return nil
		}
		if t == n.host.raceTable {
			return fmt.Errorf("%s holds the race itself; keep what you need of it", path)
		}
	}
	if n.behind[t] != nil {
		return fmt.Errorf("%s holds a table of the library; copy what you need of it", path)
	}
	if first, twice := n.seen[t]; twice {
		return fmt.Errorf("%s and %s are one table; each must have its own, or a change to one changes the other", first, path)
	}
	n.seen[t] = path
	if k := n.oddKey(t); k != nil {
		return fmt.Errorf("%s has %s as a key; %s", path, article(k), keyNeeded)
	}
	if n.depth == maxDepth {
		return fmt.Errorf("%s lies more than %d tables deep", path, maxDepth)
	}
	n.depth++
	defer func() { n.depth-- }()
	keys := n.keys(t)
	if t.Len() > 0 {
		return n.list(path, t, keys)
	}
	n.out.WriteByte('{')
	for i, k := range keys {
		if k.Type() != lua.LTString {
			what := article(k)
			if k.Type() == lua.LTTable {
				what = n.show(k)
			}
			return fmt.Errorf("%s has %s as a key; %s", path, what, keyNeeded)
		}
		if i > 0 {
			n.out.WriteByte(' ')
		}
		n.out.WriteString(quoteKey(k.String()) + "=")
		if err := n.value(join(path, k.String()), t.RawGet(k)); err != nil {
			return err
		}
	}
	n.out.WriteByte('}')
	return nil
}

const keyNeeded = "a table that outlives a step is a list from 1, or has names as keys"

// maxHoles is how many holes a list may have: more is no list.
const maxHoles = 100

func (n *noter) list(path string, t *lua.LTable, keys []lua.LValue) error {
	last := 0
	for _, k := range keys {
		i, ok := wholeNumber(k)
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
		if err := n.value(join(path, strconv.Itoa(i)), t.RawGetInt(i)); err != nil {
			return err
		}
	}
	n.out.WriteByte(']')
	return nil
}

// quoteText quotes a text; it never holds a bare | or line break.
func quoteText(s string) string { return strings.ReplaceAll(strconv.Quote(s), "|", `\x7c`) }

// quoteKey quotes a name unless it is a plain word.
func quoteKey(s string) string {
	plain := s != ""
	for i, c := range s {
		plain = plain && (c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || i > 0 && c >= '0' && c <= '9')
	}
	if plain {
		return s
	}
	return quoteText(s)
}

// knownText is a value that was written, and how.
type knownText struct {
	value lua.LValue
	text  string
}

// fieldsText writes the declared fields of one table. What a field held when
// it was last written is known; tables are always written anew, for what is in
// them may have changed.
func (n *noter) fieldsText(path string, t *lua.LTable, f *fields, known []knownText) (string, error) {
	text := make([]byte, 0, 64)
	for i, name := range f.names {
		if i > 0 {
			text = append(text, ' ')
		}
		text = append(append(text, f.keys[i]...), '=')
		value := t.RawGetString(name)
		if k := &known[i]; k.value != value || value.Type() == lua.LTTable {
			n.out.Reset()
			if err := n.value(path+"."+name, value); err != nil {
				return "", err
			}
			k.value, k.text = value, n.out.String()
		}
		text = append(text, known[i].text...)
	}
	return string(text), nil
}

// noteReader reads what a noter wrote.
type noteReader struct {
	host *Host
	text string
}

// readFields reads name=value pairs into a map.
func (h *Host) readFields(text string) (map[string]lua.LValue, error) {
	r := &noteReader{h, text}
	values := map[string]lua.LValue{}
	for r.skip(); r.text != ""; r.skip() {
		name, value, err := r.pair(0)
		if err != nil {
			return nil, err
		}
		if _, twice := values[name]; twice {
			return nil, fmt.Errorf("%q stands twice", name)
		}
		values[name] = value
	}
	return values, nil
}

// readValue reads one value.
func (h *Host) readValue(text string) (lua.LValue, error) {
	r := &noteReader{h, text}
	v, err := r.value(0)
	if r.skip(); err == nil && r.text != "" {
		err = fmt.Errorf("%q is left over", r.text)
	}
	return v, err
}

func (r *noteReader) skip() { r.text = strings.TrimLeft(r.text, " ") }

func (r *noteReader) pair(depth int) (string, lua.LValue, error) {
	name, err := r.word("=")
	if err != nil {
		return "", nil, err
	}
	if !strings.HasPrefix(r.text, "=") {
		return "", nil, fmt.Errorf("a = is missing after %q", name)
	}
	r.text = r.text[1:]
	value, err := r.value(depth)
	return name, value, err
}

// word reads a quoted text, or what stands before a space or one of the
// given marks.
func (r *noteReader) word(marks string) (string, error) {
	if strings.HasPrefix(r.text, `"`) {
		quoted, err := strconv.QuotedPrefix(r.text)
		if err != nil {
			return "", fmt.Errorf("a quote is not closed in %q", r.text)
		}
		r.text = r.text[len(quoted):]
		return strconv.Unquote(quoted)
	}
	end := strings.IndexAny(r.text, " ]}"+marks)
	if end < 0 {
		end = len(r.text)
	}
	word := r.text[:end]
	r.text = r.text[end:]
	if word == "" {
		return "", fmt.Errorf("a word is missing before %q", r.text)
	}
	return word, nil
}

func (r *noteReader) value(depth int) (lua.LValue, error) {
	r.skip()
	if r.text == "" {
		return nil, fmt.Errorf("a value is missing")
	}
	if depth == maxDepth && strings.ContainsAny(r.text[:1], "[{") {
		return nil, fmt.Errorf("tables lie more than %d deep", maxDepth)
	}
	switch r.text[0] {
	case '"':
		text, err := r.word("")
		return lua.LString(text), err
	case '@', '#':
		return r.thing()
	case '[':
		return r.list(depth)
	case '{':
		return r.names(depth)
	}
	word, err := r.word("")
	if err != nil {
		return nil, err
	}
	switch word {
	case "nil":
		return lua.LNil, nil
	case "true", "false":
		return lua.LBool(word == "true"), nil
	}
	n, err := strconv.ParseFloat(word, 64)
	if err != nil || n-n != 0 {
		return nil, fmt.Errorf("%q is no value; texts stand in quotes", word)
	}
	return num(n), nil
}

func (r *noteReader) thing() (lua.LValue, error) {
	kind := r.text[0]
	r.text = r.text[1:]
	name, err := r.word("")
	if err != nil {
		return nil, err
	}
	if kind == '@' {
		if car := r.host.race.Find(name); car >= 0 {
			return r.host.cars[car], nil
		}
		return nil, fmt.Errorf("no car is called %q", name)
	}
	if b := r.host.race.Board(); b != nil {
		if id := b.Find(name); id != board.None {
			return r.host.space(id), nil
		}
	}
	return nil, fmt.Errorf("the track has no space %q", name)
}

func (r *noteReader) list(depth int) (lua.LValue, error) {
	r.text = r.text[1:]
	t := r.host.L.CreateTable(8, 0)
	for i := 1; ; i++ {
		r.skip()
		if strings.HasPrefix(r.text, "]") {
			r.text = r.text[1:]
			return t, nil
		}
		v, err := r.value(depth + 1)
		if err != nil {
			return nil, err
		}
		t.RawSetInt(i, v)
	}
}

func (r *noteReader) names(depth int) (lua.LValue, error) {
	r.text = r.text[1:]
	t := r.host.L.CreateTable(0, 8)
	for {
		r.skip()
		if strings.HasPrefix(r.text, "}") {
			r.text = r.text[1:]
			return t, nil
		}
		name, v, err := r.pair(depth + 1)
		if err != nil {
			return nil, err
		}
		if t.RawGetString(name) != lua.LNil {
			return nil, fmt.Errorf("%q stands twice", name)
		}
		t.RawSetString(name, v)
	}
}
