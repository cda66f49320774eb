package term

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"sandbox/cmd/internal/visible"
	"sandbox/core/dice"
	"sandbox/core/race"
)

// Plural is a word as it stands after a number.
func Plural(n int, word string) string {
	if n == 1 {
		return word
	}
	return word + "s"
}

// valueText is a field's value as people read it.
func valueText(value any) string {
	switch v := value.(type) {
	case nil:
		return ""
	case string:
		return visible.Line(v)
	case float64:
		return strconv.FormatFloat(v, 'g', 6, 64)
	case []int:
		return joined(v, ", ")
	case []string:
		return visible.Line(strings.Join(v, ", "))
	case []race.Modifier:
		var list []string
		for _, m := range v {
			list = append(list, modifierText(m))
		}
		return strings.Join(list, " ")
	}
	return visible.Line(fmt.Sprint(value))
}

func joined(numbers []int, by string) string {
	list := make([]string, len(numbers))
	for i, n := range numbers {
		list[i] = strconv.Itoa(n)
	}
	return strings.Join(list, by)
}

// modifierText is "+3 (Red Bull)".
func modifierText(m race.Modifier) string {
	return fmt.Sprintf("%+d (%s)", m.Value, visible.Line(m.Name))
}

// facesOf are the faces of a roll as a sum: "2+5"; of d66 as a number: "25".
func facesOf(e *race.Event) string {
	if faces, ok := e.Get("faces").([]int); ok {
		d, err := dice.Parse(valueText(e.Get("dice")))
		if err == nil && d.Digits {
			return joined(faces, "")
		}
		return joined(faces, "+")
	}
	return valueText(e.Get("face"))
}

// modifiersOf are a roll's modifiers; of those of zero none or, if asked, those
// that the rules have a line for.
func modifiersOf(e *race.Event, zero bool) []race.Modifier {
	var list []race.Modifier
	mods, _ := e.Get("modifiers").([]race.Modifier)
	for _, m := range mods {
		if m.Value != 0 || zero && m.Where != "" {
			list = append(list, m)
		}
	}
	return list
}

// number is a field that is a whole number; ok is false when there is none.
func number(e *race.Event, name string) (n int, ok bool) {
	n, ok = e.Get(name).(int)
	return n, ok
}

// cutShort says how a move ended that was meant to go elsewhere: "blocked: 3
// instead of 5"; "" for one that did not.
func cutShort(e *race.Event) string {
	aimed, ok := number(e, "aimed")
	if e.Type != "move" || !ok {
		return ""
	}
	rows, _ := number(e, "rows")
	if aimed < 0 {
		return fmt.Sprintf("no free space sooner: %d instead of %d", abs(rows), abs(aimed))
	}
	return fmt.Sprintf("blocked: %d instead of %d", abs(rows), abs(aimed))
}

var slot = regexp.MustCompile(`\{[^{}]*\}`)

// MaxWording is how many bytes an event takes that is told in the words of a
// variant; it is cut there.
const MaxWording = 4000

// fill puts values into a wording; ok is false when one is missing. A short
// wording may name a long field often.
func fill(wording string, value func(name string) (string, bool)) (text string, ok bool) {
	wording = visible.Line(wording)
	var b strings.Builder
	last := 0
	for _, at := range slot.FindAllStringIndex(wording, -1) {
		if b.Len() > MaxWording {
			break
		}
		v, found := value(wording[at[0]+1 : at[1]-1])
		if !found {
			return "", false
		}
		b.WriteString(wording[last:at[0]])
		b.WriteString(v)
		last = at[1]
	}
	if b.WriteString(wording[last:]); b.Len() > MaxWording {
		return strings.ToValidUTF8(b.String()[:MaxWording], "") + "…", true
	}
	return b.String(), true
}

// bare is an event without a wording: "weather sky=rain".
func bare(e *race.Event) string {
	text := visible.Line(e.Type)
	for _, f := range e.Fields {
		if f.Name == "typed" && typedIn(e) != "" {
			continue
		}
		v := valueText(f.Value)
		if strings.Contains(v, " ") {
			v = strconv.Quote(v)
		}
		text += " " + visible.Line(f.Name) + "=" + v
	}
	return text
}
