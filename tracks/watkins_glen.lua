--- Watkins Glen: 90 laps of a road course, two to a turn. Cars go around and lose places, a few at a time.
local track = require "track"

return track.positions {
  name  = "Watkins Glen",
  turns = 45,
  data  = { extra_chips = { "accident" } }, -- of TROUBLE, beside one on each space, in this order
}
