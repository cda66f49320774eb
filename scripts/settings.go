package scripts

import (
	"fmt"
	"strconv"
	"strings"

	lua "github.com/yuin/gopher-lua"
)

// apply changes single values of a variant: "action.2.spaces=-4". The path
// must lead to a value that is there, and the new value must be of its kind.
func (s *state) apply(v *variant, settings []string) error {
	for _, setting := range settings {
		path, text, ok := strings.Cut(setting, "=")
		if !ok {
			return fmt.Errorf("setting %q: write path=value, such as action.2.spaces=-4", setting)
		}
		if err := s.set(v.table, strings.TrimSpace(path), strings.TrimSpace(text)); err != nil {
			return fmt.Errorf("setting %q: %w", setting, err)
		}
	}
	return nil
}

func (s *state) set(t *lua.LTable, path, text string) error {
	keys, err := splitPath(path)
	if err != nil {
		return err
	}
	return s.setIn(t, false, keys, 0, text)
}

// setIn changes what the keys from number n on lead to in a table, which may
// be a row of a roll table.
func (s *state) setIn(t *lua.LTable, isRow bool, keys []string, n int, text string) error {
	key := keys[n]
	if rt := s.tables[t]; rt != nil {
		if from, to, _, err := faceRange(lua.LString(key), rt.dice); err == nil {
			return s.setRows(rt, from, to, keys, n, text)
		}
	}
	k := s.keyIn(t, key)
	old, last := t.RawGet(k), n == len(keys)-1
	if s.tables[t] != nil && key != "roll" || old == lua.LNil && !(last && rowFields[key] && isRow) {
		return fmt.Errorf("`%s`: no such value%s", strings.Join(keys[:n+1], "."), suggestOrList(key, s.tableKeys(t)))
	}
	value, err := s.changed(old, false, keys, n+1, text)
	if err == nil {
		t.RawSet(k, value)
	}
	return err
}

// setRows is setIn for faces of a roll table. The faces named are changed
// alone; those of them that have one row together still do.
func (s *state) setRows(rt *rollTable, from, to int, keys []string, n int, text string) error {
	changed := map[lua.LValue]lua.LValue{} // by the old row
	for face := from; face <= to; face = rt.dice.Next(face) {
		old := rt.table.RawGetInt(face)
		if _, done := changed[old]; !done {
			row, err := s.changed(s.copyValue(old, map[*lua.LTable]*lua.LTable{}), true, keys, n+1, text)
			if err != nil {
				return err
			}
			changed[old] = row
		}
		rt.table.RawSetInt(face, changed[old])
	}
	return nil
}

// changed is a value after what the keys from number n on lead to in it is
// changed.
func (s *state) changed(old lua.LValue, isRow bool, keys []string, n int, text string) (lua.LValue, error) {
	at := strings.Join(keys[:n], ".")
	if n == len(keys) {
		value, err := parseSetting(text, old)
		if err != nil {
			return nil, fmt.Errorf("`%s`: %w", at, err)
		}
		return value, nil
	}
	inner, ok := old.(*lua.LTable)
	if old.Type() == lua.LTFunction {
		return nil, fmt.Errorf("`%s` is a function; change it in a fork", at)
	}
	if !ok {
		return nil, fmt.Errorf("`%s` is %s, which has nothing inside", at, article(old))
	}
	return inner, s.setIn(inner, isRow, keys, n, text)
}

// setBy says which setting gave a value, the last one, by the value's path.
// The settings were applied.
func (def *definition) setBy(settings []string) map[string]string {
	by := map[string]string{}
	for _, setting := range settings {
		path, _, _ := strings.Cut(setting, "=")
		keys, err := splitPath(strings.TrimSpace(path))
		if err != nil {
			continue
		}
		paths := []string{""}
		for _, key := range keys {
			paths = def.under(paths, key)
		}
		for _, p := range paths {
			by[p] = setting
		}
	}
	return by
}

// under adds a key to paths: in a roll table, the faces that it names.
func (def *definition) under(paths []string, key string) (list []string) {
	for _, path := range paths {
		from, to, rt := 0, 0, def.tables[path]
		if rt != nil {
			from, to, _, _ = faceRange(lua.LString(key), rt.dice) // 0 for what is no face
		}
		if from == 0 {
			list = append(list, join(path, key))
			continue
		}
		for face := from; face <= to; face = rt.dice.Next(face) {
			list = append(list, join(path, strconv.Itoa(face)))
		}
	}
	return list
}

// rowFields may be given to a row that does not have them yet.
var rowFields = map[string]bool{"spaces": true, "retire": true, "text": true}

// keyIn is a path's key as the table has it: a number where it can be one.
func (s *state) keyIn(t *lua.LTable, key string) lua.LValue {
	if n, err := strconv.Atoi(key); err == nil && t.RawGetString(key) == lua.LNil {
		return lua.LNumber(n)
	}
	return lua.LString(key)
}

// splitPath splits at dots; a part in quotes may hold dots.
func splitPath(path string) ([]string, error) {
	var keys []string
	for rest := path; ; {
		var key string
		if strings.HasPrefix(rest, `"`) {
			quoted, err := strconv.QuotedPrefix(rest)
			if err != nil {
				return nil, fmt.Errorf("`%s`: a quote is not closed", path)
			}
			key, _ = strconv.Unquote(quoted)
			rest = rest[len(quoted):]
		} else {
			end := strings.IndexByte(rest, '.')
			if end < 0 {
				end = len(rest)
			}
			key, rest = rest[:end], rest[end:]
		}
		if key == "" {
			return nil, fmt.Errorf("`%s`: a name is missing", path)
		}
		keys = append(keys, key)
		if rest == "" {
			return keys, nil
		}
		if rest[0] != '.' {
			return nil, fmt.Errorf("`%s`: a dot is missing before %q", path, rest)
		}
		rest = rest[1:]
	}
}

// parseSetting reads a value of the same kind as the old one.
func parseSetting(text string, old lua.LValue) (lua.LValue, error) {
	switch old.Type() {
	case lua.LTNumber:
		n, err := strconv.ParseFloat(text, 64)
		if err != nil || n-n != 0 {
			return nil, fmt.Errorf("%q is no number", text)
		}
		return lua.LNumber(n), nil
	case lua.LTBool:
		b, err := strconv.ParseBool(text)
		if err != nil {
			return nil, fmt.Errorf("%q is neither true nor false", text)
		}
		return lua.LBool(b), nil
	case lua.LTString:
		if unquoted, err := strconv.Unquote(text); err == nil {
			text = unquoted
		}
		return lua.LString(text), nil
	case lua.LTNil:
		if n, err := strconv.ParseFloat(text, 64); err == nil && n-n == 0 {
			return lua.LNumber(n), nil
		}
		if b, err := strconv.ParseBool(text); err == nil {
			return lua.LBool(b), nil
		}
		return lua.LString(text), nil
	}
	return nil, fmt.Errorf("it is a %s; only a number, a text or true and false can be set here, so change the file", old.Type())
}
