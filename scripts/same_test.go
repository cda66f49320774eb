package scripts_test

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"

	"sandbox/core/race"
	"sandbox/scripts"
)

// shuffled has all that could bring an order which is nobody's into a race: it
// walks over tables whose keys came and went, over cars and spaces as keys,
// sorts what is equal, shows tables and functions as texts, and tells and
// counts under names that it makes.
const shuffled = `local racing = require "racing"
local V = racing.variant {
  name = "Shuffled", track = "oval", laps = 1, sessions = { "grid" }, order = function(self, race, a, b) return a.mood > b.mood end,
  car  = { mood = 0, seen = {}, last = racing.none },
  race = { told = "", notes = {}, sorted = {} },
  entries = { { name = "Ada" }, { name = "Bo" }, { name = "Cy" }, { name = "Di" }, { name = "Ed" }, { name = "Flo" } },
}
V.bonus = { z = 1, a = 2, m = 3, k = 4, [3] = 5, [1] = 6, ["10"] = 7 }
V.luck = racing.table("d6", { ["1-2"] = { text = "a puncture", spaces = -1 }, ["3-6"] = { text = "nothing" } })
function V:session(race) race:grid(race:cars()) end
function V:turn(race, car)
  local by_car, by_space, text = {}, {}, {}
  for i, other in ipairs(race:cars()) do
    by_car[other] = i
    if other.space then by_space[other.space] = other.name end
  end
  by_car[race:cars()[2]] = nil
  by_car[race:cars()[2]] = 9
  for other, n in pairs(by_car) do text[#text + 1] = other.name .. n end
  for space, name in pairs(by_space) do text[#text + 1] = space.name .. name end
  for k, v in pairs(self.bonus) do
    text[#text + 1] = tostring(k) .. v
    race.notes[tostring(k) .. #race.notes] = nil
    race.notes["n" .. k] = v + race.round
  end
  for name in pairs(race.notes) do text[#text + 1] = name end
  text[#text + 1] = tostring(text) .. tostring(self.turn) .. ("%s"):format(next(by_car))
  car.seen[text[1 + #text % 5]] = race.round
  local level = race:cars()
  table.sort(level, function(a, b) return a.mood % 2 < b.mood % 2 end)
  race.sorted = {}
  for i, other in ipairs(level) do race.sorted[i] = other end
  race.told = table.concat(text, ",")
  race:tell(car, "looks", { all = race.told, who = level[1].name, b = 1, a = 2, c = true })
  race:count(car, text[1 + race.round % #text])
  car.mood = race:roll(car, "2d6", "move")
  car.last = car.space
  race:advance(car, car.mood)
  if car.status == "running" then race:apply(car, self.luck:roll(race, car)) end
end
return V`

// sameRaces are those that must come out the same wherever they are driven.
var sameRaces = []scripts.Options{
	{Variant: "shuffled"},
	{Variant: "paper_f1_quick", Track: "oval"},
	{Variant: "epreuve1934", Laps: 1},
	{Variant: "stockcar", Laps: 10},
	{Variant: "isloppet", Laps: 1},
}

func shuffledFile() map[string]string { return map[string]string{"shuffled": shuffled} }

// hashes are those of whole journals, a race a line.
func hashes(t testing.TB) string {
	t.Helper()
	var all strings.Builder
	for _, opts := range sameRaces {
		p := load(t, opts, shuffledFile())
		for _, seed := range []string{"1", "two"} {
			journal, _ := played(t, p, seed)
			if address := bytes.Index(journal, []byte("0x")); address >= 0 {
				t.Fatalf("%s: an address in the journal: %s", opts.Variant, journal[address:address+40])
			}
			fmt.Fprintf(&all, "%s, seed %s: %x\n", opts.Variant, seed, sha256.Sum256(journal))
		}
	}
	return all.String()
}

// asOther is set where the tests run in another process, to be compared.
const asOther = "SANDBOX_TEST_OTHER"

// The order of a Go map is another in each process; that of a race is not.
func TestSameRaceInFreshProcesses(t *testing.T) {
	if os.Getenv(asOther) != "" {
		fmt.Print("\n", hashes(t))
		return
	}
	want := hashes(t)
	for range 2 {
		cmd := exec.Command(os.Args[0], "-test.run", "^TestSameRaceInFreshProcesses$")
		cmd.Env = append(os.Environ(), asOther+"=1")
		said, err := cmd.CombinedOutput()
		if err != nil || !strings.Contains(string(said), "\n"+want) {
			t.Fatalf("%v: another process plays\n%s\nnot\n%s", err, said, want)
		}
	}
}

// Workers share the files that were read, and nothing else.
func TestSameRaceOnTwoWorkers(t *testing.T) {
	for _, opts := range sameRaces {
		p := load(t, opts, shuffledFile())
		journals := make([][]byte, 4)
		var workers sync.WaitGroup
		for i := range journals {
			workers.Add(1)
			go func() {
				defer workers.Done()
				played(t, p, fmt.Sprint("before ", i)) // another one first
				journals[i], _ = played(t, p, "1")
			}()
		}
		workers.Wait()
		for _, other := range journals[1:] {
			if !bytes.Equal(other, journals[0]) {
				t.Errorf("%s: two workers play two races", opts.Variant)
			}
		}
	}
}

// A race goes on after a reload, or from its journal, as it would have gone on:
// each step ends in the same state.
func TestSameRaceAfterAReload(t *testing.T) {
	for _, opts := range sameRaces {
		p := load(t, opts, shuffledFile())
		straight, _ := played(t, p, "1")
		want := commits(straight)
		var journal bytes.Buffer
		g := begun(t, p, &journal)
		for n := 0; n < len(want); n++ {
			if n%(1+len(want)/8) == 0 {
				if err := g.Reload(load(t, opts, shuffledFile()), nil); err != nil {
					t.Fatal(err)
				}
			}
			if n%(1+len(want)/5) == 1 {
				var err error
				if g, err = race.Replay(race.NewReader(bytes.NewReader(journal.Bytes())), opener, nil); err != nil {
					t.Fatal(err)
				}
				g.Continue(&journal)
			}
			c, err := g.Play()
			if err != nil {
				t.Fatal(err)
			}
			if said := c.Step + " " + c.Hash(); said != want[n] {
				t.Fatalf("%s: step %d is %s, and without a reload it is %s", opts.Variant, n+1, said, want[n])
			}
		}
	}
}

func begun(t *testing.T, p *scripts.Program, journal *bytes.Buffer) *race.Game {
	t.Helper()
	opts := p.Options()
	head := race.Head{Variant: opts.Variant, Track: opts.Track, Laps: p.Laps(), Seed: "1", Entries: p.Entries()}
	g, err := race.Start(p, head, journal)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// commits are the steps of a journal, each with the hash of its state.
func commits(journal []byte) (list []string) {
	for line := range strings.Lines(string(journal)) {
		if _, rest, ok := strings.Cut(line, `"commit":{"step":"`); ok {
			step, _, _ := strings.Cut(rest, `"`)
			_, state, _ := strings.Cut(rest, `"state":"`)
			list = append(list, step+" "+state[:64])
		}
	}
	return list
}
