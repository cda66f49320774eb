package scripts

import (
	"errors"
	"fmt"
	"strings"

	lua "github.com/yuin/gopher-lua"

	"sandbox/core/board"
	"sandbox/core/dice"
	"sandbox/core/race"
)

// SpecResult is what became of one spec.
type SpecResult struct {
	Name  string // "action roll (2.2): a 2 steps back three units"
	Err   error  // nil when it passed
	State string // the state of its last race, where it failed
}

// RunSpecs runs the specs of a file, such as "variants/paper_f1_spec", whose
// names the filter lets through. It fails when the file itself cannot be read.
func RunSpecs(files Files, name string, filter func(name string) bool) ([]SpecResult, error) {
	runner := &specRunner{files: files, filter: filter, programs: map[string]*Program{}}
	s := newState(newUnits(files))
	runner.state = s
	s.extra["spec"] = runner.open()
	if _, err := s.protectedLoad(name); err != nil {
		return nil, err
	}
	return runner.results, nil
}

// specRunner is the spec library of one file.
type specRunner struct {
	*state
	files    Files
	filter   func(string) bool
	programs map[string]*Program // by their options
	within   []string            // names of the describes around
	steps    int                 // that races of the spec played
	races    []*specRace         // of the spec that runs
	results  []SpecResult
}

// specFunctions and raceFunctions describe the library, for the reference.
var specFunctions = []Function{
	{Of: "spec", name: "describe", Args: "name, body", Doc: "Groups specs under a name; the body calls spec.it."},
	{Of: "spec", name: "it", Args: "name, body", Doc: "One spec. It fails when its body does, or when dice that a race was given are not all thrown."},
	{Of: "spec", name: "race", Args: "table", Returns: "race", Doc: "Lays down a race: variant, track, laps, round, turn (instead of round on a track without a board: the one that is played next), seed (instead of scripted dice), bots (who answers instead of race:answer), set (a list of \"path=value\"), race (fields of the race), and cars: rows with name, at (a row or a space's name), lap, grid, moved (true when it had its turn in this round), stops (made in the corner it stands in), status (a retired one with a place stands there as a wreck), why, and any declared field. On a track without a board the cars run in the order listed, or in that of places, a list of names. Without cars the variant's entries wait beside the track."},
	{Of: "spec", name: "expect", Args: "value", Returns: "checks", Doc: "Checks a value: .equals(x), .near(number, tolerance), .is_true(), .is_nil(), .includes(x) (a text in a text, an item in a list, fields in a table or in an item of a list), .fails_with(text) for a function."},
}

// raceFunctions are the methods of a race in a spec.
var raceFunctions = []Function{
	{Of: "race in a spec", name: "dice", Args: "faces", Doc: "Lays down faces by purpose, in the order in which they are thrown."},
	{Of: "race in a spec", name: "answer", Args: "who, answers", Doc: "Lays down answers of a driver, or of \"race\", by the question's key; a list answers the same question several times."},
	{Of: "race in a spec", name: "turn", Args: "name", Doc: "Plays a car's turn, whether or not it comes next; on a track without a board, without a name, the next turn of the race."},
	{Of: "race in a spec", name: "step", Args: "", Doc: "Plays the next step."},
	{Of: "race in a spec", name: "round", Args: "", Doc: "Plays to the end of the round."},
	{Of: "race in a spec", name: "qualify", Args: "", Doc: "Plays the qualifying sessions."},
	{Of: "race in a spec", name: "play", Args: "", Doc: "Plays to the end of the race."},
	{Of: "race in a spec", name: "car", Args: "name", Returns: "car", Doc: "A car as the rules see it. Fetch it again after each step."},
	{Of: "race in a spec", name: "field", Args: "name", Returns: "value", Doc: "A field of the race as the rules see it, such as round."},
	{Of: "race in a spec", name: "events", Args: "", Returns: "events", Doc: "All events so far, as tables."},
	{Of: "race in a spec", name: "state", Args: "", Returns: "text", Doc: "The state in its one-line text form."},
	{Of: "race in a spec", name: "seen", Args: "who, key", Returns: "text", Doc: "What lay open to everybody when a driver was last asked a question: the state and the events told in that step so far, one a line."},
	{Of: "race in a spec", name: "result", Args: "", Returns: "rows", Doc: "The classification: rows with place, car, status, points."},
}

// open builds the table that `require "spec"` returns.
func (r *specRunner) open() *lua.LTable {
	return r.functions(map[string]lua.LGFunction{
		"describe": r.describe, "it": r.it, "race": r.newRace, "expect": r.expect,
	})
}

func (r *specRunner) describe(L *lua.LState) int {
	name, body := L.CheckString(1), L.CheckFunction(2)
	r.within = append(r.within, name)
	L.Push(body)
	L.Call(0, 0)
	r.within = r.within[:len(r.within)-1]
	return 0
}

// What one file of specs may do, so that it comes to its end.
const (
	maxSpecs     = 10_000
	maxSpecRaces = 1000   // of one spec
	maxSpecSteps = 50_000 // of those races
)

func (r *specRunner) it(L *lua.LState) int {
	name := strings.Join(append(append([]string(nil), r.within...), L.CheckString(1)), ": ")
	if !r.filter(name) {
		return 0
	}
	if len(r.results) == maxSpecs {
		raise("spec.it: the file has more than %d specs", maxSpecs)
	}
	r.races, r.steps = nil, 0
	r.budget.refill(loadBudget)
	result := SpecResult{Name: name, Err: r.attempt(L.CheckFunction(2))}
	for _, race := range r.races {
		if left := race.left(); left != "" && result.Err == nil {
			result.Err = errors.New("dice were laid down that nobody threw: " + left)
		}
	}
	if result.Err != nil && len(r.races) > 0 {
		result.State = r.races[len(r.races)-1].game.State()
	}
	r.results = append(r.results, result)
	return 0
}

// specRace is a race in a spec.
type specRace struct {
	runner  *specRunner
	game    *race.Game
	dice    *dice.Scripted // nil when a seed throws the dice
	faces   map[string][]int
	answers map[string][]string // by "who|key"
	views   map[string]view     // by the same
	events  []race.Event
}

func (sr *specRace) left() string {
	if sr.dice == nil {
		return ""
	}
	return sr.dice.Left()
}

// The keys of spec.race and of its cars that are not fields of the rules.
var (
	specRaceKeys = []string{"variant", "track", "laps", "round", "turn", "seed", "bots", "set", "race", "cars", "places"}
	specCarKeys  = map[string]bool{"name": true, "at": true, "lap": true, "grid": true, "moved": true, "stops": true, "status": true, "why": true}
)

// newRace is spec.race{ ... }.
func (r *specRunner) newRace(L *lua.LState) int {
	t := r.checkTable(1, "spec.race")
	for _, key := range r.tableKeys(t) {
		if !contains(specRaceKeys, key) {
			raise("spec.race: `%s`: no such key%s", key, suggest(key, specRaceKeys))
		}
	}
	if len(r.races) == maxSpecRaces {
		raise("spec.race: more than %d races in one spec", maxSpecRaces)
	}
	p := r.program(t)
	head := race.Head{Variant: p.opts.Variant, Track: p.opts.Track, Laps: p.laps, Entries: p.entries}
	sr := &specRace{runner: r, faces: map[string][]int{}, answers: map[string][]string{}, views: map[string]view{}}
	var err error
	if head.Start, err = r.start(p, t); err != nil {
		raise("spec.race: %w", err)
	}
	if seed := t.RawGetString("seed"); seed != lua.LNil {
		head.Seed = seed.String()
		sr.game, err = race.Start(specBook{p, sr}, head, nil)
	} else {
		sr.dice = dice.NewScripted(sr.faces)
		sr.game, err = race.Rehearse(specBook{p, sr}, head, sr.dice)
	}
	if err != nil {
		raise("spec.race: %w", err)
	}
	r.races = append(r.races, sr)
	r.budget.rest()
	L.Push(sr.table())
	return 1
}

// program loads what a spec race plays; equal ones are loaded once a file.
func (r *specRunner) program(t *lua.LTable) *Program {
	opts := Options{Variant: textField(t, "variant"), Track: textField(t, "track"), Settings: r.list(t, "set"), Bots: r.list(t, "bots")}
	if opts.Variant == "" {
		raise("spec.race: say which variant it is: spec.race { variant = \"paper_f1\" }")
	}
	if laps := t.RawGetString("laps"); laps != lua.LNil {
		opts.Laps, _ = wholeNumber(laps)
	}
	if cars, ok := t.RawGetString("cars").(*lua.LTable); ok {
		for i := 1; i <= cars.Len(); i++ {
			row, _ := cars.RawGetInt(i).(*lua.LTable)
			if row == nil || textField(row, "name") == "" {
				raise("spec.race: car %d is no row with a name", i)
			}
			opts.Entries = append(opts.Entries, race.Entry{Name: textField(row, "name")})
		}
	}
	if len(opts.Bots) == 0 {
		opts.People = entryNames(opts.Entries)
	}
	key := fmt.Sprintf("%+v", opts)
	if p := r.programs[key]; p != nil {
		return p
	}
	p, err := Load(r.files, opts)
	if err == nil && opts.People == nil && len(opts.Bots) == 0 {
		opts.People = entryNames(p.entries)
		p, err = Load(r.files, opts)
	}
	if err != nil {
		raise("spec.race: %w", err)
	}
	r.programs[key] = p
	return p
}

func entryNames(entries []race.Entry) []string {
	var names []string
	for _, e := range entries {
		names = append(names, e.Name)
	}
	return names
}

// list is a text or a list of texts in a table.
func (r *specRunner) list(t *lua.LTable, key string) []string {
	switch v := t.RawGetString(key).(type) {
	case lua.LString:
		return []string{string(v)}
	case *lua.LTable:
		var list []string
		for i := 1; i <= v.Len(); i++ {
			list = append(list, v.RawGetInt(i).String())
		}
		return list
	}
	return nil
}

// start lays down the state that a spec race begins in, as text.
func (r *specRunner) start(p *Program, t *lua.LTable) (string, error) {
	rc, err := race.New(p.Setup(), dice.NewKeyed(""))
	if err != nil {
		return "", err
	}
	h, err := p.NewHost(rc)
	if err != nil {
		return "", err
	}
	round, err := h.laidRound(t)
	if err != nil {
		return "", err
	}
	if fields, ok := t.RawGetString("race").(*lua.LTable); ok {
		if err := h.lay(h.raceTable, h.def.race, fields, nil); err != nil {
			return "", err
		}
	}
	placed := false
	if cars, ok := t.RawGetString("cars").(*lua.LTable); ok {
		for i := range rc.Cars() {
			row := cars.RawGetInt(i + 1).(*lua.LTable)
			as, err := h.laidCar(row, round)
			if err == nil {
				err = rc.Lay(i, as)
			}
			if err == nil {
				err = h.lay(h.cars[i], h.def.car, row, specCarKeys)
			}
			if err != nil {
				return "", fmt.Errorf("car %d: %w", i+1, err)
			}
			placed = placed || as.Status != race.Waiting
		}
	}
	if names := r.list(t, "places"); len(names) > 0 {
		placed = true
		if err := h.layPlaces(names); err != nil {
			return "", err
		}
	}
	if placed {
		if err := rc.LayRound(round, len(h.plan.Sessions)); err != nil {
			return "", err
		}
	}
	notes, err := h.State(rc)
	return rc.Text(notes), err
}

// laidRound is the round in which a race is laid down. Without a board it is
// the turn before the one that is played next.
func (h *Host) laidRound(t *lua.LTable) (int, error) {
	key, other, track := "round", "turn", "a board"
	if h.race.Board() == nil {
		key, other, track = other, key, "no board"
	}
	if t.RawGetString(other) != lua.LNil {
		return 0, fmt.Errorf("track %s has %s: write %s = instead of %s =", h.program.circuit.name, track, key, other)
	}
	n, _ := wholeNumber(t.RawGetString(key))
	if h.race.Board() == nil {
		n = max(0, n-1)
	}
	return n, nil
}

// layPlaces stands cars in an order, those laid down so far among them; all
// others stay as they are.
func (h *Host) layPlaces(names []string) error {
	if h.race.Board() != nil {
		return fmt.Errorf("track %s has a board: write where each car stands, cars = { { name = %q, at = 12 }, ... }", h.program.circuit.name, names[0])
	}
	var order []int
	for _, name := range names {
		car := h.race.Find(name)
		if car == race.Nobody {
			return fmt.Errorf("places: no car is called %q%s", name, suggest(name, h.carNames()))
		}
		if as := h.race.Car(car).Position(); as.Status == race.Waiting {
			as.Status = race.Running
			if err := h.race.Lay(car, as); err != nil {
				return err
			}
		}
		order = append(order, car)
	}
	if err := h.race.SetPlaces(order); err != nil {
		return fmt.Errorf("places: %w", err)
	}
	return nil
}

// laidCar reads where a row of cars puts a car.
func (h *Host) laidCar(row *lua.LTable, round int) (race.Position, error) {
	as := race.Position{Space: board.None, Why: textField(row, "why")}
	as.Lap, _ = wholeNumber(row.RawGetString("lap"))
	as.Grid, _ = wholeNumber(row.RawGetString("grid"))
	as.Stops, _ = wholeNumber(row.RawGetString("stops"))
	if lua.LVAsBool(row.RawGetString("moved")) {
		as.Turn = round
	}
	at := row.RawGetString("at")
	if h.race.Board() == nil {
		if at != lua.LNil {
			return as, fmt.Errorf("track %s has no board, so a car stands nowhere: list the cars in their order", h.program.circuit.name)
		}
		as.Status = race.Running
	} else if at != lua.LNil {
		if as.Space = h.spaceAt(at); as.Space == board.None {
			return as, fmt.Errorf("track %s has no space %s; rows are 1 to %d", h.race.Board().Name, article(at), h.race.Board().Rows)
		}
		as.Status = race.Running
		if row.RawGetString("lap") == lua.LNil {
			as.Lap = 1
		}
	}
	if status := textField(row, "status"); status != "" {
		var err error
		if as.Status, err = statusOf(status); err != nil {
			return as, err
		}
	}
	return as, nil
}

// spaceAt is a space by its name, or the first free space of a row.
func (h *Host) spaceAt(at lua.LValue) board.ID {
	row, ok := wholeNumber(at)
	if !ok || row < 1 || row > h.race.Board().Rows {
		return h.race.Board().Find(at.String())
	}
	for _, s := range h.race.Board().Row(row) {
		if id := h.race.Board().At(s.Row, s.Lane); h.race.CarOn(id) == race.Nobody {
			return id
		}
	}
	return h.race.Board().At(row, h.race.Board().Row(row)[0].Lane)
}

// lay writes declared fields from a row; other keys must be among the known.
func (h *Host) lay(t *lua.LTable, f *fields, row *lua.LTable, known map[string]bool) error {
	for _, k := range h.keys(row) {
		name := k.String()
		switch {
		case known[name]:
		case f.has(name):
			t.RawSetString(name, h.copyValue(row.RawGet(k), map[*lua.LTable]*lua.LTable{}))
		default:
			return fmt.Errorf("`%s` is no field that the variant declares%s", name, suggest(name, f.names))
		}
	}
	return nil
}
