package library

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sandbox/scripts"
	"sandbox/tracks"
	"sandbox/variants"
)

// The program carries every variant and track, and no spec.
func TestBuiltIn(t *testing.T) {
	for folder, files := range map[string]interface {
		ReadFile(string) ([]byte, error)
	}{scripts.Variants: variants.FS, scripts.Tracks: tracks.FS} {
		found, err := filepath.Glob("../../../" + folder + "/*.lua")
		if err != nil || len(found) == 0 {
			t.Fatal(folder, err)
		}
		for _, path := range found {
			name := filepath.Base(path)
			text, err := files.ReadFile(name)
			if strings.HasSuffix(name, "_spec.lua") {
				if err == nil {
					t.Errorf("%s is built in", name)
				}
				continue
			}
			want, readErr := os.ReadFile(path)
			if err != nil || readErr != nil || !bytes.Equal(text, want) {
				t.Errorf("%s is not built in: %v %v", path, err, readErr)
			}
		}
	}
}

// What people call a file is a name, name.lua or a path.
func TestSplit(t *testing.T) {
	for _, c := range []struct{ called, folder, name string }{
		{"isloppet", "", "isloppet"},
		{"isloppet.lua", "", "isloppet"},
		{"./isloppet", ".", "isloppet"},
		{"variants/isloppet.lua", "variants", "isloppet"},
		{"/a/b/isloppet.lua", "/a/b", "isloppet"},
	} {
		if folder, name := Split(c.called); folder != c.folder || name != c.name {
			t.Errorf("%s: %q in %q, want %q in %q", c.called, name, folder, c.name, c.folder)
		}
	}
}

// A path has to lead to a file, and the name of a file to one somewhere; a name
// may be anything.
func TestFind(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("mine.lua", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ called, wrong string }{
		{"nobody", ""},
		{"mine.lua", ""},
		{"./mine.lua", ""},
		{"isloppet.lua", ""},
		{"nobody.lua", "there is no nobody.lua in "},
		{"./nobody.lua", "no such file"},
		{"there/mine", "no such file"},
	} {
		_, _, err := Find(c.called, scripts.Variants)
		if (err == nil) != (c.wrong == "") || err != nil && !strings.Contains(err.Error(), c.wrong) {
			t.Errorf("%s: %v, want %q", c.called, err, c.wrong)
		}
	}
}

// What the program carries is named so in errors, and is found again by that.
func TestText(t *testing.T) {
	src, err := Roots().Open(scripts.Tracks + "/oval")
	if err != nil {
		t.Fatal(err)
	}
	if text, ok := Text(src.Path); !ok || text != src.Text || !BuiltIn(src.Path) {
		t.Errorf("%s is not found again", src.Path)
	}
	if _, ok := Text("built-in tracks/nowhere.lua"); ok {
		t.Error("a track is found that is not there")
	}
}
