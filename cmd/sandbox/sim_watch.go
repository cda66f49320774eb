package main

import (
	"errors"
	"fmt"
	"time"

	"sandbox/cmd/internal/report"
	"sandbox/cmd/internal/watch"
	"sandbox/scripts"
)

// watch plays the races, and plays them again on each save: under the rules
// before and those now, with the same luck.
func (s *simulation) watch(o *open, p *scripts.Program) error {
	w, err := watch.Files(onDisk(p))
	if err != nil {
		return err
	}
	defer w.Close()
	if len(onDisk(p)) == 0 {
		return fmt.Errorf("--watch: %s is built in; there is no file to be saved", p.Options().Variant)
	}
	began := time.Now()
	ctx, out := s.cmd.Context(), s.cmd.OutOrStdout()
	if err := s.once(p, nil); err != nil && !errors.Is(err, errReported) {
		return err
	}
	for {
		fmt.Fprintf(out, "\n%.2f s; waiting for a save, Ctrl-C ends\n", time.Since(began).Seconds())
		select {
		case <-ctx.Done():
			return nil
		case change := <-w.Changes():
			if change.Gone {
				fmt.Fprintf(out, "\n%s is gone\n", change.Path)
				continue
			}
		}
		began = time.Now()
		now, err := o.load()
		if err != nil {
			problem(s.cmd.ErrOrStderr(), err)
			continue
		}
		if err := s.compare(p, now); err != nil && !errors.Is(err, errReported) {
			return err
		}
		p = now
		if err := w.Set(onDisk(p)); err != nil {
			return err
		}
	}
}

// compare shows what a save did.
func (s *simulation) compare(before, now *scripts.Program) error {
	changes := now.Changes(before)
	out := s.cmd.OutOrStdout()
	if len(changes) == 0 {
		fmt.Fprintln(out, "\nnothing changed in the rules")
		return nil
	}
	fmt.Fprintln(out, "\nA is the version before, B the one now:")
	for _, c := range changes {
		fmt.Fprintln(out, "  "+c.String())
	}
	result, err := s.run(s.cmd.Context(), before, now, nil)
	if err != nil {
		return err
	}
	if err := writeTables(s.cmd, s.flags.format, report.Facts(result), report.Of(result)); err != nil {
		return err
	}
	return s.failures(result)
}
