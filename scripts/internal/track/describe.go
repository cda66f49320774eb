package track

import "sandbox/scripts/internal/api"

// Functions describes the table that `require "track"` returns.
func Functions() []api.Function {
	return []api.Function{
		{Of: "track", Name: "straight", Args: "section Straight", Doc: "A straight. Its `arrows` bind the last spaces of a lane, such as those before a corner; the others stay free.",
			Example: `track.straight { spaces = 3, hill = "up", arrows = { inside = "S SL" } }`},
		{Of: "track", Name: "corner", Args: "section Bend", Doc: "A corner. Without stops it leads on like a straight. In a corner with stops `arrows` has a word for each space of a lane; a lane without arrows allows straight on, and one lane inwards in its first half, outwards in its second.",
			Example: `track.corner { name = "Harbour", turn = 180, spaces = { 6, 8, 10 }, stops = 1 }`},
		{Of: "track", Name: "circuit", Args: "circuit Circuit", Doc: "A circuit: its sections in driving order from the line, and what belongs to it as a whole.",
			Example: `return track.circuit { name = "Ring", lanes = 2, grid = { places = 4 }, track.corner { turn = 360, spaces = 30 } }`},
		{Of: "track", Name: "positions", Args: "track Positions", Doc: "A track without a board, on which cars have places and nothing else.",
			Example: `return track.positions { name = "The Saucer", turns = 12 }`},
	}
}
