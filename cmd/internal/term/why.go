package term

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"sandbox/cmd/internal/visible"
	"sandbox/core/race"
)

// whyColumn is where the places of rules stand, where lines have room for them.
const whyColumn = 48

// explained is a line of an explanation, and the place of its rule.
type explained struct {
	text, where string
	under       int // the column under which a broken text goes on
}

// Why explains what happened to a car in a step, event by event, each with
// the file and line of the rule that caused it when that is named first. An
// empty car is everyone.
func Why(w io.Writer, style Style, c race.Commit, car string) {
	title := visible.Line(c.Step)
	if car != "" && !strings.HasSuffix(title, " "+visible.Line(car)) {
		title += ", " + visible.Line(car)
	}
	write(w, style.paint(strong, title), "\n")
	named := map[string]bool{"": true}
	var lines []explained
	for i := range c.Events {
		e := &c.Events[i]
		if car != "" && e.Car != car || readBefore(c.Events[:i], e) != nil {
			continue
		}
		text := reasonIn(c.Events[i:])
		if car == "" && e.Car != "" {
			text = visible.Line(e.Car) + ": " + text
		}
		line := explained{text: "  " + text, under: 4}
		if !named[e.Where] {
			line.where = visible.Line(e.Where)
		}
		named[e.Where] = true
		lines = append(lines, line)
		for _, m := range modifiersOf(e, true) {
			if m.Where != "" {
				lines = append(lines, explained{"    " + modifierText(m), visible.Line(m.Where), 6})
			}
		}
	}
	if len(lines) == 0 {
		write(w, "  nothing happened\n")
	}
	explain(w, style, lines)
}

// reasonIn is the first of some events in plain words, with what those behind it
// say of it: how its dice were read, and where a choice led.
func reasonIn(events []race.Event) string {
	e := &events[0]
	for i := range events[1:] {
		next := &events[i+1]
		switch {
		case next.Car != e.Car:
		case readBefore(events[:i+1], next) == e:
			return fmt.Sprintf("rolled %s for %s: %s, %s: %s%s", valueText(e.Get("dice")), valueText(e.Get("purpose")),
				facesInWords(e), valueText(next.Get("as")), valueText(next.Get("units")), typedIn(e))
		case e.Type == "answer" && next.Type == "move" && next.Get("to") != e.Get("option"):
			return fmt.Sprintf("chose %s: %s to %s, of %s", valueText(e.Get("ask")), valueText(e.Get("option")), valueText(next.Get("to")), valueText(e.Get("of")))
		case next.Type == "answer" || next.Type == "roll" || next.Type == "move":
			return reason(e)
		}
	}
	return reason(e)
}

// facesInWords is "4 and 6".
func facesInWords(e *race.Event) string {
	faces, ok := e.Get("faces").([]int)
	if !ok || len(faces) < 2 {
		return facesOf(e)
	}
	last := len(faces) - 1
	return joined(faces[:last], ", ") + " and " + fmt.Sprint(faces[last])
}

// readBefore is the roll of which an event says how it was read; nil when it says
// nothing of the kind.
func readBefore(events []race.Event, e *race.Event) *race.Event {
	for i := len(events) - 1; i >= 0 && e.Type == "read"; i-- {
		if before := &events[i]; before.Car == e.Car {
			if before.Type == "roll" {
				return before
			}
			return nil
		}
	}
	return nil
}

// explain writes lines with the places of their rules in one column, which is
// further to the left where the longest of them needs the room. A place that has
// none behind its line stands under it.
func explain(w io.Writer, style Style, lines []explained) {
	column := whyColumn
	for _, l := range lines {
		if room := style.prose() - width(l.where); style.Wraps && room >= style.prose()/2 {
			column = min(column, room)
		}
	}
	for _, l := range lines {
		write(w, style.hang(l.text, l.under))
		place, at := style.paint(faint, l.where), max(column, width(l.text)+1)
		switch {
		case l.where == "":
		case !style.Wraps || at+width(l.where) <= style.prose():
			write(w, strings.Repeat(" ", at-width(l.text)), place)
		default:
			write(w, "\n", strings.Repeat(" ", max(0, min(column, style.prose()-width(l.where)))), place)
		}
		write(w, "\n")
	}
}

// reason is an event in plain words, the same for all variants.
func reason(e *race.Event) string {
	get := func(name string) string { return valueText(e.Get(name)) }
	switch e.Type {
	case "roll":
		return fmt.Sprintf("rolled %s for %s: %s", get("dice"), get("purpose"), rollText(e)+typedIn(e))
	case "row":
		return rowText(e)
	case "move":
		return moveText(e)
	case "place":
		return fmt.Sprintf("went from place %s to %s", get("from"), get("to"))
	case "retire":
		return fmt.Sprintf("out of the race at %s: %s", cmp.Or(get("space"), "place "+get("place")), get("why"))
	case "finish":
		return "home in place " + get("place")
	case "displaced":
		return fmt.Sprintf("now in place %s: %s got further beyond the line", get("place"), get("other"))
	case "grid":
		return strings.TrimSuffix(fmt.Sprintf("stood on grid place %s, %s", get("place"), get("space")), ", ")
	case "answer":
		return fmt.Sprintf("chose %s: %s, of %s", get("ask"), get("option"), get("of"))
	}
	return rest(visible.Line(e.Type), e)
}

// rollText is the faces, the modifiers and the total of a roll, as far as
// there is something to add up.
func rollText(e *race.Event) string {
	faces := facesOf(e)
	if mods := modifiersOf(e, true); len(mods) > 0 {
		return sum(e, true)
	}
	if total := valueText(e.Get("total")); total != faces {
		return faces + " = " + total
	}
	return faces
}

// rowText is the row of a table that came up: "action 2: tyre blow, spaces -3".
func rowText(e *race.Event) string {
	text := valueText(e.Get("table")) + " " + valueText(e.Get("face")) + ":"
	if said := valueText(e.Get("text")); said != "" {
		text += " " + said + ","
	}
	return strings.TrimSuffix(rest(text, e, "table", "face", "text"), ",")
}

// rest adds an event's fields to a text, but for some.
func rest(text string, e *race.Event, but ...string) string {
	for _, f := range e.Fields {
		if strings.Contains(" "+strings.Join(but, " ")+" ", " "+f.Name+" ") {
			continue
		}
		text += " " + visible.Line(f.Name)
		if f.Value != true {
			text += " " + valueText(f.Value)
		}
		text += ","
	}
	return strings.TrimSuffix(text, ",")
}

func moveText(e *race.Event) string {
	rows, _ := number(e, "rows")
	way := fmt.Sprintf("%s to %s", valueText(e.Get("from")), valueText(e.Get("to")))
	text := fmt.Sprintf("moved %s, %s", spacesText(rows), way)
	switch {
	case rows < 0:
		text = fmt.Sprintf("stepped back %s, %s", spacesText(-rows), way)
	case rows == 0:
		text = "stayed on " + valueText(e.Get("from"))
	}
	if short := cutShort(e); short != "" {
		text += " (" + short + ")"
	}
	if lap, ok := number(e, "lap"); ok {
		text += fmt.Sprintf(", now on lap %d", lap)
	}
	return text
}

// spacesText is how far a car has moved. What a move calls its rows are spaces
// driven, of which a corner has fewer inside than rows.
func spacesText(n int) string {
	if n == 1 {
		return "1 space"
	}
	return fmt.Sprintf("%d spaces", n)
}
