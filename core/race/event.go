package race

import (
	"fmt"
	"hash/fnv"
	"reflect"
	"slices"
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
// list of ints, strings or modifiers. It has none of the names type, step, car
// and where, which an event has already.
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

// Alike says that two events tell the same: the lines of the rules may have
// moved, and there may have been other options beside the one that was chosen.
func (e *Event) Alike(o *Event) bool {
	return e.Type == o.Type && e.Step == o.Step && e.Car == o.Car && slices.EqualFunc(e.Fields, o.Fields, func(f, g Field) bool {
		return f.Name == g.Name && (e.Type == "answer" && f.Name == "of" || sameValue(f.Value, g.Value))
	})
}

// among says that one like it is in a list.
func (e *Event) among(list []Event) bool {
	return slices.ContainsFunc(list, func(o Event) bool { return e.Alike(&o) })
}

// sameValue says that the values of two fields read the same.
func sameValue(a, b any) bool {
	mods, ok := a.([]Modifier)
	others, both := b.([]Modifier)
	if ok && both {
		return slices.EqualFunc(mods, others, func(m, n Modifier) bool { return m.Name == n.Name && m.Value == n.Value })
	}
	return reflect.DeepEqual(a, b) || fmt.Sprint(a) == fmt.Sprint(b) // an empty list is one of anything
}

// record collects what happens in a step. Nobody reads it in a simulator,
// which has none.
type record struct {
	events []Event
	secret []Event // answers that are not told yet
	where  func() string
	size   int    // of the events told, and of the secret ones
	trail  uint64 // hash of the rolls, questions and answers told so far
	asked  map[string]int
	given  []Given
	said   map[question]string

	queries []query // asked together, when an unfinished step waits for answers,
	wanted  *Wanted // or the throws that it waits for
	ahead   ahead
	unread  bool   // nobody reads what is wanted
	paused  string // file:line of the rule that waits, "" when unknown
}

// begin forgets the step before.
func (rec *record) begin() {
	rec.events, rec.secret, rec.size, rec.trail, rec.queries, rec.wanted, rec.ahead = nil, nil, 0, 0, nil, nil, ahead{}
	clear(rec.asked)
}

// Recording says whether somebody reads events: without, they need not be
// built.
func (r *Race) Recording() bool { return r.record != nil }

// Record begins to collect events. The function says which rule is running,
// as file:line; it may be nil.
func (r *Race) Record(where func() string) { r.record = &record{where: where} }

// RecordNothing has the race build no events.
func (r *Race) RecordNothing() { r.record = nil }

// Told lists what has been told in the step under way or, between steps, in the
// last one.
func (r *Race) Told() []Event {
	if r.record == nil {
		return nil
	}
	return r.record.events
}

// Tell adds an event of a car, or of Nobody, to the step under way. One of a car
// that there is not is Nobody's.
func (r *Race) Tell(car int, kind string, fields ...Field) {
	if r.record != nil {
		r.record.tell(r.event(car, kind, fields))
	}
}

// event is one of the step under way, not told yet.
func (r *Race) event(car int, kind string, fields []Field) Event {
	e := Event{Type: kind, Step: r.step.Label.String(), Fields: fields}
	if c := r.Car(car); c != nil {
		e.Car = c.name
	}
	if r.record.where != nil {
		e.Where = r.record.where()
	}
	size := e.size()
	r.record.size += size
	if r.measure != nil {
		r.measure(size)
	}
	return e
}

// tell adds events to those that everybody sees, and so to the trail.
func (rec *record) tell(events ...Event) {
	for _, e := range events {
		if e.Type == "roll" || e.Type == "answer" {
			rec.follow(fmt.Sprint(e.Type, e.Car, e.Fields))
		}
	}
	rec.events = append(rec.events, events...)
}

// pause notes where a rule waits for somebody.
func (rec *record) pause() {
	if rec.where != nil {
		rec.paused = rec.where()
	}
}

// follow adds a text to the trail of the step.
func (rec *record) follow(text string) {
	rec.trail = follow(rec.trail, text)
}

// trailText is a trail as people and programs hand it around: 16 hex digits.
func trailText(trail uint64) string { return fmt.Sprintf("%016x", trail) }

func follow(trail uint64, text string) uint64 {
	h := fnv.New64a()
	fmt.Fprintf(h, "%016x %s", trail, text)
	return h.Sum64()
}
