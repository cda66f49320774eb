--- La Grande Épreuve 1934 with the force pass: where cars fill the whole track, a gear stands for 20 mph.
local racing = require "racing"

local V = racing.stack("epreuve1934", "force_pass")

V.name = "La Grande Épreuve 1934 with the force pass"

return V
