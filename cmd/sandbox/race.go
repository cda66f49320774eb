package main

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"time"
	"unicode/utf8"

	"sandbox/cmd/internal/entries"
	"sandbox/cmd/internal/library"
	"sandbox/cmd/internal/store"
	"sandbox/cmd/internal/wall"
	"sandbox/core/dice"
	"sandbox/core/race"
	"sandbox/scripts"
)

// raceFlags are what the command line says about a race.
type raceFlags struct {
	variant, track, entries, seed, dice, save, resume string
	laps                                              int
	settings, people, bots                            []string
	alone                                             bool // nobody is there to be asked
	undecided                                         bool // nobody said which cars people drive
	season                                            bool // a championship is asked for, of these races
	races                                             string
	entered                                           []race.Entry // who drives, instead of a file
}

// open is a race under way and the files it lives in.
type open struct {
	game    *race.Game
	files   scripts.Roots // where the rules are read again from
	options scripts.Options
	journal wall.File
	home    string // what --resume takes to go on: the journal, or the championship's folder
}

// program is the book in force.
func (o *open) program() *scripts.Program { return o.game.Book().(*scripts.Program) }

// prepare finds and loads the rules that the flags ask for.
func prepare(f raceFlags) (*open, *scripts.Program, error) {
	folder, name, err := library.Find(f.variant, scripts.Variants)
	if err != nil {
		return nil, nil, err
	}
	trackFolder, track := "", ""
	if f.track != "" {
		if trackFolder, track, err = library.Find(f.track, scripts.Tracks); err != nil {
			return nil, nil, err
		}
	}
	o := &open{
		files: library.Roots(folder, trackFolder),
		options: scripts.Options{
			Variant: name, Track: track, Laps: f.laps, Settings: f.settings, Bots: f.bots,
		},
	}
	o.options.Entries = f.entered
	p, err := o.enter(f.entries)
	return o, p, err
}

// arrange is prepare, and says who drives; nothing is saved yet.
func arrange(f raceFlags) (*open, *scripts.Program, error) {
	o, p, err := prepare(f)
	if err != nil {
		return nil, nil, err
	}
	o.options.Entries, o.options.People = p.Entries(), f.people
	if len(f.people) == 1 && f.people[0] == everybody {
		o.options.People = names(p.Entries())
	}
	if p, err = o.load(); err == nil && f.alone {
		o.options.People = nil // whom they named was looked at above
		p, err = o.load()
	}
	return o, p, err
}

// startRace begins a race and its journal.
func (p *program) startRace(f raceFlags) (*open, error) {
	o, rules, err := arrange(f)
	if err != nil {
		return nil, err
	}
	if err := f.throwWith(); err != nil {
		return nil, err
	}
	if o.journal, err = p.createJournal(f.save, o.options.Variant); err != nil {
		return nil, err
	}
	o.home = o.journal.Path()
	head := race.Head{
		Variant: o.options.Variant, Track: o.options.Track, Laps: rules.Laps(), Seed: f.seed, Dice: f.dice,
		Entries: rules.Entries(), People: o.options.People, Bots: f.bots,
	}
	if o.game, err = race.Start(rules, head, o.journal); err != nil {
		return nil, errors.Join(err, o.journal.Close())
	}
	return o, nil
}

// throwWith chooses the seed, when nobody gave one and the dice need it.
func (f *raceFlags) throwWith() error {
	switch {
	case f.dice == dice.KindFast:
		f.dice = "" // as journals have it
	case f.dice == dice.KindSealed && f.seed == "":
		f.seed = rand.Text() // nobody can guess it
	}
	if f.dice == "" && f.seed == "" {
		f.seed = rand.Text()[:8]
	}
	if !utf8.ValidString(f.seed) {
		return usageError{errors.New("--seed is not UTF-8, so the journal could not keep it")}
	}
	_, err := dice.Open(f.dice, f.seed)
	return err
}

// enter loads the rules with the entry list in a file, or with the variant's
// own when there is no file. What the rules find wrong in the list is told with
// its place there.
func (o *open) enter(file string) (*scripts.Program, error) {
	if file == "" {
		return o.load()
	}
	list, err := entries.Read(file)
	if err != nil {
		return nil, err
	}
	o.options.Entries = list.Entries
	p, err := o.load()
	if wrong := (*scripts.EntryError)(nil); errors.As(err, &wrong) {
		err = list.Wrong(wrong.Entry, wrong.Field, wrong.Msg)
	}
	return p, err
}

func names(entries []race.Entry) []string {
	var list []string
	for _, e := range entries {
		list = append(list, e.Name)
	}
	return list
}

// createJournal makes the file that a race is saved in.
func (p *program) createJournal(path, variant string) (wall.File, error) {
	if path == "" {
		dir, err := p.home().Races()
		if err != nil {
			return nil, fmt.Errorf("no folder to save the race in: %w; name a file with --save", err)
		}
		path = dir + "/" + store.NewName(variant, time.Now())
	}
	return p.child.Create(path)
}

// load reads the rules from where they are now.
func (o *open) load() (*scripts.Program, error) { return scripts.Load(o.files, o.options) }

// readJournal reads and replays a journal; "last" is the one saved last.
func (p *program) readJournal(path string, stop func(*race.Game, *race.Record) bool) (*race.Game, []byte, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, nil, err
	}
	records, whole, err := race.ReadJournal(text)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", path, err)
	}
	game, err := race.Replay(records, embedded, func(g *race.Game, next *race.Record) bool {
		p.child.Alive()
		return stop != nil && stop(g, next)
	})
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", path, err)
	}
	return game, text[:whole], nil
}

// embedded opens the rules that a journal holds.
func embedded(head race.Head, sources []race.Source, settings []string) (race.Book, error) {
	return scripts.Load(scripts.Recorded(sources), headOptions(head, settings))
}

func headOptions(head race.Head, settings []string) scripts.Options {
	return scripts.Options{
		Variant: head.Variant, Track: head.Track, Laps: head.Laps, Settings: settings,
		Entries: head.Entries, People: head.People, Bots: head.Bots,
	}
}

// resumeRace goes on with a race from its journal.
func (p *program) resumeRace(path string) (*open, error) {
	file, _, err := p.child.Open(path)
	if err != nil {
		return nil, err
	}
	game, text, err := p.readJournal(path, nil)
	if err == nil {
		err = file.Truncate(len(text))
	}
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	game.Continue(file)
	rules := game.Book().(*scripts.Program)
	return &open{
		game: game, journal: file, home: path, options: headOptions(game.Head(), rules.Settings()),
		files: library.Roots(library.Folders(rules)...),
	}, nil
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return path != "" && err == nil && info.IsDir()
}

// reload puts the rules that are on disk now in force and returns what
// changed. On an error the old rules stay.
func (o *open) reload() ([]scripts.Change, error) { return o.adopt(o.files, o.options) }

// set changes one value of the rules in force, whatever is on disk.
func (o *open) set(setting string) ([]scripts.Change, error) {
	options := o.options
	options.Settings = append(append([]string(nil), options.Settings...), setting)
	changes, err := o.adopt(scripts.Recorded(o.program().Sources()), options)
	if err == nil {
		o.options = options
	}
	return changes, err
}

// adopt puts other rules in force if anything in them is different.
func (o *open) adopt(files scripts.Files, options scripts.Options) ([]scripts.Change, error) {
	p, err := scripts.Load(files, options)
	if err != nil {
		return nil, err
	}
	changes := p.Changes(o.program())
	if len(changes) == 0 {
		return nil, nil
	}
	return changes, o.game.Reload(p, lines(changes))
}

func lines(changes []scripts.Change) []string {
	var list []string
	for _, c := range changes {
		list = append(list, c.String())
	}
	return list
}

// standing is the race as it stands: a race that its rules could play can be
// looked at.
func standing(g *race.Game) *race.Race {
	r, err := g.Race()
	if err != nil {
		panic(err)
	}
	return r
}

// notesOf is what the rules of a race remember.
func notesOf(g *race.Game) race.Notes {
	r, err := race.New(g.Book().Setup(), nil)
	if err != nil {
		panic(err)
	}
	notes, err := r.SetText(g.State())
	if err != nil {
		panic(err)
	}
	return notes
}

// classification is the result with points.
func classification(g *race.Game) []race.Placing {
	r, notes := standing(g), notesOf(g)
	list := r.Classification()
	for i := range list {
		list[i].Points = g.Book().(*scripts.Program).Points(list[i], notes.Cars[r.Find(list[i].Car)])
	}
	return list
}

// copyJournal writes a copy of a race's journal to a new file.
func (o *open) copyJournal(path string) error {
	if err := o.journal.Sync(); err != nil {
		return err
	}
	from, err := os.Open(o.journal.Path())
	if err != nil {
		return err
	}
	defer from.Close()
	to, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	if _, err := io.Copy(to, from); err != nil {
		return errors.Join(err, to.Close())
	}
	return to.Close()
}
