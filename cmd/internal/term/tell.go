package term

import (
	"cmp"
	"io"
	"strings"

	"sandbox/cmd/internal/visible"
	"sandbox/core/race"
)

// Teller tells what happened in the words of a variant.
//
// A wording is looked up under the event's type and what it is for ("roll
// move", "row action", "answer gear"), then under the type ("roll"); an answer
// first under the option too ("answer pit no"). {name} stands for a field of the
// event, {car} and {step} for those. A move back and one of no rows look under
// "move back" and "move none". An event whose wording is empty is not told; one
// without a wording, or without a field that its wording names, is shown field
// by field.
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

// Tell writes events, one line for each run of events of one car. Cars to which
// the same happens share lines where two go into one.
func (t Teller) Tell(w io.Writer, events []race.Event) {
	for events = t.told(events); len(events) > 0; {
		n := crowd(events)
		lines := t.shared(events[:n])
		switch {
		case n < 2:
			n = run(events)
			t.line(w, events[:n])
		case 2*len(lines) <= n+1:
			for i, line := range lines {
				if i < len(lines)-1 {
					line += " ·"
				}
				write(w, t.Style.hang(line, 2), "\n")
			}
		default:
			for i := range n {
				t.line(w, events[i:i+1])
			}
		}
		events = events[n:]
	}
}

// told are the events that are not kept quiet.
func (t Teller) told(events []race.Event) []race.Event {
	var list []race.Event
	for i := range events {
		if !t.quiet(&events[i]) {
			list = append(list, events[i])
		}
	}
	return list
}

// run is how many events from the first on are of one car.
func run(events []race.Event) int {
	n := 1
	for n < len(events) && events[n].Car == events[0].Car && events[n].Step == events[0].Step {
		n++
	}
	return n
}

// crowd is how many events from the first on are of one type and of a car each
// to which nothing else happens; 0 when the first is not.
func crowd(events []race.Event) int {
	first, seen, n := &events[0], map[string]bool{"": true}, 0
	for n < len(events) && run(events[n:]) == 1 {
		e := &events[n]
		if e.Type != first.Type || e.Step != first.Step || seen[e.Car] {
			break
		}
		seen[e.Car] = true
		n++
	}
	return n
}

// shared are lines of the names of cars, each with what happens to it. Of rolls
// that the rules keep quiet it is said once who threw them.
func (t Teller) shared(events []race.Event) []string {
	var lines []string
	quiet := t.allQuiet(events)
	for i := range events {
		text := t.name(events[i].Car) + " " + t.text(&events[i], !quiet)
		if quiet && i == len(events)-1 {
			text += t.Style.paint(odd, typedIn(&events[i]))
		}
		if n := len(lines); n > 0 && width(lines[n-1]+" · "+text) <= t.Style.prose()-2 {
			lines[n-1] += " · " + text
			continue
		}
		lines = append(lines, text)
	}
	return lines
}

// allQuiet says that all of some events are rolls of the program that the rules
// keep quiet.
func (t Teller) allQuiet(events []race.Event) bool {
	for i := range events {
		if wording, _ := t.wording(&events[i]); wording != quietRoll {
			return false
		}
	}
	return true
}

// TellFrom writes the events of a step that was run again, from the first
// that differs from what was shown already. When something shown holds no
// longer, a line says so first.
func (t Teller) TellFrom(w io.Writer, events, already []race.Event) {
	same := 0
	for same < len(events) && same < len(already) && events[same].Alike(&already[same]) {
		same++
	}
	if same < len(already) {
		write(w, t.Style.paint(odd, "-- from here again --"), "\n")
	}
	t.Tell(w, events[same:])
}

// line writes a run of events of one car, wrapped under its beginning.
func (t Teller) line(w io.Writer, events []race.Event) {
	column := cmp.Or(t.Names, 12) + 2
	line := pad(t.name(events[0].Car), column-1) + " "
	for i := range events {
		text := t.text(&events[i], true)
		switch {
		case i == 0:
		case width(line+" · "+text) > t.Style.prose():
			write(w, t.Style.hang(line, column), " ·\n") // in the margin
			line = strings.Repeat(" ", column)
		default:
			line += " · "
		}
		line += text
	}
	write(w, t.Style.hang(line, column), "\n")
}

func (t Teller) name(car string) string {
	if car == "" {
		return t.Style.paint(faint, "race")
	}
	return t.Style.car(car, strong)
}

// text is one event in words and colour, perhaps with who threw the dice.
func (t Teller) text(e *race.Event, thrower bool) string {
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
	if !thrower {
		return text
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

// quietRoll is how a roll of the program is told that the rules keep quiet.
const quietRoll = "rolls {total}"

// wording of an event, the most particular first. What the program threw among
// real dice is told where the rules keep rolls quiet, too.
func (t Teller) wording(e *race.Event) (string, bool) {
	for _, key := range keys(e) {
		if text, ok := t.Words[key]; ok {
			if text == "" && e.Get("own") == true {
				text = quietRoll
			}
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
		what, ok := e.Get(field).(string)
		if option, answered := e.Get("option").(string); ok && answered {
			list = append(list, e.Type+" "+what+" "+option)
		}
		if ok {
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
		return visible.Line(cmp.Or(e.Car, "the race")), true
	case name == "step":
		return visible.Line(e.Step), true
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
