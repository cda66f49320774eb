--- Monza in the thirties: the road as far as Vialone, the link to the fast track, and its banked south curve.
local track = require "track"
local straight, corner = track.straight, track.corner

return track.circuit {
  name  = "Monza 1933",
  lanes = { "inside", "center", "outside" },
  laps  = 3,
  grid  = { places = 24 },

  straight { spaces = 14, name = "The stands" },
  corner   { name = "Curva Grande", turn = 90, spaces = 10, limit = 140, line = {
    inside  = ". . . x x x x . . .",
    center  = ". x x . . . . x x .",
    outside = "x . . . . . . . . x",
  } },
  straight { spaces = 8 },
  corner   { name = "First Lesmo", turn = 60, spaces = 4, limit = 100, line = {
    inside  = ". x . .",
    center  = "x . x .",
    outside = ". . . x",
  } },
  straight { spaces = 4 },
  corner   { name = "Second Lesmo", turn = 75, spaces = 5, limit = { 80, 100, 100 }, line = {
    inside  = ". . x . .",
    center  = ". x . x .",
    outside = "x . . . x",
  } },
  straight { spaces = 9, name = "Serraglio" },
  corner   { name = "Vialone", turn = -60, spaces = 5, limit = 120, line = {
    inside  = "x . . . x",
    center  = ". x . x .",
    outside = ". . x . .",
  } },
  straight { spaces = 3 },
  corner   { name = "The link", turn = 60, spaces = 3, limit = 60 },
  corner   { name = "The link", turn = -45, spaces = 3, limit = 80 },
  straight { spaces = 8, name = "The fast track" },
  corner   { name = "South banking", turn = 180, spaces = 16, limit = { 120, 140, 160 } },
  straight { spaces = 16 },
}
