package library

import (
	"fmt"
	"io/fs"
	"strings"

	"sandbox/core/race"
	"sandbox/scripts"
	"sandbox/tracks"
	"sandbox/variants"
)

// Carried is the file that the program carries under a name, whatever lies on
// disk: isloppet, isloppet.lua or variants/isloppet. A variant comes before a
// track, and that before a file of the shared library, of the same name.
func Carried(called string) (race.Source, error) {
	name, known := strings.TrimSuffix(called, ".lua"), CarriedNames()
	for _, there := range known {
		if _, base, _ := strings.Cut(there, "/"); name == there || name == base {
			return carried().Open(there)
		}
	}
	names := make([]string, len(known))
	for i, there := range known {
		_, names[i], _ = strings.Cut(there, "/")
	}
	return race.Source{}, fmt.Errorf("the program carries no file called %q%s", called, scripts.Suggest(name, names))
}

// CarriedNames are the names of all files that the program carries:
// variants/isloppet, tracks/oval, lib/wear.
func CarriedNames() []string {
	var list []string
	for _, root := range carried() {
		files, _ := fs.Glob(root.FS, "*.lua") // the pattern is sound
		for _, file := range files {
			list = append(list, root.Folder+"/"+strings.TrimSuffix(file, ".lua"))
		}
	}
	for _, name := range carried().Names(scripts.Lib) {
		list = append(list, scripts.Lib+"/"+name)
	}
	return list
}

// CarriedVariants are the names of the variants that the program carries.
func CarriedVariants() []string { return carried().Names(scripts.Variants) }

// carried are the places in the program.
func carried() scripts.Roots {
	return scripts.Roots{
		{Folder: scripts.Variants, FS: variants.FS, Label: builtIn + "variants/"},
		{Folder: scripts.Tracks, FS: tracks.FS, Label: builtIn + "tracks/"},
	}
}
