--- The Hungaroring as drawn by hand on one sheet of A3: a hundred units, two abreast.
local track = require "track"
local straight, corner = track.straight, track.corner

return track.circuit {
  name     = "Hungaroring",
  lanes    = 2,                                  -- no line between them: cars keep to the left or the right edge
  laps     = 1,
  marks    = { every = 10 },                     -- where the action roll waits
  grid     = { places = 24 },                    -- two to a unit, backwards from the line
  pit_lane = { from = 92, to = 4, offset = 2 },  -- drawn beside the start; no rule uses it

  straight { spaces = 4 },                -- the line, and the run down to
  corner   { spaces = 4, turn =  155 },   -- turn 1
  straight { spaces = 3 },
  corner   { spaces = 4, turn = -145 },   -- turn 2, downhill to the left
  straight { spaces = 5 },
  corner   { spaces = 5, turn =   30 },   -- turn 3
  straight { spaces = 3 },
  corner   { spaces = 3, turn =   50 },   -- turn 4
  straight { spaces = 6 },
  corner   { spaces = 2, turn =   95 },   -- turn 5
  corner   { spaces = 6, turn =  -30 },
  straight { spaces = 5 },
  corner   { spaces = 5, turn =  155 },   -- turns 6 and 7
  straight { spaces = 4 },
  corner   { spaces = 3, turn = -100 },   -- turn 8
  straight { spaces = 2 },
  corner   { spaces = 3, turn =  -40 },   -- turn 9
  straight { spaces = 4 },
  corner   { spaces = 2, turn =  100 },   -- turns 10 and 11
  straight { spaces = 8 },
  corner   { spaces = 3, turn =  -80 },   -- turn 12
  straight { spaces = 1 },
  corner   { spaces = 6, turn =  170 },   -- turns 13 and 14, onto
  straight { spaces = 9 },                -- the straight of the grid
}
