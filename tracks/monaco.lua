--- Monaco in the thirties: up to the Casino and down through a left-hand hairpin.
local track = require "track"
local straight, corner = track.straight, track.corner

return track.circuit {
  name     = "Monaco",
  lanes    = { "inside", "center", "outside" },
  laps     = 2,
  marks    = { every = 10 },
  grid     = { places = 24 },
  pit_lane = { from = 152, to = 6, offset = -2, boxes = 10 },  -- on the left, over the line
  weather  = { ["1-11"] = "good", ["12-16"] = "changeable", ["17-20"] = "rain" },

  straight { spaces = 8 },
  corner   { name = "Sainte-Dévote",  turn =   80, spaces = { 3, 4, 5 }, stops = 1 },
  straight { name = "Beau Rivage",    spaces = 2, hill = "up" },
  corner   { name = "Beau Rivage",    turn =  -15, spaces = 7, hill = "up" },
  straight { name = "Beau Rivage",    spaces = 5, hill = "up" },
  corner   { name = "Massenet",       turn =  -75, spaces = { 8, 7, 6 }, stops = 1, hill = "up" },
  corner   { name = "Casino",         turn =  110, spaces = { 4, 5, 6 }, stops = 1 },
  straight { spaces = 4, hill = "down" },
  corner   { name = "Mirabeau",       turn =   60, spaces = { 3, 4, 5 }, stops = 1, hill = "down" },
  straight { spaces = 2, hill = "down",
             arrows = { inside = "S S", center = "S SR", outside = "S SR" } },
  corner   { name = "Station",        turn = -180, spaces = { 8, 6, 4 }, stops = 2, hill = "down",
             arrows = { inside  = "SL SL SL SL S S S S",
                        center  = "SL SL SL S SR SR",
                        outside = "S S SR SR" } },
  straight { spaces = 2, hill = "down" },
  corner   { name = "Lower Mirabeau", turn =   80, spaces = { 3, 4, 5 }, stops = 1, hill = "down" },
  straight { spaces = 2, hill = "down" },
  corner   { name = "Portier",        turn =  100, spaces = { 3, 4, 5 }, stops = 1 },
  straight { spaces = 6 },
  corner   { name = "Tunnel",         turn =   95, spaces = { 9, 10, 11 } },
  straight { spaces = 16 },
  corner   { name = "Chicane",        turn =  -30, spaces = { 4, 4, 3 }, stops = 1 },
  corner   { name = "Chicane",        turn =   30, spaces = { 2, 3, 3 } },
  straight { spaces = 11 },
  corner   { name = "Tabac",          turn =  -75, spaces = { 6, 5, 4 }, stops = 1 },
  straight { name = "The quay",       spaces = 11 },
  corner   { name = "Gasworks",       turn =  180, spaces = { 4, 6, 8 }, stops = 1 },
  straight { spaces = 12 },
}
