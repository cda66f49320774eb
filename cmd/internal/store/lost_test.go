package store

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What somebody does to a journal while it is written is noticed before the next
// line, and nothing of it is lost.
func TestLost(t *testing.T) {
	for _, c := range []struct {
		name, says string
		do         func(path string) error
		left       string // what is there under its name afterwards
		spare      string
	}{
		{"deleted", "is gone", os.Remove, "", "race.jsonl"},
		{"renamed", "is gone", func(path string) error { return os.Rename(path, path+".old") }, "", "race.jsonl"},
		{"replaced", "is another file now", func(path string) error {
			return errors.Join(os.WriteFile(path+"~", []byte("mine\n"), 0o600), os.Rename(path+"~", path))
		}, "mine\n", "race-2.jsonl"},
		{"cut off", "was cut off by somebody: it has 4 of 14 bytes", func(path string) error { return os.Truncate(path, 4) }, "one\n", "race-2.jsonl"},
		{"written to", "was written to by somebody: it has 4 bytes too many", func(path string) error {
			f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
			if err != nil {
				return err
			}
			_, err = f.WriteString("two\n")
			return errors.Join(err, f.Close())
		}, "one\ntwo\nthree\ntwo\n", "race-2.jsonl"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, "race.jsonl")
			put(t, path, "one\ntwo\ntor")
			f, err := Open(path)
			if err != nil {
				t.Fatal(err)
			}
			if err := f.Truncate(int64(len("one\ntwo\n"))); err != nil {
				t.Fatal(err)
			}
			write(t, f, "three\n")
			if lost := f.Check(); lost != nil {
				t.Fatal(lost)
			}
			if err := c.do(path); err != nil {
				t.Fatal(err)
			}
			write(t, f, "four\n")
			lost := f.Lost()
			if lost == nil || f.Check() != lost || !strings.Contains(lost.Error(), path+" "+c.says) || lost.Gone != (c.left == "") {
				t.Fatalf("%v", lost)
			}
			if err := f.Sync(); err != nil {
				t.Error(err)
			}
			if c.left != "" {
				holds(t, path, c.left)
			}
			spare := lost.Spare()
			if spare != filepath.Join(dir, c.spare) {
				t.Errorf("it could be kept in %s", spare)
			}
			put(t, filepath.Join(dir, "taken"), "x")
			if err := f.Move(filepath.Join(dir, "taken")); !errors.Is(err, fs.ErrExist) || f.Lost() == nil {
				t.Errorf("%v", err)
			}
			if err := f.Move(spare); err != nil || f.Lost() != nil || f.Path() != spare {
				t.Fatal(err)
			}
			write(t, f, "five\n")
			shut(t, f)
			holds(t, spare, "one\ntwo\nthree\nfour\nfive\n")
			if c.left != "" {
				holds(t, path, c.left)
			}
		})
	}
}
