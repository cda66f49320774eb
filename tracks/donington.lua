--- Donington Park before the war, with a risky hairpin just before the finish.
local track = require "track"
local straight, corner = track.straight, track.corner

return track.circuit {
  name     = "Donington Park",
  lanes    = { "inside", "center", "outside" },
  laps     = 2,
  marks    = { every = 10 },
  grid     = { places = 24 },
  pit_lane = { from = 136, to = 10, offset = -2, boxes = 10 },  -- on the left, over the line
  weather  = { ["1-7"] = "good", ["8-13"] = "changeable", ["14-20"] = "rain" },

  straight { spaces = 17 },
  corner   { name = "Red Gate",         turn =  100, spaces = { 4, 5, 6 }, stops = 1 },
  straight { spaces = 6, hill = "down" },
  corner   { name = "Holly Wood",       turn =  -40, spaces = { 6, 5, 4 }, stops = 1, hill = "down" },
  straight { spaces = 10, hill = "down" },
  corner   { name = "The Hairpin",      turn =  110, spaces = { 4, 5, 6 }, stops = 1 },
  straight { name = "The stone bridge", spaces = 4, hill = "up" },
  corner   { name = "Starkey's Corner", turn =  -60, spaces = { 6, 5, 4 }, stops = 1, hill = "up" },
  straight { spaces = 3, hill = "up" },
  corner   { name = "McLean's",         turn =   90, spaces = { 3, 4, 5 }, stops = 1 },
  straight { spaces = 4 },
  corner   { name = "Coppice",          turn =   95, spaces = { 5, 6, 7 }, stops = 1 },
  straight { spaces = 19 },
  corner   { name = "The Farm",         turn = -105, spaces = { 6, 5, 4 }, stops = 1 },
  straight { name = "Starkey's",        spaces = 20, hill = "down" },
  corner   { name = "Melbourne",        turn =  170, spaces = { 5, 7, 9 }, stops = 2 },
  straight { spaces = 10, hill = "up" },
}
