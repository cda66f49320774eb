package saved

import (
	"errors"

	"sandbox/cmd/internal/entries"
	"sandbox/cmd/internal/library"
	"sandbox/core/race"
	"sandbox/scripts"
)

// Everybody as the only one of an order's People is all who race; Nobody is what
// people say for none.
const (
	Everybody = "all"
	Nobody    = "none"
)

// Order is what somebody wants to race: which rules, and who drives.
type Order struct {
	Variant, Track         string   // as people call files; no track is the variant's own
	Laps                   int      // 0 for the variant's own, or the track's
	With                   []string // house rules over the variant, the last one on top
	Settings, People, Bots []string
	EntryFile              string       // who drives; "" for the variant's own
	Entered                []race.Entry // the same without a file; nil for the variant's own
	Alone                  bool         // nobody is there to drive, whoever was named
	Start                  string       // the state that it begins in, as text; "" for cars waiting
}

// Arranged is an order whose rules were found and loaded.
type Arranged struct {
	Files   scripts.Files // where the rules are read from
	Options scripts.Options
	Program *scripts.Program
	Start   string // as that of the order
}

// Prepare finds and loads the rules of an order, whoever drives. What the rules
// find wrong in a list of entries is told with its place there.
func (k Keep) Prepare(o Order) (*Arranged, error) {
	stack, err := library.FindStack(o.Variant, o.With)
	if err != nil {
		return nil, err
	}
	trackFolder, track := "", ""
	if o.Track != "" {
		if trackFolder, track, err = library.Find(o.Track, scripts.Tracks); err != nil {
			return nil, err
		}
	}
	a := &Arranged{
		Files: scripts.Until(k.Context, library.Lasting(append(stack.Folders[:1:1], append([]string{trackFolder}, stack.Folders[1:]...)...)...)),
		Options: scripts.Options{
			Variant: stack.Name, With: stack.With, Track: track, Laps: o.Laps, Settings: o.Settings,
			Entries: o.Entered, Laid: o.Start != "", Bots: o.Bots,
		},
		Start: o.Start,
	}
	if o.EntryFile == "" {
		return a, k.Reload(a)
	}
	list, err := entries.Read(o.EntryFile)
	if err != nil {
		return nil, err
	}
	a.Options.Entries = list.Entries
	err = k.Reload(a)
	if wrong := (*scripts.EntryError)(nil); errors.As(err, &wrong) {
		err = list.Wrong(wrong.Entry, wrong.Field, wrong.Msg)
	}
	return a, err
}

// Arrange is Prepare, and says who drives; nothing is saved yet.
func (k Keep) Arrange(o Order) (*Arranged, error) {
	a, err := k.Prepare(o)
	if err != nil {
		return nil, err
	}
	a.Options.Entries, a.Options.People = a.Program.Entries(), o.People
	if len(o.People) == 1 && o.People[0] == Everybody {
		a.Options.People = Names(a.Program.Entries())
	}
	if err = k.Reload(a); err == nil && o.Alone {
		a.Options.People = nil // whom they named was looked at above
		err = k.Reload(a)
	}
	return a, err
}

// Reload reads the rules again, from where they are now. On an error those read
// before stay.
func (k Keep) Reload(a *Arranged) error {
	p, err := k.Shelf.Load(a.Files, a.Options)
	if err == nil {
		a.Program = p
	}
	return err
}

// Names are those of entries.
func Names(entries []race.Entry) []string {
	var list []string
	for _, e := range entries {
		list = append(list, e.Name)
	}
	return list
}
