package race

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"strconv"
)

// Event is something that happened, as the record and the players see it.
type Event struct {
	Type   string // "roll", "move", "retire", or a word of the rules
	Step   string // the label of the step it happened in
	Car    string // "" when it happened to nobody in particular
	Fields []Field
	Where  string // file:line of the rule that caused it, "" when unknown
}

// Field is one named value of an event: an int, float64, string, bool, or a
// list of ints, strings or modifiers.
type Field struct {
	Name  string
	Value any
}

// Int is a field that holds a whole number.
func Int(name string, v int) Field { return Field{name, v} }

// Text is a field that holds a text.
func Text(name, v string) Field { return Field{name, v} }

// Get returns the value of a field, nil when the event has none of that name.
func (e *Event) Get(name string) any {
	for _, f := range e.Fields {
		if f.Name == name {
			return f.Value
		}
	}
	return nil
}

// MarshalJSON writes type, step and car, then the fields in their order.
func (e Event) MarshalJSON() ([]byte, error) {
	b := append(make([]byte, 0, 200), '{')
	b = appendField(b, "type", e.Type)
	b = appendField(b, "step", e.Step)
	b = appendField(b, "car", e.Car)
	for _, f := range e.Fields {
		switch v := f.Value.(type) {
		case string:
			b = appendField(b, f.Name, v)
		case int:
			b = strconv.AppendInt(appendKey(b, f.Name), int64(v), 10)
		default:
			value, err := json.Marshal(v)
			if err != nil {
				return nil, err
			}
			b = append(appendKey(b, f.Name), value...)
		}
	}
	return append(appendField(b, "where", e.Where), '}'), nil
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
		if c := text[i]; c < ' ' || c >= 0x7f || c == '"' || c == '\\' || c == '<' || c == '>' || c == '&' {
			quoted, _ := json.Marshal(text) // a text can always be written
			return append(b, quoted...)
		}
	}
	return append(append(append(b, '"'), text...), '"')
}

// record collects what happens in a step. Nobody reads it in a simulator,
// which has none.
type record struct {
	events []Event
	secret []Event // answers that are not told yet
	where  func() string
	trail  uint64 // hash of the rolls, questions and answers so far
	asked  map[string]int
	given  []Given
	said   map[question]string
	ask    []Ask   // what an unfinished step waits for,
	wanted *Wanted // or the throw that it waits for
}

// Recording says whether somebody reads events: without, they need not be
// built.
func (r *Race) Recording() bool { return r.record != nil }

// Record begins to collect events. The function says which rule is running,
// as file:line; it may be nil.
func (r *Race) Record(where func() string) { r.record = &record{where: where} }

// RecordNothing has the race build no events.
func (r *Race) RecordNothing() { r.record = nil }

// Events returns what happened since it was last called.
func (r *Race) Events() []Event {
	if r.record == nil {
		return nil
	}
	events := r.record.events
	r.record = &record{where: r.record.where}
	return events
}

// Told lists what has been told in the step under way.
func (r *Race) Told() []Event {
	if r.record == nil {
		return nil
	}
	return r.record.events
}

// Tell adds an event of a car, or of Nobody, to the step under way. One of a car
// that there is not is Nobody's.
func (r *Race) Tell(car int, kind string, fields ...Field) {
	if r.record == nil {
		return
	}
	e := Event{Type: kind, Step: r.step.Label.String(), Fields: fields}
	if c := r.Car(car); c != nil {
		e.Car = c.name
	}
	if r.record.where != nil {
		e.Where = r.record.where()
	}
	r.record.events = append(r.record.events, e)
	if kind == "roll" || kind == "answer" {
		r.record.follow(fmt.Sprint(kind, e.Car, fields))
	}
}

// follow adds a text to the trail of the step.
func (rec *record) follow(text string) {
	rec.trail = follow(rec.trail, text)
}

func follow(trail uint64, text string) uint64 {
	h := fnv.New64a()
	fmt.Fprintf(h, "%016x %s", trail, text)
	return h.Sum64()
}
