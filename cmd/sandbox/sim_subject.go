package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"strings"

	"sandbox/core/race"
	"sandbox/core/sim"
	"sandbox/scripts"
)

// subject is a program as the simulator takes it; by is the field that cars are
// compared by, "" for none.
func subject(p *scripts.Program, play, by string) sim.Variant {
	options, info := p.Options(), p.Info()
	v := sim.Variant{
		Setup: p.Setup(),
		Fresh: func(r *race.Race, recorded bool) (sim.Rules, error) {
			h, err := p.NewHost(r)
			if err == nil && !recorded {
				h.Quiet()
			}
			return h, err
		},
	}
	v.Subject = sim.Subject{
		Variant: options.Variant, Name: info.Variant, Track: info.Track, Laps: p.Laps(), Settings: options.Settings,
		Play: play, Cars: v.Setup.Entries, Bots: p.Bots(), Entries: hashOf(p.Entries()), By: by,
	}
	if info.Unit != "lap" {
		v.Unit = info.Unit
	}
	var rules, circuit []string
	for _, src := range p.Sources() {
		if strings.HasPrefix(src.Name, scripts.Tracks+"/") {
			circuit = append(circuit, src.Name, src.Text)
		} else {
			rules = append(rules, src.Name, src.Text)
		}
	}
	v.Rules, v.Circuit = hashOf(rules, options.Settings), hashOf(circuit)
	for _, t := range info.Tables {
		table := sim.Table{Name: t.Name, Dice: t.Dice.String()}
		for _, row := range t.Rows {
			table.Rows = append(table.Rows, sim.Row{From: row.From, To: row.To, Text: row.Text})
		}
		v.Tables = append(v.Tables, table)
	}
	return v
}

// hashOf is the same for equal values.
func hashOf(values ...any) string {
	text, err := json.Marshal(values)
	if err != nil {
		panic(err) // texts, numbers and lists of them can be written
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}
