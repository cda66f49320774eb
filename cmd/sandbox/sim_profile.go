package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/google/pprof/profile"
	"github.com/spf13/cobra"

	"sandbox/cmd/internal/library"
	"sandbox/cmd/internal/report"
	"sandbox/cmd/internal/store"
	"sandbox/cmd/internal/visible"
	"sandbox/core/race"
	"sandbox/core/sim"
	"sandbox/scripts"
)

// profileFlag gives sim its --profile.
func profileFlag(cmd *cobra.Command, to *string) {
	cmd.Flags().StringVar(to, "profile", "", "tell where the work of the rules goes; with =FILE also as a file for go tool pprof")
	cmd.Flags().Lookup("profile").NoOptDefVal = noFile
}

// noFile is what --profile stands for without a file.
const noFile = "tables"

// profiled is where the work of the rules of a run goes.
type profiled struct {
	scripts.Profile
	program *scripts.Program
}

// watchWork has the work of the rules of a variant noted, if that is wanted.
func (s *simulation) watchWork(v *sim.Variant, p *scripts.Program) {
	if s.flags.profile == "" {
		return
	}
	s.work = &profiled{program: p}
	fresh := v.Fresh
	v.Fresh = func(r *race.Race, recorded bool) (sim.Rules, error) {
		rules, err := fresh(r, recorded)
		if h, ok := rules.(*scripts.Host); ok && err == nil {
			s.work.Watch(h)
		}
		return rules, err
	}
}

// tellWork is where the work went, as tables, and as a file if one is named.
func (s *simulation) tellWork() ([]report.Table, error) {
	if s.work == nil {
		return nil, nil
	}
	sources := s.work.program.Sources()
	w := s.work.Work(sources)
	if file := s.flags.profile; file != noFile {
		if err := store.Write(file, func(out io.Writer) error { return pprofOf(w).Write(out) }); err != nil {
			return nil, err
		}
	}
	return workTables(w, sources), nil
}

// shownWork is how many functions, and how many lines, people read.
const shownWork = 15

// workTables are the functions and the lines by what they take.
func workTables(w *scripts.Work, sources []race.Source) []report.Table {
	share := func(n int64) float64 { return float64(n) / float64(max(1, w.Total)) }
	functions := report.Table{Name: "profile_functions", Title: "Where the work of the rules goes, by function", Brief: true, Columns: []report.Column{
		{Name: "function", Title: "function", Kind: report.Text}, {Name: "place", Title: "begins at", Kind: report.Text},
		{Name: "share", Title: "% of it", Kind: report.Share}, {Name: "with_called", Title: "with called", Kind: report.Share},
		{Name: "calls", Title: "calls a turn", Kind: report.Fine},
	}}
	for i, f := range w.Functions {
		functions.Rows = append(functions.Rows, []any{f.Function, f.Where(), share(f.Own), share(f.With), float64(f.Calls) / float64(max(1, w.Turns))})
		functions.Shown = appendFew(functions.Shown, i)
	}
	lines := report.Table{Name: "profile_lines", Title: "By line", Brief: true, Columns: []report.Column{
		{Name: "place", Title: "line", Kind: report.Text}, {Name: "share", Title: "% of it", Kind: report.Share},
		{Name: "with_called", Title: "with called", Kind: report.Share}, {Name: "text", Title: "", Kind: report.Written},
	}}
	for i, l := range w.Lines {
		lines.Rows = append(lines.Rows, []any{l.Where(), share(l.Own), share(l.With), textAt(sources, l.Place)})
		lines.Shown = appendFew(lines.Shown, i)
	}
	functions.Notes = []string{fmt.Sprintf("%d instructions a turn, those that the program's own functions charge among them", w.Total/max(1, w.Turns))}
	if len(w.Functions) > 0 {
		if most := w.Functions[0]; most.File != "" && !library.BuiltIn(most.File) && !scripts.IsLibrary(most.File) {
			functions.Notes = append(functions.Notes, fmt.Sprintf("a rule of your own takes most: %s, %s", most.Function, most.Where()))
		}
	}
	return []report.Table{functions, lines}
}

func appendFew(shown []int, i int) []int {
	if i < shownWork {
		return append(shown, i)
	}
	return shown
}

// textAt is what stands on a line.
func textAt(sources []race.Source, at scripts.Place) string {
	for _, src := range sources {
		if lines := strings.Split(src.Text, "\n"); src.Path == at.File && at.Line <= len(lines) && at.Line > 0 {
			return visible.Line(strings.TrimSpace(lines[at.Line-1]))
		}
	}
	return ""
}

// pprofOf is the work as `go tool pprof` reads it.
func pprofOf(w *scripts.Work) *profile.Profile {
	p := &profile.Profile{
		SampleType: []*profile.ValueType{{Type: "work", Unit: "instructions"}},
		PeriodType: &profile.ValueType{Type: "work", Unit: "instructions"}, Period: scripts.ProfilePeriod,
	}
	locations, functions := map[scripts.Place]*profile.Location{}, map[scripts.Place]*profile.Function{}
	for _, stack := range w.Stacks {
		sample := &profile.Sample{Value: []int64{stack.Work}}
		for i := len(stack.Places) - 1; i >= 0; i-- { // pprof begins with the innermost
			at := stack.Places[i]
			begin := at
			begin.Line = 0
			if functions[begin] == nil {
				functions[begin] = &profile.Function{ID: uint64(len(functions) + 1), Name: at.Function, SystemName: at.Function, Filename: at.File, StartLine: int64(at.Defined)}
				p.Function = append(p.Function, functions[begin])
			}
			if locations[at] == nil {
				locations[at] = &profile.Location{ID: uint64(len(locations) + 1), Line: []profile.Line{{Function: functions[begin], Line: int64(at.Line)}}}
				p.Location = append(p.Location, locations[at])
			}
			sample.Location = append(sample.Location, locations[at])
		}
		p.Sample = append(p.Sample, sample)
	}
	return p
}
