package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"sandbox/cmd/internal/entries"
	"sandbox/cmd/internal/library"
	"sandbox/scripts"
)

// What sandbox entries prints reads back to the entries of the variant.
func TestPrintedEntries(t *testing.T) {
	for _, name := range games(t) {
		p, err := scripts.Load(library.Roots(), scripts.Options{Variant: name})
		if err != nil {
			t.Fatal(err)
		}
		for file, args := range map[string][]string{
			"my.yaml": {"entries", name},
			"my.toml": {"entries", name, "--toml"},
		} {
			var out, errOut bytes.Buffer
			if code := new(program).run(context.Background(), args, strings.NewReader(""), &out, &errOut); code != 0 {
				t.Fatalf("%v: exit %d: %s", args, code, errOut.String())
			}
			path := filepath.Join(t.TempDir(), file)
			if err := os.WriteFile(path, out.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
			list, err := entries.Read(path)
			if err != nil {
				t.Errorf("%v: %v", args, err)
			} else if !reflect.DeepEqual(list.Entries, p.Entries()) {
				t.Errorf("%v reads back as %v, not %v", args, list.Entries, p.Entries())
			}
		}
	}
}
