package scripts_test

import "sandbox/core/dice"

func seeded(seed string) dice.Source { return dice.NewKeyed(seed) }
