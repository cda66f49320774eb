package saved_test

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sandbox/cmd/internal/saved"
	"sandbox/cmd/internal/table"
	"sandbox/core/race"
	"sandbox/scripts"
)

// start begins a race as it was ordered, in a file of its own.
func start(t *testing.T, o saved.Order, luck saved.Luck) *saved.Race {
	t.Helper()
	var keep saved.Keep
	a, err := keep.Arrange(o)
	if err != nil {
		t.Fatal(err)
	}
	r, err := keep.Start(a, luck, filepath.Join(t.TempDir(), "races", "race.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// advance plays so many steps, or until somebody is waited for.
func advance(t *testing.T, r *saved.Race, steps int) table.Beat {
	t.Helper()
	for {
		beat, err := r.Advance(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if steps--; steps == 0 || beat.Waits != table.Nothing {
			return beat
		}
	}
}

func state(t *testing.T, r *saved.Race) string {
	t.Helper()
	v, err := r.View(table.Seat{})
	if err != nil {
		t.Fatal(err)
	}
	return v.State
}

// Who drives is as it was ordered.
func TestArrange(t *testing.T) {
	lotus := map[string]any{"team": "Lotus"}
	first := []race.Entry{{Name: "Ada", Fields: lotus}, {Name: "Ben", Fields: lotus}}
	for _, c := range []struct {
		name  string
		order saved.Order
		want  string // the people, or what is wrong
	}{
		{"nobody", saved.Order{Variant: "paper_f1", Entered: first}, ""},
		{"some", saved.Order{Variant: "paper_f1", Entered: first, People: []string{"Ben"}}, "Ben"},
		{"everybody", saved.Order{Variant: "paper_f1", Entered: first, People: []string{saved.Everybody}}, "Ada Ben"},
		{"nobody is there", saved.Order{Variant: "paper_f1", Entered: first, People: []string{"Ben"}, Alone: true}, ""},
		{"somebody else", saved.Order{Variant: "paper_f1", Entered: first, People: []string{"Cy"}, Alone: true}, `no car is called "Cy"`},
		{"another track", saved.Order{Variant: "paper_f1", Track: "oval", Entered: first}, ""},
		{"no track", saved.Order{Variant: "paper_f1", Track: "ovale"}, `no track called "ovale"`},
		{"no variant", saved.Order{Variant: "paper_f2"}, `no variant called "paper_f2"`},
		{"no file of entries", saved.Order{Variant: "paper_f1", EntryFile: "none.yaml"}, "none.yaml"},
	} {
		t.Run(c.name, func(t *testing.T) {
			a, err := saved.Keep{Shelf: new(scripts.Shelf)}.Arrange(c.order)
			if err != nil {
				if c.want == "" || !strings.Contains(err.Error(), c.want) {
					t.Errorf("%v, want %q", err, c.want)
				}
				return
			}
			if got := strings.Join(a.Options.People, " "); got != c.want || !slices.Equal(saved.Names(a.Program.Entries()), []string{"Ada", "Ben"}) {
				t.Errorf("people %q, want %q", got, c.want)
			}
		})
	}
}

// A race goes on where it was left, behind the last whole line of its journal.
func TestResume(t *testing.T) {
	r := start(t, saved.Order{Variant: "paper_f1", Track: "oval"}, saved.Luck{Seed: "7"})
	advance(t, r, 30)
	path, stood := r.Journal.Path(), state(t, r)
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, append(slices.Clip(text), `{"torn":`...), 0o600); err != nil {
		t.Fatal(err)
	}
	later, err := saved.Keep{}.Resume(path, false)
	if err != nil {
		t.Fatal(err)
	}
	if state(t, later) != stood || later.Steps() != 30 || later.Home != path {
		t.Errorf("it goes on after %d steps, from %s", later.Steps(), state(t, later))
	}
	if _, err := (saved.Keep{}).Resume(path, false); err == nil {
		t.Error("two go on with one race")
	}
	advance(t, later, 0)
	copied := filepath.Join(t.TempDir(), "copy.jsonl")
	if err := later.Copy(copied); err != nil {
		t.Fatal(err)
	}
	if err := later.Copy(copied); !errors.Is(err, fs.ErrExist) {
		t.Errorf("a file was written over: %v", err)
	}
	if err := later.Close(); err != nil {
		t.Fatal(err)
	}
	one, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	other, err := os.ReadFile(copied)
	if err != nil || !bytes.Equal(one, other) || !bytes.HasPrefix(one, text) {
		t.Errorf("the copy is another journal, or what was there is not (%v)", err)
	}
	half, err := saved.Keep{}.Read(path, func(g *race.Game, next *race.Record) bool { return g.Steps() == 10 })
	if err != nil || half.Steps() != 10 {
		t.Errorf("%v; %d steps were read, not 10", err, half.Steps())
	}
}

// A race that only a person can go on with says what for, and where.
func TestNeedsSomebody(t *testing.T) {
	for _, c := range []struct {
		order saved.Order
		luck  saved.Luck
		want  string
	}{
		{saved.Order{Variant: "isloppet", People: []string{"Sweden"}}, saved.Luck{Seed: "7"}, `Sweden is asked "model", and only a person can answer`},
		{saved.Order{Variant: "paper_f1"}, saved.Luck{Dice: "ask"}, `Vettel rolls d6 for "qualify", and only a person can type in what the dice show`},
	} {
		r := start(t, c.order, c.luck)
		advance(t, r, 0)
		err := r.NeedsSomebody()
		if goOn := ": go on in a terminal with sandbox play --resume " + r.Home; !strings.HasSuffix(err.Error(), c.want+goOn) {
			t.Errorf("%v, want %q", err, c.want)
		}
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	}
}

// Wherever a program was killed that begins a race: the race can be gone on
// with, or it can be begun in the same file, and who tries the other is told so.
// What is no journal is left as it is.
func TestKilledBeforeTheRaceBegan(t *testing.T) {
	var keep saved.Keep
	a, err := keep.Arrange(saved.Order{Variant: "paper_f1_quick", Track: "oval"})
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "race.jsonl")
	begin := func() ([]byte, error) {
		r, err := keep.Start(a, saved.Luck{Seed: "7"}, path)
		if err != nil {
			return nil, err
		}
		if err := r.Close(); err != nil {
			t.Fatal(err)
		}
		return os.ReadFile(path)
	}
	whole, err := begin()
	if err != nil {
		t.Fatal(err)
	}
	for cut := 0; ; cut = min(cut+977, len(whole)) {
		if err := os.WriteFile(path, whole[:cut], 0o600); err != nil {
			t.Fatal(err)
		}
		r, err := keep.Resume(path, false)
		if err == nil {
			err = r.Close()
			if _, twice := begin(); !errors.Is(twice, fs.ErrExist) || !strings.Contains(twice.Error(), "--resume "+path) || err != nil || cut < len(whole) {
				t.Errorf("%d bytes go on, and: %v, %v", cut, twice, err)
			}
			break
		}
		if !errors.Is(err, race.ErrEmpty) || !strings.HasSuffix(err.Error(), "sandbox play VARIANT --save "+path+" writes it there") {
			t.Fatalf("%d bytes: %v", cut, err)
		}
		if there, err := os.ReadFile(path); err != nil || len(there) != cut {
			t.Fatalf("%d bytes are %d when they were read: %v", cut, len(there), err)
		}
		if again, err := begin(); err != nil || !bytes.Equal(again, whole) {
			t.Fatalf("%d bytes: the race is begun with %d bytes, not %d: %v", cut, len(again), len(whole), err)
		}
	}
	for _, text := range []string{"Dear diary", "Dear diary,\nnothing\n", "\n", string(whole[:300]) + "\n"} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := begin(); !errors.Is(err, fs.ErrExist) {
			t.Errorf("a race is begun over %q: %v", text, err)
		}
		if there, err := os.ReadFile(path); err != nil || string(there) != text {
			t.Errorf("%q is now %q: %v", text, there, err)
		}
	}
}
