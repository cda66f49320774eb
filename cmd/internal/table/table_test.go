package table_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"sandbox/cmd/internal/table"
	"sandbox/core/dice"
	"sandbox/core/race"
	"sandbox/scripts"
	"sandbox/tracks"
	"sandbox/variants"
)

// shelf is what all races of the tests have their rules from.
var shelf scripts.Shelf

// games are files of rules: those that the program carries, those of other tests
// and, before all, a test's own.
func games(own fs.FS) scripts.Files {
	return scripts.Roots{
		{Folder: scripts.Variants, FS: own, Label: "own/"},
		{Folder: scripts.Variants, FS: os.DirFS("../../sandbox/testdata"), Label: "testdata/"},
		{Folder: scripts.Variants, FS: variants.FS, Label: "variants/"},
		{Folder: scripts.Tracks, FS: tracks.FS, Label: "tracks/"},
	}
}

// lua is files by name.
func lua(files ...string) fstest.MapFS {
	list := fstest.MapFS{}
	for i := 0; i < len(files); i += 2 {
		list[files[i]+".lua"] = &fstest.MapFile{Data: []byte(files[i+1])}
	}
	return list
}

// journal is a Keeper, which may fail.
type journal struct {
	bytes.Buffer
	synced int // bytes that outlast a power cut
	syncs  int
	err    error // of Sync
	lost   error // of Write
}

func (j *journal) Write(line []byte) (int, error) {
	if j.lost != nil {
		return 0, j.lost
	}
	return j.Buffer.Write(line)
}

func (j *journal) Sync() error {
	j.syncs++
	if j.err == nil {
		j.synced = j.Len()
	}
	return j.err
}

func begin(t testing.TB, s table.Setup, k table.Keeper) *table.Table {
	t.Helper()
	if s.Files == nil {
		s.Files = games(lua())
	}
	if s.Seed == "" && s.Dice != dice.KindAsk {
		s.Seed = "7"
	}
	s.Shelf = &shelf
	tb, err := table.New(s, k)
	if err != nil {
		t.Fatal(err)
	}
	return tb
}

func resume(t testing.TB, text []byte, k table.Keeper) *table.Table {
	t.Helper()
	tb, err := table.Resume(table.Resumed{Journal: race.NewReader(bytes.NewReader(text)), Attended: true, Shelf: &shelf}, k)
	if err != nil {
		t.Fatal(err)
	}
	return tb
}

func view(t testing.TB, tb *table.Table, s table.Seat) *table.View {
	t.Helper()
	v, err := tb.View(s)
	if err != nil {
		t.Fatal(err)
	}
	return &v
}

// advance plays until somebody is waited for.
func advance(t testing.TB, tb *table.Table) table.Beat {
	t.Helper()
	for {
		beat, err := tb.Advance(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if beat.Waits != table.Nothing {
			return beat
		}
	}
}

// give lets the race go on that waits: people take the defaults.
func give(t testing.TB, tb *table.Table, beat table.Beat) {
	t.Helper()
	var err error
	switch beat.Waits {
	case table.ForGo:
		err = tb.Go(0)
	case table.ForAnswers:
		seat := table.SeatOf(view(t, tb, table.Seat{}).Waiting[0].Who)
		q := view(t, tb, seat).Questions[0]
		err = tb.Answer(seat, q.ID, q.Options[q.Default].ID)
	case table.ForThrow:
		w := view(t, tb, table.Seat{}).Throw
		faces := make([]int, w.Dice.Count)
		for i := range faces {
			faces[i] = 1 + (len(w.ID.After)+int(w.ID.After[i%16]))%6
		}
		if w.Dice.Digits {
			faces = []int{faces[0], 1 + int(w.ID.After[1])%6}
		}
		err = tb.Throw(table.Seat{GM: true}, w.ID, faces...)
	default:
		err = fmt.Errorf("it waits for %d: %w", beat.Waits, beat.Problem)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// play plays a race to its end; between is called whenever somebody is waited for.
func play(t testing.TB, tb *table.Table, between func()) {
	t.Helper()
	for {
		beat := advance(t, tb)
		if between(); beat.Waits == table.Over {
			return
		}
		give(t, tb, beat)
	}
}

// untilAsked plays until a question of a key waits, and returns it.
func untilAsked(t testing.TB, tb *table.Table, key string) race.Question {
	t.Helper()
	for {
		beat := advance(t, tb)
		if beat.Waits == table.ForAnswers {
			waiting := view(t, tb, table.Seat{}).Waiting[0]
			if q := view(t, tb, table.SeatOf(waiting.Who)).Questions[0]; waiting.Key == key {
				return q
			}
		}
		give(t, tb, beat)
	}
}

// A race of each kind is played to its end, and its journal holds the same race.
func TestRaces(t *testing.T) {
	for _, c := range []struct {
		variant, dice string
		people        int
	}{
		{"paper_f1", "", 0},
		{"paper_f1_quick", dice.KindSealed, 0},
		{"isloppet", "", 2},
		{"epreuve1934", "", 1},
		{"epreuve_force_pass", "", 8},
		{"speedway", "", 2},
		{"stockcar", "", 1},
		{"geared", dice.KindAsk, 2},
		{"cards", "", 3},
	} {
		t.Run(c.variant, func(t *testing.T) {
			t.Parallel()
			options := scripts.Options{Variant: c.variant, Laps: 1}
			p, err := shelf.Load(games(lua()), options)
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range p.Entries()[:c.people] {
				options.People = append(options.People, e.Name)
			}
			kept := new(journal)
			tb := begin(t, table.Setup{Options: options, Dice: c.dice, Attended: true}, kept)
			play(t, tb, func() {
				if kept.synced != kept.Len() {
					t.Fatal("it waits before all is kept")
				}
			})
			v := view(t, tb, table.Seat{})
			if got := len(v.Result()); got != len(p.Entries()) || !v.Race.Over() {
				t.Errorf("%d cars are placed, the race is over: %v", got, v.Race.Over())
			}
			if over, err := tb.Over(); !over || err != nil {
				t.Error(over, err)
			}
			if again := resume(t, kept.Bytes(), nil); view(t, again, table.Seat{}).State != v.State || again.Steps() != tb.Steps() {
				t.Error("its journal holds another race")
			}
		})
	}
}

// Nothing changes in the journal where the race is parked after every call.
func TestParked(t *testing.T) {
	for _, variant := range []string{"geared", "isloppet", "speedway", "stockcar"} {
		t.Run(variant, func(t *testing.T) {
			t.Parallel()
			played := func(between func(tb *table.Table)) string {
				kept := new(journal)
				options := scripts.Options{Variant: variant, Laps: 1, People: []string{firstOf(t, variant)}}
				tb := begin(t, table.Setup{Options: options, Attended: true}, kept)
				play(t, tb, func() { between(tb) })
				return kept.String()
			}
			if played((*table.Table).Park) != played(func(*table.Table) {}) {
				t.Error("the journal is another one")
			}
		})
	}
}

// firstOf is the first car of a variant.
func firstOf(t testing.TB, variant string) string {
	t.Helper()
	p, err := shelf.Load(games(lua()), scripts.Options{Variant: variant})
	if err != nil {
		t.Fatal(err)
	}
	return p.Entries()[0].Name
}

// People let rounds begin, one or several; what is let begin is not waited for
// again.
func TestGo(t *testing.T) {
	tb := begin(t, table.Setup{Options: scripts.Options{Variant: "geared", Laps: 3}, Attended: true}, nil)
	var told []string
	for _, rounds := range []int{0, 1, 3, 0} {
		beat := advance(t, tb)
		told = append(told, fmt.Sprintf("%s %v %v", beat.Next.Label, beat.Begins, beat.RoundOver))
		if err := tb.Go(-1); err == nil {
			t.Error("-1 rounds were let begin")
		}
		if err := tb.Go(rounds); err != nil {
			t.Fatal(err)
		}
		if err := tb.Go(rounds); err == nil {
			t.Error("what goes on was let go on")
		}
	}
	want := []string{"warm-up", "R1 ", "R2 ", "R5 "}
	for i := range want {
		over := fmt.Sprintf(" true %v", i > 1)
		if !strings.HasPrefix(told[i], want[i]) || !strings.HasSuffix(told[i], over) {
			t.Errorf("%q, want %q, %v", told[i], want[i], over)
		}
	}
}

// A race that nobody attends waits for answers alone.
func TestUnattended(t *testing.T) {
	tb := begin(t, table.Setup{Options: scripts.Options{Variant: "geared", People: []string{"Ada"}}}, nil)
	if beat := advance(t, tb); beat.Waits != table.ForAnswers {
		t.Errorf("it waits for %d", beat.Waits)
	}
	tb = begin(t, table.Setup{Options: scripts.Options{Variant: "geared"}}, nil)
	if beat := advance(t, tb); beat.Waits != table.Over {
		t.Errorf("it waits for %d", beat.Waits)
	}
}

// What was played and cannot be kept is told, and a keeper is asked for nothing
// twice.
func TestKeeper(t *testing.T) {
	kept := new(journal)
	tb := begin(t, table.Setup{Options: scripts.Options{Variant: "geared", People: []string{"Ada"}}, Attended: true}, kept)
	advance(t, tb)
	before := kept.syncs
	for range 3 {
		advance(t, tb)
	}
	if kept.syncs != before {
		t.Errorf("%d syncs for nothing", kept.syncs-before)
	}
	full := errors.New("the disk is full")
	kept.err = full
	if err := tb.Go(0); !errors.Is(err, full) {
		t.Error(err)
	}
	for range 2 {
		var err error
		for beat := (table.Beat{}); err == nil && beat.Waits == table.Nothing; {
			beat, err = tb.Advance(t.Context())
		}
		if !errors.Is(err, full) {
			t.Error(err)
		}
	}
}

// A step that cannot be written down is nobody's mistake in the rules.
func TestKeeperLosesALine(t *testing.T) {
	kept := new(journal)
	tb := begin(t, table.Setup{Options: scripts.Options{Variant: "geared", People: []string{"Ada"}}}, kept)
	full := errors.New("the disk is full")
	kept.lost = full
	var err error
	for beat := (table.Beat{}); err == nil && beat.Waits == table.Nothing; {
		beat, err = tb.Advance(t.Context())
	}
	if !errors.Is(err, full) {
		t.Errorf("it fails with %v", err)
	}
}

// The seed of sealed dice is nobody's to see before the end; by its SHA-256 it
// is known again.
func TestSealed(t *testing.T) {
	tb := begin(t, table.Setup{Options: scripts.Options{Variant: "geared", Laps: 1}, Seed: "mystery", Dice: dice.KindSealed, Attended: true}, nil)
	if tb.Commitment() != dice.Commitment("mystery") {
		t.Error("it has another commitment")
	}
	play(t, tb, func() {
		over, err := tb.Over()
		if err != nil {
			t.Fatal(err)
		}
		if seed := tb.Head().Seed; over != (seed == "mystery") || !over && seed != "" {
			t.Errorf("seed %q, over: %v", seed, over)
		}
	})
}

// The steps that were played can be looked at later.
func TestCommits(t *testing.T) {
	tb := begin(t, table.Setup{Options: scripts.Options{Variant: "geared"}}, nil)
	var told []string
	for {
		beat, err := tb.Advance(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if beat.Waits == table.Over {
			break
		}
		told = append(told, beat.Commit.Step)
	}
	var list []string
	for i := range tb.Steps() {
		c, err := tb.Commit(i + 1)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, c.Step)
	}
	if !slices.Equal(told, list) {
		t.Errorf("told %v, kept %v", told, list)
	}
	if _, err := tb.Commit(tb.Steps() + 1); err == nil {
		t.Error("there is a step that nobody played")
	}
}

// A race whose context is done stops in the middle of a step, which has not
// happened then, and says nothing about the rules. What was committed is kept,
// and goes on.
func TestStopped(t *testing.T) {
	files := games(lua("busy", `local racing = require "racing"
local V = racing.variant { name = "Busy", track = "oval", laps = 1, entries = { { name = "Ada" } } }
V.sessions = { "start" }
function V:session(race) race:grid(race:cars()) end
function V:turn(race, car)
  for i = 1, 900000 do end
  race:advance(car, race:roll(car, "d6", "move"))
end
return V`))
	ctx, cancel := context.WithCancel(t.Context())
	kept := &journal{}
	tb := begin(t, table.Setup{Files: files, Options: scripts.Options{Variant: "busy"}, Context: ctx}, kept)
	for range 2 {
		if beat, err := tb.Advance(t.Context()); err != nil || beat.Problem != nil {
			t.Fatal(err, beat.Problem)
		}
	}
	cancel()
	steps, text := tb.Steps(), kept.String()
	for range 2 {
		if beat, err := tb.Advance(t.Context()); !errors.Is(err, context.Canceled) || beat.Problem != nil {
			t.Fatalf("%v, %v", err, beat.Problem)
		}
	}
	if tb.Steps() != steps || kept.String() != text {
		t.Errorf("%d steps instead of %d", tb.Steps(), steps)
	}
	again := resume(t, kept.Bytes(), nil)
	if beat, err := again.Advance(t.Context()); err != nil || beat.Problem != nil || again.Steps() != steps {
		t.Errorf("%d steps, %v, %v", again.Steps(), err, beat.Problem)
	}
	if _, err := table.Resume(table.Resumed{Journal: race.NewReader(bytes.NewReader(kept.Bytes())), Context: ctx}, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("it is resumed: %v", err)
	}
}
