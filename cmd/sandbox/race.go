package main

import (
	"crypto/rand"
	"encoding/json"
	"errors"
	"io"
	"unicode/utf8"

	"sandbox/cmd/internal/saved"
	"sandbox/cmd/internal/table"
	"sandbox/cmd/internal/visible"
	"sandbox/core/dice"
	"sandbox/core/race"
)

// raceFlags are what the command line says about a race.
type raceFlags struct {
	saved.Order
	seed, dice, save, resume string
	from                     string // the spec that it begins as
	undecided                bool   // nobody said which cars people drive
	season                   bool   // a championship is asked for, of these races
	races                    string
}

// keep is where and how races are kept.
func (p *program) keep() saved.Keep {
	return saved.Keep{Child: p.child, Home: p.home(), Shelf: &p.shelf, Context: p.ctx}
}

// luck is how the dice are thrown; it chooses the seed, when nobody gave one and
// the dice need it.
func (f *raceFlags) luck(attended bool) (saved.Luck, error) {
	luck := saved.Luck{Seed: f.seed, Dice: f.dice, Attended: attended}
	switch {
	case luck.Dice == dice.KindFast:
		luck.Dice = "" // as journals have it
	case luck.Dice == dice.KindSealed && luck.Seed == "":
		luck.Seed = rand.Text() // nobody can guess it
	case luck.Dice == dice.KindAsk:
		luck.Seed = rand.Text() // of the dice that people leave to the program
	}
	if luck.Dice == "" && luck.Seed == "" {
		luck.Seed = rand.Text()[:8]
	}
	if !utf8.ValidString(luck.Seed) {
		return luck, usageError{errors.New("--seed is not UTF-8, so the journal could not keep it")}
	}
	_, err := dice.Open(luck.Dice, luck.Seed)
	return luck, err
}

// sealedLine is the first line of --json when the dice are sealed.
type sealedLine struct {
	Type   string `json:"type"`
	SHA256 string `json:"sha256"`
}

// encodeCommitment says by what the seed of sealed dice can be known again.
func encodeCommitment(lines *json.Encoder, r *saved.Race) error {
	if r.Head().Dice != dice.KindSealed {
		return nil
	}
	return lines.Encode(sealedLine{"sealed", r.Commitment()})
}

// encodeEvents writes the events of a step, one a line.
func encodeEvents(lines *json.Encoder, c *race.Commit) error {
	for _, e := range c.Events {
		if err := lines.Encode(e); err != nil {
			return err
		}
	}
	return nil
}

// resultLine is the last line of --json.
type resultLine struct {
	Type           string      `json:"type"`
	Seed           string      `json:"seed,omitempty"`
	Classification []resultRow `json:"classification"`
}

type resultRow struct {
	Place  int    `json:"place"`
	Car    string `json:"car"`
	Status string `json:"status"`
	Grid   int    `json:"grid"`
	Points int    `json:"points"`
	Why    string `json:"why,omitempty"`
}

// encodeResult says how the cars are placed, and what may be shown of the seed.
func encodeResult(lines *json.Encoder, r *saved.Race) error {
	v, err := r.View(table.Seat{})
	if err != nil {
		return err
	}
	line := resultLine{Type: "result", Seed: r.Head().Seed}
	for _, p := range v.Result() {
		line.Classification = append(line.Classification, resultRow{p.Place, p.Car, p.Status.String(), p.Grid, p.Points, p.Why})
	}
	return lines.Encode(line)
}

// visibly writes JSON with what is hidden in it escaped; an encoder writes a
// value at once.
type visibly struct{ out io.Writer }

func (v visibly) Write(text []byte) (int, error) {
	if _, err := v.out.Write(visible.JSON(text)); err != nil {
		return 0, err
	}
	return len(text), nil
}

// jsonLines writes JSON, one value a line.
func jsonLines(out io.Writer) *json.Encoder {
	lines := json.NewEncoder(visibly{out})
	lines.SetEscapeHTML(false)
	return lines
}
