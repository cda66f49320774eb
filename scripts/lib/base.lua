--- What every variant starts from: the values that racing.variant fills in.
return {
  order              = "foremost first",
  points_for_retired = false,
  marks_from_lap     = 1, -- the run from the grid to the line does not count

  -- A bot that takes what the rules offer first.
  bots = {
    steady = function(_, _, _, ask) return ask.default end,
  },

  -- What rows of `drivers` answer, by the question's key; anything else they leave to what the rules offer first.
  answers = {},
  bot = function(self, race, car, ask, driver, name)
    local answer = self.answers[ask.key]
    return answer and answer(self, race, car, ask, driver, name) or ask.default
  end,

  -- How events are told; {name} is a field of the event.
  words = {
    roll      = "{purpose} {dice}: {total}",
    move      = "{from} to {to}",
    read      = "{as}: {units}",
    place     = "goes from place {from} to {to}",
    row       = "{text}",
    grid      = "starts from place {place}",
    finish    = "is home in place {place}",
    displaced = "is now in place {place}: {other} got further beyond the line",
    retire    = "is out: {why}",
    answer    = "{ask}: {option}",
  },
}
