package host

import (
	"errors"

	"sandbox/core/race"
	"sandbox/scripts/internal/luabox"
)

// What Go's work costs the rule that has it done, in instructions: about what
// would take as long in Lua. An attempt at a step has luabox.Stepping of them.
const (
	eventCharge    = 50  // an event that is told, and
	eventBytes     = 16  // one more for so many bytes of it
	questionCharge = 100 // a question to one driver, its bot's answer among it
	askCharge      = 200 // for looking whether bots changed the race
	optionCharge   = 20  // an option of a question, and
	optionBytes    = 16  // one more for so many bytes of it
	stateBytes     = 32  // one for so many bytes of the state, each time it is written
	pathsCharge    = 100 // a search for paths, and
	pathCharge     = 20  // for each path that it lists
	lookedCharge   = 4   // for each thing it looks at: see board.Search.Most
	madeCharge     = 30  // a table of one path, with its name
	textCharge     = 50  // a path in words, for people, and
	driveCharge    = 20  // a move, and
	driveRows      = 8   // one more for so many rows of it
	foreseeCharge  = 200 // what a driver foresees, whether or not it is remembered
	itemsCharge    = 16  // one for so many things looked through
)

// mostAdvice is how many instructions the rules may take to say what they would
// choose and what is at stake, for all questions that one attempt at a step asks:
// a thousand people may be asked at once. Beyond it the questions stand alone.
const mostAdvice = 20 * int(luabox.Stepping)

// errAdvised is why a question has no advice.
var errAdvised = errors.New("the advice to other questions took long")

// advise gives the rules their instructions for one question; what it returns is
// called when they have said what they say.
func (h *Host) advise() (end func()) {
	h.box.Refill(luabox.Stepping)
	return func() { h.advised += int(luabox.Stepping) - h.box.Left() }
}

// chargeEvent is told of each event, with its size.
func (h *Host) chargeEvent(bytes int) { h.box.Spend(eventCharge + bytes/eventBytes) }

// chargeItems charges for looking through so many things.
func (h *Host) chargeItems(n int) { h.box.Charge(n / itemsCharge) }

// chargeDrive charges for a move of so many rows, of which no race has more than
// it has laps.
func (h *Host) chargeDrive(rows int) {
	most := 0
	if b := h.race.Board(); b != nil {
		most = b.Rows * h.race.Laps()
	}
	h.box.Spend(driveCharge + min(max(rows, -rows), most)/driveRows)
}

// chargeOption charges for an option of a question.
func (h *Host) chargeOption(o *race.Option) {
	h.box.Charge(optionCharge + (len(o.ID)+len(o.Text)+len(o.No))/optionBytes)
}

// chargeCars charges for a list of so many cars, each of which is looked for
// among those before it.
func (h *Host) chargeCars(n int) { h.box.Charge(n + n*n/64) }

// mostLooked is what a search for paths may look at with what the rule has left.
func (h *Host) mostLooked() int { return max(1, h.box.Left()/lookedCharge) }

// checkTold refuses more events than a step has room for, at the line that tells
// one.
func (h *Host) checkTold() {
	if err := h.race.Overlong(); err != nil {
		luabox.RaiseError(err)
	}
}
