package main

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"sandbox/cmd/internal/report"
	"sandbox/core/sim"
)

// maxSwept is how many combinations of settings are played side by side: each
// worker keeps the rules of all of them.
const maxSwept = 36

// sweep is a setting and the values that it takes, one after the other.
type sweep struct {
	path   string
	values []string
}

// parseSweep reads path=values: values with commas between them, or from..to
// with a step of 1, or from..to:step.
func parseSweep(text string) (sweep, error) {
	path, list, ok := strings.Cut(text, "=")
	s := sweep{path: strings.TrimSpace(path)}
	if !ok || s.path == "" || strings.TrimSpace(list) == "" {
		return s, fmt.Errorf("--sweep %s: write path=values, such as action.6.spaces=2..5 or action.6.spaces=3,4", text)
	}
	for _, item := range strings.Split(list, ",") {
		values, err := sweptRange(strings.TrimSpace(item))
		if err != nil {
			return s, fmt.Errorf("--sweep %s: %w", text, err)
		}
		s.values = append(s.values, values...)
	}
	for i, value := range s.values {
		if slices.Contains(s.values[:i], value) {
			return s, fmt.Errorf("--sweep %s: %s is there twice", text, value)
		}
	}
	return s, nil
}

// sweptRange is the values that one item of a list stands for.
func sweptRange(item string) ([]string, error) {
	first, rest, ok := strings.Cut(item, "..")
	if !ok {
		return []string{item}, nil
	}
	last, width, stepped := strings.Cut(rest, ":")
	if !stepped {
		width = "1"
	}
	var numbers [3]decimal
	for i, text := range []string{first, last, width} {
		var err error
		if numbers[i], err = parseDecimal(text); err != nil {
			return nil, err
		}
	}
	return numbers[0].to(numbers[1], numbers[2])
}

// decimal is units of which 10^places are one: sums of it are exact.
type decimal struct {
	units  int64
	places int
}

// maxDigits is how many digits a decimal has at most.
const maxDigits = 9

func parseDecimal(text string) (decimal, error) {
	whole, part, _ := strings.Cut(text, ".")
	n, err := strconv.ParseInt(whole+part, 10, 64)
	if err != nil || len(whole)+len(part) > maxDigits {
		return decimal{}, fmt.Errorf("%q is no number: write from..to or from..to:step, such as -3..-1 or 0.5..1:0.25", text)
	}
	return decimal{n, len(part)}, nil
}

// with is the same number with more places.
func (d decimal) with(places int) int64 {
	n := d.units
	for range places - d.places {
		n *= 10
	}
	return n
}

// to is the numbers from one to another, in steps of a width.
func (d decimal) to(last, step decimal) ([]string, error) {
	places := max(d.places, last.places, step.places)
	from, to, width := d.with(places), last.with(places), step.with(places)
	if width <= 0 {
		return nil, errors.New("a step is more than 0")
	}
	if to < from {
		width = -width
	}
	n := (to-from)/width + 1
	if n > maxSwept {
		return nil, tooManySwept(n)
	}
	var list []string
	for i := range n {
		list = append(list, decimal{from + i*width, places}.text())
	}
	return list, nil
}

// text is a decimal as people write it, without zeros at its end.
func (d decimal) text() string {
	sign, units := "", d.units
	if units < 0 {
		sign, units = "-", -units
	}
	digits := fmt.Sprintf("%0*d", d.places+1, units)
	whole, part := digits[:len(digits)-d.places], strings.TrimRight(digits[len(digits)-d.places:], "0")
	if part != "" {
		part = "." + part
	}
	return sign + whole + part
}

func tooManySwept(n int64) error {
	return fmt.Errorf("%d combinations: at most %d are played side by side; take fewer values, or sweep in several runs", n, maxSwept)
}

// combinations are the settings of each combination of the values, those of the
// last sweep changing first.
func combinations(sweeps []sweep) ([][]string, error) {
	list := [][]string{nil}
	for i, s := range sweeps {
		if slices.ContainsFunc(sweeps[:i], func(o sweep) bool { return o.path == s.path }) {
			return nil, fmt.Errorf("--sweep: %s is swept twice: give all of its values at once", s.path)
		}
		if n := len(list) * len(s.values); n > maxSwept {
			return nil, fmt.Errorf("--sweep: %w", tooManySwept(int64(n)))
		}
		var longer [][]string
		for _, settings := range list {
			for _, value := range s.values {
				longer = append(longer, append(slices.Clone(settings), s.path+"="+value))
			}
		}
		list = longer
	}
	if len(list) == 1 {
		return nil, errors.New("--sweep: one value is nothing to compare: give more, or --set for one")
	}
	return list, nil
}

// grid reads the sweeps that the command line asks for: what they change, and
// the settings of each combination.
func (f *simFlags) grid() (paths []string, settings [][]string, err error) {
	if len(f.sweeps) == 0 {
		return nil, nil, nil
	}
	var sweeps []sweep
	for _, text := range f.sweeps {
		s, err := parseSweep(text)
		if err != nil {
			return nil, nil, err
		}
		sweeps, paths = append(sweeps, s), append(paths, s.path)
	}
	settings, err = combinations(sweeps)
	return paths, settings, err
}

// combinations is how many there are in a sweep, 0 for none.
func (f *simFlags) combinations() int {
	_, settings, _ := f.grid() // check has told what is wrong
	return len(settings)
}

// sweep plays the combinations side by side and gives their figures.
func (s *simulation) sweep() error {
	paths, grid, err := s.flags.grid()
	if err != nil {
		return err
	}
	var variants []sim.Variant
	for _, settings := range grid {
		o := s.flags.Order
		o.Settings = append(slices.Clone(o.Settings), settings...)
		a, err := s.program.keep().Prepare(o)
		if err != nil {
			return err
		}
		if err := s.flags.checkBy(a.Program); err != nil {
			return err
		}
		variants = append(variants, subject(a.Program, playCommand(o), s.flags.by))
	}
	result, err := s.play(s.cmd.Context(), sim.Job{A: variants[0], Others: variants[1:], Swept: paths}, nil, report.Of)
	if err != nil {
		return err
	}
	return s.give(result)
}
