--- Laxforsen in winter: two lanes on a frozen river, and pits beside the road where it passes through the pines.
local track = require "track"
local straight, corner = track.straight, track.corner

return track.circuit {
  name       = "Laxforsen",
  lanes      = { "inner-pits", "inside", "outside", "outer-pits" },
  side_lanes = { "inner-pits", "outer-pits" },
  laps       = 3,
  grid       = { places = 24 },                                -- half a lap from the pits, on the ice

  -- On the river. In a corner the ruts let nobody inwards, and outwards only at its end; they are deepest at the ferry.
  straight { spaces = 6, surface = "ice" },
  corner   { name = "Salmon Stairs", turn =  100, spaces = { 4, 5 }, stops = 1, surface = "ice",
             arrows = { inside  = "S S S SL",
                        outside = "S S S S S" } },
  straight { spaces = 5, surface = "ice" },
  corner   { name = "The Islet",     turn =  -50, spaces = { 5, 4 }, stops = 1, surface = "ice",
             arrows = { inside  = "S S S S S",
                        outside = "S S S SR" } },
  straight { spaces = 7, surface = "ice",
             arrows = { inside = "S S", outside = "S S" } },
  corner   { name = "Ferry Bend",    turn =  180, spaces = { 6, 8 }, stops = 2, surface = "ice",
             arrows = { inside  = "S S S S SL SL",
                        outside = "S S S S S S S S" } },
  straight { spaces = 3, surface = "ice" },

  -- On land, among the pines.
  corner   { name = "The Landing",   turn =   10, spaces = 3 },
  straight { spaces = 2 },
  straight { name = "The pits",      spaces = 7, widened = true,
             flags = { ["inner-pits"] = { "Great Britain", "Belgium", "Czechoslovakia", "Finland", "France", "Germany", "Italy" },
                       ["outer-pits"] = { "Monaco", "Norway", "Spain", "Sweden", "Switzerland", "United States of America",
                                          "Algeria" } } },
  straight { spaces = 2 },
  corner   { name = "Timber Slide",  turn = -100, spaces = { 6, 5 }, stops = 1 },

  -- On the river again.
  straight { spaces = 9, surface = "ice" },
  corner   { name = "Eel Weir",      turn =  130, spaces = { 5, 6 }, stops = 1, surface = "ice",
             arrows = { inside  = "S S S S SL",
                        outside = "S S S S S S" } },
  straight { spaces = 7, surface = "ice" },
  corner   { name = "Church Bend",   turn =   90, spaces = { 5, 6 }, stops = 1, surface = "ice",
             arrows = { inside  = "S S S S SL",
                        outside = "S S S S S S" } },
  straight { spaces = 12, surface = "ice" },                   -- the grid; the line is beyond it
}
