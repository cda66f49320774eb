package race

import "errors"

// Rules are the rules of one game, bound to one race. A value is used for the
// steps of that race in order; after a step that ended in an error or in
// ErrPending it is thrown away and a fresh one is set to the last state. Rules
// may also implement Answerer, Adviser and Speller.
type Rules interface {
	// Next says which step comes next. It returns ErrOver when there is none.
	// The step is good until the next call.
	Next(r *Race) (*Step, error)
	// Run carries out a step. It returns ErrPending when a question of the
	// step has no answer yet.
	Run(r *Race, step *Step) error
	// State returns all that the rules remember, or an error that names what
	// cannot be remembered.
	State(r *Race) (Notes, error)
	// SetState makes the rules remember what State returned.
	SetState(r *Race, n Notes) error
}

// Book makes fresh rules from compiled files; making them is cheap.
type Book interface {
	// Setup is what a race under these rules is made of.
	Setup() Setup
	// Fresh makes rules for a race that Setup fits.
	Fresh(r *Race) (Rules, error)
	// Sources are the files that the rules were read from.
	Sources() []Source
	// Settings are single values changed after reading: "action.2.spaces=-4".
	Settings() []string
}

// Source is one file that rules were read from.
type Source struct {
	Name string `json:"name"` // how rules ask for it: "variants/paper_f1"
	Path string `json:"path"` // how people call it
	Text string `json:"text"`
}

// RunStep carries out one step of the rules without committing it. It is what
// a simulator calls, and what Game wraps in a transaction. After the last whole
// turn the running cars are home. It fails for a step of a car or a round that
// there cannot be, and for one that tells more than MaxTold or is one too many.
func (r *Race) RunStep(rules Rules, s *Step) error {
	if s.Car != Nobody && r.Car(s.Car) == nil {
		return r.noCar(s.Car)
	}
	if err := checkRound(s.Round); err != nil {
		return err
	}
	if err := r.countStep(s); err != nil {
		return err
	}
	if r.record != nil {
		r.record.begin()
	}
	r.step, r.thrown, r.overran = s, r.thrown[:0], false
	r.throw.Step = s.Label
	if s.Round > r.round {
		r.round = s.Round
		r.touch(Nobody)
	}
	err := rules.Run(r, s)
	if long := r.Overlong(); long != nil && (err == nil || errors.Is(err, ErrPending)) {
		return long
	}
	if err != nil {
		return err
	}
	r.Reveal()
	if s.Car != Nobody {
		r.cars[s.Car].turn = r.round
		if s.Kind == Turn && r.board != nil && len(r.board.Corners) > 0 {
			r.countStop(s.Car)
		}
	}
	if s.Kind == Whole && s.Round >= r.laps {
		r.flag()
	}
	if s.Session > r.sessions {
		r.sessions = s.Session
		r.touch(Nobody)
	}
	if s.Car == Nobody {
		r.queue.stale = true
	}
	return nil
}
