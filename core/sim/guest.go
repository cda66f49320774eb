package sim

// A guest is a driver who takes one car of each race, every car in turn, while
// the others are driven as ever. What his car comes to, beside the same car
// without him under the same luck, is what his driving is worth.

// GuestFigures names what Pairs.Guest is of, per race: the figures of his car,
// and whether it came in before where it does without him. B is with him.
func GuestFigures() []string { return append(CarFigures(), "the better place of the two") }

// takeGuest adds the guest's car of a pair of races; b is the one with him.
func (p *Pairs) takeGuest(a, b *outcome) {
	for car := range b.cars {
		without, with := &a.cars[car], &b.cars[car]
		if with.bot != 0 {
			continue
		}
		of, to := without.figures(), with.figures()
		for k := range of {
			p.Guest[k].take(of[k], to[k])
		}
		p.Guest[len(of)].take(one(without.place < with.place), one(with.place < without.place))
	}
}

// Guest is the name of the guest of a run, and of those he is compared with; ok
// says that there is one.
func (r *Result) Guest() (name, others string, ok bool) {
	if len(r.Pairs) != 1 || !r.Subjects[1].Guest {
		return "", "", false
	}
	return r.Subjects[1].Bots[0], r.Subjects[0].Bots[0], true
}
