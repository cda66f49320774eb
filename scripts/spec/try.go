package spec

import (
	"errors"
	"fmt"
	"strings"

	"sandbox/core/race"
	"sandbox/scripts"
)

// Try runs the spec of a name in a text that is a file of specs by name, and says why
// it does not pass.
func Try(files scripts.Files, file, text, name string) error {
	results, err := Run(unwritten{files, file, text}, file, func(spec string) bool { return spec == name })
	switch {
	case err != nil:
		return err
	case len(results) != 1:
		return fmt.Errorf("%d specs are called %q", len(results), name)
	}
	return results[0].Err
}

// unwritten is files with one that is not written yet.
type unwritten struct {
	scripts.Files
	name, text string
}

// Open implements scripts.Files.
func (f unwritten) Open(name string) (race.Source, error) {
	if name == f.name {
		return race.Source{Name: name, Path: "the spec", Text: f.text}, nil
	}
	return f.Files.Open(name)
}

// errTwice is why a spec is not written.
var errTwice = errors.New("a spec of that name is there already: choose another one")

// Has says that a file of specs has one of a name.
func Has(text, name string) error {
	if strings.Contains(text, "spec.it("+quoted(name)+",") {
		return errTwice
	}
	return nil
}
