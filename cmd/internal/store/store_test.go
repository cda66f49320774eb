package store

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
)

func TestCreateAndOpen(t *testing.T) {
	path := filepath.Join(t.TempDir(), "of", "mine", "race.jsonl")
	f := must(Create(path))(t)
	write(t, f, "one\n", "two\n")
	if f.Path() != path {
		t.Errorf("Path() = %q, want %q", f.Path(), path)
	}
	if err := f.Sync(); err != nil {
		t.Error(err)
	}
	shut(t, f)

	f, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	holds(t, path, "one\ntwo\n")
	write(t, f, "three\n")
	shut(t, f)
	holds(t, path, "one\ntwo\nthree\n")
}

func TestCreateLeavesWhatIsThere(t *testing.T) {
	path := filepath.Join(t.TempDir(), "race.jsonl")
	put(t, path, "one\n")
	_, err := Create(path)
	if !errors.Is(err, fs.ErrExist) {
		t.Errorf("the error is %v, want fs.ErrExist", err)
	}
	says(t, err, path, "already exists", "--save", "sandbox play --resume "+path)
	holds(t, path, "one\n")
}

func TestPermissions(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "races")
	path := filepath.Join(dir, "race.jsonl")
	f := must(Create(path))(t)
	write(t, f, "one\n")
	shut(t, f)
	for name, want := range map[string]fs.FileMode{dir: 0o755, path: 0o600} {
		info, err := os.Stat(name)
		if err != nil {
			t.Fatal(err)
		}
		if got := info.Mode().Perm(); got&^want != 0 {
			t.Errorf("%s has mode %o, want no more than %o", name, got, want)
		}
	}
}

func TestRefusedByTheSystem(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	put(t, file, "")
	if _, err := Create(filepath.Join(file, "race.jsonl")); err == nil {
		t.Error("a journal was made in a file")
	}
	if _, err := Open(filepath.Join(dir, "none.jsonl")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("opening what is not there: %v, want fs.ErrNotExist", err)
	}
	if os.Geteuid() == 0 || runtime.GOOS == "windows" {
		return // nothing is forbidden here
	}
	put(t, file, "one\n")
	if err := os.Chmod(file, 0o400); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(file); !errors.Is(err, fs.ErrPermission) {
		t.Errorf("opening a read-only journal: %v, want fs.ErrPermission", err)
	}
	if err := os.Chmod(dir, 0o500); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod(dir, 0o700)
	if _, err := Create(filepath.Join(dir, "race.jsonl")); !errors.Is(err, fs.ErrPermission) {
		t.Errorf("creating in a read-only folder: %v, want fs.ErrPermission", err)
	}
}

func TestTornLineIsCutOff(t *testing.T) {
	path := filepath.Join(t.TempDir(), "race.jsonl")
	put(t, path, "one\ntwo\nthr")
	f, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Truncate(int64(len("one\ntwo\nthr") + 1)); err == nil {
		t.Error("the journal was cut off behind its end")
	}
	if err := f.Truncate(int64(len("one\ntwo\n"))); err != nil {
		t.Fatal(err)
	}
	holds(t, path, "one\ntwo\n")
	write(t, f, "three\n")
	shut(t, f)
	holds(t, path, "one\ntwo\nthree\n")
}

func TestOneWriterOnly(t *testing.T) {
	path := filepath.Join(t.TempDir(), "race.jsonl")
	f := must(Create(path))(t)
	write(t, f, "one\n")
	_, err := Open(path)
	if !errors.Is(err, ErrInUse) {
		t.Fatalf("a second writer: %v, want ErrInUse", err)
	}
	says(t, err, path, "in use")
	holds(t, path, "one\n") // all may read
	shut(t, f)

	f, err = Open(path)
	if err != nil {
		t.Fatalf("after the first was closed: %v", err)
	}
	shut(t, f)
	if names, _ := os.ReadDir(filepath.Dir(path)); len(names) != 1 {
		t.Errorf("%v is left behind, want the journal alone", names)
	}
}

// TestKilledWriter has a second program hold a journal, and kills it.
func TestKilledWriter(t *testing.T) {
	if path := os.Getenv("STORE_TEST_HOLD"); path != "" {
		f := must(Create(path))(t)
		write(t, f, "one\n")
		os.Stdout.WriteString("held")
		io.Copy(io.Discard, os.Stdin) // until killed
		return
	}
	path := filepath.Join(t.TempDir(), "race.jsonl")
	holder := exec.Command(os.Args[0], "-test.run=^TestKilledWriter$")
	holder.Env = append(os.Environ(), "STORE_TEST_HOLD="+path)
	if _, err := holder.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	out, err := holder.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := holder.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadFull(out, make([]byte, len("held"))); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(path); !errors.Is(err, ErrInUse) {
		t.Errorf("while another program writes: %v, want ErrInUse", err)
	}
	holder.Process.Kill()
	holder.Wait()
	f, err := Open(path)
	if err != nil {
		t.Fatalf("after it was killed: %v", err)
	}
	defer f.Close()
	holds(t, path, "one\n")
}

func TestClosedWithoutALine(t *testing.T) {
	path := filepath.Join(t.TempDir(), "race.jsonl")
	f := must(Create(path))(t)
	shut(t, f)
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("an empty journal is left behind (%v)", err)
	}
}

// An empty file that somebody else has made is not ours to remove.
func TestEmptyFileIsLeftAlone(t *testing.T) {
	path := filepath.Join(t.TempDir(), "race.jsonl")
	put(t, path, "")
	shut(t, must(Open(path))(t))
	holds(t, path, "")
}

// fullDisk has room for so many more bytes.
type fullDisk struct {
	*os.File
	room  int
	short bool // says nothing about it
}

func (d *fullDisk) WriteAt(p []byte, off int64) (int, error) {
	if len(p) <= d.room {
		d.room -= len(p)
		return d.File.WriteAt(p, off)
	}
	n, err := d.File.WriteAt(p[:d.room], off)
	d.room = 0
	if err == nil && !d.short {
		err = &fs.PathError{Op: "write", Path: d.Name(), Err: syscall.ENOSPC}
	}
	return n, err
}

func TestFullDisk(t *testing.T) {
	tests := []struct {
		name  string
		short bool
		want  error
	}{
		{"with an error", false, syscall.ENOSPC},
		{"short write", true, io.ErrShortWrite},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "race.jsonl")
			f := must(Create(path))(t)
			f.disk = &fullDisk{File: f.disk.(*os.File), room: 6, short: test.short}
			write(t, f, "one\n")

			n, err := f.Write([]byte("two\n"))
			if n != 0 || !errors.Is(err, test.want) {
				t.Fatalf("Write gives %d, %v; want 0, %v", n, err, test.want)
			}
			says(t, err, "everything up to the last committed step is kept in "+path, "free space", "sandbox play --resume "+path)
			holds(t, path, "one\n")

			f.disk.(*fullDisk).room = 100
			if _, again := f.Write([]byte("two\n")); again != err {
				t.Errorf("a later Write gives %v, want the same error", again)
			}
			if again := f.Sync(); again != err {
				t.Errorf("a later Sync gives %v, want the same error", again)
			}
			shut(t, f)
			holds(t, path, "one\n")
		})
	}
}

// badDisk cannot bring anything to the disk.
type badDisk struct{ *os.File }

func (badDisk) Sync() error { return syscall.EIO }

func TestFailedSync(t *testing.T) {
	path := filepath.Join(t.TempDir(), "race.jsonl")
	f := must(Create(path))(t)
	f.disk = badDisk{f.disk.(*os.File)}
	write(t, f, "one\n")
	err := f.Sync()
	if !errors.Is(err, syscall.EIO) {
		t.Fatalf("Sync gives %v, want %v", err, syscall.EIO)
	}
	says(t, err, "--resume "+path)
	if _, again := f.Write([]byte("two\n")); again != err {
		t.Errorf("a later Write gives %v, want the same error", again)
	}
	shut(t, f)
	holds(t, path, "one\n")
}

func must(f *File, err error) func(*testing.T) *File {
	return func(t *testing.T) *File {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
}

func write(t *testing.T, f *File, lines ...string) {
	t.Helper()
	for _, line := range lines {
		if n, err := f.Write([]byte(line)); n != len(line) || err != nil {
			t.Fatalf("Write(%q) gives %d, %v", line, n, err)
		}
	}
}

func shut(t *testing.T, f *File) {
	t.Helper()
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

func put(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func holds(t *testing.T, path, want string) {
	t.Helper()
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Errorf("%s holds %q, want %q", path, got, want)
	}
}

func says(t *testing.T, err error, words ...string) {
	t.Helper()
	for _, word := range words {
		if !strings.Contains(err.Error(), word) {
			t.Errorf("the error does not say %q: %v", word, err)
		}
	}
}
