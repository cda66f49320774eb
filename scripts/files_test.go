package scripts_test

import (
	"os"
	"testing"
	"testing/fstest"

	"sandbox/scripts"
)

// files are the project's variants and tracks, with variants of the test
// before them.
func files(own map[string]string) scripts.Roots {
	mem := fstest.MapFS{}
	for name, text := range own {
		mem[name+".lua"] = &fstest.MapFile{Data: []byte(text)}
	}
	return scripts.Roots{
		{Folder: scripts.Variants, FS: mem, Label: "test/"},
		{Folder: scripts.Tracks, FS: mem, Label: "test/"},
		{Folder: scripts.Variants, FS: os.DirFS("../variants"), Label: "variants/"},
		{Folder: scripts.Tracks, FS: os.DirFS("../tracks"), Label: "tracks/"},
	}
}

func load(t testing.TB, opts scripts.Options, own map[string]string) *scripts.Program {
	t.Helper()
	p, err := scripts.Load(files(own), opts)
	if err != nil {
		t.Fatal(err)
	}
	return p
}
