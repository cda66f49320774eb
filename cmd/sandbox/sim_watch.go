package main

import (
	"errors"
	"fmt"
	"time"

	"sandbox/cmd/internal/library"
	"sandbox/cmd/internal/report"
	"sandbox/cmd/internal/saved"
	"sandbox/cmd/internal/visible"
	"sandbox/cmd/internal/watch"
	"sandbox/scripts"
)

// watch plays the races, and plays them again on each save with the same luck:
// the comparison that was asked for or, without one, that of the rules before
// with those now.
func (s *simulation) watch(o *saved.Arranged, b *scripts.Program) error {
	a := o.Program
	w, err := watch.Files(onDisk(a, b))
	if err != nil {
		return err
	}
	defer w.Close()
	if len(onDisk(a, b)) == 0 {
		return fmt.Errorf("--watch: %s built in; there is no file to be saved", subjects(a, b))
	}
	began := time.Now()
	ctx, out := s.cmd.Context(), s.cmd.OutOrStdout()
	if err := s.once(a, b); err != nil && !errors.Is(err, errReported) {
		return err
	}
	for {
		visible.Printf(out, "\n%.2f s; waiting for a save, Ctrl-C ends\n", time.Since(began).Seconds())
		change, err := s.child.Change(ctx, w.Changes())
		if err != nil {
			return err
		}
		if change.Gone {
			visible.Printf(out, "\n%s is gone\n", change.Path)
			continue
		}
		began = time.Now()
		now, other, err := s.reload(o)
		if err != nil {
			s.Problem(s.cmd.ErrOrStderr(), err)
			continue
		}
		if err := s.again(a, now, other); err != nil && !errors.Is(err, errReported) {
			return err
		}
		a, b = now, other
		if err := w.Set(onDisk(a, b)); err != nil {
			return err
		}
	}
}

// reload reads what is played, and what it is compared with.
func (s *simulation) reload(o *saved.Arranged) (a, b *scripts.Program, err error) {
	if err = s.program.keep().Reload(o); err == nil {
		b, err = s.rival(s.flags)
	}
	return o.Program, b, err
}

// onDisk are the files of one or two programs that can be watched.
func onDisk(a, b *scripts.Program) []string {
	if b == nil {
		return library.OnDisk(a)
	}
	return append(library.OnDisk(a), library.OnDisk(b)...)
}

// subjects says which one or two programs are meant, and that they are.
func subjects(a, b *scripts.Program) string {
	first := a.Options().Variant
	if b == nil || b.Options().Variant == first {
		return first + " is"
	}
	return first + " and " + b.Options().Variant + " are"
}

// again plays the races after a save; b is what is compared with, nil for the
// version before.
func (s *simulation) again(before, now, b *scripts.Program) error {
	if b == nil {
		return s.compare(before, now)
	}
	visible.Printf(s.cmd.OutOrStdout(), "\n")
	return s.once(now, b)
}

// compare shows what a save did.
func (s *simulation) compare(before, now *scripts.Program) error {
	changes := now.Changes(before)
	out := s.cmd.OutOrStdout()
	if len(changes) == 0 {
		visible.Printf(out, "\nnothing changed in the rules\n")
		return nil
	}
	visible.Printf(out, "\nA is the version before, B the one now:\n")
	for _, c := range changes {
		visible.Printf(out, "  %s\n", c)
	}
	result, err := s.races(s.cmd.Context(), before, now, nil)
	if err != nil {
		return err
	}
	if err := s.Tables(s.cmd.OutOrStdout(), s.flags.format, report.Facts(result), report.Of(result)); err != nil {
		return err
	}
	return s.failures(result)
}
