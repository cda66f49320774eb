package watch

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

// fixture watches the files a.lua and b.lua. What changes in b.lua shows that
// nothing was told of a.lua before, as a.lua is looked at first.
type fixture struct {
	*testing.T
	w    *Watcher
	dir  string
	a, b string
}

func watching(t *testing.T) *fixture {
	t.Helper()
	dir := t.TempDir()
	f := &fixture{T: t, dir: dir, a: filepath.Join(dir, "rules", "a.lua"), b: filepath.Join(dir, "tracks", "b.lua")}
	f.write(f.a, "as it was")
	f.write(f.b, "as it was")
	f.watch(f.a, f.b)
	return f
}

func (f *fixture) watch(paths ...string) {
	f.Helper()
	w, err := Files(paths)
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { w.Close() })
	f.w = w
}

// write puts a text into a file in a single step.
func (f *fixture) write(path, text string) {
	f.Helper()
	f.try(os.MkdirAll(filepath.Dir(path), 0o755))
	scratch := filepath.Join(f.dir, "scratch")
	f.try(os.WriteFile(scratch, []byte(text), 0o644))
	f.try(os.Rename(scratch, path))
}

// inOneGo takes the steps of one save. On a computer so busy that they are
// not one for the watcher, nothing can be tested.
func (f *fixture) inOneGo(save func(f *fixture)) {
	f.Helper()
	start := time.Now()
	save(f)
	if took := time.Since(start); took > settle*3/4 {
		f.Skip("one save took", took)
	}
}

func (f *fixture) try(err error) {
	f.Helper()
	if err != nil {
		f.Fatal(err)
	}
}

// expect waits for these changes, one after the other.
func (f *fixture) expect(want ...Change) {
	f.Helper()
	for _, change := range want {
		select {
		case got := <-f.w.Changes():
			if got != change {
				f.Fatalf("got %+v, want %+v", got, change)
			}
		case <-time.After(10 * time.Second):
			f.Fatalf("nothing came, want %+v", change)
		}
	}
}

// expectNoMore shows that nothing is left to be told.
func (f *fixture) expectNoMore() {
	f.Helper()
	f.write(f.b, "a change of b at "+time.Now().String())
	f.expect(Change{Path: f.b})
}

func TestWaysOfSaving(t *testing.T) {
	tests := []struct {
		name string
		save func(f *fixture)
	}{
		{"in place", func(f *fixture) {
			f.try(os.WriteFile(f.a, []byte("changed"), 0o644))
		}},
		{"in small pieces", func(f *fixture) {
			file, err := os.Create(f.a)
			f.try(err)
			for range 100 {
				_, err := file.WriteString("piece\n")
				f.try(err)
			}
			f.try(file.Close())
		}},
		{"another file renamed over it", func(f *fixture) {
			f.write(f.a+".tmp", "changed")
			f.try(os.Rename(f.a+".tmp", f.a))
		}},
		{"kept as a backup, then written anew", func(f *fixture) {
			f.try(os.Rename(f.a, f.a+"~"))
			f.write(f.a, "changed")
		}},
		{"deleted and created", func(f *fixture) {
			f.try(os.Remove(f.a))
			f.write(f.a, "changed")
		}},
		{"folder and all", func(f *fixture) {
			f.try(os.RemoveAll(filepath.Dir(f.a)))
			f.write(f.a, "changed")
		}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			f := watching(t)
			f.inOneGo(test.save)
			f.expect(Change{Path: f.a})
			f.expectNoMore()
			f.write(f.a, "changed again") // it is still watched
			f.expect(Change{Path: f.a})
		})
	}
}

func TestSameContentSaysNothing(t *testing.T) {
	tests := []struct {
		name  string
		touch func(f *fixture)
	}{
		{"chmod", func(f *fixture) {
			f.try(os.Chmod(f.a, 0o600))
		}},
		{"touch", func(f *fixture) {
			f.try(os.Chtimes(f.a, time.Now(), time.Now()))
		}},
		{"written again", func(f *fixture) {
			f.try(os.WriteFile(f.a, []byte("as it was"), 0o644))
		}},
		{"deleted and created", func(f *fixture) {
			f.try(os.Remove(f.a))
			f.write(f.a, "as it was")
		}},
		{"changed and changed back", func(f *fixture) {
			f.write(f.a, "changed")
			f.write(f.a, "as it was")
		}},
		{"another file in the folder", func(f *fixture) {
			f.write(f.a+".swp", "changed")
		}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			f := watching(t)
			f.inOneGo(test.touch)
			f.expectNoMore()
			f.write(f.a, "changed")
			f.expect(Change{Path: f.a})
		})
	}
}

func TestGoneAndBack(t *testing.T) {
	tests := []struct {
		name       string
		away, back func(f *fixture)
	}{
		{
			"deleted",
			func(f *fixture) { f.try(os.Remove(f.a)) },
			func(f *fixture) { f.write(f.a, "as it was") },
		},
		{
			"renamed",
			func(f *fixture) { f.try(os.Rename(f.a, f.a+"~")) },
			func(f *fixture) { f.try(os.Rename(f.a+"~", f.a)) },
		},
		{
			"its folder deleted",
			func(f *fixture) { f.try(os.RemoveAll(filepath.Dir(f.a))) },
			func(f *fixture) { f.write(f.a, "as it was") },
		},
		{
			"its folder renamed",
			func(f *fixture) { f.try(os.Rename(filepath.Dir(f.a), filepath.Join(f.dir, "away"))) },
			func(f *fixture) { f.try(os.Rename(filepath.Join(f.dir, "away"), filepath.Dir(f.a))) },
		},
		{
			"a folder in its place",
			func(f *fixture) { f.try(os.Remove(f.a)); f.try(os.Mkdir(f.a, 0o755)) },
			func(f *fixture) { f.try(os.Remove(f.a)); f.write(f.a, "as it was") },
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			f := watching(t)
			for range 2 {
				test.away(f)
				f.expect(Change{Path: f.a, Gone: true})
				f.expectNoMore()
				test.back(f)
				f.expect(Change{Path: f.a})
				f.expectNoMore()
			}
			f.write(f.a, "changed")
			f.expect(Change{Path: f.a})
		})
	}
}

func TestMissingFileIsWaitedFor(t *testing.T) {
	f := watching(t)
	deep := filepath.Join(f.dir, "not", "there", "yet", "c.lua")
	f.watch(deep, f.b)
	f.expectNoMore()
	f.write(deep, "here")
	f.expect(Change{Path: deep})
	f.write(deep, "changed")
	f.expect(Change{Path: deep})
}

func TestLinks(t *testing.T) {
	f := watching(t)
	for _, name := range []string{"v1", "v2"} {
		f.write(filepath.Join(f.dir, name, "c.lua"), name)
	}
	link := func(target, path string) {
		t.Helper()
		if err := os.Symlink(target, path+".new"); err != nil {
			t.Fatal("no links here:", err)
		}
		f.try(os.Rename(path+".new", path))
	}
	current, c := filepath.Join(f.dir, "current.lua"), filepath.Join(f.dir, "c.lua")
	link(filepath.Join("v1", "c.lua"), current)
	link(current, c)
	f.watch(c, f.b)

	f.write(filepath.Join(f.dir, "v1", "c.lua"), "changed")
	f.expect(Change{Path: c})
	link(filepath.Join("v2", "c.lua"), current)
	f.expect(Change{Path: c})
	f.write(filepath.Join(f.dir, "v1", "c.lua"), "changed again")
	f.expectNoMore()
	f.write(filepath.Join(f.dir, "v2", "c.lua"), "changed")
	f.expect(Change{Path: c})
	link(c, current) // in a circle
	f.expect(Change{Path: c, Gone: true})
}

func TestFolderGivenInTwoWays(t *testing.T) {
	f := watching(t)
	other := filepath.Join(f.dir, "other")
	if err := os.Symlink(filepath.Dir(f.a), other); err != nil {
		t.Fatal("no links here:", err)
	}
	again := filepath.Join(other, "a.lua")
	f.watch(f.a, again, f.b, f.b)
	f.write(f.a, "changed")
	f.expect(Change{Path: f.a}, Change{Path: again})
	f.expectNoMore()
}

func TestPathsComeBackAsGiven(t *testing.T) {
	f := watching(t)
	t.Chdir(f.dir)
	f.watch("rules/../rules/a.lua")
	f.write(f.a, "changed")
	f.expect(Change{Path: "rules/../rules/a.lua"})
}

func TestSet(t *testing.T) {
	f := watching(t)
	c := filepath.Join(f.dir, "tracks", "c.lua")
	f.write(c, "as it was")
	f.try(f.w.Set([]string{c, f.b}))
	f.write(f.a, "changed")
	f.expectNoMore()
	f.write(c, "changed")
	f.expect(Change{Path: c})
	f.try(f.w.Set(nil))
	f.try(f.w.Set([]string{f.a, f.b}))
	f.expectNoMore() // what a.lua became in the meantime is not a change
}

// TestSetLosesNoChange changes a file just before the same files are set.
func TestSetLosesNoChange(t *testing.T) {
	f := watching(t)
	f.write(f.a, "changed")
	f.try(f.w.Set([]string{f.a, f.b}))
	f.expect(Change{Path: f.a})
	f.expectNoMore()
}

// TestBusyFolder has another file written in the folder without a pause.
func TestBusyFolder(t *testing.T) {
	f := watching(t)
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		tick := time.NewTicker(settle / 20)
		defer tick.Stop()
		for {
			select {
			case <-stop:
				return
			case <-tick.C:
				os.WriteFile(f.a+".log", []byte(time.Now().String()), 0o644)
			}
		}
	}()
	f.write(f.a, "changed")
	f.expect(Change{Path: f.a})
	close(stop)
	<-stopped
}

func TestNoticedSoon(t *testing.T) {
	f := watching(t)
	best := time.Hour
	for range 5 { // the computer may have been busy in some of them
		f.write(f.a, time.Now().String())
		saved := time.Now()
		f.expect(Change{Path: f.a})
		best = min(best, time.Since(saved))
	}
	if best > 2*settle {
		t.Errorf("noticed after %v at best, want less than %v", best, 2*settle)
	}
}

func TestLateReceiverGetsTheLast(t *testing.T) {
	var w Watcher
	for _, c := range []Change{{"a", false}, {"b", false}, {"a", true}, {"c", false}} {
		w.tell(c)
	}
	want := []Change{{"a", true}, {"b", false}, {"c", false}}
	if !slices.Equal(w.due, want) {
		t.Errorf("in line are %+v, want %+v", w.due, want)
	}
}

func TestClose(t *testing.T) {
	f := watching(t)
	f.write(f.a, "changed") // and nobody takes it
	for range 2 {
		if err := f.w.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if c, ok := <-f.w.Changes(); ok {
		t.Errorf("%+v came after Close", c)
	}
	if err := f.w.Set([]string{f.a}); !errors.Is(err, ErrClosed) {
		t.Errorf("Set after Close: %v, want ErrClosed", err)
	}
}

func TestRefusedFolder(t *testing.T) {
	var want error // the superuser may read every folder
	if os.Geteuid() != 0 {
		want = os.ErrPermission
	}
	f := watching(t)
	f.try(os.Chmod(filepath.Dir(f.a), 0o300))
	f.Cleanup(func() { os.Chmod(filepath.Dir(f.a), 0o700) })
	w, err := Files([]string{f.a})
	if !errors.Is(err, want) {
		t.Errorf("a folder that cannot be read: %v, want %v", err, want)
	}
	if w != nil {
		f.try(w.Close())
	}
}
