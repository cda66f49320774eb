//go:build unix

package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"sandbox/cmd/internal/term"
	"sandbox/core/race"
	"sandbox/scripts"
)

// kills is at how many instants races are killed: most of them while somebody
// is asked, some while the race is only told.
var kills = flag.Int("kills", 30, "times that TestKilledWhileAsked and TestKilledWhileTold kill a race, together")

// A race is killed at any instant, resumed, and killed again. Nothing is lost
// that was committed or answered, and it comes to the same end, byte for byte,
// as when nobody kills it.
func TestKilledWhileAsked(t *testing.T) {
	unhurried(t)
	t.Parallel()
	k := killing(t, "play", "geared", "--drive", "all", "--laps", "3", "--seed", "7")
	k.kill(*kills*7/10, 4000)
	if k.midStep < k.kills/10 {
		t.Errorf("only %d of %d kills fell between an answer and the end of its step", k.midStep, k.kills)
	}
}

func TestKilledWhileTold(t *testing.T) {
	unhurried(t)
	t.Parallel()
	k := killing(t, "play", "paper_f1", "--track", "oval", "--auto", "--seed", "7")
	k.kill(*kills*3/10, 15000)
}

// killer plays a race that is killed over and over.
type killer struct {
	*testing.T
	dir   string
	start []string // how the race is started
	whole []byte   // its journal when nobody kills it
	path  string   // its journal

	begun              bool // the race can be gone on with
	committed, answers int  // how many there are in the journal

	kills   int
	midStep int // of these, between an answer and the end of its step
}

// killing plays a race to its end once, without a kill.
func killing(t *testing.T, start ...string) *killer {
	k := &killer{T: t, dir: house(t), start: start}
	k.path = filepath.Join(k.dir, "whole.jsonl")
	if over, said := k.session(never); !over {
		t.Fatalf("the race does not end:\n%s", said)
	}
	var err error
	if k.whole, err = os.ReadFile(k.path); err != nil {
		t.Fatal(err)
	}
	return k
}

// kill kills so many times, each within so many bytes, and plays on after each
// kill, one race after the other.
func (k *killer) kill(times, within int) {
	k.Helper()
	luck := rand.New(rand.NewPCG(2011, uint64(times)))
	races := 0
	for k.kills < times {
		races++
		k.path = filepath.Join(k.dir, fmt.Sprintf("race%d.jsonl", races))
		k.begun, k.committed, k.answers = false, 0, 0
		for over := false; !over; {
			when := never
			if k.kills < times {
				when = k.instant(luck, within)
			}
			var said string
			if over, said = k.session(when); !over {
				k.kills++
				k.nothingLost(said)
			}
		}
		journal, err := os.ReadFile(k.path)
		if err != nil {
			k.Fatal(err)
		}
		if !bytes.Equal(journal, k.whole) {
			k.Fatalf("after %d kills the journal is not as it is without: %d bytes, not %d", k.kills, len(journal), len(k.whole))
		}
	}
	k.Logf("%d kills in %d races, %d between an answer and the end of its step", k.kills, races, k.midStep)
}

// death is the instant at which so many bytes were shown, or are in the
// journal.
type death struct{ shown, written int64 }

var never = death{-1, -1}

// instant is one of a session, which may be over before.
func (k *killer) instant(luck *rand.Rand, within int) death {
	after := luck.Int64N(int64(within))
	if luck.IntN(2) == 0 {
		return death{after, -1}
	}
	if info, err := os.Stat(k.path); err == nil {
		after += info.Size() + 1
	}
	return death{-1, after}
}

// watch kills when the journal has grown to the instant.
func (d death) watch(path string, ended <-chan struct{}, kill func()) {
	for d.written >= 0 {
		if info, err := os.Stat(path); err == nil && info.Size() >= d.written {
			kill()
			return
		}
		select {
		case <-ended:
			return
		case <-time.After(50 * time.Microsecond):
		}
	}
}

var promptAtEnd = regexp.MustCompile(`(?s)^.* > $`)

// session plays until the race is over, or the program is dead, and returns
// all that was said.
func (k *killer) session(when death) (over bool, said string) {
	k.Helper()
	args := append(slices.Clone(k.start), "--save", k.path)
	if k.begun {
		args = []string{"play", "--resume", k.path}
		if slices.Contains(k.start, "--auto") {
			args = append(args, "--auto")
		}
	}
	cmd := process(k.dir, args...)
	kill := func() { _ = cmd.Process.Kill() } // it may have ended already
	p := open80(k.T, cmd, func(all int) {
		if when.shown >= 0 && int64(all) >= when.shown {
			kill()
		}
	})
	go when.watch(k.path, p.ended, kill)
	for n := k.answers; ; {
		text, found := p.await(promptAtEnd)
		if !found {
			break
		}
		line := ""
		switch {
		case strings.Contains(text, ": which gear\n"):
			line = strconv.Itoa(1 + n%3)
			n++
		case strings.Contains(text, ": risk?\n"):
			line = []string{"safe", "bold"}[n/2%2]
			n++
		}
		if _, err := p.keys.WriteString(line + "\n"); err != nil {
			break // it is dead
		}
	}
	select {
	case <-p.ended:
	case <-time.After(patience):
		k.Fatalf("it neither asks nor ends:\n%s", p.all())
	}
	_ = cmd.Wait()
	p.keys.Close()
	if code := cmd.ProcessState.ExitCode(); code > 0 {
		k.Fatalf("exit %d:\n%s", code, p.all())
	}
	return cmd.ProcessState.ExitCode() == 0, p.all()
}

// nothingLost reads the journal of a race that was killed, and plays it again.
// All that the last session told must come up: of steps that were told to the
// end as commits, of the one under way by the answers that were given.
func (k *killer) nothingLost(said string) {
	k.Helper()
	text, err := os.ReadFile(k.path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		k.Fatal(err)
	}
	game, err := race.Replay(race.NewReader(bytes.NewReader(text)), embedded, nil)
	if errors.Is(err, race.ErrEmpty) {
		if strings.Contains(said, "seed") || k.committed > 0 {
			k.Fatalf("the race is lost, after\n%s", said)
		}
		return // it begins again, in the same file
	}
	if err != nil {
		k.Fatalf("kill %d: %v", k.kills, err)
	}
	stood := game.Steps() + 1
	var events []race.Event
	for i := max(1, k.committed); i < stood; i++ {
		c, err := game.Commit(i)
		if err != nil {
			k.Fatal(err)
		}
		events = append(events, c.Events...)
	}
	events = append(events, provisional(k.T, game)...)
	told, kept := k.happenings(game, said), k.happenings(game, retold(game, events))
	if len(told) > len(kept) || !slices.Equal(told, kept[:len(told)]) {
		k.Fatalf("kill %d: this was told\n%s\nand this is kept\n%s", k.kills, strings.Join(told, "\n"), strings.Join(kept, "\n"))
	}
	answers, atAnswer := 0, false
	for lines := race.NewReader(bytes.NewReader(text)); ; {
		rec, err := lines.Next()
		if err != nil {
			break
		}
		if atAnswer = rec.Answer != nil; atAnswer {
			answers++
		}
	}
	if stood < k.committed || answers < k.answers {
		k.Fatalf("kill %d: %d commits and %d answers are left of %d and %d", k.kills, stood, answers, k.committed, k.answers)
	}
	k.begun, k.committed, k.answers = true, stood, answers
	if atAnswer {
		k.midStep++
	}
}

// provisional is what may be told of the step under way before it is
// committed: when it asks, what went before; when it asks no more, what went
// before its last answer.
func provisional(t *testing.T, game *race.Game) []race.Event {
	t.Helper()
	commit, err := game.Play()
	switch {
	case errors.Is(err, race.ErrOver):
		return nil
	case errors.Is(err, race.ErrPending):
		return game.Events()
	case err != nil:
		t.Fatal(err)
	}
	for i := len(commit.Events) - 1; i >= 0; i-- {
		if commit.Events[i].Type == "answer" {
			return commit.Events[:i]
		}
	}
	return nil
}

// retold is what the program says of events.
func retold(game *race.Game, events []race.Event) string {
	var out bytes.Buffer
	names := 0
	for _, entry := range game.Head().Entries {
		names = max(names, len([]rune(entry.Name)))
	}
	teller := term.Teller{Words: game.Book().(*scripts.Program).Info().Words, Names: names}
	teller.Tell(&out, events)
	return out.String()
}

// happenings are the single things told about cars in whole lines of a text,
// wherever the lines were broken.
func (k *killer) happenings(game *race.Game, text string) []string {
	var list []string
	car, goesOn := "", false
	lines := strings.Split(text, "\n")
	for _, line := range lines[:len(lines)-1] {
		rest := ""
		for _, entry := range game.Head().Entries {
			if after, ok := strings.CutPrefix(line, entry.Name+" "); ok && strings.HasPrefix(after, " ") {
				car, rest = entry.Name, after
			}
		}
		if rest == "" && goesOn {
			rest = line
		}
		if goesOn = strings.HasSuffix(rest, " ·"); rest == "" {
			continue
		}
		for _, one := range strings.Split(strings.TrimSuffix(rest, " ·"), " · ") {
			list = append(list, car+" "+strings.TrimSpace(one))
		}
	}
	return list
}
