package scripts

import (
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"strings"

	lua "github.com/yuin/gopher-lua"

	"sandbox/core/board"
	"sandbox/core/dice"
	"sandbox/core/race"
)

// KindOf says whether a file is one of Variants or of Tracks.
func KindOf(files Files, name string) (string, error) {
	for _, folder := range []string{Variants, Tracks} {
		if _, err := files.Open(folder + "/" + name); errors.Is(err, fs.ErrNotExist) {
			continue
		}
		return KindIn(files, folder, name)
	}
	names := append(files.Names(Variants), files.Names(Tracks)...)
	return "", fmt.Errorf("no variant and no track is called %q%s", name, suggestOrList(name, names))
}

// KindIn is KindOf for the file that is found in a folder: one that lies where
// both kinds are looked for may be of the other kind.
func KindIn(files Files, folder, name string) (string, error) {
	s := newState(newUnits(files))
	value, err := s.protectedLoad(folder + "/" + name)
	if err != nil {
		return "", err
	}
	t, _ := value.(*lua.LTable)
	if _, ok := s.circuits[t]; ok {
		return Tracks, nil
	}
	return Variants, nil
}

// About is what the first line of a Lua file says of it, "" when it does not
// begin with three dashes.
func About(source string) string {
	first, _, _ := strings.Cut(source, "\n")
	if text, ok := strings.CutPrefix(first, "---"); ok {
		return strings.TrimSpace(text)
	}
	return ""
}

// Value is one value of a variant.
type Value struct {
	Path, Text string
	Where      string // file:line, "" when it is not written anywhere
}

// Values lists the values of the variant whose path is the given one or lies
// under it, without functions; "" lists all but entries and words.
func (p *Program) Values(under string) []Value {
	var list []Value
	for _, path := range sortedKeys(p.values) {
		text := p.values[path]
		top, _, _ := strings.Cut(path, ".")
		switch {
		case strings.HasPrefix(text, functionPrefix):
		case under == "" && (top == "entries" || top == "words"):
		case under != "" && path != under && !strings.HasPrefix(path, under+"."):
		default:
			list = append(list, Value{path, text, p.places[path]})
		}
	}
	return list
}

// Correct is a game master's correction: the state with one field of a car
// changed, and a note of it. The field is space, lap, status - without a board
// place or status - or one that the rules declared; the value is written as in
// the state's text form, texts also without quotes.
func (p *Program) Correct(head race.Head, state string, car int, field, value string) (note, corrected string, err error) {
	setup := p.Setup()
	setup.Entries = entryNames(head.Entries)
	r, err := race.New(setup, dice.NewKeyed(""))
	if err != nil {
		return "", "", err
	}
	h, err := p.NewHost(r)
	if err != nil {
		return "", "", err
	}
	notes, err := r.SetText(state)
	if err == nil {
		err = h.SetState(r, notes)
	}
	if err == nil {
		err = h.correct(car, field, value)
	}
	if err != nil {
		return "", "", err
	}
	after, err := h.State(r)
	return fmt.Sprintf("gm %s %s %s", r.Car(car).Name(), field, value), r.Text(after), err
}

func (h *Host) correct(car int, field, value string) error {
	as := h.race.Car(car).Position()
	var err error
	if h.race.Board() == nil && (field == "space" || field == "lap") {
		return fmt.Errorf("%s has no board: a car there has a place and no %s", h.program.circuit.name, field)
	}
	switch field {
	case "place":
		n := len(h.race.Places())
		if as.Place, err = strconv.Atoi(value); h.race.Board() != nil || as.Status != race.Running || err != nil || as.Place < 1 || as.Place > n {
			return h.wrongPlace(h.race.Car(car), value)
		}
	case "space":
		if as.Space = h.race.Board().Find(value); as.Space == board.None {
			return fmt.Errorf("%s has no space %q; they are called row/lane, such as \"12/1\"", h.race.Board().Name, value)
		}
		if as.Status = race.Running; as.Lap == 0 {
			as.Lap = 1
		}
	case "lap":
		if as.Lap, err = strconv.Atoi(value); err != nil || as.Lap < 0 || as.Lap > h.race.Laps() {
			return fmt.Errorf("%q is no lap of 0 to %d", value, h.race.Laps())
		}
	case "status":
		if as.Status, err = statusOf(value); err != nil {
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
func (h *Host) wrongPlace(c *race.Car, value string) error {
	switch {
	case h.race.Board() != nil:
		return errors.New("places follow from where the cars stand: change the space or the lap")
	case c.Status() != race.Running:
		return fmt.Errorf("%s has no place: it is %s; change its status to running first", c.Name(), c.Status())
	}
	return fmt.Errorf("%q is no place of 1 to %d", value, len(h.race.Places()))
}

// statusOf is a status by its word.
func statusOf(word string) (race.Status, error) {
	for _, s := range []race.Status{race.Waiting, race.Running, race.Finished, race.Retired} {
		if s.String() == word {
			return s, nil
		}
	}
	return 0, fmt.Errorf("%q is no status; there are waiting, running, finished and retired", word)
}

func (h *Host) correctField(car int, field, value string) error {
	if !h.def.car.has(field) {
		known := append([]string{"space", "lap", "status"}, h.def.car.names...)
		if h.race.Board() == nil {
			known = append([]string{"place", "status"}, h.def.car.names...)
		}
		return fmt.Errorf("cars have no field `%s`%s", field, suggestOrList(field, known))
	}
	old := h.def.car.values[field]
	v, err := h.readValue(value)
	if old.Type() == lua.LTString && (err != nil || v.Type() != lua.LTString) {
		v, err = lua.LString(value), nil
	}
	if err != nil {
		return err
	}
	if old.Type() != v.Type() && v != lua.LNil {
		return fmt.Errorf("`%s` is a %s, not %s", field, old.Type(), article(v))
	}
	h.cars[car].RawSetString(field, v)
	return nil
}

// writtenAt is the line of the variant that gives a number to a name, such as
// the row of a team in a table of modifiers; "" when there is none, or more
// than one.
func (p *Program) writtenAt(name string, value int) string {
	literal, where := strconv.Itoa(value), ""
	for path, text := range p.values {
		if text != literal || !strings.Contains("."+path+".", "."+name+".") {
			continue
		}
		if where != "" && where != p.places[path] {
			return ""
		}
		where = p.places[path]
	}
	return where
}
