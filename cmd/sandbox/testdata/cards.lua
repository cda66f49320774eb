--- Each driver lays a card face down; the first of them may bet before the cards are turned.
local racing = require "racing"

local V = racing.variant {
  name    = "Cards",
  track   = "oval",
  laps    = 1,
  order   = "foremost first",
  entries = { { name = "Ada" }, { name = "Ben" }, { name = "Cy" } },
}

V.suits = { "acorns", "bells", "hearts" }
V.bots  = { steady = function(self, race, car, ask) return ask.default end }

V.sessions = { "deal" }

function V:session(race)
  race:grid(race:cars())
end

function V:turn(race, car)
  local first = race:car("Ada")
  if car == first then
    local cards = race:ask(race:cars(), "card", self.suits, { text = "which card", secret = true })
    local bet = race:ask(first, "bet", { "low", "high" })
    race:reveal()
    race:tell(car, "shown", { all = table.concat(cards, " "), bet = bet })
  end
  race:advance(car, 7)
end

return V
