--- A game in which every text that a file can carry tries to be obeyed by a terminal.
local racing = require "racing"

local BAD = "\27[2J\27]0;title\7\r\nFORGED \127\194\155\226\128\174"

local V = racing.variant {
  name           = "Hostile" .. BAD,
  track          = "track" .. BAD,
  laps           = 1,
  sessions       = { "Q" .. BAD },
  columns        = { "grip" .. BAD, "wp.T" .. BAD },
  points         = "worth" .. BAD,
  points_systems = { ["worth" .. BAD] = { 3, 2, 1, best = 2 } },
}

V.entries = {
  { name = "Ada" .. BAD, ["grip" .. BAD] = 2, ["team" .. BAD] = "reds" .. BAD, colour = "red" .. BAD },
  { name = "Bo" .. BAD, ["team" .. BAD] = "blues" .. BAD },
  { name = "Cy" .. BAD },
}

V.car = { ["grip" .. BAD] = 1, ["team" .. BAD] = "none" .. BAD, wp = { ["T" .. BAD] = 3 }, colour = "" }

V["oracle" .. BAD] = racing.table("d6", {
  ["1-3"] = { text = "bad luck" .. BAD, ["omen" .. BAD] = "crow" .. BAD, spaces = 0 },
  ["4-6"] = { text = "good luck" .. BAD, spaces = 1 },
})

V["note" .. BAD] = { ["inner" .. BAD] = "value" .. BAD }

V.words = {
  ["roll push" .. BAD] = "pushes {total}" .. BAD,
  ["omen" .. BAD]      = "sees {what}" .. BAD,
  ["for push" .. BAD]  = "the push" .. BAD,
}

V.bots["sly" .. BAD] = function(self, race, car, ask) return ask.default end

function V:session(race) race:grid(race:cars()) end

function V:turn(race, car)
  local push = race:roll(car, "d6", "push" .. BAD, "wind" .. BAD, 1)
  local way = race:ask(car, "way" .. BAD, {
    { id = "left" .. BAD, text = "to the left" .. BAD },
    { id = "right" .. BAD, text = "to the right" .. BAD, no = "closed" .. BAD },
  }, { text = "which way" .. BAD, default = "left" .. BAD })
  race:tell(car, "omen" .. BAD, { what = way.id or way, ["more" .. BAD] = "much" .. BAD })
  race:tell(car, "bare" .. BAD, { ["field" .. BAD] = "loose" .. BAD })
  race:count(car, "pushes" .. BAD, push)
  race:apply(car, self["oracle" .. BAD]:roll(race, car, "fate" .. BAD))
  car["team" .. BAD] = "mixed" .. BAD
  if car.status == "running" then race:advance(car, push) end
  if car.status == "running" and push > 6 then race:retire(car, "tired" .. BAD) end
end

return V
