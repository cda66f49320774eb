--- The drivers of the speedway: what things are worth to them, in spaces.
local drivers = require "drivers"

-- wear: a wear point while there is as much left as the way asks; chip: a blue chip; damage: 20 mph off an attribute; spin; ruin:
-- to be out; tow: to end a turn in a slipstream; beset: behind a slower car; block: to hold somebody up who tries a force pass.
-- attempt: the chance from which on they try one; keeps: blue chips for each lap to come that they keep; turns: how many they
-- look ahead; traffic: they think of where cars ahead will come to stand.
return drivers.rows {
  cautious = { wear = 1.6, chip = 1.5, damage = 8, spin = 16, ruin = 90, tow = 0.3, beset = 0.9, block = 0.8, attempt = 0.60,
               keeps = 1.0, turns =  6, traffic = false },
  steady   = { wear = 1.3, chip = 1.0, damage = 7, spin = 14, ruin = 70, tow = 0.6, beset = 0.6, block = 1.6, attempt = 0.40,
               keeps = 0.5, turns =  6, traffic = false },
  bold     = { wear = 1.0, chip = 0.5, damage = 5, spin = 12, ruin = 50, tow = 0.8, beset = 0.3, block = 3.5, attempt = 0.25,
               keeps = 0.0, turns =  6, traffic = false },
  expert   = { wear = 2.5, chip = 0.5, damage = 9, spin = 20, ruin = 90, tow = 0.5, beset = 0.5, block = 1.2, attempt = 0.40,
               keeps = 0.3, turns = 10, traffic = true },
}
