package host

import (
	"errors"
	"fmt"
	"strconv"

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
		return h.correctField(car, field, value)
	}
	return h.race.Lay(car, as)
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
	return 0, fmt.Errorf("%q is no status; there are waiting, running, finished and retired", word)
}

func (h *Host) correctField(car int, field, value string) error {
	if !h.def.Car.Has(field) {
		known := []string{"space", "lap", "status"}
		if h.race.Board() == nil {
			known = []string{"place", "status"}
		}
		return fmt.Errorf("cars have no field `%s`%s", field, source.SuggestOrList(field, append(known, h.def.Car.Names...)))
	}
	old := h.def.Car.Start(field)
	v, err := h.box.ReadValue(value)
	if old.Kind() == luabox.Text && (err != nil || v.Kind() != luabox.Text) {
		v, err = luabox.Str(value), nil
	}
	if err != nil {
		return err
	}
	if old.Kind() != v.Kind() && !v.IsNil() {
		return fmt.Errorf("`%s` is a %s, not %s", field, old.KindName(), v.Article())
	}
	h.cars[car].SetField(field, v)
	return nil
}
