package scripts_test

import (
	"os"
	"strings"
	"testing"

	"sandbox/scripts"
)

func TestZZSpec(t *testing.T) {
	v := os.Getenv("ZZ_VARIANTS")
	if v == "" {
		v = "../variants"
	}
	files := scripts.Roots{{Folder: "variants", FS: os.DirFS(v), Label: "variants/"}, {Folder: "tracks", FS: os.DirFS("../tracks"), Label: "tracks/"}}
	only := os.Getenv("ZZ_ONLY")
	for _, f := range strings.Fields(os.Getenv("ZZ_FILES")) {
		res, err := scripts.RunSpecs(files, "variants/"+f, func(n string) bool { return strings.Contains(n, only) })
		if err != nil {
			t.Error(f, err)
		}
		bad := 0
		for _, r := range res {
			if r.Err != nil {
				bad++
				t.Logf("FAIL %s\n     %v\n     %s", r.Name, r.Err, r.State)
			} else if os.Getenv("ZZ_ALL") != "" {
				t.Logf("ok   %s", r.Name)
			}
		}
		t.Logf("%s: %d specs, %d failed", f, len(res), bad)
	}
}
