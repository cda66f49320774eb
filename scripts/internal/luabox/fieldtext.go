package luabox

import (
	"strconv"
	"strings"

	lua "github.com/yuin/gopher-lua"
)

// FieldText is a field in the text that Notes wrote, as people read it: texts
// without quotes, "" for nothing and for a field that is not there. "wp.T" is
// the T of a table. It needs no box.
func FieldText(notes, column string) string {
	name, inner, within := strings.Cut(column, ".")
	value := fieldOf(notes, name)
	if table, ok := strings.CutPrefix(value, "{"); ok && within {
		value = fieldOf(strings.TrimSuffix(table, "}"), inner)
	} else if within && strings.HasPrefix(value, "[") {
		return ""
	}
	if text, err := strconv.Unquote(value); err == nil {
		return text
	}
	if value == "nil" {
		return ""
	}
	return value
}

// FieldWhole is a field that holds a whole number, in the text that Notes wrote;
// 0 for anything else. It needs no box.
func FieldWhole(notes, name string) int {
	f, err := strconv.ParseFloat(fieldOf(notes, name), 64)
	if err != nil {
		return 0
	}
	n, _ := whole(lua.LNumber(f))
	return n
}

// fieldOf is the text of a value in name=value pairs, "" when the name is not
// among them.
func fieldOf(notes, name string) string {
	key := QuoteKey(name)
	for notes != "" {
		end := valueEnd(notes, "=")
		found := notes[:end] == key
		notes = strings.TrimPrefix(notes[end:], "=")
		end = valueEnd(notes, " ")
		if found {
			return notes[:end]
		}
		notes = strings.TrimLeft(notes[end:], " ")
	}
	return ""
}

// OtherField is the first field in which two texts that Notes wrote differ, with
// its values there, "" where there is none: "wp.T" is the T of a table. It is ""
// when none differs. It needs no box.
func OtherField(was, is string) (path, before, after string) {
	for rest := strings.TrimSpace(was + " " + is); rest != ""; {
		end := valueEnd(rest, "=")
		key := rest[:end]
		rest = strings.TrimPrefix(rest[end:], "=")
		rest = strings.TrimLeft(rest[valueEnd(rest, " "):], " ")
		name := key
		if text, err := strconv.Unquote(key); err == nil {
			name = text
		}
		before, after := fieldOf(was, name), fieldOf(is, name)
		if before == after {
			continue
		}
		a, b := strings.HasPrefix(before, "{"), strings.HasPrefix(after, "{")
		if inner, x, y := OtherField(unbraced(before), unbraced(after)); a && b && inner != "" {
			return name + "." + inner, x, y
		}
		return name, before, after
	}
	return "", "", ""
}

// unbraced is what stands between the braces of a table.
func unbraced(table string) string {
	return strings.TrimSuffix(strings.TrimPrefix(table, "{"), "}")
}

// valueEnd is where a word, a text or a table ends: at a mark outside of quotes
// and brackets.
func valueEnd(text, mark string) int {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '"':
			quoted, err := strconv.QuotedPrefix(text[i:])
			if err != nil {
				return len(text)
			}
			i += len(quoted) - 1
		case c == '[' || c == '{':
			depth++
		case c == ']' || c == '}':
			depth--
		case depth == 0 && text[i:i+1] == mark:
			return i
		}
	}
	return len(text)
}
