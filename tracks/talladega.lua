--- Talladega: 500 miles of a superspeedway, ten to a turn. When it goes wrong here, it goes wrong for many.
local track = require "track"

return track.positions {
  name  = "Talladega",
  turns = 50,
  data  = { extra_chips = { "wreck", "wreck", "crash" } }, -- of TROUBLE, beside one on each space, in this order
}
