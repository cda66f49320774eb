package spec

import (
	"errors"
	"fmt"
	"strings"

	"sandbox/scripts"
	"sandbox/scripts/internal/luabox"
)

// Begun is how a race begins that a spec lays down: its rules, who races, and its
// state in the one-line text form.
type Begun struct {
	Options scripts.Options
	Laps    int
	Start   string
}

// errBegun ends a spec when its race is laid down.
var errBegun = errors.New("the race is laid down")

// Begin is the first race that a spec of a file lays down. The spec is called by
// its name, with or without those of the describes around it.
func Begin(files scripts.Files, file, name string) (*Begun, error) {
	var known []string
	if _, err := Run(files, file, func(spec string) bool { known = append(known, spec); return false }); err != nil {
		return nil, err
	}
	var meant []string
	for _, spec := range known {
		if spec == name {
			meant = []string{spec}
			break
		}
		if strings.HasSuffix(spec, ": "+name) {
			meant = append(meant, spec)
		}
	}
	switch {
	case len(meant) == 0:
		return nil, fmt.Errorf("no spec is called %q%s", name, scripts.Suggest(name, known))
	case len(meant) > 1:
		return nil, fmt.Errorf("%d specs are called %q: write it with the names around it, as %q", len(meant), name, meant[0])
	}
	r := newRunner(files, func(spec string) bool { return spec == meant[0] })
	r.begun = new(Begun)
	if _, err := r.box.Load(file); err != nil {
		return nil, err
	}
	switch {
	case r.begun.Start != "":
		return r.begun, nil
	case len(r.results) > 0 && r.results[0].Err != nil:
		return nil, r.results[0].Err
	}
	return nil, fmt.Errorf("the spec %q lays down no race", meant[0])
}

// keep notes how a race begins, and ends the spec.
func (l *laid) keep(t luabox.Table) error {
	start, err := l.start(t)
	if err == nil {
		*l.begun = Begun{l.program.Options(), l.program.Laps(), start}
		err = errBegun
	}
	return err
}
