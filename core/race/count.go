package race

// Counter is told what happens in a race for the sake of figures over many
// races. It must not change the race.
type Counter interface {
	// Count adds n to what was worth counting about a car, or Nobody's.
	Count(car int, what string, n int)
	// Row says that dice chose a row of a table of the rules; tables are
	// numbered by the rules.
	Row(table, face int)
	// Decision says that a car, or Nobody's game master, had a choice and has taken
	// it; margin is by how much the second-best choice was worse than the best,
	// in thousandths of a space, or Unweighed.
	Decision(car, margin int)
}

// Unweighed stands where nobody knows how good each choice was.
const Unweighed = -1

// CountWith has somebody count from here on; nil for nobody.
func (r *Race) CountWith(c Counter) { r.counter = c }

// Count adds n to what the rules hold worth counting about a car, or about
// Nobody's race. It is not part of the record: where nobody counts, or there is
// no such car, nothing happens.
func (r *Race) Count(car int, what string, n int) {
	if r.counter != nil && car >= Nobody && car < len(r.cars) {
		r.counter.Count(car, what, n)
	}
}

// CountRow counts the row of a table that dice chose, both as the Counter knows
// them.
func (r *Race) CountRow(table, face int) {
	if r.counter != nil {
		r.counter.Row(table, face)
	}
}

// CountDecision counts a choice that was taken, as the Counter knows it. A
// question with one answer is none.
func (r *Race) CountDecision(car, margin int) {
	if r.counter != nil && car >= Nobody && car < len(r.cars) {
		r.counter.Decision(car, margin)
	}
}
