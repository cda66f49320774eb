--- A proving ground for ice and for pits beside the road: half on land, half frozen, with a bay of each kind on either.
local track = require "track"
local straight, corner = track.straight, track.corner

return track.circuit {
  name       = "Skating Ground",
  lanes      = { "near", "inside", "outside", "far" },
  side_lanes = { "near", "far" },
  laps       = 3,
  grid       = { places = 24, row = 90 },

  straight { spaces = 20 },                                                       --   1 to  20, on land
  straight { spaces =  4, widened = true, name = "Pits on land", flags = {        --  21 to  24
    near = { "Norway", "Sweden", "Finland", "Germany" },
    far  = { "Italy", "Monaco", "France", "Great Britain" },
  } },
  straight { spaces =  6 },                                                       --  25 to  30
  straight { spaces = 20, surface = "ice" },                                      --  31 to  50
  corner   { spaces = 10, turn = 180, stops = 1, name = "Cove", surface = "ice" }, -- 51 to  60
  straight { spaces = 34, surface = "ice" },                                      --  61 to  94
  straight { spaces =  3, widened = true, name = "Pits on ice", surface = "ice", flags = { -- 95 to 97
    near = { "Belgium", "Spain", "Switzerland" },
    far  = { "Czechoslovakia", "Algeria", "United States of America" },
  } },
  straight { spaces = 13 },                                                       --  98 to 110, on land again
  corner   { spaces = 10, turn = 180, name = "Pines" },                           -- 111 to 120
}
