package spec

import (
	"fmt"
	"slices"
	"strings"

	"sandbox/core/board"
	"sandbox/core/race"
	"sandbox/scripts"
	"sandbox/scripts/internal/host"
)

// Moment is a step of a race, of which a spec is written.
type Moment struct {
	Head   race.Head
	Before string // the state that the step begins in
	After  string // and that it ended in; "" while it is under way
	Kind   race.Kind
	Car    string // whose turn it is; "" for a step of the race
	Events []race.Event
	Given  []race.Given   // by people; secret answers are not among the events
	Asks   *race.Question // what is asked first while it is under way
}

// header begins a file of specs.
const header = "local spec = require \"spec\"\n"

// Add writes a spec of a step at the end of a file of specs, "" for a new one, and
// returns the whole text. The spec lays down the position, gives the dice and the
// answers of the step, and expects what the step came to, or what is asked. It
// fails where that cannot be laid down in a spec.
func Add(text string, p *scripts.Program, name string, m Moment) (string, error) {
	r, h, err := p.At(m.Head, m.Before)
	if err != nil {
		return "", err
	}
	w := &writer{program: p, moment: m, race: r, host: h}
	w.line("")
	w.line("spec.it(%s, function()", quoted(name))
	if err := w.position(); err != nil {
		return "", err
	}
	w.dice()
	w.answers()
	if err := w.outcome(); err != nil {
		return "", err
	}
	w.line("end)")
	if text == "" {
		text = "--- Positions from races of " + p.Info().Variant + ".\n" + header
	}
	return strings.TrimRight(text, "\n") + "\n" + w.text.String(), nil
}

// writer writes one spec.
type writer struct {
	program *scripts.Program
	moment  Moment
	race    *race.Race
	host    *host.Host
	text    strings.Builder
}

func (w *writer) line(format string, args ...any) { fmt.Fprintf(&w.text, format+"\n", args...) }

// position lays down the race.
func (w *writer) position() error {
	o := w.program.Options()
	parts := []string{"variant = " + quoted(o.Variant)}
	if o.Track != "" {
		parts = append(parts, "track = "+quoted(o.Track))
	}
	parts = append(parts, fmt.Sprintf("laps = %d", w.program.Laps()))
	if w.race.Board() == nil {
		parts = append(parts, fmt.Sprintf("turn = %d", w.race.Round()+1))
	} else if w.race.Round() > 0 {
		parts = append(parts, fmt.Sprintf("round = %d", w.race.Round()))
	}
	w.line("  local race = spec.race {")
	w.line("    %s,", strings.Join(parts, ", "))
	if len(o.Settings) > 0 {
		w.list("    set = {", each(o.Settings, quoted), "},")
	}
	fields, err := w.host.RaceFields()
	if err != nil {
		return fmt.Errorf("a spec cannot lay down this race: %w", err)
	}
	if len(fields) > 0 {
		w.list("    race = {", fields, "},")
	}
	w.line("    cars = {")
	for i := range w.race.Cars() {
		fields, err := w.host.CarFields(i)
		if err != nil {
			return fmt.Errorf("a spec cannot lay down %s: %w", w.race.Name(i), err)
		}
		w.list("      {", append(w.place(i), fields...), "},")
	}
	w.line("    },")
	if w.race.Board() == nil {
		var names []string
		for _, car := range w.race.Places() {
			names = append(names, quoted(w.race.Name(car)))
		}
		w.list("    places = {", names, "},")
	}
	w.line("  }")
	return nil
}

// place says where a car stands.
func (w *writer) place(i int) []string {
	as := w.race.Car(i).Position()
	parts := []string{"name = " + quoted(w.race.Name(i))}
	add := func(key string, n, usual int) {
		if n != usual {
			parts = append(parts, fmt.Sprintf("%s = %d", key, n))
		}
	}
	stands, usual, lap := as.Space != board.None, race.Waiting, 0
	if stands {
		parts = append(parts, "at = "+quoted(w.race.Board().Space(as.Space).Name))
		lap = 1
	}
	if stands || w.race.Board() == nil {
		usual = race.Running
	}
	add("lap", as.Lap, lap)
	add("grid", as.Grid, 0)
	add("stops", as.Stops, 0)
	if as.Turn == w.race.Round() && as.Turn > 0 {
		parts = append(parts, "moved = true")
	}
	if as.Status != usual {
		parts = append(parts, "status = "+quoted(as.Status.String()))
	}
	if as.Why != "" {
		parts = append(parts, "why = "+quoted(as.Why))
	}
	return parts
}

// dice lays down what was thrown in the step, by purpose.
func (w *writer) dice() {
	var purposes []string
	faces := map[string][]string{}
	for i := range w.moment.Events {
		e := &w.moment.Events[i]
		thrown, several := e.Get("faces").([]int)
		if face, ok := e.Get("face").(int); ok && !several {
			thrown = []int{face}
		}
		if e.Type != "roll" {
			continue
		}
		purpose := fmt.Sprint(e.Get("purpose"))
		if faces[purpose] == nil {
			purposes = append(purposes, purpose)
		}
		for _, face := range thrown {
			faces[purpose] = append(faces[purpose], fmt.Sprint(face))
		}
	}
	var parts []string
	for _, purpose := range purposes {
		parts = append(parts, named(purpose)+"{ "+strings.Join(faces[purpose], ", ")+" }")
	}
	if parts != nil {
		w.list("  race:dice {", parts, "}")
	}
}

// answers gives what was answered in the step, in secret too.
func (w *writer) answers() {
	var who []string
	keys, given := map[string][]string{}, map[string][]string{}
	add := func(car, key, option string) {
		if car == "" {
			car = "race"
		}
		if keys[car] == nil {
			who = append(who, car)
		}
		if given[car+"|"+key] == nil {
			keys[car] = append(keys[car], key)
		}
		given[car+"|"+key] = append(given[car+"|"+key], quoted(option))
	}
	for i := range w.moment.Events {
		if e := &w.moment.Events[i]; e.Type == "answer" {
			add(e.Car, fmt.Sprint(e.Get("ask")), fmt.Sprint(e.Get("option")))
		}
	}
	for _, v := range w.moment.Given {
		if v.Option != "" && given[v.Who+"|"+v.What] == nil {
			add(v.Who, v.What, v.Option)
		}
	}
	for _, car := range who {
		var parts []string
		for _, key := range keys[car] {
			options := given[car+"|"+key]
			if len(options) == 1 {
				parts = append(parts, named(key)+options[0])
			} else {
				parts = append(parts, named(key)+"{ "+strings.Join(options, ", ")+" }")
			}
		}
		w.list("  race:answer("+quoted(car)+", {", parts, "})")
	}
}

// outcome plays the step, and says what it comes to.
func (w *writer) outcome() error {
	m := w.moment
	if q := m.Asks; q != nil {
		w.line("  local asked = race:asked(%s)", quotedUnless(m.Car))
		w.expect("asked.who", quoted(q.ID.Who))
		w.expect("asked.key", quoted(q.ID.Key))
		return nil
	}
	if m.Kind == race.Turn || m.Kind == race.Whole {
		w.line("  race:turn(%s)", quotedUnless(m.Car))
	} else {
		w.line("  race:step()")
	}
	after, h, err := w.program.At(m.Head, m.After)
	if err != nil {
		return err
	}
	for i := range after.Cars() {
		was, now, car := w.race.Car(i), after.Car(i), "race:car("+quoted(after.Name(i))+")"
		if now.Status() != was.Status() {
			w.expect(car+".status", quoted(now.Status().String()))
		}
		if now.Space() != was.Space() && now.Space() != board.None {
			w.expect(car+".space.name", quoted(after.Board().Space(now.Space()).Name))
		}
		if after.Board() == nil && now.Place() != was.Place() && now.Status() == race.Running {
			w.expect(car+".place", fmt.Sprint(now.Place()))
		}
		if err := w.changed(i, h, car); err != nil {
			return err
		}
	}
	return nil
}

// changed expects the fields of a car that are not as they were.
func (w *writer) changed(i int, after *host.Host, car string) error {
	was, err := w.host.CarFields(i)
	if err != nil {
		return err
	}
	now, err := after.CarFields(i)
	if err != nil {
		return fmt.Errorf("a spec cannot expect it: %w", err)
	}
	for _, field := range now {
		if slices.Contains(was, field) || strings.Contains(field, "spec.car(") || strings.Contains(field, "spec.space(") {
			continue // a table that stands for a thing equals none
		}
		name, value, _ := strings.Cut(field, " = ")
		if !strings.HasPrefix(name, "[") {
			name = "." + name
		}
		w.expect(car+name, value)
	}
	return nil
}

func (w *writer) expect(what, value string) {
	if before, inner, ok := opened(value); ok {
		w.list("  spec.expect("+what+").equals("+before, inner, "})")
		return
	}
	w.line("  spec.expect(%s).equals(%s)", what, value)
}

func each(list []string, do func(string) string) []string {
	out := make([]string, len(list))
	for i, one := range list {
		out[i] = do(one)
	}
	return out
}

// quoted is a text as Lua writes it.
func quoted(text string) string { return host.LuaText(text) }

// quotedUnless is nothing for no text.
func quotedUnless(text string) string {
	if text == "" {
		return ""
	}
	return quoted(text)
}

// named is what stands before the value of a name.
func named(name string) string { return host.LuaKey(name) }
