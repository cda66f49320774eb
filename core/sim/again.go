package sim

import (
	"fmt"
	"maps"
	"slices"
)

// Rules that are used for many races must not remember one in the next: the
// figures would depend on who played which race. A few races are played a second
// time in fresh rules, which remember nothing. Which they are follows from their
// numbers alone: the last of a batch, so that others went before it whoever
// played them, then one in sixteen times as many, and the last of a run
// that is not short.
const (
	firstAgain = batch
	againEvery = 16  // times the one before
	againLast  = 100 // races of the run from which on its last is played again
)

// again says that a race is one of those.
func (j *Job) again(number int64) bool {
	n := int64(firstAgain)
	for n < number {
		n *= againEvery
	}
	return n == number || number == j.Races && number >= againLast
}

// again plays a race a second time, in fresh rules, and says what came out
// otherwise; "" for nothing. Failed is why it failed the first time.
func (p *player) again(run string, number int64, failed error) string {
	fresh, err := newPlayer(p.variant, false)
	if err == nil {
		err = fresh.play(run, number)
	}
	switch {
	case err != nil && failed != nil:
		return ""
	case err != nil:
		return fmt.Sprintf("in fresh rules it fails: %v", err)
	case failed != nil:
		return fmt.Sprintf("in fresh rules it does not fail: %v", failed)
	}
	if differs := p.outcome.difference(&fresh.outcome, p.variant.Setup.Entries); differs != "" {
		return differs
	}
	if p.race.Trace() != fresh.race.Trace() {
		return "in fresh rules dice come to other totals, or cars to other spaces"
	}
	return ""
}

// difference is the first thing that came out otherwise in fresh rules; "" for
// none.
func (o *outcome) difference(fresh *outcome, names []string) string {
	for car, f := range o.cars {
		if g := fresh.cars[car]; f != g {
			return fmt.Sprintf("in fresh rules %s comes %s, not %s", names[car], g.text(), f.text())
		}
	}
	for _, n := range []struct {
		what     string
		was, now int
	}{
		{"rounds", o.rounds, fresh.rounds}, {"overtakes", o.overtakes, fresh.overtakes}, {"changes of the lead", o.leads, fresh.leads},
	} {
		if n.was != n.now {
			return fmt.Sprintf("in fresh rules there are %d %s, not %d", n.now, n.what, n.was)
		}
	}
	if o.course != fresh.course {
		return "in fresh rules cars lead, wait or decide at other times"
	}
	for table := range o.rows {
		if !slices.Equal(o.rows[table], fresh.rows[table]) {
			return fmt.Sprintf("in fresh rules dice choose other rows of table %d", table+1)
		}
	}
	if what, ok := otherCount(o.counted, fresh.counted); ok {
		return fmt.Sprintf("in fresh rules %q is counted otherwise", what)
	}
	return ""
}

// text is what became of a car, in words.
func (f finish) text() string {
	how := fmt.Sprintf("in place %d with %d points", f.place, f.points)
	if f.out {
		how += fmt.Sprintf(", out (%s)", f.why)
	}
	return how + fmt.Sprintf(", from place %d on the grid", f.grid)
}

// otherCount is something that was counted in one race and not so in another.
// What was counted in a race before, and not in this one, is there with nothing.
func otherCount(was, now map[string][]amount) (what string, ok bool) {
	names := map[string]bool{}
	for _, counted := range []map[string][]amount{was, now} {
		for what := range counted {
			names[what] = true
		}
	}
	for _, what := range slices.Sorted(maps.Keys(names)) {
		a, b := was[what], now[what]
		for car := range max(len(a), len(b)) {
			if at(a, car) != at(b, car) {
				return what, true
			}
		}
	}
	return "", false
}

func at(list []amount, car int) amount {
	if car < len(list) {
		return list[car]
	}
	return amount{}
}
