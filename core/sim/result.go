package sim

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"sandbox/core/race"
)

// Format is the version of the text that Encode writes.
const Format = 2

// Subject says what was simulated: what the figures are called, and what two
// results must share to be added up.
type Subject struct {
	Variant  string   `json:"variant"` // as rules name it, such as "paper_f1"
	Name     string   `json:"name"`    // as people read it
	Track    string   `json:"track"`
	Laps     int      `json:"laps"`
	Unit     string   `json:"unit,omitempty"` // of Laps; "" for laps
	Settings []string `json:"settings"`
	Play     string   `json:"play"`    // the command that plays a race of it, but for seed and bots
	Rules    string   `json:"rules"`   // hash of all files but the track's
	Circuit  string   `json:"circuit"` // hash of the track
	Entries  string   `json:"entries"` // hash of the entry list
	Cars     []string `json:"cars"`
	Bots     []string `json:"bots"`            // that are dealt to the cars in turns
	Guest    bool     `json:"guest,omitempty"` // the first bot is a guest: there are as many bots as cars, and he drives one of them
	By       string   `json:"by,omitempty"`    // the field that cars are compared by; "" for none
	Tables   []Table  `json:"tables"`
}

// Table is a table of the rules whose rows dice choose.
type Table struct {
	Name string `json:"name"`
	Dice string `json:"dice"`
	Rows []Row  `json:"rows"` // by face, lowest first
}

// Row is the faces that have one row of a table.
type Row struct {
	From int    `json:"from"`
	To   int    `json:"to"`
	Text string `json:"text"`
}

// faces is one more than the highest face.
func (t *Table) faces() int {
	if len(t.Rows) == 0 {
		return 0
	}
	return t.Rows[len(t.Rows)-1].To + 1
}

// Result is the sums over the races of a run that were played.
type Result struct {
	Format   int       `json:"format"`
	Engine   string    `json:"engine"`
	Seed     string    `json:"seed"`
	Program  string    `json:"program"`         // which version of it played
	Command  string    `json:"command"`         // plays the whole run
	Parts    int64     `json:"parts,omitempty"` // how many the run is split into, this being one of them; 0 for the whole
	Races    int64     `json:"races"`           // of the whole run
	From     int64     `json:"from"`            // the races that this is of
	To       int64     `json:"to"`
	Swept    []string  `json:"swept,omitempty"` // settings that tell the subjects apart, the last of each one's
	Subjects []Subject `json:"subjects"`        // one, or several that are compared with the first
	Counts   []*Counts `json:"counts"`          // by subject
	Pairs    []*Pairs  `json:"pairs"`           // of the first with each of the others
}

func newResult(job *Job) *Result {
	r := &Result{Format: Format, Engine: race.Engine, Seed: job.Seed, Races: job.Races, From: job.From, To: job.To,
		Program: job.Program, Command: job.Command, Parts: job.Parts, Swept: job.Swept}
	r.subject(&job.A.Subject)
	r.Pairs = []*Pairs{}
	for i := range job.Others {
		r.subject(&job.Others[i].Subject)
		r.Pairs = append(r.Pairs, newPairs(&job.A.Subject, &job.Others[i].Subject))
	}
	return r
}

func (r *Result) subject(s *Subject) {
	r.Subjects, r.Counts = append(r.Subjects, *s), append(r.Counts, newCounts(s))
}

// Done is how many races were played, those that failed included.
func (r *Result) Done() int64 { return r.Counts[0].Races + r.Counts[0].Failed.Races }

// Whole says that no race of the range is missing.
func (r *Result) Whole() bool { return r.Done() == r.To-r.From+1 }

// play plays one race, by each of the players. What was stopped by the context counts for
// nothing, and says so.
func (r *Result) play(ctx context.Context, job *Job, number int64, players []*player) (played bool) {
	all := make([]*ended, len(players))
	before := players[0].lines.Len()
	for i, p := range players {
		if all[i] = p.end(ctx, job, number); all[i] == nil {
			players[0].lines.Truncate(before)
			return false
		}
	}
	for i, e := range all {
		deal := players[i].deal(number)
		if e.wrong != nil {
			r.Counts[i].Failed.note(failure(number, deal, e.wrong))
		} else {
			r.Counts[i].take(&e.outcome)
		}
		if e.differs != "" {
			r.Counts[i].Differ.note(Failure{Race: number, Deal: deal, Message: e.differs})
		}
	}
	for i, e := range all[1:] {
		if all[0].wrong == nil && e.wrong == nil {
			r.Pairs[i].take(&all[0].outcome, &e.outcome)
		}
	}
	return true
}

// add adds a result of the same subjects.
func (r *Result) add(o *Result) {
	for i := range r.Counts {
		r.Counts[i].add(o.Counts[i])
	}
	for i := range r.Pairs {
		r.Pairs[i].add(o.Pairs[i])
	}
}

func (r *Result) check() error {
	for _, c := range r.Counts {
		if err := c.check(); err != nil {
			return err
		}
	}
	return nil
}

// Encode writes a result as text that Decode reads. Equal results are equal
// texts.
func (r *Result) Encode() ([]byte, error) {
	text, err := json.Marshal(r)
	return append(text, '\n'), err
}

// Decode reads what Encode wrote. It refuses another format and sums that do
// not fit their subjects.
func Decode(text []byte) (*Result, error) {
	var version struct {
		Format int
		Engine string
	}
	switch {
	case len(bytes.TrimSpace(text)) == 0:
		return nil, errors.New("it is empty: its part is to be played again")
	case bytes.HasPrefix(text, []byte(`{"format":`)) && !bytes.HasSuffix(text, []byte("}\n")):
		return nil, errors.New("it is cut off: its part is to be played again")
	}
	if err := json.Unmarshal(text, &version); err != nil {
		return nil, fmt.Errorf("this is no result of sandbox sim --out: %w", err)
	}
	if version.Format != Format || version.Engine != race.Engine {
		return nil, fmt.Errorf("format %d of engine %q, and this program adds up format %d of engine %q: simulate again",
			version.Format, version.Engine, Format, race.Engine)
	}
	r, lines := &Result{}, json.NewDecoder(bytes.NewReader(text))
	lines.DisallowUnknownFields()
	if err := lines.Decode(r); err != nil {
		return nil, fmt.Errorf("this is no result of sandbox sim --out: %w", err)
	}
	if err := r.fits(); err != nil {
		return nil, fmt.Errorf("this is no result of sandbox sim --out: %w", err)
	}
	return r, nil
}

// fits says what in a result was not written by Encode.
func (r *Result) fits() error {
	n := len(r.Subjects)
	switch {
	case r.Races < 1 || r.Races > MaxRaces || r.From < 1 || r.To < r.From || r.To > r.Races || r.Parts < 0 || r.Parts > r.Races:
		return fmt.Errorf("races %d to %d of %d", r.From, r.To, r.Races)
	case n < 1 || len(r.Counts) != n || len(r.Pairs) != n-1:
		return errors.New("sums are missing")
	}
	for i, c := range r.Counts {
		if !r.Subjects[i].inOrder() {
			return errors.New("the subject has no cars, or a table whose rows are not in order")
		}
		if r.Subjects[i].Guest && (len(r.Subjects[0].Bots) == 0 || len(r.Subjects[i].Bots) == 0) {
			return errors.New("there is a guest, and no bot")
		}
		if !r.Subjects[i].has(r.Swept) {
			return errors.New("a subject does not say what it has of the settings that are swept")
		}
		if c == nil || !c.fit(&r.Subjects[i]) {
			return errors.New("the sums are not of the subject's shape")
		}
	}
	for i, p := range r.Pairs {
		if p == nil || !p.sameShape(newPairs(&r.Subjects[0], &r.Subjects[i+1])) {
			return errors.New("the differences are not of the subjects' shape")
		}
	}
	return nil
}

// inOrder says that sums can be of a subject: there are cars, and the rows of
// tables are in order of their faces.
func (s *Subject) inOrder() bool {
	for i := range s.Tables {
		last := -1
		for _, row := range s.Tables[i].Rows {
			if row.From <= last || row.To < row.From {
				return false
			}
			last = row.To
		}
	}
	return len(s.Cars) > 0
}

// has says that the last settings are of some values, in their order.
func (s *Subject) has(paths []string) bool {
	if len(s.Settings) < len(paths) {
		return false
	}
	for i, setting := range s.Settings[len(s.Settings)-len(paths):] {
		if !strings.HasPrefix(setting, paths[i]+"=") {
			return false
		}
	}
	return true
}

// Values are what a subject has of the settings that are swept, in their order.
func (r *Result) Values(subject int) []string {
	settings, values := r.Subjects[subject].Settings, make([]string, len(r.Swept))
	for i, setting := range settings[len(settings)-len(r.Swept):] {
		values[i] = setting[len(r.Swept[i])+1:]
	}
	return values
}

// fit says that counts have the shape that newCounts gives them.
func (c *Counts) fit(s *Subject) bool {
	n := len(s.Cars)
	fit := c.Rounds != nil && c.Overtakes != nil && c.Leads != nil && c.Retired != nil && c.Out != nil && c.Counted != nil && c.Failed.First != nil &&
		(c.By != nil) == (s.By != "") && c.By.fit(n) && placesFit(c.Slots, n, n) && placesFit(c.Cars, n, n) && placesFit(c.Bots, len(s.Bots), n) &&
		slices.EqualFunc(c.Rows, s.Tables, func(faces []int64, t Table) bool { return len(faces) == t.faces() })
	for _, h := range c.Course {
		fit = fit && h != nil
	}
	for _, item := range c.Counted {
		fit = fit && item != nil && placesFit([]Places{item.Places}, 1, n)
	}
	return fit
}

func placesFit(list []Places, n, cars int) bool {
	for i := range list {
		if len(list[i].Home) != cars || len(list[i].Out) != cars {
			return false
		}
	}
	return len(list) == n
}

func (p *Pairs) sameShape(o *Pairs) bool {
	return p.Out != nil && p.Alike != nil && p.Counted != nil && (p.By != nil) == (o.By != nil) && sameLength(p.Figures, o.Figures) &&
		sameLength(p.Slots, o.Slots) && sameLength(p.Cars, o.Cars) && sameLength(p.Bots, o.Bots) && sameLength(p.Guest, o.Guest)
}

func sameLength[T any](a, b []T) bool { return len(a) == len(b) }
