package race

import (
	"slices"

	"sandbox/core/board"
	"sandbox/core/dice"
)

// PlainTurn is a turn that all cars have alike: they throw dice, drive as far as
// these say, and where that ends on a marked space something may happen.
type PlainTurn struct {
	Dice    dice.Dice
	Purpose dice.Label
	Lap     int                 // the first on which marks count
	Marked  func(car int) error // what happens on a mark; nil for nothing
}

// PlayTurn carries out a car's plain turn, as Run of the rules may do. It fails as
// Roll and Advance do.
func (r *Race) PlayTurn(t *PlainTurn, car int) error {
	n, _, err := r.Roll(car, t.Dice, t.Purpose)
	if err != nil {
		return err
	}
	return r.playRoll(t, car, n)
}

// playRoll drives a car as far as its throw says.
func (r *Race) playRoll(t *PlainTurn, car, n int) error {
	drive, err := r.Advance(car, n)
	if err != nil || t.Marked == nil || drive.Rows == 0 || !r.OnMark(car, drive.Missed, t.Lap) {
		return err
	}
	return t.Marked(car)
}

// OnMark says that a car's throw ended on a mark that counts: not before a lap, and
// not when the car had to queue for a marked row that was full, which is what the
// drive missed.
func (r *Race) OnMark(car int, missed board.ID, lap int) bool {
	c := r.Car(car)
	if c == nil || c.space == board.None || c.lap < lap || !r.board.Marked(c.space) {
		return false
	}
	return !r.isSpace(missed) || !r.board.Marked(missed)
}

// PlayRounds carries out plain turns, round after round, as RunStep would one by
// one with rules whose steps a plan names; begin is called before each round. It
// returns how many turns these were, at most as many as given. There are none
// where the plan has something else to come, or where somebody keeps a record.
func (r *Race) PlayRounds(p *Plan, t *PlainTurn, most int, begin func()) (turns int, err error) {
	if r.record != nil || r.board == nil || r.sessions < len(p.Sessions) || p.Opened || !p.foremost() {
		return 0, nil
	}
	for turns < most && err == nil {
		if r.round == 0 || r.nextCar(p) == Nobody {
			if r.firstCar(p) == Nobody {
				return turns, nil
			}
			if err := checkRound(r.round + 1); err != nil {
				return turns, err
			}
			begin()
			r.round, r.between = r.round+1, -1
			r.touch(Nobody)
		}
		var played int
		played, err = r.playRound(t, most-turns)
		turns += played
	}
	return turns, err
}

// playRound carries out the turns of the round under way that are in the queue, or
// as many as given, until somebody is moved who is not on turn.
func (r *Race) playRound(t *PlainTurn, most int) (turns int, err error) {
	keyed, _ := r.source.(*dice.Keyed)
	if t.Dice.Count != 1 || t.Dice.Sides < 2 { // otherwise it is thrown without further ado
		keyed = nil
	}
	q, s, labels, bends := &r.queue, &r.next, r.labelsOf(r.round).turns, len(r.board.Corners) > 0
	s.Kind, s.Round, s.Session, r.step = Turn, r.round, 0, s
	if keyed != nil { // all at once: no throw waits for the moves before it
		q.faces = slices.Grow(q.faces[:0], len(q.cars))[:len(q.cars)]
		for i, car := range q.cars[q.next:] {
			q.faces[q.next+i] = keyed.Die(labels[car], r.cars[car].label, t.Purpose, 1, t.Dice.Sides)
		}
	}
	for turns < most && err == nil && q.next < len(q.cars) && !q.stale {
		c := &r.cars[q.cars[q.next]]
		if c.status == Running && c.turn < r.round {
			turns++
			s.Car, s.Label = c.index, labels[c.index]
			r.thrown, r.overran, r.throw.Step = r.thrown[:0], false, s.Label
			if keyed != nil {
				err = r.playDie(t, c, q.faces[q.next])
			} else {
				err = r.PlayTurn(t, c.index)
			}
			if err == nil {
				if c.turn = r.round; bends {
					r.countStop(c.index)
				}
			}
		}
		q.next++
	}
	r.between += turns
	return turns, err
}

// playDie is PlayTurn of one keyed die that shows n, for the turns of PlayRounds:
// what Advance has to ask about a car, its throw and a record is known here.
func (r *Race) playDie(t *PlainTurn, c *Car, n int) error {
	r.mark(n)
	if r.board.OnSide(c.space) {
		return r.playRoll(t, c.index, n) // it says why that cannot be
	}
	left := r.crossings(c)
	way := r.traffic.Ahead(c.space, n, left)
	if way.To == board.None {
		return r.playRoll(t, c.index, n)
	}
	if way.Steps == 0 {
		return nil
	}
	marked, missed := t.Marked != nil && r.board.Marked(way.To), board.None
	if marked && way.Steps < n {
		missed = r.traffic.Aimed(c.space, n, left)
	}
	c.lap += way.Crossed
	r.put(c, way.To)
	if !marked || !r.OnMark(c.index, missed, t.Lap) {
		return nil
	}
	r.thrown = append(r.thrown, thrown{c.index, t.Purpose, 1})
	return t.Marked(c.index)
}
