--- The drivers of La Grande Épreuve 1934: what things are worth to them, in spaces.
local drivers = require "drivers"

-- T, B, G, E: a point of tyres, brakes, gearbox, engine that a move costs. spin, ruin: to spin, to be out. crash: to run into
-- the car ahead. hazard: a marked space driven over, touch: a car beside the end of a move - for a car with one point left of H
-- and of C, and a quarter of that with two. turns: how many turns ahead they look. scarce: tyres and brakes are worth more where
-- few are left for the way to go, and less where many are. pit: tyre points at which they come in. rounds: so many before the
-- end, at the pace so far, they mind neither marks nor cars beside any more.
return drivers.rows({
  cautious = { T = 5, B = 3.5, G = 4, E = 12, spin = 30, ruin = 150, crash = 30, hazard = 25, touch = 12, pit = 3, turns = 3 },
  steady   = { T = 3, B = 2.5, G = 3, E = 10, spin = 20, ruin = 100, crash = 20, hazard = 12, touch = 20, pit = 2, turns = 2,
               scarce = true, rounds = 15 },
  bold     = { T = 2, B = 2.0, G = 2, E =  8, spin = 12, ruin =  60, crash = 12, hazard =  6, touch =  3, pit = 1, turns = 1 },
  expert   = { T = 3, B = 2.5, G = 3, E =  3, spin = 20, ruin = 200, crash = 20, hazard = 20, touch = 0.5, pit = 4, turns = 6,
               scarce = true },
}, { scarce = false, rounds = 0 })
