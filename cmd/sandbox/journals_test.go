package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"sandbox/cmd/internal/settings"
)

// shownWhole is the longest output, in bytes, that a transcript shows; of a
// longer one it has the SHA-256.
const shownWhole = 1000

// Races that were recorded once are played again to the same bytes by the
// program as it is now, and gone on with where nobody has to answer.
// testdata/journals/README.md says what they hold; nothing writes them anew.
func TestRecordedJournals(t *testing.T) {
	files, err := filepath.Glob("testdata/journals/*.jsonl.gz")
	if err != nil || len(files) < 8 {
		t.Fatalf("only %d journals: %v", len(files), err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".jsonl.gz")
		t.Run(name, func(t *testing.T) {
			want, err := os.ReadFile(filepath.Join("testdata", "journals", name+".txt"))
			if err != nil {
				t.Fatal(err)
			}
			journal := unpacked(t, file)
			dir := t.TempDir()
			t.Setenv("XDG_STATE_HOME", filepath.Join(dir, "state"))
			t.Setenv(settings.Env(isolateKey), isolateNever) // whose rules they were is not the question
			t.Chdir(dir)
			got := transcript(t, name+".jsonl", journal, string(want))
			if got != string(want) && !(testing.Short() && strings.HasPrefix(string(want), got)) {
				t.Errorf("it was\n%s\nand is\n%s", want, got)
			}
		})
	}
}

// toldSince is what replay tells besides, since the journals were recorded: where
// the rules changed, and what.
var toldSince = regexp.MustCompile(`(?m)^new rules from here on:\n(  \S.*\n)+|^\{"type":"rules",.*\n`)

func unpacked(t *testing.T, file string) []byte {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	packed, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(packed)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// transcript is what the program says now to the commands of an older
// transcript, each given a fresh copy of the journal; with -short to the first
// of them.
func transcript(t *testing.T, name string, journal []byte, older string) string {
	t.Helper()
	var all strings.Builder
	for line := range strings.Lines(older) {
		command, found := strings.CutPrefix(line, "$ sandbox ")
		if !found {
			continue
		}
		if testing.Short() && all.Len() > 0 {
			break
		}
		if err := os.WriteFile(name, journal, 0o600); err != nil {
			t.Fatal(err)
		}
		var out, errOut bytes.Buffer
		code := new(program).run(context.Background(), strings.Fields(command), strings.NewReader(""), &out, &errOut)
		all.WriteString(line)
		out = *bytes.NewBuffer(toldSince.ReplaceAll(out.Bytes(), nil))
		if out.Len() > shownWhole {
			fmt.Fprintf(&all, "%d bytes, SHA-256 %x\n", out.Len(), sha256.Sum256(out.Bytes()))
		} else {
			out.WriteTo(&all)
		}
		errOut.WriteTo(&all)
		if code != 0 {
			fmt.Fprintf(&all, "exit %d\n", code)
		}
	}
	return all.String()
}
