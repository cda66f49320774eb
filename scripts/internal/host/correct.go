package host

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"sandbox/core/board"
	"sandbox/core/race"
	"sandbox/scripts/internal/luabox"
	"sandbox/scripts/internal/source"
)

// Correct is a game master's correction of one field of a car: space, lap,
// status - without a board place or status - or one that the rules declared. The
// value is written as in the state's text form, texts also without quotes.
func (h *Host) Correct(car int, field, value string) error {
	as, b := h.race.Car(car).Position(), h.race.Board()
	var err error
	if b == nil && (field == "space" || field == "lap") {
		return fmt.Errorf("%s has no board: a car there has a place and no %s", h.cast.Track.Title, field)
	}
	switch field {
	case "place":
		n := len(h.race.Places())
		if as.Place, err = strconv.Atoi(value); b != nil || as.Status != race.Running || err != nil || as.Place < 1 || as.Place > n {
			return h.wrongPlace(car, value)
		}
	case "space":
		if as.Space = b.Find(value); as.Space == board.None {
			return fmt.Errorf("%s has no space %q; they are called row/lane, such as \"12/1\"", b.Name, value)
		}
		if as.Status = race.Running; as.Lap == 0 {
			as.Lap = 1
		}
	case "lap":
		if as.Lap, err = strconv.Atoi(value); err != nil || as.Lap < 0 || as.Lap > h.race.Laps() {
			return fmt.Errorf("%q is no lap of 0 to %d", value, h.race.Laps())
		}
	case "status":
		if as.Status, err = StatusOf(value); err != nil {
			return err
		}
		if as.Status != race.Running {
			as.Space = board.None
		}
		as.Why = "the game master"
	default:
		if err := h.correctField(car, field, value); err != nil {
			return err
		}
		return h.ranked()
	}
	if err := h.race.Lay(car, as); err != nil {
		return err
	}
	return h.ranked()
}

// ranked has the cars stand as the rules say, after a correction.
func (h *Host) ranked() (err error) {
	defer h.box.Rescue(&err)
	h.box.Refill(luabox.Stepping)
	h.rank()
	return nil
}

// wrongPlace says why the game master cannot give a car a place.
func (h *Host) wrongPlace(car int, value string) error {
	c := h.race.Car(car)
	switch {
	case h.race.Board() != nil:
		return errors.New("places follow from where the cars stand: change the space or the lap")
	case c.Status() != race.Running:
		return fmt.Errorf("%s has no place: it is %s; change its status to running first", c.Name(), c.Status())
	}
	return fmt.Errorf("%q is no place of 1 to %d", value, len(h.race.Places()))
}

// StatusOf is a status by its word.
func StatusOf(word string) (race.Status, error) {
	for _, s := range []race.Status{race.Waiting, race.Running, race.Finished, race.Retired} {
		if s.String() == word {
			return s, nil
		}
	}
	return 0, fmt.Errorf("%q is no status; there are waiting, running, home and out", word)
}

// correctField corrects a field that the rules declared, or a value in a table of
// it: wp.B, cards.2.
func (h *Host) correctField(car int, path, value string) error {
	field, inner, isInner := strings.Cut(path, ".")
	if !h.def.Car.Has(field) {
		known := []string{"space", "lap", "status"}
		if h.race.Board() == nil {
			known = []string{"place", "status"}
		}
		return fmt.Errorf("cars have no field `%s`%s", field, source.SuggestOrList(field, append(known, h.def.Car.Names...)))
	}
	if !isInner {
		v, err := h.corrected(field, h.def.Car.Start(field), value)
		if err == nil {
			h.cars[car].SetField(field, v)
		}
		return err
	}
	t, ok := h.cars[car].Field(field).Table()
	if !ok {
		return fmt.Errorf("`%s` holds no table, so there is no `%s`", field, path)
	}
	for at := field; ; {
		name, rest, deeper := strings.Cut(inner, ".")
		key, known := h.keyIn(t, name)
		if !known {
			return fmt.Errorf("`%s` has no `%s`%s", at, name, source.SuggestOrList(name, h.box.Names(t)))
		}
		at += "." + name
		if !deeper {
			v, err := h.corrected(at, t.Get(key), value)
			if err == nil {
				t.Set(key, v)
			}
			return err
		}
		if t, ok = t.Get(key).Table(); !ok {
			return fmt.Errorf("`%s` holds no table, so there is no `%s`", at, path)
		}
		inner = rest
	}
}

// keyIn is the key of a table that is written so.
func (h *Host) keyIn(t luabox.Table, name string) (key luabox.Value, known bool) {
	for _, k := range h.box.Keys(t) {
		if k.String() == name {
			return k, true
		}
	}
	return key, false
}

// corrected is what a game master writes for a value, of the same kind.
func (h *Host) corrected(path string, old luabox.Value, value string) (luabox.Value, error) {
	v, err := h.box.ReadValue(value)
	if old.Kind() == luabox.Text && (err != nil || v.Kind() != luabox.Text) {
		v, err = luabox.Str(value), nil
	}
	if err == nil && old.Kind() != v.Kind() && !v.IsNil() {
		err = fmt.Errorf("`%s` is a %s, not %s", path, old.KindName(), v.Article())
	}
	return v, err
}
