package main

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"

	"sandbox/cmd/internal/console"
	"sandbox/cmd/internal/door"
	"sandbox/cmd/internal/report"
	"sandbox/cmd/internal/saved"
	"sandbox/cmd/internal/store"
	"sandbox/cmd/internal/visible"
	"sandbox/core/sim"
)

// keep writes the sums to a file.
func (s *simulation) keep(result *sim.Result) error {
	f := s.flags
	if !result.Whole() || s.cmd.Context().Err() != nil {
		visible.Printf(s.cmd.ErrOrStderr(), "stopped after %d of %d races: nothing was written to %s\n", result.Done(), result.To-result.From+1, f.out)
		return context.Canceled
	}
	if s.there {
		visible.Printf(s.cmd.OutOrStdout(), "%s: races %d to %d of %d, there already\n", f.out, result.From, result.To, result.Races)
		return s.failures(result)
	}
	text, err := result.Encode()
	if err == nil && len(text) > door.Part {
		err = fmt.Errorf("%s: the sums take %d MB, and sandbox sim merge reads at most %d: enter fewer cars", f.out, len(text)>>20, door.Part>>20)
	}
	if err != nil {
		return err
	}
	if err := store.Write(f.out, func(w io.Writer) error { _, err := w.Write(text); return err }); err != nil {
		return err
	}
	visible.Printf(s.cmd.OutOrStdout(), "%s: races %d to %d of %d\n", f.out, result.From, result.To, result.Races)
	return s.failures(result)
}

// tell gives the figures, and the races that failed.
func (s *simulation) tell(result *sim.Result) error {
	work, err := s.tellWork()
	if err != nil {
		return err
	}
	if err := s.Tables(s.cmd.OutOrStdout(), s.flags.format, report.Facts(result), append(report.Of(result), work...)); err != nil {
		return err
	}
	return s.rest(result)
}

// rest is what there is to say besides the tables: why an open run ended, and
// the races that failed.
func (s *simulation) rest(result *sim.Result) error {
	if s.open {
		s.tellEnding(result)
	}
	err := s.failures(result)
	if stopped := s.cmd.Context().Err(); stopped != nil {
		return stopped
	}
	return err
}

// tellEnding says why an open run ended: below its tables or, where those are
// for programs, beside them.
func (s *simulation) tellEnding(result *sim.Result) {
	w := s.cmd.OutOrStdout()
	if s.flags.format != console.ForPeople {
		w = s.cmd.ErrOrStderr()
	} else {
		visible.Printf(w, "\n")
	}
	style := s.Style(w)
	for _, line := range s.ending(result) {
		visible.Printf(w, "%s\n", visible.Shown(style.Wrap(visible.Line(line))))
	}
}

// failures says which races failed, or differ in fresh rules, and how to see them.
func (s *simulation) failures(result *sim.Result) error {
	wrong, w := false, s.cmd.ErrOrStderr()
	for i, c := range result.Counts {
		subject := &result.Subjects[i]
		if c.Failed.Races > 0 {
			wrong = true
			visible.Printf(w, "\n%d of %d races of %s failed and are in none of the figures; the first:\n", c.Failed.Races, result.Done(), subject.Variant)
			s.list(w, result, subject, c.Failed.First)
		}
		if c.Differ.Races > 0 {
			wrong = true
			visible.Printf(w, "\n%d of the races of %s that were played again in fresh rules came out otherwise: the rules remember something from race to race, "+
				"and the figures are not to be relied on. `sandbox check --heavy` of their file says what; the first:\n", c.Differ.Races, subject.Variant)
			s.list(w, result, subject, c.Differ.First)
		}
	}
	if wrong {
		return errReported
	}
	return nil
}

// list lists races with which something is wrong, and how to see each.
func (s *simulation) list(w io.Writer, result *sim.Result, subject *sim.Subject, races []sim.Failure) {
	for _, failure := range races {
		visible.Printf(w, "race %d:\n", failure.Race)
		s.Problem(w, failure.Err())
		visible.Printf(w, "to see it: %s\n", playAgain(subject, result.Seed, failure))
	}
}

// playAgain is the command that plays a race of a run.
func playAgain(s *sim.Subject, seed string, f sim.Failure) string {
	command := s.Play + " --seed " + shellWord(sim.Seed(seed, f.Race))
	if len(s.Bots) > 1 {
		command += " --bots " + shellWord(strings.Join(append(s.Bots[f.Deal:len(s.Bots):len(s.Bots)], s.Bots[:f.Deal]...), ","))
	}
	return command
}

// playCommand is the command that plays a race as a simulation does, but for
// its seed.
func playCommand(o saved.Order) string {
	words := []string{"sandbox play", shellWord(o.Variant)}
	add := func(flag, value string) {
		if value != "" {
			words = append(words, flag, shellWord(value))
		}
	}
	add("--with", strings.Join(o.With, ","))
	add("--track", o.Track)
	if o.Laps > 0 {
		add("--laps", strconv.Itoa(o.Laps))
	}
	add("--entries", o.EntryFile)
	if len(o.Bots) == 1 {
		add("--bots", o.Bots[0])
	}
	for _, setting := range o.Settings {
		add("--set", setting)
	}
	return strings.Join(append(words, "--auto"), " ")
}

// command is the command that plays so many races of a run, but for what part of
// it, by how many workers, and where the sums go.
func (f *simFlags) command(races int64) string {
	words := []string{"sandbox sim", shellWord(f.Variant), "-n", strconv.FormatInt(races, 10), "--seed", shellWord(f.seed)}
	add := func(flag string, values ...string) {
		for _, value := range values {
			if value != "" {
				words = append(words, flag, shellWord(value))
			}
		}
	}
	add("--track", f.Track)
	if f.Laps > 0 {
		add("--laps", strconv.Itoa(f.Laps))
	}
	add("--entries", f.EntryFile)
	add("--bots", strings.Join(f.Bots, ","))
	add("--set", f.Settings...)
	add("--vs", f.other)
	add("--vs-set", f.otherSettings...)
	add("--sweep", f.sweeps...)
	add("--by", f.by)
	if f.skill {
		words = append(words, "--skill")
	}
	return strings.Join(words, " ")
}

// shellWord is a text as one word of a shell.
func shellWord(text string) string {
	if strings.IndexFunc(text, func(r rune) bool {
		return r < 0x80 && !('a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || strings.ContainsRune("-_./,=:+@%", r))
	}) < 0 && text != "" {
		return text
	}
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}
