package race

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// MarshalJSON writes type, step and car, then the fields in their order. An empty
// text is left out.
func (e Event) MarshalJSON() ([]byte, error) {
	b := e.open(make([]byte, 0, 200))
	var err error
	for _, f := range e.Fields {
		if text, ok := f.Value.(string); ok {
			b = appendField(b, f.Name, text)
		} else if b, err = f.append(b); err != nil {
			return nil, err
		}
	}
	return append(appendField(b, "where", e.Where), '}'), nil
}

// appendWhole adds the event in a way that loses nothing: empty texts are there,
// and a float64 that happens to be whole still looks like one. It fails for a
// field that no event has.
func (e *Event) appendWhole(b []byte) (_ []byte, err error) {
	b = e.open(b)
	for _, f := range e.Fields {
		switch v := f.Value.(type) {
		case string:
			b = appendText(appendKey(b, f.Name), v)
			continue
		case float64:
			if v == math.Trunc(v) && math.Abs(v) < 1e15 {
				b = strconv.AppendFloat(appendKey(b, f.Name), v, 'f', 1, 64)
				continue
			}
		case nil, int, bool, []int, []string, []Modifier:
		default:
			return nil, fmt.Errorf("field %q of %s is a %T, which no event holds", f.Name, e.Type, v)
		}
		if b, err = f.append(b); err != nil {
			return nil, err
		}
	}
	return append(appendField(b, "where", e.Where), '}'), nil
}

// open begins the object of an event.
func (e *Event) open(b []byte) []byte {
	b = appendField(append(b, '{'), "type", e.Type)
	b = appendField(b, "step", e.Step)
	return appendField(b, "car", e.Car)
}

// append adds a field that is no text.
func (f *Field) append(b []byte) ([]byte, error) {
	if n, ok := f.Value.(int); ok {
		return strconv.AppendInt(appendKey(b, f.Name), int64(n), 10), nil
	}
	value, err := json.Marshal(f.Value)
	return append(appendKey(b, f.Name), value...), err
}

// appendField adds a text under a name; an empty one is left out.
func appendField(b []byte, name, value string) []byte {
	if value == "" {
		return b
	}
	return appendText(appendKey(b, name), value)
}

// appendKey adds a name, after the brace that opens an object or after a
// comma.
func appendKey(b []byte, name string) []byte {
	if b[len(b)-1] != '{' {
		b = append(b, ',')
	}
	return append(appendText(b, name), ':')
}

// appendText adds a text in quotes. What needs no escape is added as it is;
// the rest is left to the library.
func appendText(b []byte, text string) []byte {
	for i := range len(text) {
		if !asIs(text[i]) {
			quoted, _ := json.Marshal(text) // a text can always be written
			return append(b, quoted...)
		}
	}
	return append(append(append(b, '"'), text...), '"')
}

// asIs says that a byte stands in JSON as it is.
func asIs(c byte) bool {
	return c >= ' ' && c < 0x7f && c != '"' && c != '\\' && c != '<' && c != '>' && c != '&'
}

// UnmarshalJSON reads what MarshalJSON wrote. A number without a point or an
// exponent is an int, any other a float64; a list is one of ints, of texts or of
// modifiers, an empty one of ints. It fails for what no event holds.
func (e *Event) UnmarshalJSON(text []byte) error {
	decoder := json.NewDecoder(bytes.NewReader(text))
	if open, err := decoder.Token(); err != nil || open != json.Delim('{') {
		return errors.Join(err, errors.New("an event is an object"))
	}
	*e = Event{}
	for decoder.More() {
		name, err := decoder.Token()
		if err != nil {
			return err
		}
		var value json.RawMessage
		if err := decoder.Decode(&value); err != nil {
			return err
		}
		if err := e.read(name.(string), value); err != nil {
			return fmt.Errorf("field %q of an event: %w", name, err)
		}
	}
	return nil
}

// read takes one member of the object.
func (e *Event) read(name string, text json.RawMessage) error {
	switch name {
	case "type":
		return json.Unmarshal(text, &e.Type)
	case "step":
		return json.Unmarshal(text, &e.Step)
	case "car":
		return json.Unmarshal(text, &e.Car)
	case "where":
		return json.Unmarshal(text, &e.Where)
	}
	value, err := fieldValue(text)
	e.Fields = append(e.Fields, Field{name, value})
	return err
}

// fieldValue is the value of a field as JSON has it.
func fieldValue(text json.RawMessage) (any, error) {
	switch text[0] {
	case '"':
		return read[string](text)
	case 't', 'f':
		return read[bool](text)
	case 'n':
		return nil, nil
	case '[':
		return fieldList(text)
	case '{':
		return nil, errors.New("it is an object")
	}
	if strings.ContainsAny(string(text), ".eE") {
		return read[float64](text)
	}
	return read[int](text)
}

// fieldList is a list: what its first item is decides of what.
func fieldList(text json.RawMessage) (any, error) {
	switch items := bytes.TrimLeft(text[1:], " \t\r\n"); items[0] {
	case '"':
		return read[[]string](text)
	case '{':
		return read[[]Modifier](text)
	}
	return read[[]int](text)
}

func read[T any](text json.RawMessage) (any, error) {
	var v T
	err := json.Unmarshal(text, &v)
	return v, err
}
