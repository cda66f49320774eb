--- Bristol: 500 laps of a short track, ten to a turn. There is much touching, and little harm in it.
local track = require "track"

return track.positions {
  name  = "Bristol",
  turns = 50,
  data  = { extra_chips = { "accident", "crash" } }, -- of TROUBLE, beside one on each space, in this order
}
