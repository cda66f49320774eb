package terminal

import (
	"context"
	"errors"
	"strings"

	"sandbox/cmd/internal/console"
	"sandbox/cmd/internal/visible"
	"sandbox/scripts"
)

// Look has people look at a race by Lua expressions, one a line, until they leave.
// Look works one out; the names are those that the Tab key knows.
func (s *Screen) Look(ctx context.Context, look func(expression string) ([]string, error), names *scripts.Names) error {
	prompt := console.Prompt{Words: []string{":quit"}, Names: lookNames(names)}
	if console.IsTerminal(s.Out) {
		prompt.Text = "lua > "
		visible.Printf(s.Out, "an expression over race and self, such as race:cars()[1] or self.name; :quit leaves\n")
	}
	for {
		heard, err := s.Keys.Hear(ctx, prompt, nil)
		line := strings.TrimSpace(heard.Line)
		switch {
		case err != nil || heard.End || line == ":quit":
			return err
		case line == "":
			continue
		}
		if err := s.LookOnce(look, line); err != nil {
			s.Problem(s.Out, err)
		}
	}
}

// LookOnce shows what one expression gives.
func (s *Screen) LookOnce(look func(expression string) ([]string, error), expression string) error {
	lines, err := look(expression)
	for _, line := range lines {
		visible.Printf(s.Out, "%s\n", indented(line))
	}
	return err
}

// indented is a line with the blanks before it, whatever else is in it.
func indented(line string) visible.Shown {
	text := strings.TrimLeft(line, " ")
	return visible.Shown(line[:len(line)-len(text)] + visible.Line(text))
}

// lookNames are the names that the Tab key knows in an expression.
func lookNames(n *scripts.Names) map[string][]string {
	return map[string][]string{
		"":      {"race", "self", "ipairs", "pairs", "math", "string", "table"},
		"race:": called(n.RaceFunctions),
		"race.": n.RaceFields,
		"self:": called(n.Functions),
		"self.": n.Fields,
		".":     n.Car,
	}
}

// called are functions as they are called.
func called(names []string) []string {
	list := make([]string, len(names))
	for i, name := range names {
		list[i] = name + "("
	}
	return list
}

// lua looks at the race.
func (f *face) lua(args []string) (outcome, error) {
	if args[0] == "" {
		return again, errors.New("write what to look at, such as :lua race:cars()[1] or :lua self.name")
	}
	return again, f.screen.LookOnce(f.race.Look, args[0])
}
