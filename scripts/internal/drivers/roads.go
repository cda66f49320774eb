package drivers

import (
	"sync"

	"sandbox/core/board"
	"sandbox/core/outlook/road"
	"sandbox/scripts/internal/track"
)

// roads are the track as roads for posted speeds.
type roads struct {
	track *track.Track
	mu    sync.Mutex
	made  map[speeds]*road.Road
}

// speeds are the units of a road.
type speeds struct{ step, more int }

// mostRoads is how many are kept; rules have one.
const mostRoads = 4

// Road is the track as a road for speeds in such steps, in mph, with so much more
// than a limit on its line.
func (d *Drivers) Road(step, more int) *road.Road {
	r := &d.roads
	r.mu.Lock()
	defer r.mu.Unlock()
	key := speeds{step, more}
	if made := r.made[key]; made != nil {
		return made
	}
	if len(r.made) >= mostRoads {
		clear(r.made)
	}
	r.made[key] = r.road(key)
	return r.made[key]
}

func (r *roads) road(of speeds) *road.Road {
	b := r.track.Board
	limits, line := make([]int, b.Len()), make([]bool, b.Len())
	numbers, marked := r.track.Attribute("limit").Numbers(), r.track.Attribute("line")
	for id := range b.Len() {
		limits[id] = numbers[id] / of.step
		line[id] = marked.Value(board.ID(id)).True()
	}
	return road.New(b, road.MaxModes, limits, line, of.more/of.step)
}
