package race

import (
	"fmt"

	"sandbox/core/board"
)

// NeverHome as board.Search.Home has a car drive over the line without coming
// home, on any lap.
const NeverHome = -1

// cannotMove says why a car that does not run cannot move.
func (c *Car) cannotMove() error { return fmt.Errorf("%s cannot move: it is %s", c.name, c.status) }

// driver is a car that can drive along the board, or why it cannot.
func (r *Race) driver(car int) (*Car, error) {
	c := r.Car(car)
	switch {
	case c == nil:
		return nil, r.noCar(car)
	case r.board == nil:
		return nil, fmt.Errorf("%s cannot drive: %w", c.name, errNoBoard)
	case c.status != Running:
		return nil, c.cannotMove()
	}
	return c, nil
}

// Paths finds the legal paths of a car. From and Stops of the search are the
// car's, and so is Home unless it is NeverHome. The result is written over the
// one given, unless that is nil. It fails for a car that does not run.
func (r *Race) Paths(car int, s board.Search, into *board.Paths) (*board.Paths, error) {
	c, err := r.driver(car)
	if err != nil {
		return nil, err
	}
	return r.traffic.Paths(r.search(c, s), into), nil
}

func (r *Race) search(c *Car, s board.Search) board.Search {
	s.From, s.Stops = c.space, c.stops
	if s.Home != NeverHome {
		s.Home = r.crossings(c)
	}
	return s
}

// Drive moves a car along spaces, of which there are as many as the search has
// Steps, or fewer when it goes home, and returns what it drove over. From,
// Stops and Home are as for Paths. It fails for a car that does not run and
// for a path that is not legal now, with the reason. When the path overruns a
// corner and it is the car's turn, the turn is no stop wherever it ends.
func (r *Race) Drive(car int, s board.Search, spaces []board.ID) (board.Path, error) {
	c, err := r.driver(car)
	if err != nil {
		return board.Path{}, err
	}
	path, err := r.traffic.Follow(r.search(c, s), spaces)
	if err != nil {
		return board.Path{}, fmt.Errorf("%s cannot drive that path: %w", c.name, err)
	}
	from, lap := c.space, c.lap
	c.lap += path.Crossed
	if len(path.Overran) > 0 && car == r.step.Car {
		r.overran = true
	}
	switch {
	case path.Home:
		r.home(c, path.Beyond)
	case path.Steps > 0:
		r.put(c, path.To)
	}
	r.tellMove(c, from, lap, path.Steps, Advanced{Rows: path.Steps})
	if path.Home {
		r.tellFinish(c)
	}
	return path, nil
}

// Follow is what driving along spaces would cost in a search that Paths made,
// or why it is not legal. It fails where there is no board, or not the space
// that the search begins on.
func (r *Race) Follow(s board.Search, spaces []board.ID) (board.Path, error) {
	switch {
	case r.board == nil:
		return board.Path{}, errNoBoard
	case !r.isSpace(s.From):
		return board.Path{}, r.noSpace(s.From)
	}
	return r.traffic.Follow(s, spaces)
}

// DrivePath moves a car along a path that Paths found, as Drive does. It fails
// when there is no such path.
func (r *Race) DrivePath(car int, p *board.Paths, i int) (board.Path, error) {
	c, err := r.driver(car)
	switch {
	case err != nil:
		return board.Path{}, err
	case uint(i) >= uint(len(p.List)):
		return board.Path{}, fmt.Errorf("%s cannot drive path %d of %d", c.name, i, len(p.List))
	case c.space != p.Search.From:
		return board.Path{}, fmt.Errorf("%s cannot drive that path: it does not stand where the path begins", c.name)
	}
	s := p.Search
	s.Steps = p.List[i].Steps
	r.spaces = p.Spaces(i, r.spaces[:0])
	return r.Drive(car, s, r.spaces)
}

// Shift stands a car on another space of the rows, past anything: nothing is
// driven there. Of the two ways round a closed track the shorter counts, of two
// that are equally long the one that does not cross the line: a line crossed
// counts a lap, or takes it back, and the last line takes the car home. It fails
// for a car that does not run, for the side lane, for a space that there is not,
// and for one that another car stands on.
func (r *Race) Shift(car int, to board.ID) error {
	c, err := r.driver(car)
	if err != nil {
		return err
	}
	if !r.isSpace(to) {
		return r.noSpace(to)
	}
	if r.board.OnSide(c.space) || r.board.OnSide(to) {
		return fmt.Errorf("%s cannot be shifted from %s to %s: not in the side lane", c.name, r.board.Space(c.space).Name, r.board.Space(to).Name)
	}
	from, lap, row := c.space, c.lap, r.board.RowOf(to)
	rows := row - c.row
	switch half := r.board.Rows / 2; {
	case r.board.Closed && rows < -half:
		rows += r.board.Rows
		c.lap++
	case r.board.Closed && rows > half:
		rows -= r.board.Rows
		c.lap--
	}
	if c.lap > r.laps {
		r.home(c, row)
		r.tellMove(c, from, lap, rows, Advanced{Rows: rows})
		r.tellFinish(c)
		return nil
	}
	if r.crowded(c, to) {
		c.lap = lap
		return fmt.Errorf("%s cannot be shifted to %s: %s stands there", c.name, r.board.Space(to).Name, r.cars[r.traffic.Car(to)].name)
	}
	if to != from {
		r.put(c, to)
		r.tellMove(c, from, lap, rows, Advanced{Rows: rows})
	}
	return nil
}

// Beside lists the cars that stand beside a space, wrecks among them, as
// board.Traffic.Beside does; none where there is no such space, or in the side lane.
func (r *Race) Beside(id board.ID) []int {
	if !r.isSpace(id) {
		return nil
	}
	return r.traffic.Beside(id)
}

// BesideSpace is how many cars but one stand beside a space, 0 where there is no
// such space.
func (r *Race) BesideSpace(id board.ID, but int) int {
	if !r.isSpace(id) {
		return 0
	}
	return r.traffic.CountBeside(id, but)
}

// Diagonal lists the cars one legal lane change from a space, ahead or behind, that
// are not beside it; none where there is no such space.
func (r *Race) Diagonal(id board.ID) []int {
	if !r.isSpace(id) {
		return nil
	}
	return r.traffic.Diagonal(id)
}

// DiagonalSpace is how many cars but one stand one legal lane change from a
// space and not beside it, 0 where there is no such space.
func (r *Race) DiagonalSpace(id board.ID, but int) int {
	if !r.isSpace(id) {
		return 0
	}
	return r.traffic.CountDiagonal(id, but)
}

// Fewest is how many spaces a car alone on the track would drive at least to a
// space, into the side lane too; ok is false when they are more than most, for a
// car off the track and for a space that there is not.
func (r *Race) Fewest(car int, to board.ID, most int) (spaces int, ok bool) {
	c := r.Car(car)
	if c == nil || c.space == board.None || !r.isSpace(to) {
		return 0, false
	}
	return r.traffic.Fewest(c.space, to, most)
}

// countStop counts a turn that has ended, if it did so in a corner that asks
// stops.
func (r *Race) countStop(car int) {
	c := &r.cars[car]
	if c.status != Running || r.overran {
		return
	}
	corner := r.board.Space(c.space).Corner
	if corner == 0 || r.board.Corners[corner-1].Stops == 0 {
		return
	}
	c.stops++
	r.touch(car)
}
