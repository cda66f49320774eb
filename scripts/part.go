package scripts

import (
	"fmt"
	"strconv"
	"strings"

	"sandbox/core/race"
	"sandbox/scripts/internal/host"
	"sandbox/scripts/internal/luabox"
)

// OtherValue is the first value in which two parts of a state's text differ,
// those of one car or of the race itself: what it is called, such as "wp.T" or
// "lap", and how it was and is, "" for nothing.
func OtherValue(was, is string) (name, before, after string) {
	words, fields, _ := strings.Cut(was, " {")
	now, others, _ := strings.Cut(is, " {")
	if words == now {
		return luabox.OtherField(strings.TrimSuffix(fields, "}"), strings.TrimSuffix(others, "}"))
	}
	a, b := strings.Fields(words), strings.Fields(now)
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	before, after = strings.Join(a[n:], " "), strings.Join(b[n:], " ")
	if n > 0 && n < len(a) && n < len(b) && isNumber(a[n]) && isNumber(b[n]) {
		return a[n-1], a[n], b[n]
	}
	return "", before, after
}

func isNumber(word string) bool {
	_, err := strconv.Atoi(word)
	return err == nil
}

// StepPlace is where the rule stands that carries out steps of a kind, file:line;
// "" when it is written nowhere.
func (r *rules) StepPlace(kind race.Kind) string { return r.places[host.StepKey(kind)] }

// Loss is a field that rules declare no longer, in which a race has values that
// it did not start with.
type Loss struct {
	Field string // "car.heat" or "race.debris"
	Cars  int    // how many cars have such a value; 0 for a field of the race
	Of    int    // how many cars there are
}

// String is "car.heat: dropped with a value other than its start in 3 of 8 cars".
func (l Loss) String() string {
	text := l.Field + ": dropped with a value other than its start"
	if l.Of > 0 {
		text += fmt.Sprintf(" in %d of %d cars", l.Cars, l.Of)
	}
	return text
}

// Losses lists what a race in a state loses when it goes on under these rules
// instead of older ones. It fails where that race cannot stand there.
func (p *Program) Losses(old *Program, state string) ([]Loss, error) {
	r, err := race.New(old.Setup(), nil)
	if err != nil {
		return nil, err
	}
	h, err := old.NewHost(r)
	if err != nil {
		return nil, err
	}
	start, err := h.State(r)
	if err != nil {
		return nil, err
	}
	now, err := r.SetText(state)
	if err != nil {
		return nil, err
	}
	other := func(a, b, name string) bool { return luabox.FieldText(a, name) != luabox.FieldText(b, name) }
	var list []Loss
	for _, name := range old.def.Car.Names {
		lost := Loss{Field: "car." + name, Of: len(now.Cars)}
		for i := range now.Cars {
			if !p.def.Car.Has(name) && other(start.Cars[i], now.Cars[i], name) {
				lost.Cars++
			}
		}
		if lost.Cars > 0 {
			list = append(list, lost)
		}
	}
	for _, name := range old.def.Race.Names {
		if !p.def.Race.Has(name) && other(start.Race, now.Race, name) {
			list = append(list, Loss{Field: "race." + name})
		}
	}
	return list, nil
}
