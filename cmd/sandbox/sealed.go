package main

import (
	"encoding/json"
	"errors"
	"fmt"

	"sandbox/core/dice"
	"sandbox/core/race"
)

// sealed says that a race's seed is nobody's to see before its end.
func (o *open) sealed() bool { return o.game.Head().Dice == dice.KindSealed }

// luck says which dice a race has, for its first line.
func (o *open) luck() string {
	switch head := o.game.Head(); head.Dice {
	case dice.KindSealed:
		return "sealed dice"
	case dice.KindAsk:
		return "dice typed in"
	default:
		return "seed " + head.Seed
	}
}

// seed is what may be shown of the seed: nothing before the end of a race with
// sealed dice.
func (o *open) seed() string {
	if o.sealed() {
		if _, err := o.game.Next(); !errors.Is(err, race.ErrOver) {
			return ""
		}
	}
	return o.game.Head().Seed
}

// tellCommitment says by what the seed can be known again.
func (t *table) tellCommitment() {
	if t.sealed() {
		t.say("sealed dice: SHA-256 of the seed is %s", dice.Commitment(t.game.Head().Seed))
	}
}

// reveal tells the seed of a race with sealed dice that is over.
func (t *table) reveal() {
	if seed := t.seed(); t.sealed() && seed != "" {
		t.say("the seed was %s", seed)
		if t.journal != nil {
			t.say("to check every roll: sandbox dice verify %s --sha256 %s", t.journal.Path(), dice.Commitment(seed))
		}
	}
}

// sealedLine is the first line of --json when the dice are sealed.
type sealedLine struct {
	Type   string `json:"type"`
	SHA256 string `json:"sha256"`
}

// encodeCommitment is tellCommitment for --json.
func (o *open) encodeCommitment(lines *json.Encoder) error {
	if !o.sealed() {
		return nil
	}
	return lines.Encode(sealedLine{"sealed", dice.Commitment(o.game.Head().Seed)})
}

// nobodyThere says what a race waits for that only a person can give.
func (o *open) nobodyThere() error {
	const goOn = "and only a person can %s: go on in a terminal with sandbox play --resume %s"
	if w := o.game.Wanted(); w != nil {
		return fmt.Errorf("%s rolls %s for %q, "+goOn, w.ID.Who, w.Dice, w.ID.Purpose, "type in what the dice show", o.home)
	}
	a := o.game.Pending()[0]
	return fmt.Errorf("%s is asked %q, "+goOn, a.ID.Who, a.ID.Key, "answer", o.home)
}
