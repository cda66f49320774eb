package variant_test

import (
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"sandbox/scripts/internal/luabox"
	"sandbox/scripts/internal/source"
	"sandbox/scripts/internal/variant"
)

// head is the first line of most variants here; what a test adds begins on
// line 2.
const head = `local racing = require "racing"; local V = racing.variant { name = "My", track = "oval", turn = error, entries = { { name = "A" } } }` + "\n"

// fork is the first line of a fork.
const fork = `local racing = require "racing"` + "\n"

// reading is a variant that was read.
type reading struct {
	*variant.Reader
	v      *variant.Variant
	def    *variant.Definition
	values map[string]string
}

// read reads the variant "my" among files of a test and the project's.
func read(own map[string]string, settings ...string) (r reading, err error) {
	mem := fstest.MapFS{}
	for name, text := range own {
		mem[name+".lua"] = &fstest.MapFile{Data: []byte(text)}
	}
	return readIn(source.Roots{
		{Folder: source.Variants, FS: mem, Label: "test/"},
		{Folder: source.Variants, FS: os.DirFS("../../../variants"), Label: "variants/"},
	}, variant.Options{Variant: "my", Settings: settings})
}

func readIn(files source.Files, opts variant.Options) (r reading, err error) {
	r.Reader = variant.NewReader(variant.Reserved{Car: map[string]bool{"lap": true}, Race: map[string]bool{"round": true}})
	box := luabox.New(luabox.NewUnits(files), r.Hooks())
	r.Open(box)
	if r.v, r.def, err = r.Read(opts, false); err == nil {
		r.values = r.Values(r.v)
	}
	return r, err
}

func mustRead(t *testing.T, own map[string]string, settings ...string) reading {
	t.Helper()
	r, err := read(own, settings...)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// said compares an error's text; a want that ends in "..." is a beginning, ""
// is no error.
func said(t *testing.T, err error, want string) {
	t.Helper()
	got := ""
	if err != nil {
		got = err.Error()
	}
	if begin, ok := strings.CutSuffix(want, "..."); ok && strings.HasPrefix(got, begin) && got != "" {
		return
	}
	if got != want {
		t.Errorf("\n got %s\nwant %s", got, want)
	}
}
