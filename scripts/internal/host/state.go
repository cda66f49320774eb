package host

import (
	"fmt"
	"strings"

	"sandbox/core/race"
	"sandbox/scripts/internal/luabox"
	"sandbox/scripts/internal/source"
	"sandbox/scripts/internal/variant"
)

// State implements race.Rules.
func (h *Host) State(r *race.Race) (notes race.Notes, err error) {
	if h.noted {
		return h.notes, nil
	}
	defer h.box.Rescue(&err)
	h.sync()
	if err := h.checkMirrors(); err != nil {
		return race.Notes{}, err
	}
	h.box.Refill(luabox.Stepping)
	return h.write(r)
}

// write writes the notes, at the charge of the rule that runs.
func (h *Host) write(r *race.Race) (notes race.Notes, err error) {
	n := h.box.NewNotes()
	text, err := n.Fields("race", h.raceTable, h.def.Race.Names, h.def.Race.Keys, h.knownRace)
	if err != nil {
		return race.Notes{}, h.StepError(err)
	}
	notes = race.Notes{Race: text, Cars: make([]string, len(h.cars))}
	for i, car := range h.cars {
		if notes.Cars[i], err = n.Fields(r.Car(i).Name(), car, h.def.Car.Names, h.def.Car.Keys, h.known[i]); err != nil {
			return race.Notes{}, h.StepError(err)
		}
	}
	h.notes, h.noted = notes, true
	return notes, nil
}

// stepKeys are the rules that steps are.
var stepKeys = map[race.Kind]string{race.Session: "session", race.Open: "open", race.Turn: "turn", race.Special: "next", race.Whole: "race_turn"}

// StepKey is the key of the rule that carries out steps of a kind: "turn".
func StepKey(kind race.Kind) string { return stepKeys[kind] }

// StepError says in which rule the last step went wrong, where that was only
// seen at its end.
func (h *Host) StepError(err error) error {
	step := h.race.Step()
	file, line := h.variant.Place(StepKey(step.Kind))
	return &source.Error{File: file, Line: line, Msg: fmt.Sprintf("%s: %v", step.Label, err)}
}

// SetState implements race.Rules. A field that the rules no longer declare is
// dropped; one that the text does not have keeps its starting value.
func (h *Host) SetState(r *race.Race, notes race.Notes) error {
	h.Reset(h.deal)
	if err := h.restore(h.raceTable, h.def.Race, notes.Race); err != nil {
		return fmt.Errorf("state of the race: %w", err)
	}
	for i, text := range notes.Cars {
		if err := h.restore(h.cars[i], h.def.Car, text); err != nil {
			return fmt.Errorf("state of %s: %w", r.Car(i).Name(), err)
		}
	}
	return nil
}

func (h *Host) restore(t luabox.Table, f *variant.Fields, text string) error {
	values, err := h.box.ReadFields(text)
	if err != nil {
		return err
	}
	for _, name := range f.Names {
		if v, ok := values[name]; ok {
			t.SetField(name, v)
		}
	}
	return nil
}

// memory is the state as text, where somebody reads the record; "" in a
// simulation. The rule that runs is charged for it.
func (h *Host) memory(r *race.Race) (text string, err error) {
	if !r.Recording() {
		return "", nil
	}
	if !h.noted {
		h.sync()
		h.chargeItems(len(h.ground.tables) + 4*len(h.ground.index))
		if err := h.checkMirrors(); err != nil {
			return "", err
		}
		if _, err := h.write(r); err != nil {
			return "", err
		}
	}
	text = r.Text(h.notes)
	h.box.Charge(len(text) / stateBytes)
	return text, nil
}

// Points is what a placing scores under the variant's points table, with the
// car's bonus points.
func (h *Host) Points(p race.Placing) int {
	points := h.def.Points.OfPlace(p)
	if bonus := h.def.Points.Bonus; bonus != "" {
		if car := h.race.Find(p.Car); car != race.Nobody {
			n, _ := h.cars[car].Field(bonus).Whole()
			points += n
		}
	}
	return points
}

// Field is a declared field of a car as people read it, "" for nothing; "wp.T" is
// the T of a table, and "bot" who drives the car where nobody does.
func (h *Host) Field(car int, path string) string {
	if path == variant.TheBot {
		return h.cast.Bots[h.Bot(car)]
	}
	name, rest, within := strings.Cut(path, ".")
	value := h.cars[car].Field(name)
	for within {
		t, ok := value.Table()
		if !ok {
			return ""
		}
		name, rest, within = strings.Cut(rest, ".")
		value = t.Field(name)
	}
	t, ok := value.Table()
	switch {
	case value.IsNil():
		return ""
	case !ok:
		return value.String()
	}
	thing, ok := h.Thing(t)
	if !ok {
		return "" // a table of the rules' own has no name
	}
	return thing.Name
}
