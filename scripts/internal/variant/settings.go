package variant

import (
	"fmt"
	"strconv"
	"strings"

	"sandbox/scripts/internal/faces"
	"sandbox/scripts/internal/luabox"
	"sandbox/scripts/internal/source"
)

// apply changes single values of a variant: "action.2.spaces=-4". The path
// must lead to a value that is there, and the new value must be of its kind.
func (r *Reader) apply(v *Variant, settings []string) error {
	for _, setting := range settings {
		path, text, ok := strings.Cut(setting, "=")
		if !ok {
			return fmt.Errorf("setting %q: write path=value, such as action.2.spaces=-4", setting)
		}
		if err := r.set(v.Table, strings.TrimSpace(path), strings.TrimSpace(text)); err != nil {
			return fmt.Errorf("setting %q: %w", setting, err)
		}
	}
	return nil
}

func (r *Reader) set(t luabox.Table, path, text string) error {
	keys, err := splitPath(path)
	if err != nil {
		return err
	}
	return r.setIn(t, false, keys, 0, text)
}

// setIn changes what the keys from number n on lead to in a table, which may
// be a row of a roll table.
func (r *Reader) setIn(t luabox.Table, isRow bool, keys []string, n int, text string) error {
	key := keys[n]
	rt := r.tables[t]
	if rt != nil {
		if from, to, err := faces.Range(luabox.Str(key), rt.Dice); err == nil {
			return r.setRows(rt, from, to, keys, n, text)
		}
	}
	k := keyIn(t, key)
	old, last := t.Get(k), n == len(keys)-1
	if rt != nil && key != "roll" || old.IsNil() && !(last && rowFields[key] && isRow) {
		return fmt.Errorf("`%s`: no such value%s", strings.Join(keys[:n+1], "."), source.SuggestOrList(key, r.box.Names(t)))
	}
	value, err := r.changed(old, false, keys, n+1, text)
	if err == nil {
		t.Set(k, value)
	}
	return err
}

// setRows is setIn for faces of a roll table. The faces named are changed
// alone; those of them that have one row together still do.
func (r *Reader) setRows(rt *RollTable, from, to int, keys []string, n int, text string) error {
	changed := map[luabox.Value]luabox.Value{} // by the old row
	for face := from; face <= to; face = rt.Dice.Next(face) {
		old := rt.Table.Item(face)
		if _, done := changed[old]; !done {
			row, err := r.changed(r.box.Copy(old), true, keys, n+1, text)
			if err != nil {
				return err
			}
			changed[old] = row
		}
		rt.Table.SetItem(face, changed[old])
	}
	return nil
}

// changed is a value after what the keys from number n on lead to in it is
// changed.
func (r *Reader) changed(old luabox.Value, isRow bool, keys []string, n int, text string) (luabox.Value, error) {
	at := strings.Join(keys[:n], ".")
	if n == len(keys) {
		value, err := parseSetting(text, old)
		if err != nil {
			return luabox.Value{}, fmt.Errorf("`%s`: %w", at, err)
		}
		return value, nil
	}
	inner, ok := old.Table()
	if old.Kind() == luabox.FunctionKind {
		return luabox.Value{}, fmt.Errorf("`%s` is a function; change it in a fork", at)
	}
	if !ok {
		return luabox.Value{}, fmt.Errorf("`%s` is %s, which has nothing inside", at, old.Article())
	}
	return old, r.setIn(inner, isRow, keys, n, text)
}

// setBy says which setting gave a value, the last one, by the value's path.
// The settings were applied.
func (def *Definition) setBy(settings []string) map[string]string {
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
func (def *Definition) under(paths []string, key string) (list []string) {
	for _, path := range paths {
		from, to, rt := 0, 0, def.Tables[path]
		if rt != nil {
			from, to, _ = faces.Range(luabox.Str(key), rt.Dice) // 0 for what is no face
		}
		if from == 0 {
			list = append(list, source.Join(path, key))
			continue
		}
		for face := from; face <= to; face = rt.Dice.Next(face) {
			list = append(list, source.Join(path, strconv.Itoa(face)))
		}
	}
	return list
}

// rowFields may be given to a row that does not have them yet.
var rowFields = map[string]bool{"spaces": true, "retire": true, "text": true}

// keyIn is a path's key as the table has it: a number where it can be one.
func keyIn(t luabox.Table, key string) luabox.Value {
	if n, err := strconv.Atoi(key); err == nil && t.Field(key).IsNil() {
		return luabox.Num(n)
	}
	return luabox.Str(key)
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
func parseSetting(text string, old luabox.Value) (v luabox.Value, err error) {
	switch old.Kind() {
	case luabox.Number:
		n, err := strconv.ParseFloat(text, 64)
		if err != nil || n-n != 0 {
			return v, fmt.Errorf("%q is no number", text)
		}
		return luabox.Num(n), nil
	case luabox.Boolean:
		b, err := strconv.ParseBool(text)
		if err != nil {
			return v, fmt.Errorf("%q is neither true nor false", text)
		}
		return luabox.Bool(b), nil
	case luabox.Text:
		if unquoted, err := strconv.Unquote(text); err == nil {
			text = unquoted
		}
		return luabox.Str(text), nil
	case luabox.Nothing:
		if n, err := strconv.ParseFloat(text, 64); err == nil && n-n == 0 {
			return luabox.Num(n), nil
		}
		if b, err := strconv.ParseBool(text); err == nil {
			return luabox.Bool(b), nil
		}
		return luabox.Str(text), nil
	}
	return v, fmt.Errorf("it is a %s; only a number, a text or true and false can be set here, so change the file", old.KindName())
}
