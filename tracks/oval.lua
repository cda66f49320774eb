--- A short oval to try rules on: forty units, two abreast.
local track = require "track"
local straight, corner = track.straight, track.corner

return track.circuit {
  name  = "Oval",
  lanes = 2,
  marks = { every = 10 },
  grid  = { places = 24 },
  straight { spaces = 6 },
  corner   { turn = 180, spaces = 14 },
  straight { spaces = 6 },
  corner   { turn = 180, spaces = 14 },
}
