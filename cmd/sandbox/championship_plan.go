package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"sandbox/cmd/internal/library"
	"sandbox/core/race"
	"sandbox/scripts"
)

const (
	championshipFormat = 1
	mostRaces          = 999
)

// plan is what a championship was started with.
type plan struct {
	Format   int          `json:"format"`
	Variant  string       `json:"variant"` // a path when it lies on disk, else a name
	Tracks   []string     `json:"tracks"`  // the same, in the order of the races
	Laps     int          `json:"laps,omitempty"`
	Seed     string       `json:"seed"` // that of race k is SEED/k
	Dice     string       `json:"dice,omitempty"`
	Entries  []race.Entry `json:"entries"`
	People   []string     `json:"people,omitempty"`
	Bots     []string     `json:"bots,omitempty"`
	Settings []string     `json:"set,omitempty"` // the points system too, where one was chosen
}

// planned is the championship that the flags ask for; nothing is saved yet.
func planned(f raceFlags) (*championship, error) {
	tracks, err := calledTracks(f)
	if err != nil {
		return nil, err
	}
	if err := f.throwWith(); err != nil {
		return nil, err
	}
	c := &championship{plan: plan{
		Format: championshipFormat, Laps: f.laps, Seed: f.seed, Dice: f.dice, Bots: f.bots, Settings: f.settings,
	}}
	known := map[string]string{}
	for _, called := range tracks {
		if known[called] == "" {
			f.track = called
			o, p, err := arrange(f)
			if err != nil {
				return nil, err
			}
			known[called] = lasting(p, scripts.Tracks)
			c.Variant, c.Entries, c.People = lasting(p, scripts.Variants), p.Entries(), o.options.People
		}
		c.Tracks = append(c.Tracks, known[called])
	}
	return c, nil
}

// calledTracks reads --races: a number, or the tracks as the user calls them; ""
// is the variant's own.
func calledTracks(f raceFlags) ([]string, error) {
	if n, err := strconv.Atoi(f.races); err == nil {
		if n < 1 || n > mostRaces {
			return nil, usageError{fmt.Errorf("--races %d: a championship has 1 to %d races", n, mostRaces)}
		}
		return slices.Repeat([]string{f.track}, n), nil
	}
	if f.track != "" {
		return nil, usageError{errors.New("--races names the tracks; leave out --track")}
	}
	tracks := strings.Split(f.races, ",")
	for i := range tracks {
		if tracks[i] = strings.TrimSpace(tracks[i]); tracks[i] == "" {
			return nil, usageError{fmt.Errorf("--races %q: give a number, or the tracks with commas: --races hungaroring,oval", f.races)}
		}
	}
	if len(tracks) > mostRaces {
		return nil, usageError{fmt.Errorf("--races: a championship has 1 to %d races, not %d", mostRaces, len(tracks))}
	}
	return tracks, nil
}

// lasting is how the file of a program's variant or track is called so that it
// is found again, whatever folder one is in then.
func lasting(p *scripts.Program, folder string) string {
	for _, src := range p.Sources() {
		name, isOne := strings.CutPrefix(src.Name, folder+"/")
		if !isOne || folder == scripts.Variants && name != p.Options().Variant {
			continue
		}
		if path, err := filepath.Abs(src.Path); err == nil && slices.Contains(library.OnDisk(p), src.Path) {
			return path
		}
		return name
	}
	return ""
}

// read reads the text of a championship's file.
func (p *plan) read(text []byte) error {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	var version struct {
		Format int `json:"format"`
	}
	if err := json.Unmarshal(text, &version); err == nil && version.Format != championshipFormat {
		return fmt.Errorf("championship format %d; this program reads format %d", version.Format, championshipFormat)
	}
	if err := decoder.Decode(p); err != nil {
		return unreadable(text, err)
	}
	if decoder.More() {
		return errors.New("there is more in it than a championship")
	}
	if len(p.Tracks) > mostRaces {
		return fmt.Errorf("it has %d races; a championship has 1 to %d", len(p.Tracks), mostRaces)
	}
	if len(p.Tracks) == 0 || len(p.Entries) == 0 || p.Variant == "" {
		return errors.New("it lacks its variant, its tracks or its entries")
	}
	return nil
}

// unreadable names the line at which JSON is wrong, where the error knows it.
func unreadable(text []byte, err error) error {
	wrong, at := (*json.SyntaxError)(nil), (*json.UnmarshalTypeError)(nil)
	var before []byte
	switch {
	case errors.As(err, &wrong):
		before = text[:wrong.Offset]
	case errors.As(err, &at):
		before = text[:at.Offset]
	case errors.Is(err, io.ErrUnexpectedEOF):
		before = bytes.TrimRight(text, "\n")
	default:
		return fmt.Errorf("it cannot be read: %w", err)
	}
	return fmt.Errorf("line %d: it cannot be read: %w", 1+bytes.Count(before, []byte{'\n'}), err)
}
