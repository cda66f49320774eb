package scripts

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	lua "github.com/yuin/gopher-lua"

	"sandbox/core/dice"
	"sandbox/core/race"
)

// Heavy plays a race with bots and starts every step a second time from the
// state that was saved before it, under fresh rules. It returns the number of
// steps, or an error that names the first field that came out differently, or
// the first value of the variant or of a library that a step changed.
func (p *Program) Heavy(seed string) (steps int, err error) {
	going, err := p.heavyRace(seed)
	if err != nil {
		return 0, err
	}
	before := going.host.digest()
	for {
		saved, err := going.text()
		if err != nil {
			return steps, err
		}
		step, err := going.host.Next(going.race)
		if errors.Is(err, race.ErrOver) {
			return steps, nil
		}
		if err != nil {
			return steps, err
		}
		if err := going.race.RunStep(going.host, step); err != nil {
			return steps, err
		}
		text, err := going.text()
		if err != nil {
			return steps, err
		}
		again, err := p.again(seed, saved, step.Label.String())
		if err != nil {
			return steps, err
		}
		if text != again {
			return steps, going.host.stepError(fmt.Errorf("it ends differently when it starts from the saved state: %s", firstDifference(text, again)))
		}
		after := going.host.digest()
		if changed := diffValues(before, after); len(changed) > 0 {
			return steps, going.host.stepError(fmt.Errorf("it changed %s, which no save keeps: declare a field in `race` or `car` instead", changed[0]))
		}
		steps++
	}
}

// heavyRace is a race that is played step by step, without a journal.
type heavyRace struct {
	race *race.Race
	host *Host
}

func (p *Program) heavyRace(seed string) (*heavyRace, error) {
	r, err := race.New(p.Setup(), dice.NewKeyed(seed))
	if err != nil {
		return nil, err
	}
	h, err := p.NewHost(r)
	if err != nil {
		return nil, err
	}
	r.Answers(h)
	return &heavyRace{r, h}, nil
}

func (h *heavyRace) text() (string, error) {
	notes, err := h.host.State(h.race)
	return h.race.Text(notes), err
}

// again plays the next step from a saved state and returns the state after.
func (p *Program) again(seed, saved, label string) (string, error) {
	h, err := p.heavyRace(seed)
	if err != nil {
		return "", err
	}
	notes, err := h.race.SetText(saved)
	if err == nil {
		err = h.host.SetState(h.race, notes)
	}
	if err != nil {
		return "", err
	}
	step, err := h.host.Next(h.race)
	if err != nil || step.Label.String() != label {
		return "", fmt.Errorf("%s comes next while the race runs, but %q from the saved state (%v)", label, step.Label, err)
	}
	if err := h.race.RunStep(h.host, step); err != nil {
		return "", err
	}
	return h.text()
}

// firstDifference names the first word of two state texts that differs.
func firstDifference(running, again string) string {
	a, b := strings.Split(running, " | "), strings.Split(again, " | ")
	for i := range min(len(a), len(b)) {
		if a[i] == b[i] {
			continue
		}
		who, _, _ := strings.Cut(a[i], " ")
		x, y := strings.Fields(a[i]), strings.Fields(b[i])
		for j := range min(len(x), len(y)) {
			if x[j] != y[j] {
				return fmt.Sprintf("%s: %s while it runs, %s after a reload", who, strings.Trim(x[j], "{}"), strings.Trim(y[j], "{}"))
			}
		}
		return fmt.Sprintf("%q while it runs, %q after a reload", a[i], b[i])
	}
	return "the lengths differ"
}

// digest lists every value that can be reached from the variant and the
// libraries, but for what the race itself holds, by path.
func (h *Host) digest() map[string]string {
	d := &digester{host: h, values: map[string]string{}, seen: map[lua.LValue]bool{h.raceTable: true}}
	for _, t := range h.cars {
		d.seen[t] = true
	}
	for _, t := range h.spaces {
		d.seen[t] = true
	}
	d.walk("self", h.v)
	for _, name := range sortedKeys(h.modules) {
		d.walk(name, h.modules[name])
	}
	d.walk("global", h.env)
	return d.values
}

type digester struct {
	host   *Host
	values map[string]string
	seen   map[lua.LValue]bool
}

func (d *digester) walk(path string, v lua.LValue) {
	switch v := v.(type) {
	case *lua.LTable:
		if d.seen[v] {
			return
		}
		d.seen[v] = true
		for _, k := range d.keys(v) {
			d.walk(join(path, d.host.show(k)), v.RawGet(k))
		}
	case *lua.LFunction:
		d.values[path] = d.host.literal(v)
		if d.seen[v] || v.Proto == nil {
			return
		}
		d.seen[v] = true
		for i, up := range v.Upvalues {
			d.walk("the local "+v.Proto.DbgUpvalues[i]+" of "+path, up.Value())
		}
	default:
		d.values[path] = d.host.literal(v)
	}
}

// keys lists a table's keys in one order, whatever they are.
func (d *digester) keys(t *lua.LTable) []lua.LValue {
	var keys []lua.LValue
	t.ForEach(func(k, _ lua.LValue) { keys = append(keys, k) })
	slices.SortStableFunc(keys, func(a, b lua.LValue) int {
		return cmp.Or(cmp.Compare(a.Type(), b.Type()), strings.Compare(d.host.show(a), d.host.show(b)))
	})
	return keys
}
