// Package host binds a variant to a race: it is the rules of that race, and has
// all that rules call as race:*.
//
//	h := host.New(reader, v, def, host.Cast{Track: t, Entries: entries}, r)
//	r.Answers(h)
//	step, err := h.Next(r)
//	err = r.RunStep(h, step)
//
// A Host implements race.Rules, and race.Answerer for the bots. What the core
// owns it shows in the tables `race`, `car` and those of the spaces, and refuses
// a step that wrote there; what the rules declared it writes as text and reads
// again. How a variant is read, forked and checked is not here (see variant), nor
// how a track is (see track), nor what one space or one roll means in a game.
package host

import (
	"context"
	"sandbox/core/board"
	"sandbox/core/race"
	"sandbox/scripts/internal/drivers"
	"sandbox/scripts/internal/luabox"
	"sandbox/scripts/internal/track"
	"sandbox/scripts/internal/variant"
)

// Cast is who and what a race has that its variant does not say.
type Cast struct {
	Track   *track.Track
	Entries []race.Entry // usually one for each car, in the same order
	People  []string     // cars that people drive
	Bots    []string     // who drives the others, taken in turns; at least one

	// Drivers is how drivers decide by the variant's outlooks, whoever they are.
	Drivers *drivers.Drivers

	// WrittenAt is the line that gives a number to a name, "" when there is
	// none: where a modifier comes from.
	WrittenAt func(name string, value int) string
	Values    int // of the variant, which WrittenAt looks through
}

// entry is the fields of a car's entry. The car is usually at that place of the
// list; after a reload the list may have changed under the race.
func (c *Cast) entry(i int, name string) map[string]any {
	if i < len(c.Entries) && c.Entries[i].Name == name {
		return c.Entries[i].Fields
	}
	for _, e := range c.Entries {
		if e.Name == name {
			return e.Fields
		}
	}
	return nil
}

// Host is the rules of one race: a box bound to it. One goroutine uses it at a
// time.
type Host struct {
	box     *luabox.Box
	reader  *variant.Reader
	variant *variant.Variant
	def     *variant.Definition
	cast    Cast
	race    *race.Race
	plan    race.Plan
	offered *race.Step // by PlannedNext, since next was last asked

	self      luabox.Value // the variant's table
	raceValue luabox.Value // raceTable, as rules are handed it
	raceTable luabox.Table
	methods   []luabox.Value // of raceTable, as methods lists them
	cars      []luabox.Table
	starts    [][]luabox.Value // by car: starting values of its declared fields
	carIndex  map[luabox.Table]int
	ground    ground

	mirrors    []mirror
	looked     [len(mirrored)]bool // at fields of mirrors, by a rule
	touched    []int               // cars whose mirrors are behind
	behind     []bool
	raceBehind bool

	luck       luck
	turn       *variant.Turn      // the turn, when it is declared
	plain      *race.PlainTurn    // the turn, when the core can play it
	markTable  *variant.RollTable // that its marks ask for
	args       []luabox.Value
	people     map[int]bool
	deal       int    // how many places further on in their list bots are dealt
	margin     int    // by how much the best choice of the last question was ahead, as race.Counter has it
	asking     string // why what runs cannot change the race, "" when it can
	whereNow   string // overrides the place of the next event
	turnPlace  string // the place of the declared turn that runs
	named      named  // what Next has named
	paths      pathLists
	hazards    hazards
	roads      roads
	sights     map[string]*sight // by the names of outlooks
	asked      []question        // asked last
	alone      [1]question       // see single
	asksNow    botQuestion
	questions  luabox.Lazy // of the tables of questions
	advised    int         // instructions that advice to questions of this attempt took
	notes      race.Notes  // what State returned last
	noted      bool        // no Lua has run since: they hold
	knownRace  []luabox.Known
	known      [][]luabox.Known // by car: its fields when last written
	written    int              // values and lines of the variant, among which places are looked for
	lookedOver int              // the round in which the spaces were last checked
}

// New makes the rules of a race of a box into which a variant was read.
func New(reader *variant.Reader, v *variant.Variant, def *variant.Definition, cast Cast, r *race.Race) *Host {
	box := reader.Box()
	h := &Host{
		box: box, reader: reader, variant: v, def: def, cast: cast, race: r, plan: def.Plan, self: v.Table.Value(),
		carIndex: map[luabox.Table]int{}, people: map[int]bool{}, sights: map[string]*sight{}, turn: def.Declared,
	}
	h.written = cast.Values + v.Lines()
	if h.turn != nil {
		h.markTable = def.Tables[h.turn.OnMark]
		if h.turn.Units.IsNone() && def.Standing.IsNone() {
			h.plain = h.plainTurn(h.turn)
		}
	}
	box.Bind(h)
	box.Keeps(h.paths.size)
	h.paths.kind, h.questions = box.NewLazy(pathFields, h.pathField), box.NewLazy(questionFields, h.questionField)
	reader.Bind(h)
	if !def.Order.IsNone() {
		h.plan.Order = h.asks(def.Order)
	}
	if !def.Level.IsNone() {
		h.plan.Level = h.asks(def.Level)
	}
	h.makeGround()
	h.makeCars()
	h.makeRace()
	h.knownRace = make([]luabox.Known, len(def.Race.Names))
	for i := range h.cars {
		h.starts = append(h.starts, h.startsOf(i))
		h.known = append(h.known, make([]luabox.Known, len(def.Car.Names)))
	}
	h.Reset(0)
	for _, person := range cast.People {
		h.people[r.Find(person)] = true
	}
	r.OnTouch(h.touch)
	r.Record(h.placeOfEvent)
	r.Measure(h.chargeEvent)
	return h
}

// Quiet has the race keep no record: for simulations, which read none.
func (h *Host) Quiet() { h.race.RecordNothing() }

// EndWith has the rules stop when a context is done, one that ends no later than
// that of the files that they were read from.
func (h *Host) EndWith(ctx context.Context) { h.box.EndWith(ctx) }

// Profile has the host note where the work of its rules goes from here on.
func (h *Host) Profile() *luabox.Profile { return h.box.Profile() }

// Reset gives all declared fields their starting values, for another race. The
// bots are dealt to the cars so many places further on than in the list.
func (h *Host) Reset(deal int) {
	h.deal = deal
	h.box.Begin()
	h.box.Refill(luabox.Loading) // each car has tables of its own
	h.setFields(h.raceTable, h.def.Race, h.def.Race.Starts)
	for i, car := range h.cars {
		h.setFields(car, h.def.Car, h.starts[i])
		h.touch(i)
	}
	h.touch(race.Nobody)
	h.noted, h.named = false, named{}
	clear(h.roads.views) // a race remembers nothing of the last one
}

// startsOf are the starting values of a car's declared fields: its entry's, or
// the variant's.
func (h *Host) startsOf(car int) []luabox.Value {
	entry := h.cast.entry(car, h.race.Car(car).Name())
	starts := append([]luabox.Value(nil), h.def.Car.Starts...)
	for i, name := range h.def.Car.Names {
		if given, ok := entry[name]; ok {
			starts[i] = luabox.Of(given)
		}
	}
	return starts
}

// setFields sets declared fields to their starting values, each table to a
// copy of its own.
func (h *Host) setFields(t luabox.Table, f *variant.Fields, starts []luabox.Value) {
	for i, name := range f.Names {
		value := starts[i]
		if _, ok := value.Table(); ok {
			value = h.box.Copy(value)
		}
		if t.Field(name) != value {
			t.SetField(name, value)
		}
	}
}

// placeOfEvent is where the rule stands that causes an event now.
func (h *Host) placeOfEvent() string {
	if h.whereNow != "" {
		return h.whereNow
	}
	if at := h.box.At(); at != "" {
		return at
	}
	return h.turnPlace
}

// Thing implements luabox.Things.
func (h *Host) Thing(t luabox.Table) (thing luabox.Thing, ok bool) {
	if car, ok := h.carIndex[t]; ok {
		return luabox.Thing{Sort: luabox.TheCar, Number: car, Name: h.race.Car(car).Name()}, true
	}
	if id, ok := h.ground.index[t]; ok {
		return luabox.Thing{Sort: luabox.TheSpace, Number: int(id), Name: h.race.Board().Space(id).Name}, true
	}
	return luabox.Thing{Sort: luabox.TheRace, Name: "race"}, t == h.raceTable
}

// Named implements luabox.Things.
func (h *Host) Named(sort luabox.Sort, name string) (t luabox.Table, ok bool) {
	switch sort {
	case luabox.TheCar:
		if car := h.race.Find(name); car != race.Nobody {
			return h.cars[car], true
		}
	case luabox.TheSpace:
		if b := h.race.Board(); b != nil {
			if id := b.Find(name); id != board.None {
				return h.space(id), true
			}
		}
	}
	return luabox.Table{}, false
}

// Digest lists every value that can be reached from the variant and the
// libraries, but for what the race itself holds, by path. It fails when there are
// too many.
func (h *Host) Digest() (map[string]string, error) { return h.box.Digest(h.variant.Table) }
