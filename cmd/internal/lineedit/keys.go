package lineedit

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Keys that are not for the line.
const (
	ctrlC  = '\x03'
	ctrlZ  = '\x1a'
	tab    = '\t'
	escape = '\x1b'
	marker = '\x1c' // no key: see session.stop
)

// heeded are the control characters that are keys: those that the editor of
// lines knows, and those above.
const heeded = "\x01\x02\x03\x04\x05\x06\x08\t\n\x0b\x0c\r\x0e\x10\x14\x15\x17\x1a\x7f"

// aliases are what terminals send for a key, and what the editor of lines knows
// it by. What is not among them is no key.
var aliases = map[string]string{
	"[A": "\x1b[A", "[B": "\x1b[B", "[C": "\x1b[C", "[D": "\x1b[D", // arrows
	"OA": "\x1b[A", "OB": "\x1b[B", "OC": "\x1b[C", "OD": "\x1b[D",
	"[H": "\x1b[H", "OH": "\x1b[H", "[1~": "\x1b[H", "[7~": "\x1b[H", // Home
	"[F": "\x1b[F", "OF": "\x1b[F", "[4~": "\x1b[F", "[8~": "\x1b[F", // End
	"[3~":   "\x1b[3~",                                           // Delete
	"[1;3D": "\x1b[1;3D", "[1;5D": "\x1b[1;3D", "b": "\x1b[1;3D", // a word to the left
	"[1;3C": "\x1b[1;3C", "[1;5C": "\x1b[1;3C", "f": "\x1b[1;3C", // a word to the right
	"\x7f": "\x17", "\x08": "\x17", // a word away
}

// longest is how many bytes a key has at most that a terminal sends.
const longest = 16

// keys cuts what a terminal sends into keys. Each is whole, so that nothing of
// it is left in the editor of lines when that is interrupted.
type keys struct{ sent []byte }

// feed adds what came.
func (k *keys) feed(sent []byte) { k.sent = append(k.sent, sent...) }

// next is the next key as the editor of lines knows it, nil when none is whole.
func (k *keys) next() []byte {
	for len(k.sent) > 0 {
		n, key := first(k.sent)
		if n == 0 {
			return nil
		}
		k.sent = k.sent[n:]
		if key != "" {
			return []byte(key)
		}
	}
	return nil
}

// first is how many bytes the first key has, 0 while it is not whole, and what
// it is, "" for one that is not known.
func first(sent []byte) (n int, key string) {
	if sent[0] == escape {
		n := sequence(sent[1:])
		if n == 0 {
			return 0, ""
		}
		key, known := aliases[string(sent[1:1+n])]
		if !known && n == 1 {
			return 1, "" // the Escape key, and then another
		}
		if !known && sent[n] < ' ' {
			n-- // another key begins there
		}
		return 1 + n, key
	}
	if !utf8.FullRune(sent) {
		return 0, ""
	}
	r, n := utf8.DecodeRune(sent)
	if r == utf8.RuneError || !unicode.IsPrint(r) && !strings.ContainsRune(heeded, r) {
		return n, ""
	}
	return n, string(sent[:n])
}

// sequence is how many bytes stand behind an Escape that belong to it, 0 while
// more may come.
func sequence(sent []byte) int {
	switch {
	case len(sent) == 0:
		return 0
	case sent[0] == 'O':
		return min(2, len(sent)/2*2)
	case sent[0] != '[':
		return 1
	}
	for i := 1; i < min(len(sent), longest); i++ {
		if sent[i] < 0x20 || sent[i] >= 0x40 {
			return i + 1
		}
	}
	if len(sent) >= longest {
		return longest
	}
	return 0
}
