package main

import (
	"context"
	"errors"
	"fmt"
	"path"
	"strings"

	"sandbox/cmd/internal/library"
	"sandbox/scripts"
	"sandbox/scripts/spec"
)

// beginAs has the race begin as a spec lays it down: "my_spec.lua:the name of it".
func (f *raceFlags) beginAs(ctx context.Context) error {
	file, name, err := specOf(f.from)
	if err != nil {
		return err
	}
	if _, err := library.Specs([]string{file}); err != nil {
		return err
	}
	folder, base := library.Split(file)
	if folder == "" {
		folder = "."
	}
	files := library.Roots(folder)
	begun, err := spec.Begin(scripts.Until(ctx, files), scripts.Variants+"/"+base, name)
	if err != nil {
		return err
	}
	o := begun.Options
	if f.Variant, err = calledFrom(files, scripts.Variants, o.Variant); err != nil {
		return err
	}
	if o.Track != "" {
		if f.Track, err = calledFrom(files, scripts.Tracks, o.Track); err != nil {
			return err
		}
	}
	over := f.With
	f.With = nil
	for _, house := range o.With {
		called, err := calledFrom(files, scripts.Variants, house)
		if err != nil {
			return err
		}
		f.With = append(f.With, called)
	}
	f.With = append(f.With, over...)
	f.Laps, f.Entered, f.Start = begun.Laps, o.Entries, begun.Start
	f.Settings = append(o.Settings, f.Settings...)
	if len(f.Bots) == 0 {
		f.Bots = o.Bots
	}
	return nil
}

// specOf splits what --from names into the file of specs and the name of one.
func specOf(from string) (file, name string, err error) {
	before, name, found := strings.Cut(from, ".lua:")
	if !found || name == "" {
		return "", "", usageError{fmt.Errorf("--from %s: write the file and the name of a spec in it: --from my_spec.lua:\"the name\"", from)}
	}
	return before + ".lua", name, nil
}

// calledFrom is how a file that a spec names is called from here.
func calledFrom(files scripts.Files, kind, name string) (string, error) {
	src, err := files.Open(kind + "/" + name)
	if err != nil || library.BuiltIn(src.Path) {
		return name, err
	}
	return path.Clean(src.Path), nil
}

// errFrom is what --from leaves no room for.
var errFrom = errors.New("--from begins as the spec says; leave out the variant, --track, --laps, --entries, --races and --resume")
