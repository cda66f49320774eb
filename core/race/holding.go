package race

import "fmt"

// holding is how much a journal holds.
type holding struct {
	lines, bytes, sources int
	rules, back, given    int
}

// take counts a line of so many bytes with its line break. It fails when a
// journal cannot hold that too.
func (t *holding) take(rec *Record, size int) error {
	t.lines++
	t.bytes += size
	switch {
	case rec.Source != nil:
		t.sources += len(rec.Source.Text)
	case rec.Rules != nil:
		t.rules++
	case rec.Commit != nil:
		t.given = 0
	case rec.Undo > 0:
		t.given = 0
		t.back++
	case rec.Amend != nil:
		t.back++
	case rec.Answer != nil, rec.Throw != nil, rec.Retract != nil:
		t.given++
	}
	for _, l := range []struct {
		is, most int
		what     string
	}{
		{size - 1, mostOf(rec.Commit != nil), "bytes in one line"},
		{t.lines, MaxLines, "lines"},
		{t.bytes, MaxJournal, "bytes"},
		{t.sources, MaxSources, "bytes of rules"},
		{t.rules, MaxRules, "changes of the rules"},
		{t.back, MaxBack, "corrections and steps taken back"},
		{t.given, MaxGiven, "answers and throws given to one step"},
	} {
		if l.is > l.most {
			return fmt.Errorf("a journal has no room for more than %d %s", l.most, l.what)
		}
	}
	return nil
}

// mostOf is how many bytes a line may have.
func mostOf(step bool) int {
	if step {
		return MaxStep
	}
	return MaxLine
}
