package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"time"

	"github.com/spf13/cobra"

	"sandbox/cmd/internal/library"
	"sandbox/cmd/internal/term"
	"sandbox/cmd/internal/visible"
	"sandbox/cmd/internal/watch"
	"sandbox/scripts"
	"sandbox/scripts/spec"
)

func newTest(p *program) *cobra.Command {
	var pattern string
	var again, verbose bool
	cmd := p.isolating(&cobra.Command{
		Use:     "test [FILE|DIR ...]",
		Short:   "Run the specs of variants",
		Long:    "Runs the specs in files whose names end in _spec.lua: the files given, those in the folders given, or\nthose in the folder variants here, or else those that lie here.",
		Example: "  sandbox test\n  sandbox test variants/paper_f1_spec.lua -run 'action roll' -v",
		RunE: func(cmd *cobra.Command, args []string) error {
			filter, err := regexp.Compile(pattern)
			if err != nil {
				return usageError{fmt.Errorf("-run: %w", err)}
			}
			files, err := library.Specs(args)
			if err != nil {
				return err
			}
			named := func(name string) bool { p.child.Alive(); return filter.MatchString(name) }
			run := func() bool { return p.runSpecs(cmd.Context(), cmd.OutOrStdout(), files, named, verbose) }
			if again {
				return p.watchSpecs(cmd.Context(), cmd.OutOrStdout(), files, run)
			}
			passed := run()
			if err := cmd.Context().Err(); err != nil || passed {
				return err
			}
			return errReported
		},
	}, strangeRules())
	cmd.Flags().StringVar(&pattern, "run", "", "run only specs whose name matches this pattern (also -run)")
	cmd.Flags().BoolVar(&again, "watch", false, "run again whenever a Lua file beside them is saved")
	cmd.Flags().BoolVarP(&verbose, "verbose", "v", false, "name every spec")
	return cmd
}

// runSpecs runs the specs of files, tells what failed, and says whether none
// did. It says nothing more when the context is done.
func (p *program) runSpecs(ctx context.Context, out io.Writer, files []string, filter func(string) bool, verbose bool) bool {
	began := time.Now()
	passed, failed := 0, 0
	for _, file := range files {
		folder, name := library.Split(file)
		if folder == "" {
			folder = "."
		}
		results, err := spec.Run(scripts.Until(ctx, library.Roots(folder)), scripts.Variants+"/"+name, filter)
		if ctx.Err() != nil {
			return false
		}
		if err != nil {
			failed++
			p.Problem(out, err)
			continue
		}
		for _, r := range results {
			switch {
			case r.Err == nil:
				passed++
				if verbose {
					visible.Printf(out, "ok    %s\n", r.Name)
				}
			default:
				failed++
				visible.Printf(out, "FAIL  %s\n", r.Name)
				p.Problem(out, r.Err)
				if r.State != "" {
					visible.Printf(out, "  state: %s\n", visible.Whole(r.State))
				}
			}
		}
	}
	visible.Printf(out, "%d passed, %d failed in %d %s (%s)\n",
		passed, failed, len(files), term.Plural(len(files), "file"), time.Since(began).Round(time.Millisecond))
	if passed+failed == 0 {
		visible.Printf(out, "no spec has a name that the pattern matches\n")
	}
	return failed == 0 && passed > 0
}

// watchSpecs runs specs again whenever a Lua file beside them, or a track,
// changes.
func (p *program) watchSpecs(ctx context.Context, out io.Writer, files []string, run func() bool) error {
	var watched []string
	for _, file := range files {
		for _, pattern := range []string{"/*.lua", "/../" + scripts.Tracks + "/*.lua"} {
			found, err := filepath.Glob(filepath.Dir(file) + pattern)
			if err != nil {
				return err
			}
			watched = append(watched, found...)
		}
	}
	w, err := watch.Files(watched)
	if err != nil {
		return err
	}
	defer w.Close()
	for {
		run()
		if err := ctx.Err(); err != nil {
			return err
		}
		visible.Printf(out, "waiting for a file to be saved; Ctrl-C ends\n")
		change, err := p.child.Change(ctx, w.Changes())
		if err != nil {
			return err
		}
		visible.Printf(out, "\n%s\n", change.Path)
	}
}
