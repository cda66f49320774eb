package main

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sandbox/cmd/internal/console"
	"sandbox/cmd/internal/library"
	"sandbox/core/dice"
	"sandbox/core/race"
	"sandbox/scripts"
)

// What is read as the file of a championship can be written and read again, and
// leads to journals in its folder alone.
func FuzzPlan(f *testing.F) {
	f.Add([]byte(`{"format":1,"variant":"paper_f1","tracks":["oval","/tmp/x/monaco.lua"],"seed":"7","entries":[{"name":"Ada","fields":{"team":"x"}}],"set":["points=9-6-4"]}`))
	f.Add([]byte(`{"format":1,"variant":"v","tracks":["..","../..","/",""],"seed":"","dice":"sealed","laps":-1,"entries":[{"name":""}],"people":["a"],"bots":["b"]}`))
	f.Add([]byte(`{"format":2}`))
	f.Add([]byte("{\"format\":1,\n\"tracks\":[1]}"))
	f.Add([]byte(`{"format":1,"variant":"v","tracks":["o"],"entries":[{"name":"A"}]} x`))
	f.Fuzz(func(t *testing.T, text []byte) {
		c := &championship{dir: "season"}
		if err := c.read(text); err != nil {
			return
		}
		for k := range c.Tracks {
			if path := c.path(k + 1); filepath.Dir(path) != "season" && filepath.Dir(filepath.Dir(path)) != "season" {
				t.Errorf("track %q leads to %s", c.Tracks[k], path)
			}
			_ = c.flags(k + 1)
		}
		if _, err := dice.Open(c.Dice, c.seed(1)); err == nil {
			_, _, _ = c.upcoming()
		}
	})
}

// typed plays a race under whatever people type, and returns what went wrong.
// Nothing reaches a disk but the journal.
func typed(t *testing.T, kind, lines string) error {
	files := scripts.Roots{{Folder: scripts.Variants, FS: os.DirFS("testdata"), Label: "testdata/"}}
	for _, root := range library.Roots() {
		if library.BuiltIn(root.Label) {
			files = append(files, root)
		}
	}
	o := &open{files: files, options: scripts.Options{Variant: "geared", People: []string{"Ada"}}}
	p, err := o.load()
	if err != nil {
		t.Fatal(err)
	}
	o.options.Entries = p.Entries()
	path := filepath.Join(t.TempDir(), "race.jsonl")
	if o.journal, err = new(program).createJournal(path, "geared"); err != nil {
		t.Fatal(err)
	}
	o.home = path
	head := race.Head{Variant: "geared", Laps: 1, Seed: "1", Dice: kind, Entries: p.Entries(), People: o.options.People}
	if o.game, err = race.Start(p, head, o.journal); err != nil {
		t.Fatal(err)
	}
	table := newTable(new(program), o, io.Discard, true)
	table.lines = console.Lines(strings.NewReader(lines))
	err = errors.Join(table.play(context.Background()), o.journal.Close())
	for range table.lines { // what came after the end
	}
	if err != nil {
		return err
	}
	if _, _, err := new(program).readJournal(path, nil); err != nil && !errors.Is(err, race.ErrEmpty) {
		t.Errorf("the journal cannot be read again: %v", err)
	}
	return nil
}

// Whatever people type, the race goes on or waits, and its journal can be read.
func FuzzTyped(f *testing.F) {
	for _, lines := range []string{
		"\n2\nbold\n\n:undo\n:undo 3\n:why Ada\n:board\n:map\n:standings\n99\n",
		"3\n1\nsafe\n:gm Ada space 12/1\n:gm Ada gear 3\n:gm \"Ben Hur\" status retired\n:gm Ada lap 1\n:gm Ada status finished\n\n\n:state\n",
		":set extra.4=1e300\n\n3\n:set risk.1-3.spaces=-40\n:set gears.1=x\n:set laps=2\n:rules risk\n:reload\n:keep\n:mend\n:undo -1\n:help\n",
		":gm Ada space \"\n:\n: \n:set\n:set =\n:why nobody\n\x00\n\xff\n?\n4\n1.5\n\n\n",
		"\n:quit\n",
	} {
		f.Add("", lines)
		f.Add(dice.KindAsk, lines+"\n6\n3 3\n6,6\n-1\n")
	}
	f.Fuzz(func(t *testing.T, kind, lines string) {
		if strings.Contains(lines, "save") || kind != "" && kind != dice.KindAsk && kind != dice.KindSealed {
			t.Skip("it would write files, or has no dice")
		}
		begun := time.Now()
		if err := typed(t, kind, lines); err != nil {
			t.Error(err)
		}
		if took := time.Since(begun); took > 20*time.Second {
			t.Errorf("it took %v", took)
		}
	})
}
