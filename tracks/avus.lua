--- The AVUS in Berlin: two endless straights and a wide curve at either end.
local track = require "track"
local straight, corner = track.straight, track.corner

return track.circuit {
  name     = "AVUS",
  lanes    = { "inside", "center", "outside" },
  laps     = 2,
  marks    = { every = 10 },
  grid     = { places = 24 },
  pit_lane = { from = 143, to = 8, offset = 2, boxes = 10 },  -- on the right, over the line
  weather  = { ["1-12"] = "good", ["13-17"] = "changeable", ["18-20"] = "rain" },

  straight { spaces = 16 },                                                    -- southwards
  corner   { name = "Hüttenweg",    turn =   -4, spaces = 4 },
  straight { spaces = 24 },
  corner   { turn = 10, spaces = 3 },
  corner   { name = "Südschleife",  turn = -190, spaces = { 10, 12, 14 }, stops = 2 },
  straight { spaces = 24 },                                                    -- and back to Charlottenburg
  corner   { name = "Hüttenweg",    turn =    4, spaces = 4 },
  straight { spaces = 30 },
  corner   { turn = 10, spaces = 3 },
  corner   { name = "Nordschleife", turn = -190, spaces = { 13, 15, 17 }, stops = 2 },
  straight { spaces = 16 },
}
