package terminal

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
	"sandbox/cmd/internal/saved"
	"sandbox/core/dice"
	"sandbox/core/race"
	"sandbox/scripts"
)

// play plays a race under whatever people type, and returns what went wrong.
// Nothing reaches a disk but the journal.
func play(t *testing.T, kind, lines string) error {
	files := scripts.Roots{{Folder: scripts.Variants, FS: os.DirFS("../../sandbox/testdata"), Label: "testdata/"}}
	for _, root := range library.Roots() {
		if library.BuiltIn(root.Label) {
			files = append(files, root)
		}
	}
	path := filepath.Join(t.TempDir(), "race.jsonl")
	arranged := &saved.Arranged{Files: files, Options: scripts.Options{Variant: "geared", People: []string{"Ada"}}}
	r, err := saved.Keep{}.Start(arranged, saved.Luck{Seed: "1", Dice: kind, Attended: true}, path)
	if err != nil {
		t.Fatal(err)
	}
	screen := &Screen{Out: io.Discard, Keys: console.NewLines(strings.NewReader(lines), io.Discard)}
	_, err = screen.Race(context.Background(), r)
	err = errors.Join(err, r.Close())
	for heard := (console.Heard{}); !heard.End; { // what came after the end
		heard, _ = screen.Keys.Hear(context.Background(), console.Prompt{}, nil)
	}
	if err != nil {
		return err
	}
	if _, err := (saved.Keep{}).Read(path, nil); err != nil && !errors.Is(err, race.ErrEmpty) {
		t.Errorf("the journal cannot be read again: %v", err)
	}
	return nil
}

// Whatever people type, the race goes on or waits, and its journal can be read.
func FuzzTyped(f *testing.F) {
	for _, lines := range []string{
		"\n2\nbold\n\n:undo\n:undo 3\n:why Ada\n:board\n:map\n:standings\n99\n",
		"3\n1\nsafe\n:gm Ada space 12/1\n:gm Ada gear 3\n:gm \"Ben Hur\" status out\n:gm Ada lap 1\n:gm Ada status home\n\n\n:state\n",
		":set extra.4=1e300\n\n3\n:set risk.1-3.spaces=-40\n:set gears.1=x\n:set laps=2\n:rules risk\n:reload\n:keep\n:mend\n:undo -1\n:help\n",
		":gm Ada space \"\n:\n: \n:set\n:set =\n:why nobody\n\x00\n\xff\n?\n4\n1.5\n\n\n",
		"\n:quit\n",
		"\n2\n:reload\n:over\n:keep\n:over\n",
	} {
		f.Add("", lines)
		f.Add(dice.KindAsk, lines+"\n6\n3 3\n6,6\n-1\nroll\n")
	}
	f.Fuzz(func(t *testing.T, kind, lines string) {
		if strings.Contains(lines, "save") || kind != "" && kind != dice.KindAsk && kind != dice.KindSealed {
			t.Skip("it would write files, or has no dice")
		}
		begun := time.Now()
		if err := play(t, kind, lines); err != nil {
			t.Error(err)
		}
		if took := time.Since(begun); took > 20*time.Second {
			t.Errorf("it took %v", took)
		}
	})
}
