package luabox

import (
	"fmt"
	"strconv"
	"strings"

	lua "github.com/yuin/gopher-lua"
)

// noteReader reads what Notes wrote.
type noteReader struct {
	box  *Box
	text string
}

// ReadFields reads name=value pairs into a map.
func (b *Box) ReadFields(text string) (map[string]Value, error) {
	r := &noteReader{b, text}
	values := map[string]Value{}
	for r.skip(); r.text != ""; r.skip() {
		name, value, err := r.pair(0)
		if err != nil {
			return nil, err
		}
		if _, twice := values[name]; twice {
			return nil, fmt.Errorf("%q stands twice", name)
		}
		values[name] = of(value)
	}
	return values, nil
}

// ReadValue reads one value.
func (b *Box) ReadValue(text string) (Value, error) {
	r := &noteReader{b, text}
	v, err := r.value(0)
	if r.skip(); err == nil && r.text != "" {
		err = fmt.Errorf("%q is left over", r.text)
	}
	if err != nil {
		return Value{}, err
	}
	return of(v), nil
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
	if depth == MaxDepth && strings.ContainsAny(r.text[:1], "[{") {
		return nil, fmt.Errorf("tables lie more than %d deep", MaxDepth)
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
	return rawNum(n), nil
}

func (r *noteReader) thing() (lua.LValue, error) {
	sort := TheCar
	if r.text[0] == '#' {
		sort = TheSpace
	}
	r.text = r.text[1:]
	name, err := r.word("")
	if err != nil {
		return nil, err
	}
	if r.box.things != nil {
		if t, ok := r.box.things.Named(sort, name); ok {
			return t.t, nil
		}
	}
	if sort == TheCar {
		return nil, fmt.Errorf("no car is called %q", name)
	}
	return nil, fmt.Errorf("the track has no space %q", name)
}

func (r *noteReader) list(depth int) (lua.LValue, error) {
	r.text = r.text[1:]
	t := r.box.state.CreateTable(8, 0)
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
	t := r.box.state.CreateTable(0, 8)
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
