--- Indianapolis in the thirties: two long straights, two short ones, and four left-hand corners paved with brick.
local track = require "track"
local straight, corner = track.straight, track.corner

-- The four are alike: in on the outside, two rows along the inside wall, and out again.
local function turn(name)
  return corner { name = name, turn = -90, spaces = 8, limit = 120, line = {
    inside  = ". . . x x . . .",
    center  = ". x x . . x x .",
    outside = "x . . . . . . x",
  } }
end

return track.circuit {
  name  = "Indianapolis",
  lanes = { "inside", "center", "outside" },
  laps  = 3,
  grid  = { places = 24 },

  straight { spaces = 10 },                      -- after the line
  turn "Turn 1",
  straight { spaces = 4, name = "South chute" },
  turn "Turn 2",
  straight { spaces = 20, name = "Backstretch" },
  turn "Turn 3",
  straight { spaces = 4, name = "North chute" },
  turn "Turn 4",
  straight { spaces = 10, name = "Homestretch" },
}
