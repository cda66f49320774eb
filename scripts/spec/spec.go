// Package spec is the library that specs of variants are written with, and runs
// them.
//
//	results, err := spec.Run(files, "variants/paper_f1_spec", func(name string) bool { return true })
//
// A spec lays down a race in one table, gives it dice and answers, plays it and
// says what it expects. The files that specs are about are found as for a race.
// The package prints nothing and chooses no files.
package spec

import (
	"errors"
	"strings"

	"sandbox/scripts"
	"sandbox/scripts/internal/api"
	"sandbox/scripts/internal/host"
	"sandbox/scripts/internal/luabox"
)

// Result is what became of one spec.
type Result struct {
	Name  string // "action roll (2.2): a 2 steps back three units"
	Err   error  // nil when it passed
	State string // the state of its last race, where it failed
}

// Run runs the specs of a file, such as "variants/paper_f1_spec", whose names
// the filter lets through. House rules are laid over every variant that they
// race, below those that a spec lays over it itself. It fails when the file itself cannot be read, or the
// context of the files is done (see scripts.Until).
func Run(files scripts.Files, name string, filter func(name string) bool, with ...string) ([]Result, error) {
	r := newRunner(files, filter)
	r.with = with
	if _, err := r.box.Load(name); err != nil {
		return nil, err
	}
	return r.results, nil
}

func newRunner(files scripts.Files, filter func(name string) bool) *runner {
	r := &runner{files: files, filter: filter, programs: map[string]*scripts.Program{}, box: scripts.NewBox(files)}
	r.box.Provide("spec", r.box.Functions(map[string]func() int{
		"describe": r.describe, "it": r.it, "race": r.newRace, "expect": r.expect,
		"car":   func() int { r.box.Push(host.LaidCar(r.box, r.box.TextArg(1)).Value()); return 1 },
		"space": func() int { r.box.Push(host.LaidSpace(r.box, r.box.TextArg(1)).Value()); return 1 },
	}))
	return r
}

// runner is the spec library of one file.
type runner struct {
	box      *luabox.Box
	files    scripts.Files
	filter   func(string) bool
	with     []string                    // house rules over every variant
	programs map[string]*scripts.Program // by their options
	within   []string                    // names of the describes around
	steps    int                         // that races of the spec played
	races    []*laid                     // of the spec that runs
	results  []Result
	begun    *Begun // how the race begins that is wanted and not played; nil where specs are run
}

func (r *runner) describe() int {
	name, body := r.box.TextArg(1), r.box.FunctionArg(2)
	r.within = append(r.within, name)
	r.box.Call(body)
	r.within = r.within[:len(r.within)-1]
	return 0
}

// What one file of specs may do, so that it comes to its end.
const (
	maxSpecs = 10_000
	maxRaces = 1000   // of one spec
	maxSteps = 50_000 // of those races
)

func (r *runner) it() int {
	name := strings.Join(append(append([]string(nil), r.within...), r.box.TextArg(1)), ": ")
	if !r.filter(name) {
		return 0
	}
	if len(r.results) == maxSpecs {
		luabox.Raise("spec.it: the file has more than %d specs", maxSpecs)
	}
	r.races, r.steps = nil, 0
	r.box.Refill(luabox.Loading)
	result := Result{Name: name, Err: r.box.Attempt(r.box.FunctionArg(2))}
	if err := r.box.Ended(); err != nil {
		luabox.RaiseError(err)
	}
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

// Functions describe the library, for the reference.
func Functions() []api.Function {
	return []api.Function{
		{Of: "spec", Name: "describe", Args: "name string, body fun()", Doc: "Groups specs under a name; the body calls spec.it.",
			Example: `spec.describe("brakes", function() spec.it("hold", hold) end)`},
		{Of: "spec", Name: "it", Args: "name string, body fun()", Doc: "One spec. It fails when its body does, or when dice that a race was given are not all thrown.",
			Example: `spec.it("hold", function() spec.expect(1 + 1).equals(2) end)`},
		{Of: "spec", Name: "race", Args: "table Laid", Returns: "race SpecRace", Doc: "Lays down a race: what is left out is as the variant has it. On a track without a board the cars run in the order listed, or in that of places. Without cars the variant's entries wait beside the track.",
			Example: `local race = spec.race { variant = "hot", cars = { { name = "Ada", at = 10, heat = 2 } } }`},
		{Of: "spec", Name: "car", Args: "name string", Returns: "car Car", Doc: "Stands for the car of a name in a field that spec.race lays down.",
			Example: `local cars = { { name = "Ada", at = 10, rival = spec.car "Clara" } }`},
		{Of: "spec", Name: "space", Args: "name string", Returns: "space Space", Doc: "Stands for the space of a name in a field that spec.race lays down.",
			Example: `local race = spec.race { variant = "hot", race = { debris = { spec.space "12/1" } } }`},
		{Of: "spec", Name: "expect", Args: "value any", Returns: "checks Checks", Doc: "Checks a value; what it is checked for is called with a dot.",
			Example: `spec.expect(race:car("Ada").space.row).equals(15)`},
	}
}

// Names are what the library has.
func Names() []string { return names(Functions()) }

// RaceNames are what a race in a spec has.
func RaceNames() []string { return names(RaceFunctions()) }

func names(functions []api.Function) []string {
	list := make([]string, len(functions))
	for i, f := range functions {
		list[i] = f.Name
	}
	return list
}

// RaceFunctions describe the methods of a race in a spec.
func RaceFunctions() []api.Function {
	return []api.Function{
		{Of: "race in a spec", Name: "dice", Args: "faces table<string, integer[]>", Doc: "Lays down faces by purpose, in the order in which they are thrown.",
			Example: `race:dice { move = { 2, 3, 4 }, brakes = { 3 } }`},
		{Of: "race in a spec", Name: "answer", Args: "who string, answers table<string, any>", Doc: "Lays down answers of a driver, or of \"race\", by the question's key; a list answers the same question several times.",
			Example: `race:answer("Ada", { pace = "push" })`},
		{Of: "race in a spec", Name: "asked", Args: "name? string", Returns: "question Question", Doc: "What a person is asked: plays a car's turn, or without a name the next step, up to the first question that no answer is laid down for, and returns it. The step is not finished.",
			Example: `local question = race:asked("Ada")`},
		{Of: "race in a spec", Name: "turn", Args: "name? string", Doc: "Plays a car's turn, whether or not it comes next; on a track without a board, without a name, the next turn of the race.",
			Example: `race:turn("Ada")`},
		{Of: "race in a spec", Name: "step", Args: "", Doc: "Plays the next step.",
			Example: `race:step()`},
		{Of: "race in a spec", Name: "round", Args: "", Doc: "Plays to the end of the round.",
			Example: `race:round()`},
		{Of: "race in a spec", Name: "qualify", Args: "", Doc: "Plays the qualifying sessions.",
			Example: `race:qualify()`},
		{Of: "race in a spec", Name: "play", Args: "", Doc: "Plays to the end of the race.",
			Example: `race:play()`},
		{Of: "race in a spec", Name: "car", Args: "name string", Returns: "car Car", Doc: "A car as the rules see it. Fetch it again after each step.",
			Example: `spec.expect(race:car("Ada").heat).equals(3)`},
		{Of: "race in a spec", Name: "field", Args: "name string", Returns: "value any", Doc: "A field of the race as the rules see it, such as round.",
			Example: `spec.expect(race:field("round")).equals(2)`},
		{Of: "race in a spec", Name: "events", Args: "", Returns: "events Event[]", Doc: "All events so far, as tables.",
			Example: `spec.expect(race:events()).includes { type = "roll", purpose = "brakes" }`},
		{Of: "race in a spec", Name: "state", Args: "", Returns: "text string", Doc: "The state in its one-line text form.",
			Example: `local text = race:state()`},
		{Of: "race in a spec", Name: "seen", Args: "who string, key string", Returns: "text string", Doc: "What lay open to everybody when a driver was last asked a question: the state and the events told in that step so far, one a line.",
			Example: `local text = race:seen("Ada", "speed")`},
		{Of: "race in a spec", Name: "result", Args: "", Returns: "rows Result[]", Doc: "The classification, first place first.",
			Example: `spec.expect(race:result()[1].car).equals("Ada")`},
	}
}
