package race

// How a game stands between two steps, and how it comes to stand there again.

// Race is the race as last committed: after an unfinished step, as it stood
// before. Of a race that waits for somebody it is one without rules, to look at.
// It holds until the next step. It fails when the track that the rules name now
// is not the one that the state is of.
func (g *Game) Race() (*Race, error) {
	if g.race != nil {
		return g.race, nil
	}
	if g.still == nil {
		r, err := g.blank(g.book)
		if err == nil {
			_, err = r.SetText(g.State())
		}
		if err != nil {
			return nil, err
		}
		g.still = r
	}
	return g.still, nil
}

// Rules are the rules of the race as last committed, made afresh where they have
// to be: then Race is the race that they are bound to.
func (g *Game) Rules() (Rules, error) {
	err := g.ready()
	return g.rules, err
}

// State is the last committed state in its text form.
func (g *Game) State() string { return g.history.last().State }

// Park drops the race and its rules and packs the history, for a game that waits:
// what is left is text. Everything works on, and makes what it needs.
func (g *Game) Park() {
	g.race, g.rules, g.still, g.tried = nil, nil, nil, nil
	g.history.park()
}

// ready makes the rules afresh, set to the last state, where they are gone.
func (g *Game) ready() error {
	if g.race != nil {
		return nil
	}
	r, rules, err := g.fresh(g.book, g.State())
	if err != nil {
		return err
	}
	g.race, g.rules, g.still = r, rules, nil
	return nil
}

// settled is fresh, and the state as the rules see it: a field they added has
// its starting value, one they dropped is gone.
func (g *Game) settled(book Book, from string) (r *Race, rules Rules, state string, err error) {
	r, rules, err = g.fresh(book, from)
	if err != nil {
		return nil, nil, "", err
	}
	notes, err := rules.State(r)
	return r, rules, r.Text(notes), err
}

// blank is a race of a book's that has not begun.
func (g *Game) blank(book Book) (*Race, error) {
	setup := book.Setup()
	setup.Entries = nil
	for _, e := range g.head.Entries {
		setup.Entries = append(setup.Entries, e.Name)
	}
	return New(setup, g.source)
}

// fresh makes a race and rules of a book, set to a state; "" is the start.
func (g *Game) fresh(book Book, state string) (*Race, Rules, error) {
	r, err := g.blank(book)
	if err != nil {
		return nil, nil, err
	}
	rules, err := book.Fresh(r)
	if err != nil {
		return nil, nil, err
	}
	if state != "" {
		notes, err := r.SetText(state)
		if err == nil {
			err = rules.SetState(r, notes)
		}
		if err != nil {
			return nil, nil, err
		}
	}
	if answerer, ok := rules.(Answerer); ok {
		r.answerer = answerer
	}
	return r, rules, nil
}
