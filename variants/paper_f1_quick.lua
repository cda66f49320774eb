--- The quick Paper Grand Prix: two dice, read by how strong a team is this year.
local racing = require "racing"

local V = racing.extend("paper_f1", {
  name     = "Quick Paper Grand Prix",
  rows_for = { team = { "modifiers", "split" } },
  one_of   = { ["split.*"] = "read" },
})

-- Rule 3: the field, split in three by you.
V.split = {
  ["Red Bull"] = "front",  ["Ferrari"]     = "front",  ["McLaren"]  = "front",  ["Mercedes"]   = "front",
  ["Renault"]  = "middle", ["Force India"] = "middle", ["Williams"] = "middle", ["Toro Rosso"] = "middle",
  ["Sauber"]   = "back",   ["Lotus"]       = "back",   ["Virgin"]   = "back",   ["Hispania"]   = "back",
}

-- Rule 1: what each third makes of its two dice.
V.read = {
  front  = { text = "the sum",    units = function(a, b) return a + b end },
  middle = { text = "the higher", units = math.max },
  back   = { text = "the lower",  units = math.min },
}

-- Rule 2: double one is a crash.
V.snake_eyes = { 1, 1 }

V.turn = racing.roll_and_advance {
  dice = "2d6", purpose = "move", on_mark = "action",
  units = function(self, race, car, _, a, b)
    if a == self.snake_eyes[1] and b == self.snake_eyes[2] then return race:retire(car, "snake eyes") end
    local third = self.split[car.team]
    if not third then error("split: no third for the team " .. car.team .. " of " .. car.name) end
    local read = self.read[third]
    return read.units(a, b), read.text
  end,
}

V.words["roll move"] = "rolls {faces}"

return V
