package library

import (
	"context"
	"os"
	"strings"

	"sandbox/cmd/internal/door"
	"sandbox/core/race"
	"sandbox/scripts"
)

// OnDisk lists the files of a program that can be watched.
func OnDisk(p *scripts.Program) []string {
	var list []string
	for _, src := range p.Sources() {
		if _, err := os.Stat(src.Path); err == nil && !BuiltIn(src.Path) {
			list = append(list, src.Path)
		}
	}
	return list
}

// Folders are those that a program's files were read from, as far as they are
// still there.
func Folders(p *scripts.Program) []string {
	seen, list := map[string]bool{}, []string(nil)
	for _, src := range p.Sources() {
		if folder, _ := Split(src.Path); !seen[folder] && isFolder(folder) {
			seen[folder] = true
			list = append(list, folder)
		}
	}
	return list
}

// Recorded lists the files that the rules in a journal were read from, but for
// what the program carries, as far as the journal can be read, and until the
// context is done.
func Recorded(ctx context.Context, journal string) []string {
	f, err := door.Open(journal)
	if err != nil {
		return nil
	}
	defer f.Close()
	var list []string
	for lines := race.NewReader(door.Until(ctx, f)); ; {
		rec, err := lines.Next()
		if err != nil {
			return list
		}
		if src := rec.Source; src != nil && !BuiltIn(src.Path) && !strings.HasPrefix(src.Name, scripts.Lib+"/") {
			list = append(list, src.Path)
		}
	}
}
