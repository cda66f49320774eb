package term

import (
	"cmp"
	"io"
	"reflect"
	"strings"

	"sandbox/core/race"
)

// Teller tells what happened in the words of a variant.
//
// A wording is looked up under the event's type and what it is for ("roll
// move", "row action", "answer gear"), then under the type ("roll"). {name}
// stands for a field of the event, {car} and {step} for those. A move back
// and one of no rows look under "move back" and "move none". An event without
// a wording, or without a field that its wording names, is shown field by
// field; one whose wording is empty is not told.
type Teller struct {
	Words map[string]string
	Names int // columns of the longest name; 0 is 12
	Style Style
}

// defaults are the wordings of what every race has.
var defaults = map[string]string{
	"roll":      "{purpose} {dice}: {total}",
	"move":      "{from} to {to}",
	"move back": "{from} back to {to}",
	"move none": "stays on {from}",
	"place":     "goes from place {from} to {to}",
	"row":       "{text}",
	"grid":      "starts from place {place}",
	"finish":    "is home in place {place}",
	"retire":    "is out: {why}",
	"remove":    "is cleared away from {space}",
	"answer":    "{ask}: {option}",
}

// Tell writes events, one line for each run of events of one car.
func (t Teller) Tell(w io.Writer, events []race.Event) {
	events = t.told(events)
	for len(events) > 0 {
		n := 1
		for n < len(events) && events[n].Car == events[0].Car && events[n].Step == events[0].Step {
			n++
		}
		t.line(w, events[:n])
		events = events[n:]
	}
}

// told are the events that are not kept from people by an empty wording.
func (t Teller) told(events []race.Event) []race.Event {
	var list []race.Event
	for i := range events {
		if wording, ok := t.wording(&events[i]); !ok || wording != "" {
			list = append(list, events[i])
		}
	}
	return list
}

// TellFrom writes the events of a step that was run again, from the first
// that differs from what was shown already. When something shown holds no
// longer, a line says so first.
func (t Teller) TellFrom(w io.Writer, events, already []race.Event) {
	same := 0
	for same < len(events) && same < len(already) && alike(&events[same], &already[same]) {
		same++
	}
	if same < len(already) {
		write(w, t.Style.paint(odd, "-- from here again --"), "\n")
	}
	t.Tell(w, events[same:])
}

// alike says that two events read the same; the rule's line may have moved.
func alike(a, b *race.Event) bool {
	return a.Type == b.Type && a.Step == b.Step && a.Car == b.Car && reflect.DeepEqual(a.Fields, b.Fields)
}

// line writes a run of events of one car, wrapped under its beginning.
func (t Teller) line(w io.Writer, events []race.Event) {
	column := cmp.Or(t.Names, 12) + 2
	line := pad(t.name(events[0].Car), column-1) + " "
	for i := range events {
		text := t.text(&events[i])
		switch {
		case i == 0:
		case width(line+" · "+text) > t.Style.width():
			write(w, line, " ·\n")
			line = strings.Repeat(" ", column)
		default:
			line += " · "
		}
		line += text
	}
	write(w, line, "\n")
}

func (t Teller) name(car string) string {
	if car == "" {
		return t.Style.paint(faint, "race")
	}
	return t.Style.car(car, strong)
}

// text is one event in words and colour.
func (t Teller) text(e *race.Event) string {
	text := t.words(e)
	i := plain
	switch rows, _ := number(e, "rows"); {
	case e.Type == "retire":
		i = bad
	case e.Type == "finish":
		i = good
	case e.Type == "move" && rows < 0:
		i = odd
	}
	text = t.Style.paint(i, text)
	if short := cutShort(e); short != "" {
		text += t.Style.paint(odd, " ("+short+")")
	}
	return text + t.Style.paint(odd, typedIn(e))
}

// words is one event in words.
func (t Teller) words(e *race.Event) string {
	wording, ok := t.wording(e)
	if !ok {
		return bare(e)
	}
	text, ok := fill(wording, func(name string) (string, bool) { return fieldText(e, name) })
	if !ok {
		return bare(e)
	}
	if mods := modifiersOf(e, false); len(mods) > 0 && !strings.Contains(wording, "{total}") {
		text += " " + valueText(mods) + " = " + valueText(e.Get("total"))
	}
	return text
}

// wording of an event, the most particular first.
func (t Teller) wording(e *race.Event) (string, bool) {
	for _, key := range keys(e) {
		if text, ok := t.Words[key]; ok {
			return text, true
		}
		if text, ok := defaults[key]; ok {
			return text, true
		}
	}
	return "", false
}

// keys under which an event's wording may stand.
func keys(e *race.Event) []string {
	var list []string
	if rows, ok := number(e, "rows"); ok && e.Type == "move" {
		switch {
		case rows < 0:
			list = append(list, "move back")
		case rows == 0:
			list = append(list, "move none")
		}
	}
	for _, field := range []string{"purpose", "table", "ask"} {
		if what, ok := e.Get(field).(string); ok {
			list = append(list, e.Type+" "+what)
		}
	}
	return append(list, e.Type)
}

// fieldText is what {name} stands for in the wording of an event.
func fieldText(e *race.Event, name string) (string, bool) {
	value := e.Get(name)
	switch {
	case name == "car":
		return clean(cmp.Or(e.Car, "the race")), true
	case name == "step":
		return clean(e.Step), true
	case e.Type == "roll" && (name == "face" || name == "faces"):
		return facesOf(e), true
	case e.Type == "roll" && name == "total":
		return sum(e, false), true
	}
	return valueText(value), value != nil
}

// sum is the total of a roll and, if it has modifiers, how it came about:
// "5 +3 (Red Bull) = 8".
func sum(e *race.Event, zero bool) string {
	total := valueText(e.Get("total"))
	if mods := modifiersOf(e, zero); len(mods) > 0 {
		return facesOf(e) + " " + valueText(mods) + " = " + total
	}
	return total
}
