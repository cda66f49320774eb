// Package starter has the files that a game begins with: a variant that runs, its
// specs and a page that says what to type.
//
//	for _, f := range starter.Files("my-game", "isloppet") { ... }
//
// It writes nothing itself, and knows no rules: what an editor is told of them is
// the business of package reference.
package starter

import (
	"fmt"
	"path"
	"strings"
	"unicode"

	"sandbox/scripts"
	"sandbox/scripts/reference"
)

// Name is the name of a game as its files are called, from that of its folder:
// letters, digits, "-" and "_". It fails where nothing is left of it.
func Name(folder string) (string, error) {
	name := strings.Trim(strings.Map(func(r rune) rune {
		if r < unicode.MaxASCII && (unicode.IsLetter(r) || unicode.IsDigit(r) || r == '-' || r == '_') {
			return r
		}
		return '_'
	}, folder), "_-")
	if name == "" {
		return "", fmt.Errorf("%q gives a game no name: call the folder by letters and digits, such as my-game", folder)
	}
	if scripts.Beside(name) {
		return "", fmt.Errorf("%q would be the name of specs or drivers, not of a game: choose another one", folder)
	}
	return name, nil
}

// Files are those of a new game: a fork of a variant, or a small game of its own
// where from is "".
func Files(name, from string) []reference.File {
	variant, specs, is := ownVariant, ownSpecs, "A game of its own"
	if from != "" {
		variant, specs, is = forkVariant, forkSpecs, "A fork of "+from
	}
	fill := strings.NewReplacer("NAME", name, "TITLE", title(name), "CLASS", class(name), "FROM", from, "KIND", is)
	return []reference.File{
		{Path: path.Join(scripts.Variants, name+".lua"), Text: fill.Replace(variant)},
		{Path: path.Join(scripts.Variants, name+"_spec.lua"), Text: fill.Replace(specs)},
		{Path: "README.md", Text: fill.Replace(readme)},
	}
}

// words are those that a name is made of.
func words(name string) []string {
	return strings.FieldsFunc(name, func(r rune) bool { return r == '-' || r == '_' })
}

// title is "My game" for my-game.
func title(name string) string {
	text := strings.Join(words(name), " ")
	return strings.ToUpper(text[:1]) + text[1:]
}

// class is "MyGame" for my-game.
func class(name string) string {
	var b strings.Builder
	for _, word := range words(name) {
		b.WriteString(strings.ToUpper(word[:1]) + word[1:])
	}
	return "Game" + b.String()
}
