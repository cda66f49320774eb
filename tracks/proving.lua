--- A proving ground to try rules on: a corner of each kind, a pit lane, a hill, a long run to the first brake.
local track = require "track"
local straight, corner = track.straight, track.corner

return track.circuit {
  name     = "Proving Ground",
  lanes    = { "inside", "center", "outside" },
  laps     = 2,
  grid     = { places = 12 },
  pit_lane = { from = 116, to = 6, offset = 2, boxes = 8 },
  weather  = { ["1-8"] = "good", ["9-14"] = "changeable", ["15-20"] = "rain" },

  straight { spaces = 10 },                                           --   1 to  10, after the line
  corner   { spaces = 10, turn =  90 },                               --  11 to  20, flat out
  straight { spaces = 30 },                                           --  21 to  50
  corner   { spaces =  5, turn = 120, stops = 1, name = "One" },      --  51 to  55
  straight { spaces = 15 },                                           --  56 to  70
  corner   { spaces =  8, turn =  60, stops = 2, name = "Two" },      --  71 to  78
  straight { spaces =  4 },                                           --  79 to  82
  corner   { spaces =  4, turn = -60, stops = 1, name = "Left" },     --  83 to  86
  straight { spaces =  4, hill = "up" },                              --  87 to  90
  straight { spaces =  4, hill = "down" },                            --  91 to  94
  straight { spaces =  6 },                                           --  95 to 100
  corner   { spaces = 12, turn = 150, stops = 3, name = "Three" },    -- 101 to 112
  straight { spaces = 18 },                                           -- 113 to 130
}
