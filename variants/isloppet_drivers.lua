--- The drivers of the Isloppet: those of the Épreuve, who know that on two lanes of ice cars meet often.
local drivers = require "drivers"

-- What differs from the Épreuve's rows, in the same columns: a collision costs two cars a point of few, and leaves debris in the
-- way of all. Tyres and brakes are worth more where a stop among the pines costs five rounds.
-- On ice a gear is chosen for the turn after this one, so nobody looks at one turn alone.
return drivers.rows {
  cautious = { T = 9, B = 8, ruin = 200, crash = 80, hazard = 60, touch = 90 },
  steady   = { T = 13.5, B = 7, ruin = 150, crash = 60, hazard = 50, touch = 70, turns = 3, scarce = false, rounds = 0 },
  bold     = { T = 5, B = 4, ruin = 100, crash = 30, hazard = 25, touch = 20, turns = 2 },
  expert   = { T = 7, B = 9, E = 6, ruin = 200, crash = 30, hazard = 40, touch = 6, turns = 4, pit = 1 },
}
