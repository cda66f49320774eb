package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

var (
	fencedFile = regexp.MustCompile("(?s)<!-- file: (\\S+) -->\n```(?:lua|yaml)\n(.*?)```")
	consoles   = regexp.MustCompile("(?s)```console\n(.*?)```")
	shellLines = regexp.MustCompile("(?s)```sh\n(.*?)```")
	ofMany     = regexp.MustCompile(`-n \d+`)
)

// Every command that README and docs show does what they show, with the files
// that they show. A line of dots stands for any lines, dots in a line for
// anything. Of a run that they only name, for a shell, two races are played.
func TestDocs(t *testing.T) {
	unhurried(t)
	pages := []string{"../../README.md"}
	for _, folder := range []string{"../../docs", "../../docs/rules", "../../docs/variants"} {
		there, err := filepath.Glob(folder + "/*.md")
		if err != nil || there == nil {
			t.Fatalf("%s: no pages: %v", folder, err)
		}
		pages = append(pages, there...)
	}
	shown := 0
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(filepath.Base(page), func(t *testing.T) {
			t.Chdir(t.TempDir())
			t.Setenv("XDG_STATE_HOME", t.TempDir())
			for _, m := range fencedFile.FindAllStringSubmatch(string(text), -1) {
				if err := errors.Join(os.MkdirAll(filepath.Dir(m[1]), 0o755), os.WriteFile(m[1], []byte(m[2]), 0o644)); err != nil {
					t.Fatal(err)
				}
			}
			for _, m := range consoles.FindAllStringSubmatch(string(text), -1) {
				for _, session := range strings.Split(m[1], "$ sandbox ")[1:] {
					shown++
					checkSession(t, session)
				}
			}
			for _, m := range shellLines.FindAllStringSubmatch(string(text), -1) {
				for line := range strings.Lines(m[1]) {
					if command, ok := strings.CutPrefix(line, "sandbox sim "); ok {
						command, _, _ = strings.Cut(strings.TrimSpace(command), " && ")
						said(t, "sim "+ofMany.ReplaceAllString(command, "-n 2"))
					}
				}
			}
		})
	}
	if shown < 5 {
		t.Errorf("only %d commands are shown; were they found?", shown)
	}
}

// checkSession runs the command in the first line of a session and compares
// what it prints with the lines after it.
func checkSession(t *testing.T, session string) {
	t.Helper()
	command, want, _ := strings.Cut(session, "\n")
	out, ok := said(t, command)
	if !ok {
		return
	}
	pattern := "^"
	for _, line := range strings.SplitAfter(want, "\n") {
		switch line {
		case "...\n":
			pattern += "(?:.*\n)*?"
		default:
			pattern += strings.ReplaceAll(regexp.QuoteMeta(line), `\.\.\.`, ".*")
		}
	}
	if !regexp.MustCompile(pattern + "$").MatchString(out) {
		t.Errorf("sandbox %s does not print\n%s\nbut\n%.2000s", command, want, out)
	}
}

// said is what a command prints; it must end well. A run without a number has the
// time that it takes.
func said(t *testing.T, command string) (text string, ok bool) {
	t.Helper()
	var out bytes.Buffer
	p := &program{limited: time.Hour}
	if code := p.run(context.Background(), shellWords(command), strings.NewReader(""), &out, &out); code != 0 {
		t.Errorf("sandbox %s: exit %d: %s", command, code, out.String())
		return "", false
	}
	return out.String(), true
}

// shellWords are the words of a command; one in single quotes may hold blanks.
func shellWords(command string) []string {
	var words []string
	for i, part := range strings.Split(command, "'") {
		if i%2 == 1 {
			words = append(words, part)
		} else {
			words = append(words, strings.Fields(part)...)
		}
	}
	return words
}

// The cells of the rulings can be read: what is longer goes on in the next row.
func TestDocsHaveShortCells(t *testing.T) {
	text, err := os.ReadFile("../../docs/rulings.md")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		for cell := range strings.SplitSeq(strings.TrimSpace(line), "|") {
			if strings.HasPrefix(line, "|") && len(cell) > 210 {
				t.Errorf("a cell of %d characters: %s", len(cell), cell)
			}
		}
	}
}
