package race

import "sandbox/core/board"

// Sight is what a running car has before it: a search that begins where it
// stands, and what stands in its way, which is the race's own and must not be
// changed. It fails for a car that does not run.
func (r *Race) Sight(car int) (board.Search, *board.Traffic, error) {
	c, err := r.driver(car)
	if err != nil {
		return board.Search{}, nil, err
	}
	return r.search(c, board.Search{}), r.traffic, nil
}
