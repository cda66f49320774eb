package scripts_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sandbox/core/bug"
	"sandbox/core/race"
	"sandbox/scripts"
)

// patience is how long a file of a stranger may keep the program, on a computer
// that is busy with something else.
const patience = 20 * time.Second

// quickly runs what a test does with a file, and fails when that takes long.
func quickly(t *testing.T, do func()) {
	t.Helper()
	begun := time.Now()
	do()
	if took := time.Since(begun); took > patience {
		t.Errorf("it took %v", took)
	}
}

// blamed fails when an error is not the file's, but the program's own.
func blamed(t *testing.T, err error) {
	t.Helper()
	if found := (*bug.Error)(nil); errors.As(err, &found) {
		t.Fatalf("%v\n%s", err, found.Trace)
	}
}

// driven plays the next steps of a race, by bots.
func driven(t *testing.T, g *race.Game, steps int) {
	t.Helper()
	var err error
	for range steps {
		if _, err = g.Play(); err != nil {
			break
		}
	}
	blamed(t, err)
	if err != nil && !errors.Is(err, race.ErrOver) {
		return // what Race would go back to is the step before
	}
	standing(g).Classification()
}

// started begins a race with bots and drives some steps of it.
func started(t *testing.T, p *scripts.Program, steps int) {
	t.Helper()
	g, err := race.Start(p, race.Head{Seed: "1", Entries: p.Entries()}, nil)
	blamed(t, err)
	if err == nil {
		driven(t, g, steps)
	}
}

// startedAgain begins a race and drives some steps of it; its journal, which has
// the files in it, leads to where the race stands.
func startedAgain(t *testing.T, p *scripts.Program, steps int) {
	t.Helper()
	var journal bytes.Buffer
	opts := p.Options()
	g, err := race.Start(p, race.Head{Variant: opts.Variant, Track: opts.Track, Laps: p.Laps(), Seed: "1", Entries: p.Entries()}, &journal)
	blamed(t, err)
	if err != nil {
		return
	}
	driven(t, g, steps)
	again, err := race.Replay(race.NewReader(bytes.NewReader(journal.Bytes())), opener, nil)
	if err != nil {
		t.Fatal(err)
	}
	if again.State() != g.State() {
		t.Errorf("the race stands at\n%s\nits journal leads to\n%s", g.State(), again.State())
	}
}

// ownFiles are the project's own files of a folder, by name.
func ownFiles(f testing.TB, folder string) map[string]string {
	f.Helper()
	paths, err := filepath.Glob(filepath.Join("..", folder, "*.lua"))
	if err != nil || len(paths) == 0 {
		f.Fatal(len(paths), err)
	}
	all := map[string]string{}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		all[strings.TrimSuffix(filepath.Base(path), ".lua")] = string(text)
	}
	return all
}

// Whatever a variant holds, it is refused with an error of its own, or can be
// driven.
func FuzzVariant(f *testing.F) {
	for _, text := range ownFiles(f, "variants") {
		f.Add(text)
	}
	for _, end := range []string{
		"return V", "V.laps = 1e9 return V", "V.car = { a = {}, [V] = 1 } return V", "V.order = function(self, race, a, b) return true end return V",
		"function V:next(race) return 'X', V.turn, race:cars()[1], 2^52 end return V",
		"V.t = racing.table('d66', { ['11-66'] = { spaces = 1e300 } }) return V", "V.bots.b = function() return nil end return V",
		"V.sessions = { 'Q1' } function V:session(race) race:grid({}) end return V", "V.words = { [1] = 2 } return V", "V.points = { best = -1 } return V",
		"function V:turn(race, car) race:roll(car, '20d1000', ('x'):rep(9)) car.space = nil end return V",
		"function V:turn(race, car) race:ask(car, 'a', { 1, 2, { id = 'c', no = 1 } }) race:retire(car, '\\255') end return V",
	} {
		f.Add(my + end)
	}
	f.Fuzz(func(t *testing.T, source string) {
		quickly(t, func() {
			p, err := scripts.Load(files(map[string]string{"my": source}), scripts.Options{Variant: "my", Track: "oval"})
			blamed(t, err)
			if err == nil {
				p.Values("")
				started(t, p, 6)
			}
		})
	})
}

// Whatever a track holds, it is refused with an error of its own, or is one.
func FuzzTrack(f *testing.F) {
	for _, text := range ownFiles(f, "tracks") {
		f.Add(text)
	}
	for _, text := range []string{
		ring(`name = "Ring", lanes = { "in", "out" }, side_lanes = { "out" }, grid = { places = 2 },`, `corner { spaces = 4, turn = 180 }, corner { spaces = { 4, 5 }, widened = true, turn = 180, stops = 1, flags = { out = "F" } },`),
		ring(`name = "Ring", lanes = 3, closed = false, marks = { 1, 2 }, grid = { places = 2, row = 9 },`, `straight { spaces = 9, arrows = { [1] = "S SR", [3] = "L" } },`),
		`local track = require "track" return track.positions { name = "P", turns = 5, data = { 1, 2, { a = true } } }`,
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, source string) {
		quickly(t, func() {
			all := files(map[string]string{"my": source})
			track, err := scripts.LoadTrack(all, "my")
			blamed(t, err)
			if err != nil {
				return
			}
			track.Data.Values()
			p, err := scripts.Load(all, scripts.Options{Variant: "paper_f1", Track: "my"})
			blamed(t, err)
			if err == nil && track.Board != nil && track.Board.Len() < 500 {
				startedAgain(t, p, 12)
			}
		})
	})
}

// Whatever is set in a variant, it is refused with an error of its own, or the
// race can be driven.
func FuzzSet(f *testing.F) {
	for i, setting := range []string{
		"action.2.spaces=-4", "action.1-5.text=x", "laps=1000000", "name=\"\"", "points.1=1e300", "order=no", "entries.1.name=race", "track=hungaroring",
		"qualifying.rolls=-1", "action.dice=d2", "car.wp.T=0x1p-2", "sessions.1=", "modifiers.\"Red Bull\".1=5", "gears.1.2=9", "trouble.dice=2d6", "finish=x",
	} {
		f.Add(byte(i), setting, "")
	}
	f.Add(byte(3), "laps=2", "laps=3")
	names := []string{"paper_f1", "paper_f1_quick", "epreuve1934", "stockcar", "isloppet"}
	f.Fuzz(func(t *testing.T, which byte, one, two string) {
		opts := scripts.Options{Variant: names[int(which)%len(names)]}
		for _, setting := range []string{one, two} {
			if setting != "" {
				opts.Settings = append(opts.Settings, setting)
			}
		}
		quickly(t, func() {
			p, err := scripts.Load(files(nil), opts)
			blamed(t, err)
			if err == nil {
				started(t, p, 3)
			}
		})
	})
}

// asked is a small race with people, questions, tables, and fields of all
// kinds.
const asked = `local racing = require "racing"
local V = racing.variant {
  name = "Asked", track = "oval", laps = 2, entries = { { name = "A" }, { name = "B c" }, { name = "D" } },
  car = { gear = 1, team = "", hurt = false, wear = { T = 3 }, last = racing.none }, race = { list = {}, seen = racing.none },
}
V.action = racing.table("d6", { ["1-3"] = { text = "off", spaces = -2 }, ["4-6"] = { text = "on", spaces = 2 } })
V.sessions = { "grid" }
function V:session(race) race:grid(race:cars()) end
function V:turn(race, car)
  local gear = race:ask(car, "gear", { 1, 2, { id = "x", no = "broken" } })
  race:advance(car, race:roll(car, "2d6", "move"))
  if car.status ~= "running" then return end
  car.last, race.seen = car.space, car
  race.list[#race.list + 1] = { car = car, gear = gear }
  if gear == 2 then race:apply(car, self.action:roll(race, car)) end
end
return V`

// recorded is a race's journal as a stranger writes it, without hashes: its
// first line, its rules, and what was played.
func recorded(t testing.TB) (head, rules, rest string) {
	t.Helper()
	p := load(t, scripts.Options{Variant: "asked", Laps: 1, People: []string{"A"}}, map[string]string{"asked": asked})
	journal, _ := played(t, p, "1")
	for line := range bytes.Lines(journal) {
		var rec map[string]json.RawMessage
		if err := json.Unmarshal(line, &rec); err != nil {
			t.Fatal(err)
		}
		delete(rec, "hash")
		delete(rec, "prev")
		text, err := json.Marshal(rec)
		if err != nil {
			t.Fatal(err)
		}
		switch said := string(text) + "\n"; {
		case rec["race"] != nil:
			head = said
		case rec["source"] != nil, rec["rules"] != nil:
			rules += said
		default:
			rest += said
		}
	}
	if _, err := race.Replay(chained(head+rules+rest), opener, nil); err != nil {
		t.Fatal(err) // or nothing would be tried
	}
	return head, rules, rest
}

// chained gives lines the hashes that make a journal of them, as anybody can.
func chained(lines string) *race.Reader {
	var out bytes.Buffer
	prev := ""
	for line := range strings.Lines(lines) {
		rest, ok := strings.CutPrefix(strings.TrimSpace(line), "{")
		if !ok {
			continue
		}
		body := `{"prev":"` + prev + `",` + rest
		sum := sha256.Sum256([]byte(body))
		prev = hex.EncodeToString(sum[:16])
		out.WriteString(`{"hash":"` + prev + `",` + body[1:] + "\n")
	}
	return race.NewReader(&out)
}

// Whatever a journal says, it is refused with an error of its own, or leads to
// a race that can be looked at and driven on.
func FuzzJournal(f *testing.F) {
	head, rules, rest := recorded(f)
	lines := strings.SplitAfter(rest, "\n")
	inForce := rules[strings.LastIndex(rules, `{"rules":`):]
	f.Add(head, rest)
	f.Add(strings.Replace(head, `"seed":"1"`, `"seed":"","dice":"ask"`, 1), rest)
	f.Add(strings.Replace(head, `"laps":1`, `"laps":3,"start":"round 3 sessions 1 moves 9 {list={} seen=@A} | A @3/1 lap 1 {} | \"B c\" out 1 | D home 1"`, 1), "")
	f.Add(strings.Replace(head, `"name":"D"`, `"name":"D","fields":{"gear":2,"team":"x","hurt":null,"wear":[1]}`, 1), "")
	for i := 0; i+3 < len(lines); i += 3 {
		f.Add(head, strings.Join(lines[:i], "")+`{"undo":1}`+"\n"+lines[i])
	}
	amend := func(state string) string { return `{"amend":{"note":"n","state":"` + state + `"}}` + "\n" }
	f.Add(head, amend(`round 4 sessions 1 moves 92 {list=[{car=@A} nil 3] seen=#\"3/1\"} | A @12/1 lap 1 grid 1 {gear=2 wear={T=2}} | \"B c\" out 2 why \"x\" @1/1 {last=@D} | D home 1 row 2 {}`))
	f.Add(head, amend(`round 999999 sessions 9 moves 1 | A @12/1 lap -3 | \"B c\" waiting | D out -1 row 5`)+`{"undo":1}`+"\n")
	f.Add(head, strings.Join(lines[:3], "")+strings.Replace(inForce, `"files"`, `"set":["action.2.spaces=4","laps=2"],"files"`, 1)+strings.Join(lines[3:6], "")+`{"undo":3}`+"\n")
	f.Add(head, lines[0]+`{"retract":{"step":"R1 turn A","who":"A","ask":"gear","nth":0}}`+"\n"+`{"throw":{"step":"R1 turn A","who":"A","purpose":"move","nth":1,"faces":[3,4]}}`+"\n")
	f.Fuzz(func(t *testing.T, head, rest string) {
		quickly(t, func() {
			g, err := race.Replay(chained(head+rules+rest), opener, nil)
			blamed(t, err)
			if err != nil {
				return
			}
			standing(g).Classification()
			_, _ = g.Undo(1)
			driven(t, g, 3)
		})
	})
}
