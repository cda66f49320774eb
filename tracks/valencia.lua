--- The short track through Valencia of the trial race by e-mail: two cars came out of its chicane far too fast.
local track = require "track"
local straight, corner = track.straight, track.corner

return track.circuit {
  name  = "Valencia",
  lanes = { "Inside", "Center", "Outside" },
  laps  = 1,
  grid  = { places = 9 },

  straight { spaces = 4 },
  corner   { spaces = 5, turn = 140, stops = 1, name = "Marina" },
  straight { spaces = 4 },
  corner   { spaces = 4, turn = 110, stops = 1, name = "Chicane", arrows = {
    Inside  = "S S  SL SL",
    Center  = "S SR SR SR",
    Outside = "S SR SR S",
  } },
  corner   { spaces = 3, turn = -60, stops = 1, name = "Chicane, last bend", arrows = { -- to row 20
    Inside  = "SL SL S",
    Center  = "SL SL S",
    Outside = "SR S  S",
  } },
  corner   { spaces = 5, turn = 170 }, -- flat out, so it asks no stop
  straight { spaces = 3 },             -- the line is beyond row 28
}
