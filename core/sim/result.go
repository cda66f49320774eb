package sim

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"sandbox/core/race"
)

// Format is the version of the text that Encode writes.
const Format = 1

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
	Bots     []string `json:"bots"` // that are dealt to the cars in turns
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
	Races    int64     `json:"races"` // of the whole run
	From     int64     `json:"from"`  // the races that this is of
	To       int64     `json:"to"`
	Subjects []Subject `json:"subjects"` // one, or two that are compared
	Counts   []*Counts `json:"counts"`   // by subject
	Pairs    *Pairs    `json:"pairs,omitempty"`
}

func newResult(job *Job) *Result {
	r := &Result{Format: Format, Engine: race.Engine, Seed: job.Seed, Races: job.Races, From: job.From, To: job.To}
	r.subject(&job.A.Subject)
	if job.B != nil {
		r.subject(&job.B.Subject)
		r.Pairs = newPairs(&job.A.Subject, &job.B.Subject)
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

// play plays one race, or a pair. What was stopped by the context counts for
// nothing, and says so.
func (r *Result) play(ctx context.Context, job *Job, number int64, players ...*player) (played bool) {
	var wrong [2]error
	before := players[0].lines.Len()
	for i, p := range players {
		if p == nil {
			continue
		}
		if wrong[i] = p.play(job.Seed, number); wrong[i] != nil && ctx.Err() != nil {
			players[0].lines.Truncate(before)
			return false
		}
	}
	for i, p := range players {
		switch {
		case p == nil:
			return true
		case wrong[i] != nil:
			r.Counts[i].Failed.note(failure(number, p.deal(number), wrong[i]))
		default:
			r.Counts[i].take(&p.outcome)
		}
		if job.again(number) {
			if differs := p.again(job.Seed, number, wrong[i]); differs != "" && ctx.Err() == nil {
				r.Counts[i].Differ.note(Failure{Race: number, Deal: p.deal(number), Message: differs})
			}
		}
	}
	a, b := &players[0].outcome, &players[1].outcome
	if !a.failed && !b.failed {
		r.Pairs.take(a, b)
	}
	return true
}

// add adds a result of the same subjects.
func (r *Result) add(o *Result) {
	for i := range r.Counts {
		r.Counts[i].add(o.Counts[i])
	}
	if r.Pairs != nil {
		r.Pairs.add(o.Pairs)
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
	case r.Races < 1 || r.Races > MaxRaces || r.From < 1 || r.To < r.From || r.To > r.Races:
		return fmt.Errorf("races %d to %d of %d", r.From, r.To, r.Races)
	case n != 1 && n != 2 || len(r.Counts) != n || (r.Pairs != nil) != (n == 2):
		return errors.New("sums are missing")
	}
	for i, c := range r.Counts {
		if !r.Subjects[i].inOrder() {
			return errors.New("the subject has no cars, or a table whose rows are not in order")
		}
		if c == nil || !c.fit(&r.Subjects[i]) {
			return errors.New("the sums are not of the subject's shape")
		}
	}
	if r.Pairs != nil && !r.Pairs.sameShape(newPairs(&r.Subjects[0], &r.Subjects[1])) {
		return errors.New("the differences are not of the subjects' shape")
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

// fit says that counts have the shape that newCounts gives them.
func (c *Counts) fit(s *Subject) bool {
	n := len(s.Cars)
	fit := c.Rounds != nil && c.Overtakes != nil && c.Leads != nil && c.Retired != nil && c.Out != nil && c.Counted != nil && c.Failed.First != nil &&
		placesFit(c.Slots, n, n) && placesFit(c.Cars, n, n) && placesFit(c.Bots, len(s.Bots), n) &&
		slices.EqualFunc(c.Rows, s.Tables, func(faces []int64, t Table) bool { return len(faces) == t.faces() })
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
	return p.Out != nil && p.Counted != nil && sameLength(p.Figures, o.Figures) &&
		sameLength(p.Slots, o.Slots) && sameLength(p.Cars, o.Cars) && sameLength(p.Bots, o.Bots)
}

func sameLength[T any](a, b []T) bool { return len(a) == len(b) }

// Part is a result and the file that it was read from.
type Part struct {
	File   string
	Result *Result
}

// Merge adds up the parts of one run. It refuses parts of different runs, a
// race that is in two parts and one that is in none, naming the file.
func Merge(parts []Part) (*Result, error) {
	parts = slices.Clone(parts)
	slices.SortStableFunc(parts, func(a, b Part) int { return cmp.Compare(a.Result.From, b.Result.From) })
	first := parts[0]
	whole, before := *first.Result, "the first file"
	job := Job{Seed: whole.Seed, Races: whole.Races, From: 1, To: whole.Races, A: Variant{Subject: whole.Subjects[0]}}
	if len(whole.Subjects) == 2 {
		job.B = &Variant{Subject: whole.Subjects[1]}
	}
	sum, next := newResult(&job), int64(1)
	for _, part := range parts {
		r := part.Result
		if err := sameRun(first, part); err != nil {
			return nil, err
		}
		switch {
		case r.From > next:
			return nil, fmt.Errorf("%s: it begins at race %d, and races %d to %d are in none of the files", part.File, r.From, next, r.From-1)
		case r.From < next:
			return nil, fmt.Errorf("%s: it begins at race %d, which is in %s too", part.File, r.From, before)
		case !r.Whole():
			return nil, fmt.Errorf("%s: it has only %d of races %d to %d", part.File, r.Done(), r.From, r.To)
		}
		sum.add(r)
		next, before = r.To+1, part.File
	}
	if next <= sum.Races {
		return nil, fmt.Errorf("%s: it ends at race %d, and races %d to %d are in none of the files", before, next-1, next, sum.Races)
	}
	return sum, sum.check()
}

// sameRun says in what two parts are not of one run.
func sameRun(a, b Part) error {
	differ := func(what string) error {
		return fmt.Errorf("%s: %s than %s: parts of different runs do not add up", b.File, what, a.File)
	}
	r, o := a.Result, b.Result
	switch {
	case r.Seed != o.Seed:
		return differ("it has another seed")
	case r.Races != o.Races:
		return differ("it is of another number of races")
	case len(r.Subjects) != len(o.Subjects):
		return differ("it compares more or fewer variants")
	}
	for i := range r.Subjects {
		s, t := &r.Subjects[i], &o.Subjects[i]
		switch {
		case s.Variant != t.Variant || s.Rules != t.Rules || !slices.EqualFunc(s.Tables, t.Tables, sameFaces):
			return differ("it was played under other rules")
		case s.Circuit != t.Circuit || s.Laps != t.Laps:
			return differ("it was played on another track or over other laps")
		case s.Entries != t.Entries || !slices.Equal(s.Cars, t.Cars):
			return differ("it has other entries")
		case !slices.Equal(s.Bots, t.Bots):
			return differ("it has other bots")
		}
	}
	return nil
}

func sameFaces(a, b Table) bool { return a.faces() == b.faces() }
