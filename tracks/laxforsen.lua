--- Laxforsen in winter: two lanes on a frozen river, and pits beside the road where it passes through the pines.
local track = require "track"
local straight, corner = track.straight, track.corner

return track.circuit {
  name       = "Laxforsen",
  lanes      = { "inner-pits", "inside", "outside", "outer-pits" },
  side_lanes = { "inner-pits", "outer-pits" },
  laps       = 3,
  grid       = { places = 24, apart = 2 },                     -- half a lap from the pits, on the ice

  -- On the river. In a corner every second space has a way out of the ruts, from the inside outwards and from the outside
  -- inwards: whoever sees a wreck from afar finds a way past it, and only who stops right behind it may have to wait.
  straight { spaces = 5, surface = "ice" },
  corner   { name = "Salmon Stairs", turn =  100, spaces = { 5, 6 }, stops = 1, surface = "ice",
             arrows = { inside  = "S  SL S  SL S",
                        outside = "SR S  SR S  SR S" } },
  straight { spaces = 4, surface = "ice" },
  corner   { name = "The Islet",     turn =  -50, spaces = { 5, 4 }, surface = "ice",
             arrows = { inside  = "SL S  SL S  SL",
                        outside = "S  SR S  SR" } },
  straight { spaces = 4, surface = "ice" },
  corner   { name = "Ferry Bend",    turn =  180, spaces = { 7, 9 }, stops = 2, surface = "ice",
             arrows = { inside  = "S  SL S  SL S  SL S",
                        outside = "SR S  SR S  SR S  SR S  SR" } },
  straight { spaces = 3, surface = "ice" },

  -- On land, among the pines.
  corner   { name = "The Landing",   turn =   10, spaces = 3 },
  straight { spaces = 2 },
  straight { name = "The pits",      spaces = 7, widened = true,
             flags = { ["inner-pits"] = { "Great Britain", "Belgium", "Czechoslovakia", "Finland", "France", "Germany", "Italy" },
                       ["outer-pits"] = { "Monaco", "Norway", "Spain", "Sweden", "Switzerland", "United States of America",
                                          "Algeria" } } },
  straight { spaces = 2 },

  -- On the river again.
  corner   { name = "Timber Slide",  turn = -100, spaces = { 6, 5 }, stops = 1, surface = "ice",
             arrows = { inside  = "SL S  SL S  SL S",
                        outside = "S  SR S  SR S" } },
  straight { spaces = 5, surface = "ice" },
  corner   { name = "Eel Weir",      turn =  130, spaces = { 6, 7 }, stops = 1, surface = "ice",
             arrows = { inside  = "S  SL S  SL S  SL",
                        outside = "SR S  SR S  SR S  SR" } },
  straight { spaces = 4, surface = "ice" },
  corner   { name = "Church Bend",   turn =   90, spaces = { 6, 7 }, stops = 1, surface = "ice",
             arrows = { inside  = "S  SL S  SL S  SL",
                        outside = "SR S  SR S  SR S  SR" } },
  straight { spaces = 10, surface = "ice" },                   -- the grid; the line is beyond it
}
