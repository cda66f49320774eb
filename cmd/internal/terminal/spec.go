package terminal

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"sandbox/cmd/internal/door"
	"sandbox/cmd/internal/library"
	"sandbox/cmd/internal/store"
	"sandbox/scripts"
	"sandbox/scripts/spec"
)

// writeSpec writes the step under way, or the last one, as a spec of its own into
// the file beside the variant. It is run before that: one that does not pass is not
// written.
func (f *face) writeSpec(args []string) (outcome, error) {
	f.together()
	name := args[0]
	if name == "" {
		return again, errors.New("give the spec a name: :spec the tow adds two rows")
	}
	m, err := f.race.Moment()
	if err != nil {
		return again, err
	}
	p := f.race.Program()
	path := specPath(p)
	before, err := door.Read(path, scripts.MaxSource)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return again, err
	}
	if err := spec.Has(string(before), name); err != nil {
		return again, err
	}
	text, err := spec.Add(string(before), p, name, spec.Moment{
		Head: f.race.Head(), Before: m.Before, After: m.After, Kind: m.Kind, Car: m.Car, Events: m.Events, Given: m.Given, Asks: m.Asks,
	})
	if err != nil {
		return again, err
	}
	files := library.Roots(filepath.Dir(path))
	if err := spec.Try(files, scripts.Variants+"/"+p.Options().Variant+"_spec", text, name); err != nil {
		return again, fmt.Errorf("%s cannot be written as a spec that passes: %w", m.Label, err)
	}
	err = store.Write(path, func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	})
	if err == nil {
		f.say("%s is a spec now, at the end of %s; sandbox test %[2]s runs it", m.Label, path)
	}
	return again, err
}

// specPath is the file of the specs of a variant: beside it, or here where the
// program carries it.
func specPath(p *scripts.Program) string {
	file, folder := p.Options().Variant+"_spec.lua", ""
	for _, src := range p.Sources() {
		if src.Name == scripts.Variants+"/"+p.Options().Variant && !library.BuiltIn(src.Path) {
			folder = filepath.Dir(src.Path)
		}
	}
	return filepath.Join(folder, file)
}
