package variant

import (
	"fmt"
	"strings"

	"sandbox/scripts/internal/source"
)

// Idle says of each function of a house rule that nothing calls where it stands:
// "wolves.lua:12: nothing in isloppet calls `blocked`".
func (r *Reader) Idle(v *Variant, def *Definition, hasBoard bool) []string {
	var list []string
	var named map[string]bool
	for _, level := range v.levels() {
		for _, hook := range r.hooks(level.house) {
			if level.unit.Lines[hook] == 0 || def.calls(hook, hasBoard) {
				continue // a mixin has functions for other games too
			}
			if named == nil {
				named = r.named()
			}
			if last := hook[strings.LastIndexByte(hook, '.')+1:]; !named[last] {
				file, line := level.Place(hook)
				list = append(list, fmt.Sprintf("%s:%d: nothing in %s calls `%s`", file, line, v.Game().name, hook))
			}
		}
	}
	return list
}

// calls says that the program calls a function of the rules itself.
func (def *Definition) calls(hook string, hasBoard bool) bool {
	planned := def.Next.IsNone()
	switch top, _, _ := strings.Cut(hook, "."); top {
	case "turn", "open":
		return planned && hasBoard
	case "race_turn":
		return planned && !hasBoard
	case "session":
		return planned && len(def.Plan.Sessions) > 0
	case "next", "order", "level", "standing", "bot", "seen", "bots":
		return true
	}
	return false
}

// named are the names by which the files of the box may call a function.
func (r *Reader) named() map[string]bool {
	names := map[string]bool{}
	for _, src := range r.box.Units().Sources() {
		for name := range source.MentionsIn(src).Names {
			names[name] = true
		}
	}
	return names
}

// Clashes says of each value that two house rules of a stack change which of them
// wins, and how to turn it round. Of functions it says so where the upper one does
// not reach the lower one.
func (r *Reader) Clashes(v *Variant, tables []Table) []string {
	levels := v.levels()
	if len(levels) < 2 {
		return nil
	}
	changedBy := map[string]*Variant{} // by path
	var list []string
	for _, level := range levels {
		over := map[*Variant][]Change{} // what others have changed below
		reached := source.MentionsIn(level.unit.Source).Super
		for _, c := range Diff(r.Values(level.Base), r.Values(level)) {
			if below := changedBy[c.Path]; below != nil && !(isFunction(c.New) && reached[c.Path]) {
				over[below] = append(over[below], c)
			}
			if c.Path != houseName {
				changedBy[c.Path] = level
			}
		}
		for _, below := range levels {
			for _, c := range together(over[below], tables) {
				list = append(list, clash(c, below, level))
			}
		}
	}
	return list
}

// clash is the sentence about one value that two house rules change.
func clash(c Change, below, above *Variant) string {
	text := fmt.Sprintf("%s: %s and %s both change it; %s wins, since it lies on top: name them the other way round for %s",
		c.Path, below.writes(c.Path), above.writes(c.Path), above.house.Name, below.house.Name)
	if isFunction(c.New) {
		text += fmt.Sprintf(", or call R.super.%s in %s to have both", c.Path, above.house.Name)
	}
	return text
}

// writes is a house rule with the place where it writes the value of a path.
func (v *Variant) writes(path string) string {
	file, line := v.Place(path)
	return fmt.Sprintf("%s (%s:%d)", v.house.Name, file, line)
}
