package race

import "fmt"

// What a race may come to, the same for everybody: no honest one comes near.
// What is beyond a limit is an error of the step, and nothing of it is kept.
const (
	MaxName  = 500       // bytes of a car's name, of a step's label, and of why a car is out
	MaxTold  = 1 << 20   // bytes that the events of one step take in the journal
	MaxState = 512 << 10 // bytes of a state as text

	// MaxBetween is how many steps there may be before a new round or session
	// begins; MaxRounds is how many rounds: each has its labels.
	MaxBetween = 10_000
	MaxRounds  = 100_000

	// The events of a race take at most so many bytes, and so many more for each
	// of its steps.
	MaxRecord     = 64 << 20
	MaxRecordStep = 64 << 10

	// LeastSteps is how many steps a race may have, however short: see MaxSteps.
	LeastSteps = 10_000
)

// What a journal may hold. Who writes keeps to the same limits as who reads, so
// that every journal that was written can be read; a race of 200,000 steps is
// far below them.
const (
	MaxLine    = 1 << 20   // bytes of a line
	MaxStep    = 4 << 20   // bytes of a line that commits a step
	MaxLines   = 5_000_000 // lines
	MaxJournal = 4 << 30   // bytes
	MaxSources = 32 << 20  // bytes of all files of rules, each counted once
	MaxRules   = 1000      // times that rules are put in force
	MaxBack    = 5000      // corrections, and times that steps are taken back
	MaxGiven   = 1000      // answers and throws to one step, those taken back among them
)

// MaxSteps is how many steps the race may have: one that plays on has no end. A
// car that moves one row in four turns is still within it. Without a board there
// are as many turns as laps.
func (r *Race) MaxSteps() int {
	if r.board == nil {
		return LeastSteps + r.laps
	}
	return LeastSteps + 4*len(r.cars)*r.laps*r.board.Rows
}

// NoEnd says that the race has had more than MaxSteps.
func (r *Race) NoEnd() error {
	return fmt.Errorf("the race has no end: %d steps, and it is in round %d", r.MaxSteps(), r.round)
}

// large refuses a commit that makes the race larger than a race may be.
func (g *Game) large(r *Race) error {
	steps := g.Steps() + 1
	if steps > r.MaxSteps() {
		return r.NoEnd()
	}
	if most := MaxRecord + int64(MaxRecordStep)*int64(steps); g.told+int64(r.record.size) > most {
		return fmt.Errorf("what the %d steps of the race have told takes more than %d MB: tell less, and in shorter texts", steps, most>>20)
	}
	return nil
}

// named refuses a name that is too long to stand in every event and every state.
func named(what, text string) error {
	if len(text) > MaxName {
		return fmt.Errorf("%s has %d bytes, and %d are the most: shorten it", what, len(text), MaxName)
	}
	return nil
}

// checkRound refuses a round that no race has.
func checkRound(n int) error {
	switch {
	case n < 0:
		return fmt.Errorf("%d is no round: they are counted from 1", n)
	case n > MaxRounds:
		return fmt.Errorf("this is round %d, and a race has at most %d", n, MaxRounds)
	}
	return nil
}

// countStep counts a step, and refuses it where too many have come without a new
// round or session.
func (r *Race) countStep(s *Step) error {
	if r.between++; s.Round > r.round || s.Session > r.sessions {
		r.between = 0
	}
	if r.between > MaxBetween {
		return fmt.Errorf("%s is step %d since round %d began, and %d are the most: is there a rule that names the same steps without an end?",
			s.Label, r.between, r.round, MaxBetween)
	}
	return nil
}

// Measure has f called with the size of each event that is told, in bytes of the
// journal, for rules that count their work. It is not called where nobody keeps
// a record.
func (r *Race) Measure(f func(bytes int)) { r.measure = f }

// Overlong is an error when the events of the step under way are more than
// MaxTold.
func (r *Race) Overlong() error {
	if r.record == nil || r.record.size <= MaxTold {
		return nil
	}
	return fmt.Errorf("what %s tells takes more than %d MB: tell less, and in shorter texts", r.step.Label, MaxTold>>20)
}

// size is about how many bytes an event takes in the journal, rather more.
func (e *Event) size() int {
	n := 60 + textSize(e.Type) + textSize(e.Step) + textSize(e.Car) + textSize(e.Where)
	for _, f := range e.Fields {
		n += 4 + textSize(f.Name)
		switch v := f.Value.(type) {
		case string:
			n += textSize(v)
		case []int:
			n += 8 * len(v)
		case []string:
			for _, text := range v {
				n += 3 + textSize(text)
			}
		case []Modifier:
			for _, m := range v {
				n += 40 + textSize(m.Name) + textSize(m.Where)
			}
		default:
			n += 20
		}
	}
	return n
}

// textSize is how many bytes a text takes in JSON at most.
func textSize(text string) int {
	n := len(text)
	for i := range len(text) {
		if !asIs(text[i]) {
			n += 5
		}
	}
	return n
}
