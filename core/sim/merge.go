package sim

import (
	"cmp"
	"errors"
	"fmt"
	"path"
	"regexp"
	"slices"
)

// Part is a result and the file that it was read from.
type Part struct {
	File   string
	Result *Result
}

// Range is the races of part k of n of a run.
func Range(k, n, races int64) (from, to int64) {
	return (k-1)*races/n + 1, k * races / n
}

// Made says that a result is what the job comes to, so that nothing has to be
// played.
func (j *Job) Made(r *Result) bool {
	return sameRun(Part{Result: newResult(j)}, Part{Result: r}) == nil && r.From == j.From && r.To == j.To && r.Parts == j.Parts && r.Whole()
}

// Merge adds up the parts of one run. The error names parts of other runs than
// most are of, races that are in two parts, and those that are in none with the
// commands that play them.
func Merge(parts []Part) (*Result, error) {
	parts = slices.Clone(parts)
	slices.SortStableFunc(parts, func(a, b Part) int { return cmp.Compare(a.Result.From, b.Result.From) })
	first := usual(parts)
	sum := first.Result.empty()
	var wrong, gaps []error
	next, before := int64(1), ""
	for _, part := range parts {
		r := part.Result
		if err := fitsIn(first, part, next, before); err != nil {
			wrong = append(wrong, err)
			continue
		}
		gaps = append(gaps, first.missing(next, r.From-1)...)
		sum.add(r)
		next, before = r.To+1, part.File
	}
	gaps = append(gaps, first.missing(next, sum.Races)...)
	if n := len(gaps); n > maxGaps {
		gaps = append(gaps[:maxGaps], fmt.Errorf("... and %d more", n-maxGaps))
	}
	if err := errors.Join(append(wrong, gaps...)...); err != nil {
		return nil, err
	}
	return sum, sum.check()
}

// maxGaps is how many missing parts are named.
const maxGaps = 20

// usual is the first part of the run that most parts are of.
func usual(parts []Part) Part {
	var firsts []Part
	var times []int
	for _, part := range parts {
		i := slices.IndexFunc(firsts, func(first Part) bool { return sameRun(first, part) == nil })
		if i < 0 {
			i, firsts, times = len(firsts), append(firsts, part), append(times, 0)
		}
		times[i]++
	}
	return firsts[slices.Index(times, slices.Max(times))]
}

// empty is the sums of the whole run before any race.
func (r *Result) empty() *Result {
	job := Job{Seed: r.Seed, Races: r.Races, From: 1, To: r.Races, Program: r.Program, Command: r.Command, Swept: r.Swept, A: Variant{Subject: r.Subjects[0]}}
	for _, s := range r.Subjects[1:] {
		job.Others = append(job.Others, Variant{Subject: s})
	}
	return newResult(&job)
}

// fitsIn says why a part does not go on where the one before it ended.
func fitsIn(first, part Part, next int64, before string) error {
	r := part.Result
	switch {
	case sameRun(first, part) != nil:
		return sameRun(first, part)
	case !r.Whole():
		return fmt.Errorf("%s: it has only %d of races %d to %d", part.File, r.Done(), r.From, r.To)
	case r.From < next:
		return fmt.Errorf("%s: it begins at race %d, which is in %s too: leave one of them out", part.File, r.From, before)
	}
	return nil
}

// missing names races that are in no part and, where they are whole parts of a
// run that is split as this one's is, the commands that play them.
func (p Part) missing(from, to int64) (list []error) {
	r := p.Result
	for n := r.Parts; n > 0 && from <= to; {
		k := (from-1)*n/r.Races + 1 // the part that race from is in, or the one after it
		for _, last := Range(k, n, r.Races); last < from; _, last = Range(k, n, r.Races) {
			k++
		}
		first, last := Range(k, n, r.Races)
		if first != from || last > to {
			break
		}
		list = append(list, fmt.Errorf("part %d of %d, races %d to %d, is in none of the files; to play it: %s --shard %d/%d --out %s",
			k, n, first, last, r.Command, k, n, p.fileOf(k)))
		from = last + 1
	}
	if from <= to {
		list = append(list, fmt.Errorf("races %d to %d are in none of the files", from, to))
	}
	return list
}

var lastNumber = regexp.MustCompile(`\d+(\D*)$`)

// fileOf is what the file of part k is called, if all are called as this one is.
func (p Part) fileOf(k int64) string {
	dir, name := path.Split(p.File)
	at := lastNumber.FindStringSubmatchIndex(name)
	if at == nil {
		return fmt.Sprintf("%spart%d.json", dir, k)
	}
	return fmt.Sprintf("%s%s%0*d%s", dir, name[:at[0]], at[2]-at[0], k, name[at[2]:])
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
	case r.Program != o.Program:
		return differ("it was played by another version of the program")
	case r.Races != o.Races:
		return differ("it is of another number of races")
	case len(r.Subjects) != len(o.Subjects):
		return differ("it compares more or fewer variants")
	case !slices.Equal(r.Swept, o.Swept):
		return differ("it sweeps other settings")
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
		case !slices.Equal(s.Bots, t.Bots) || s.Guest != t.Guest:
			return differ("it has other bots")
		case s.By != t.By:
			return differ("it compares cars by another field")
		}
	}
	return nil
}

func sameFaces(a, b Table) bool { return a.faces() == b.faces() }
