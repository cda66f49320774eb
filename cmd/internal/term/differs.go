package term

import (
	"cmp"
	"fmt"
	"strings"

	"sandbox/cmd/internal/visible"
	"sandbox/core/race"
)

// OtherValue is a value that a race remembers at the end of a step and that is
// another one under other rules.
type OtherValue struct {
	Name    string // "gear" or "wp.T"; "" where it has none
	Was, Is string // "" for nothing
	Where   string // file:line of the rule of the step
}

// Differs tells the first step that goes otherwise under new rules, in the words
// of those and of the ones before: "round 7, Bo: bust, not 12; push.lua:31".
func Differs(before, now Teller, d *race.Difference, other OtherValue) string {
	who, text := d.Who, ""
	switch {
	case d.Instead != "":
		text = fmt.Sprintf("%s comes, not %s", visible.Line(d.Instead), visible.Line(d.Step))
	case d.Over:
		text = "the race is over before " + visible.Line(d.Step)
	case d.Problem != nil:
		line, _, _ := strings.Cut(d.Problem.Error(), "\n")
		text = visible.Line(line)
	case d.Is != nil || d.Was != nil:
		who, text = otherEvent(before, now, d)
	default:
		text = otherValue(&other)
	}
	head := stepName(d)
	if who != "" {
		head += ", " + visible.Line(who)
	}
	text = head + ": " + text
	if d.Older {
		text += " (that step was played under still older rules)"
	}
	if where := cmp.Or(d.Where, other.Where); where != "" {
		text += "; " + visible.Line(where)
	}
	return text
}

// stepName is the step as people call it: "round 7".
func stepName(d *race.Difference) string {
	switch {
	case d.Step == "":
		return "at the start"
	case d.Kind == race.Turn, d.Kind == race.Open:
		return fmt.Sprintf("round %d", d.Round)
	case d.Kind == race.Whole:
		return fmt.Sprintf("turn %d", d.Round)
	}
	return visible.Line(d.Step)
}

// otherEvent is what happens instead of what happened, and to whom.
func otherEvent(before, now Teller, d *race.Difference) (who, text string) {
	switch {
	case d.Was == nil:
		return d.Is.Car, now.plainly(d.Is, now.quiet(d.Is)) + ", which did not happen before"
	case d.Is == nil:
		return d.Was.Car, "no longer " + before.plainly(d.Was, before.quiet(d.Was))
	}
	quiet := now.quiet(d.Is) || before.quiet(d.Was)
	is, was := now.plainly(d.Is, quiet), before.plainly(d.Was, quiet)
	if is == was {
		is, was = reason(d.Is), reason(d.Was)
	}
	if d.Is.Car != d.Was.Car {
		return d.Is.Car, fmt.Sprintf("%s, not %s: %s", is, cmp.Or(visible.Line(d.Was.Car), "the race"), was)
	}
	return d.Is.Car, fmt.Sprintf("%s, not %s", is, rid(was, is))
}

// plainly is an event in words without colours: where the variant keeps it quiet,
// in those that all variants share.
func (t Teller) plainly(e *race.Event, quiet bool) string {
	switch {
	case quiet && e.Type == "answer":
		return fmt.Sprintf("chose %s: %s", valueText(e.Get("ask")), valueText(e.Get("option")))
	case quiet:
		return reason(e)
	}
	text := t.words(e)
	if short := cutShort(e); short != "" {
		text += " (" + short + ")"
	}
	return text
}

// quiet says that an event is not told.
func (t Teller) quiet(e *race.Event) bool {
	wording, ok := t.wording(e)
	return ok && wording == ""
}

// rid is a text without the words with which another one begins too.
func rid(text, other string) string {
	words, others := strings.Split(text, " "), strings.Split(other, " ")
	n := 0
	for n < len(words)-1 && n < len(others)-1 && words[n] == others[n] {
		n++
	}
	return strings.Join(words[n:], " ")
}

// otherValue is "heat 3, not 2".
func otherValue(v *OtherValue) string {
	name := visible.Line(v.Name)
	if name != "" {
		name += " "
	}
	switch {
	case v.Is == "":
		return fmt.Sprintf("no longer %s%s", name, visible.Line(v.Was))
	case v.Was == "":
		return name + visible.Line(v.Is)
	}
	return fmt.Sprintf("%s%s, not %s", name, visible.Line(v.Is), visible.Line(v.Was))
}
