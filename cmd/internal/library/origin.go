package library

import (
	"os"
	"strings"

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
// what the program carries; none when the journal cannot be read.
func Recorded(journal string) []string {
	text, err := os.ReadFile(journal)
	if err != nil {
		return nil
	}
	records, _, err := race.ReadJournal(text)
	if err != nil {
		return nil
	}
	var list []string
	for i := range records {
		if src := records[i].Source; src != nil && !BuiltIn(src.Path) && !strings.HasPrefix(src.Name, scripts.Lib+"/") {
			list = append(list, src.Path)
		}
	}
	return list
}
