//go:build unix

package main

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// A championship is killed at any instant from before its folder is made. Then
// the same command begins it, or says how to go on, and that does: it comes to
// the same end, byte for byte, as when nobody kills it.
func TestKilledWhileItsFolderIsMade(t *testing.T) {
	unhurried(t)
	t.Parallel()
	home := house(t)
	start := []string{"play", "paper_f1_quick", "--races", "oval,oval", "--laps", "1", "--seed", "7", "--auto", "--save"}
	output(t, home, append(start, "whole")...)
	whole := filesIn(t, filepath.Join(home, "whole"))
	luck := rand.New(rand.NewPCG(2011, 15))
	for n := range *kills / 3 {
		dir := filepath.Join(home, "season", string(rune('a'+n%26)), strings.Repeat("x", n/26))
		killedAt(t, dir, luck.Int64N(4000), home, append(start, dir)...)
		said, err := process(home, append(start, dir)...).CombinedOutput()
		if err != nil {
			if goOn := "go on with that one: sandbox play --resume " + dir; !bytes.Contains(said, []byte(goOn)) {
				t.Fatalf("%v\n%s", err, said)
			}
			output(t, home, "play", "--resume", dir, "--auto")
		}
		now := filesIn(t, dir)
		for name, text := range whole {
			if now[name] != text {
				t.Fatalf("%s is not as it is without a kill: %d bytes, not %d", name, len(now[name]), len(text))
			}
		}
	}
}

// killedAt runs sandbox until its folder holds so many bytes, or it ends.
func killedAt(t *testing.T, dir string, size int64, home string, args ...string) {
	t.Helper()
	cmd := process(home, args...)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() { _ = cmd.Wait(); close(ended) }()
	for {
		select {
		case <-ended:
			return
		case <-time.After(50 * time.Microsecond):
		}
		there, err := os.ReadDir(dir)
		all := int64(0)
		for _, entry := range there {
			if info, err := entry.Info(); err == nil {
				all += info.Size()
			}
		}
		if err == nil && all >= size {
			_ = cmd.Process.Kill() // it may have ended already
			<-ended
			return
		}
	}
}

// filesIn is what the files in a folder hold, by name.
func filesIn(t *testing.T, dir string) map[string]string {
	t.Helper()
	there, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, entry := range there {
		text, err := os.ReadFile(filepath.Join(dir, entry.Name()))
		if err != nil {
			t.Fatal(err)
		}
		files[entry.Name()] = string(text)
	}
	return files
}
