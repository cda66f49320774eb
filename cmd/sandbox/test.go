package main

import (
	"context"
	"fmt"
	"io"
	"regexp"
	"time"

	"github.com/spf13/cobra"

	"sandbox/cmd/internal/library"
	"sandbox/cmd/internal/term"
	"sandbox/cmd/internal/visible"
	"sandbox/scripts"
	"sandbox/scripts/spec"
)

func newTest(p *program) *cobra.Command {
	var pattern string
	var with []string
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
			named := func(_, name string) bool { return filter.MatchString(name) }
			over, err := library.FindHouses(with)
			if err != nil {
				return err
			}
			if again {
				return p.watchSpecs(cmd, files, over, named, verbose)
			}
			run := p.runSpecs(cmd.Context(), cmd.OutOrStdout(), files, over, named, verbose)
			if err := cmd.Context().Err(); err != nil || run.passed() {
				return err
			}
			return errReported
		},
	}, strangeRules())
	addWith(cmd, &with)
	cmd.Flags().StringVar(&pattern, "run", "", "run only specs whose name matches this pattern (also -run)")
	cmd.Flags().BoolVar(&again, "watch", false, "run again whenever a Lua file beside them is saved; f runs what failed, p a pattern, a all")
	cmd.Flags().BoolVarP(&verbose, "verbose", "v", false, "name every spec")
	return cmd
}

// specFilter says which specs of a file are wanted.
type specFilter func(file, name string) bool

// specRun is what became of specs.
type specRun struct {
	good   int
	failed map[string]bool // files that cannot be read, and specs that failed, after their file and a line break
}

func (r *specRun) passed() bool { return len(r.failed) == 0 && r.good > 0 }

// again are those that failed.
func (r *specRun) again(file, name string) bool { return r.failed[file] || r.failed[file+"\n"+name] }

// runSpecs runs the specs of files, with house rules over what they race, and tells what failed. It says nothing more
// when the context is done.
func (p *program) runSpecs(ctx context.Context, out io.Writer, files []string, over library.Stack, filter specFilter, verbose bool) *specRun {
	began, run := time.Now(), &specRun{failed: map[string]bool{}}
	for _, file := range files {
		folder, name := library.Split(file)
		if folder == "" {
			folder = "."
		}
		named := func(name string) bool { p.child.Alive(); return filter(file, name) }
		results, err := spec.Run(scripts.Until(ctx, library.Roots(append([]string{folder}, over.Folders...)...)), scripts.Variants+"/"+name, named, over.With...)
		if ctx.Err() != nil {
			return run
		}
		if err != nil {
			run.failed[file] = true
			p.Problem(out, err)
		}
		for _, r := range results {
			p.tellSpec(out, r, verbose)
			if r.Err != nil {
				run.failed[file+"\n"+r.Name] = true
			} else {
				run.good++
			}
		}
	}
	visible.Printf(out, "%d passed, %d failed in %d %s (%s)\n",
		run.good, len(run.failed), len(files), term.Plural(len(files), "file"), time.Since(began).Round(time.Millisecond))
	if run.good+len(run.failed) == 0 {
		visible.Printf(out, "no spec has a name that the pattern matches\n")
	}
	return run
}

// tellSpec tells what became of a spec.
func (p *program) tellSpec(out io.Writer, r spec.Result, verbose bool) {
	switch {
	case r.Err == nil && verbose:
		visible.Printf(out, "ok    %s\n", r.Name)
	case r.Err != nil:
		visible.Printf(out, "FAIL  %s\n", r.Name)
		p.Problem(out, r.Err)
		if r.State != "" {
			visible.Printf(out, "  state: %s\n", visible.Whole(r.State))
		}
	}
}
