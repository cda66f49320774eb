package spec

import (
	"fmt"
	"slices"

	"sandbox/core/board"
	"sandbox/core/dice"
	"sandbox/core/race"
	"sandbox/scripts"
	"sandbox/scripts/internal/host"
	"sandbox/scripts/internal/luabox"
	"sandbox/scripts/internal/source"
)

// The keys of spec.race and of its cars that are not fields of the rules.
var (
	raceKeys = []string{"variant", "track", "laps", "with", "round", "turn", "seed", "bots", "set", "race", "cars", "places"}
	carKeys  = map[string]bool{"name": true, "at": true, "lap": true, "grid": true, "moved": true, "stops": true, "status": true, "why": true}
)

// newRace is spec.race{ ... }.
func (r *runner) newRace() int {
	t := r.box.TableArg(1, "spec.race")
	for _, key := range r.box.Names(t) {
		if !slices.Contains(raceKeys, key) {
			luabox.Raise("spec.race: `%s`: no such key%s", key, source.Suggest(key, raceKeys))
		}
	}
	if len(r.races) == maxRaces {
		luabox.Raise("spec.race: more than %d races in one spec", maxRaces)
	}
	l := &laid{runner: r, program: r.load(t), faces: map[string][]int{}, answers: map[string][]string{}, views: map[string]view{}}
	begin := l.begin
	if r.begun != nil {
		begin = l.keep
	}
	if err := begin(t); err != nil {
		luabox.Raise("spec.race: %w", err)
	}
	r.races = append(r.races, l)
	r.box.Rest()
	r.box.Push(l.table().Value())
	return 1
}

// begin begins the race in the state that a table lays down.
func (l *laid) begin(t luabox.Table) (err error) {
	p := l.program
	head := race.Head{Variant: p.Options().Variant, With: p.Options().With, Track: p.Options().Track, Laps: p.Laps(), Entries: p.Entries()}
	if head.Start, err = l.start(t); err != nil {
		return err
	}
	if seed := t.Field("seed"); !seed.IsNil() {
		head.Seed = seed.String()
		l.game, err = race.Start(book{p, l}, head, nil)
		return err
	}
	l.dice = dice.NewScripted(l.faces)
	l.game, err = race.Rehearse(book{p, l}, head, l.dice)
	return err
}

// load loads what a spec's race plays; equal ones are loaded once a file.
func (r *runner) load(t luabox.Table) *scripts.Program {
	opts := scripts.Options{Variant: t.TextField("variant"), With: append(r.with[:len(r.with):len(r.with)], list(t, "with")...), Track: t.TextField("track"), Settings: list(t, "set"), Bots: list(t, "bots")}
	if opts.Variant == "" {
		luabox.Raise("spec.race: say which variant it is: spec.race { variant = \"paper_f1\" }")
	}
	opts.Laps, _ = t.Field("laps").Whole()
	if cars, ok := t.Field("cars").Table(); ok {
		for i := 1; i <= cars.Len(); i++ {
			row, ok := cars.Item(i).Table()
			if !ok || row.TextField("name") == "" {
				luabox.Raise("spec.race: car %d is no row with a name", i)
			}
			opts.Entries = append(opts.Entries, race.Entry{Name: row.TextField("name")})
		}
		opts.Laid = true
	}
	if len(opts.Bots) == 0 {
		opts.People = entryNames(opts.Entries)
	}
	key := fmt.Sprintf("%+v", opts)
	if p := r.programs[key]; p != nil {
		return p
	}
	p, err := scripts.Load(r.files, opts)
	if err == nil && opts.People == nil && len(opts.Bots) == 0 {
		opts.People = entryNames(p.Entries())
		p, err = scripts.Load(r.files, opts)
	}
	if err != nil {
		luabox.Raise("spec.race: %w", err)
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
func list(t luabox.Table, key string) []string {
	if text, ok := t.Field(key).Text(); ok {
		return []string{text}
	}
	table, ok := t.Field(key).Table()
	if !ok {
		return nil
	}
	var texts []string
	for i := 1; i <= table.Len(); i++ {
		texts = append(texts, table.Item(i).String())
	}
	return texts
}

// start is the state that a table lays down, as text.
func (l *laid) start(t luabox.Table) (string, error) {
	r, err := race.New(l.program.Setup(), dice.NewKeyed(""))
	if err != nil {
		return "", err
	}
	h, err := l.program.NewHost(r)
	if err != nil {
		return "", err
	}
	round, err := l.round(r, t)
	if err != nil {
		return "", err
	}
	if fields, ok := t.Field("race").Table(); ok {
		if err := h.LayRace(fields); err != nil {
			return "", err
		}
	}
	placed, err := l.layCars(h, r, t, round)
	if err != nil {
		return "", err
	}
	if names := list(t, "places"); len(names) > 0 {
		placed = true
		if err := l.layPlaces(r, names); err != nil {
			return "", err
		}
	}
	if placed {
		if err := r.LayRound(round, h.Sessions()); err != nil {
			return "", err
		}
	}
	notes, err := h.State(r)
	return r.Text(notes), err
}

// layCars lays down the cars; placed is true when one of them is on the track.
func (l *laid) layCars(h *host.Host, r *race.Race, t luabox.Table, round int) (placed bool, err error) {
	cars, ok := t.Field("cars").Table()
	if !ok {
		return false, nil
	}
	for i := range r.Cars() {
		row, _ := cars.Item(i + 1).Table() // load has looked
		as, err := l.position(r, row, round)
		if err == nil {
			err = r.Lay(i, as)
		}
		if err == nil {
			err = h.LayCar(i, row, carKeys)
		}
		if err != nil {
			return false, fmt.Errorf("car %d: %w", i+1, err)
		}
		placed = placed || as.Status != race.Waiting
	}
	return placed, nil
}

// round is the round in which a race is laid down. Without a board it is the
// turn before the one that is played next.
func (l *laid) round(r *race.Race, t luabox.Table) (int, error) {
	key, other, track := "round", "turn", "a board"
	if r.Board() == nil {
		key, other, track = other, key, "no board"
	}
	if !t.Field(other).IsNil() {
		return 0, fmt.Errorf("track %s has %s: write %s = instead of %s =", l.program.Info().Track, track, key, other)
	}
	n, _ := t.Field(key).Whole()
	if r.Board() == nil {
		n = max(0, n-1)
	}
	return n, nil
}

// layPlaces stands cars in an order, those laid down so far among them; all
// others stay as they are.
func (l *laid) layPlaces(r *race.Race, names []string) error {
	if r.Board() != nil {
		return fmt.Errorf("track %s has a board: write where each car stands, cars = { { name = %q, at = 12 }, ... }", l.program.Info().Track, names[0])
	}
	var order []int
	for _, name := range names {
		car := r.Find(name)
		if car == race.Nobody {
			return fmt.Errorf("places: no car is called %q%s", name, source.Suggest(name, carNames(r)))
		}
		if as := r.Car(car).Position(); as.Status == race.Waiting {
			as.Status = race.Running
			if err := r.Lay(car, as); err != nil {
				return err
			}
		}
		order = append(order, car)
	}
	if err := r.SetPlaces(order); err != nil {
		return fmt.Errorf("places: %w", err)
	}
	return nil
}

// position reads where a row of cars puts a car.
func (l *laid) position(r *race.Race, row luabox.Table, round int) (race.Position, error) {
	as := race.Position{Space: board.None, Why: row.TextField("why")}
	as.Lap, _ = row.Field("lap").Whole()
	as.Grid, _ = row.Field("grid").Whole()
	as.Stops, _ = row.Field("stops").Whole()
	if row.Field("moved").True() {
		as.Turn = round
	}
	at := row.Field("at")
	switch {
	case r.Board() == nil && !at.IsNil():
		return as, fmt.Errorf("track %s has no board, so a car stands nowhere: list the cars in their order", l.program.Info().Track)
	case r.Board() == nil:
		as.Status = race.Running
	case !at.IsNil():
		if as.Space = spaceAt(r, at); as.Space == board.None {
			return as, fmt.Errorf("track %s has no space %s; rows are 1 to %d", r.Board().Name, at.Article(), r.Board().Rows)
		}
		as.Status = race.Running
		if row.Field("lap").IsNil() {
			as.Lap = 1
		}
	}
	var err error
	if status := row.TextField("status"); status != "" {
		as.Status, err = scripts.StatusOf(status)
	}
	return as, err
}

// spaceAt is a space by its name, or the first free space of a row.
func spaceAt(r *race.Race, at luabox.Value) board.ID {
	row, ok := at.Whole()
	if !ok || row < 1 || row > r.Board().Rows {
		return r.Board().Find(at.String())
	}
	for _, s := range r.Board().Row(row) {
		if id := r.Board().At(s.Row, s.Lane); r.CarOn(id) == race.Nobody {
			return id
		}
	}
	return r.Board().At(row, r.Board().Row(row)[0].Lane)
}
