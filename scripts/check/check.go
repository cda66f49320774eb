// Package check looks for what is wrong in variants and tracks before anybody
// races with them.
//
//	found, err := check.File(files, "paper_f1")
//	steps, err := check.Heavy(found.Program, "a seed")
//
// File loads a file, which finds what is wrong in its text and its tables; Heavy
// also plays. What the rules of a game should be is for its specs to say.
package check

import (
	"errors"
	"fmt"
	"strings"

	"sandbox/core/dice"
	"sandbox/core/race"
	"sandbox/scripts"
	"sandbox/scripts/internal/host"
	"sandbox/scripts/internal/variant"
)

// Found is what a file turned out to hold: one of the two.
type Found struct {
	Track   *scripts.Track
	Program *scripts.Program
}

// File checks a variant or a track, whichever a file is, and the specs beside a
// variant for names that are not there. It returns everything that is wrong, as
// scripts.Errors where places are known.
func File(files scripts.Files, name string) (found Found, err error) {
	kind, err := scripts.KindOf(files, name)
	switch {
	case err != nil:
	case kind == scripts.HouseRules:
		_, err = scripts.LoadHouse(files, name)
	case kind == scripts.Tracks:
		found.Track, err = scripts.LoadTrack(files, name)
	default:
		if found.Program, err = scripts.Load(files, scripts.Options{Variant: name}); err == nil {
			err = Names(files, found.Program)
		}
	}
	return found, err
}

// Heavy plays a race with bots and starts every step a second time from the
// state that was saved before it, under fresh rules. It returns the number of
// steps, or an error that names the first field that came out differently, or
// the first value of the variant or of a library that a step changed.
func Heavy(p *scripts.Program, seed string) (steps int, err error) {
	going, err := begin(p, seed)
	if err != nil {
		return 0, err
	}
	before, err := going.host.Digest()
	if err != nil {
		return 0, err
	}
	for {
		if steps > going.race.MaxSteps() {
			return steps, going.race.NoEnd()
		}
		saved, err := going.text()
		if err != nil {
			return steps, err
		}
		step, err := going.host.Next(going.race)
		if errors.Is(err, race.ErrOver) && going.race.Round() == 0 && !going.race.Ran() {
			return steps, errNoStart
		}
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
		again, err := again(p, seed, saved, step.Label.String())
		if err != nil {
			return steps, err
		}
		if text != again {
			return steps, going.host.StepError(fmt.Errorf("it ends differently when it starts from the saved state: %s", firstDifference(text, again)))
		}
		after, err := going.host.Digest()
		if err != nil {
			return steps, err
		}
		if changed := variant.Diff(before, after); len(changed) > 0 {
			return steps, going.host.StepError(fmt.Errorf("it changed %s, which no save keeps: declare a field in `race` or `car` instead", changed[0]))
		}
		steps++
	}
}

// errNoStart is a race without a start.
var errNoStart = errors.New("the race is over before any car ran: a session or a step of the variant's own has to stand the cars on the track, with race:grid")

// played is a race that is played step by step, without a journal.
type played struct {
	race *race.Race
	host *host.Host
}

func begin(p *scripts.Program, seed string) (*played, error) {
	r, err := race.New(p.Setup(), dice.NewKeyed(seed))
	if err != nil {
		return nil, err
	}
	h, err := p.NewHost(r)
	if err != nil {
		return nil, err
	}
	r.Answers(h)
	return &played{r, h}, nil
}

func (p *played) text() (string, error) {
	notes, err := p.host.State(p.race)
	return p.race.Text(notes), err
}

// again plays the next step from a saved state and returns the state after.
func again(p *scripts.Program, seed, saved, label string) (string, error) {
	now, err := begin(p, seed)
	if err != nil {
		return "", err
	}
	notes, err := now.race.SetText(saved)
	if err == nil {
		err = now.host.SetState(now.race, notes)
	}
	if err != nil {
		return "", err
	}
	step, err := now.host.Next(now.race)
	if err != nil {
		return "", fmt.Errorf("%s comes next while the race runs, but from the saved state there is no next step: %w", label, err)
	}
	if step.Label.String() != label {
		return "", fmt.Errorf("%s comes next while the race runs, but %q from the saved state", label, step.Label)
	}
	if err := now.race.RunStep(now.host, step); err != nil {
		return "", err
	}
	return now.text()
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
