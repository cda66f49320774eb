package championship

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"sandbox/cmd/internal/door"
	"sandbox/cmd/internal/library"
	"sandbox/cmd/internal/saved"
	"sandbox/core/race"
	"sandbox/scripts"
)

// Format is the version of a championship's file.
const Format = 1

// MostRaces is how many a championship may have.
const MostRaces = 999

// Plan is what a championship was started with.
type Plan struct {
	Format   int          `json:"format"`
	Variant  string       `json:"variant"`        // a path when it lies on disk, else a name
	Houses   []string     `json:"with,omitempty"` // house rules over it, the same, the last one on top
	Tracks   []string     `json:"tracks"`         // the same, in the order of the races
	Laps     int          `json:"laps,omitempty"`
	Seed     string       `json:"seed"` // that of race k is SEED/k
	Dice     string       `json:"dice,omitempty"`
	Entries  []race.Entry `json:"entries"`
	People   []string     `json:"people,omitempty"`
	Bots     []string     `json:"bots,omitempty"`
	Settings []string     `json:"set,omitempty"` // the points system too, where one was chosen
}

// NewPlan is the plan of races in this order on these tracks, whose dice are
// thrown with this luck; a track "" is the variant's own. It fails when one of
// them cannot be driven. Nothing is saved yet.
func NewPlan(keep saved.Keep, o saved.Order, tracks []string, luck saved.Luck) (Plan, error) {
	p := Plan{Format: Format, Laps: o.Laps, Seed: luck.Seed, Dice: luck.Dice, Bots: o.Bots, Settings: o.Settings}
	known := map[string]string{}
	for _, called := range tracks {
		if known[called] == "" {
			o.Track = called
			a, err := keep.Arrange(o)
			if err != nil {
				return Plan{}, err
			}
			known[called] = lasting(a.Program, scripts.Tracks, "")
			p.Houses = nil
			for _, house := range a.Options.With {
				p.Houses = append(p.Houses, lasting(a.Program, scripts.Variants, house))
			}
			p.Variant, p.Entries, p.People = lasting(a.Program, scripts.Variants, a.Options.Variant), a.Program.Entries(), a.Options.People
		}
		p.Tracks = append(p.Tracks, known[called])
	}
	return p, nil
}

// lasting is how a file of a program in a folder is called so that it is found
// again, whatever folder one is in then. A program has one track, "".
func lasting(p *scripts.Program, folder, wanted string) string {
	for _, src := range p.Sources() {
		name, isOne := strings.CutPrefix(src.Name, folder+"/")
		if !isOne || wanted != "" && name != wanted {
			continue
		}
		if path, err := filepath.Abs(src.Path); err == nil && slices.Contains(library.OnDisk(p), src.Path) {
			return path
		}
		return name
	}
	return ""
}

// PlanOf reads the plan of the championship in a folder.
func PlanOf(dir string) (Plan, error) {
	var p Plan
	text, err := door.Read(filepath.Join(dir, File), door.Championship)
	if err == nil {
		err = p.read(text)
	}
	return p, err
}

// Rules are the variant and the tracks, as one would call their files from
// here.
func (p Plan) Rules() []string {
	list := append([]string{near(p.Variant)}, nears(p.Houses)...)
	for _, track := range p.Tracks {
		list = append(list, near(track))
	}
	return list
}

// Journals are those of the races, begun or not, of a championship that lies in
// a folder.
func (p Plan) Journals(dir string) []string {
	c, list := Championship{Plan: p, Dir: dir}, []string(nil)
	for k := range p.Tracks {
		list = append(list, c.path(k+1))
	}
	return list
}

// write writes the text of a championship's file.
func (p Plan) write(w io.Writer) error {
	out := json.NewEncoder(w)
	out.SetEscapeHTML(false)
	out.SetIndent("", "  ")
	return out.Encode(p)
}

// read reads the text of a championship's file.
func (p *Plan) read(text []byte) error {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	var version struct {
		Format int `json:"format"`
	}
	if err := json.Unmarshal(text, &version); err == nil && version.Format != Format {
		return fmt.Errorf("championship format %d; this program reads format %d", version.Format, Format)
	}
	if err := decoder.Decode(p); err != nil {
		return unreadable(text, err)
	}
	if decoder.More() {
		return errors.New("there is more in it than a championship")
	}
	if len(p.Tracks) > MostRaces {
		return fmt.Errorf("it has %d races; a championship has 1 to %d", len(p.Tracks), MostRaces)
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
