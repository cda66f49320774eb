package spec

import "strings"

// list writes parts between brackets, in lines that are not too long.
func (w *writer) list(begin string, parts []string, end string) {
	indent := begin[:len(begin)-len(strings.TrimLeft(begin, " "))] + "  "
	if whole := begin + " " + strings.Join(parts, ", ") + " " + end; len(whole) <= 120 {
		w.line("%s", whole)
		return
	}
	w.line("%s", begin)
	line := indent
	for _, part := range parts {
		if before, inner, ok := opened(part); ok && len(indent)+len(part) > 116 {
			if line != indent {
				w.line("%s", strings.TrimRight(line, " "))
			}
			w.list(indent+before, inner, "},")
			line = indent
			continue
		}
		if len(line)+len(part) > 118 && line != indent {
			w.line("%s", strings.TrimRight(line, " "))
			line = indent
		}
		line += part + ", "
	}
	if line != indent {
		w.line("%s", strings.TrimRight(line, " "))
	}
	w.line("%s%s", indent[2:], end)
}

// opened takes a table apart: what stands before its values, "wp = {", and these.
func opened(part string) (before string, inner []string, ok bool) {
	at := strings.Index(part, "{ ")
	if at < 0 || !strings.HasSuffix(part, " }") {
		return "", nil, false
	}
	depth, quote, from := 0, false, at+2
	for i := from; i < len(part)-2; i++ {
		switch c := part[i]; {
		case c == '\\' && quote:
			i++
		case c == '"':
			quote = !quote
		case quote:
		case c == '{' || c == '(':
			depth++
		case c == '}' || c == ')':
			depth--
		case c == ',' && depth == 0:
			inner = append(inner, part[from:i])
			from = i + 2
		}
	}
	return part[:at+1], append(inner, part[from:len(part)-2]), true
}
