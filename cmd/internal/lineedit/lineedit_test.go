package lineedit

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"sandbox/cmd/internal/console"
)

// all are the keys in what a terminal sends.
func all(k *keys) []string {
	var list []string
	for key := k.next(); key != nil; key = k.next() {
		list = append(list, string(key))
	}
	return list
}

// What a terminal sends becomes keys, each whole.
func TestKeys(t *testing.T) {
	for _, c := range []struct{ name, sent, want, left string }{
		{"letters", "aß 3", "a|ß| |3", ""},
		{"arrows", "\x1b[A\x1bOB\x1b[C\x1bOD", "\x1b[A|\x1b[B|\x1b[C|\x1b[D", ""},
		{"Home and End of other terminals", "\x1b[1~\x1b[4~\x1bOH\x1b[8~", "\x1b[H|\x1b[F|\x1b[H|\x1b[F", ""},
		{"words", "\x1b[1;5D\x1bf\x1b\x7f", "\x1b[1;3D|\x1b[1;3C|\x17", ""},
		{"a key that nobody knows", "\x1b[15~x\x1b[1;2Ay", "x|y", ""},
		{"Escape, and then a letter", "\x1bx", "x", ""},
		{"Escape twice", "\x1b\x1b[A", "\x1b[A", ""},
		{"half an arrow", "a\x1b[", "a", "\x1b["},
		{"half a letter", "a\xc3", "a", "\xc3"},
		{"no letter", "a\xffb", "a|b", ""},
		{"what turns text around", "a\u202eb\u009b2Jc", "a|b|2|J|c", ""},
		{"the marker", "a\x1c\x00b", "a|b", ""},
		{"a sequence without an end", "\x1b[" + strings.Repeat("1", longest) + "z", "1|z", ""},
		{"one that another interrupts", "\x1b[1\x01a", "\x01|a", ""},
	} {
		k := &keys{}
		k.feed([]byte(c.sent))
		if got := strings.Join(all(k), "|"); got != c.want || string(k.sent) != c.left {
			t.Errorf("%s: %q, left %q; want %q, %q", c.name, got, k.sent, c.want, c.left)
		}
	}
}

// Whatever comes, in whatever pieces, the keys are the same, and nothing that is
// no key comes through.
func FuzzKeys(f *testing.F) {
	for _, sent := range []string{"abc", "\x1b[A\x1b[1~", "\x1b\x1b[", "\xff\xc3\xbc", "\x1b[1\x1b[2", "\x1bO\x03"} {
		f.Add([]byte(sent), 1)
	}
	f.Fuzz(func(t *testing.T, sent []byte, cut int) {
		cut = min(max(cut, 0), len(sent))
		whole, pieces := &keys{}, &keys{}
		whole.feed(sent)
		want := all(whole)
		pieces.feed(sent[:cut])
		got := all(pieces)
		pieces.feed(sent[cut:])
		got = append(got, all(pieces)...)
		if !slices.Equal(got, want) || !bytes.Equal(whole.sent, pieces.sent) {
			t.Errorf("%q, and cut at %d %q", want, cut, got)
		}
		for _, key := range want {
			if !utf8.ValidString(key) || len(key) > 6 || key[0] == marker || key == "\x1b" {
				t.Errorf("%q is a key", key)
			}
		}
		if len(whole.sent) > longest {
			t.Errorf("%q is waited for", whole.sent)
		}
	})
}

// What the Tab key makes of a line.
func TestComplete(t *testing.T) {
	words := []string{"bold", "boring", "Ben Hur", "safe", ":reload", ":rules ", ":undo ", ":why ", ":why Ada", ":why Ben Hur", "sa\x1b[2J"}
	for _, c := range []struct {
		begun, more string
		choice      string
	}{
		{"s", "safe", ""},
		{"SA", "safe", ""},
		{"b", "b", "bold|boring|Ben Hur"},
		{"bo", "bo", "bold|boring"},
		{"ben", "Ben Hur", ""},
		{"x", "x", ""},
		{"", "", "bold|boring|Ben Hur|safe"},
		{":re", ":reload", ""},
		{":r", ":r", ":reload|:rules "},
		{":w", ":why ", ""},
		{":why ", ":why ", ":why Ada|:why Ben Hur"},
		{":why b", ":why Ben Hur", ""},
		{":", ":", ":reload|:rules |:undo |:why "},
	} {
		more, choice := complete(words, c.begun)
		if more != c.more || strings.Join(choice, "|") != c.choice {
			t.Errorf("%q: %q, %q; want %q, %q", c.begun, more, choice, c.more, c.choice)
		}
	}
}

// A list fills the width, and a long one says how much is left out.
func TestList(t *testing.T) {
	if got := list([]string{"one", "two", "three", "four"}, 14); got != "one  three\ntwo  four\n" && got != "one    three\ntwo    four\n" {
		t.Errorf("%q", got)
	}
	if got := list(make([]string, mostListed+3), 20); !strings.HasSuffix(got, "and 3 more\n") {
		t.Errorf("%q", got)
	}
	if got := list([]string{"longer than the width"}, 5); got != "longer than the width\n" {
		t.Errorf("%q", got)
	}
}

// A name at the end of an expression is completed by what stands before it.
func TestNamesInExpressions(t *testing.T) {
	p := console.Prompt{Words: []string{":lua ", ":quit"}, After: ":lua ", Names: map[string][]string{
		"": {"race", "self"}, "race:": {"cars(", "car("}, "race.": {"round"}, "self.": {"movement"}, ".": {"gear"},
	}}
	for _, c := range []struct{ begun, want string }{
		{":l", ":lua |:quit"},
		{":lua ", ":lua race|:lua self"},
		{":lua ra", ":lua race|:lua self"},
		{":lua race:c", ":lua race:cars(|:lua race:car("},
		{":lua race.", ":lua race.round"},
		{":lua race:cars()[1].", ":lua race:cars()[1].gear"},
		{":lua race:cars()[1].g", ":lua race:cars()[1].gear"},
		{":lua 1 + self.m", ":lua 1 + self.movement"},
		{":lua embrace.", ":lua embrace.gear"},
		{":lua x.self.m", ":lua x.self.gear"},
		{":lua embrace:", ""},
		{"race:", ":lua |:quit"},
	} {
		if got := strings.Join(wordsOf(p, c.begun), "|"); got != c.want {
			t.Errorf("%s: %s, want %s", c.begun, got, c.want)
		}
	}
	if more, _ := complete(wordsOf(p, ":lua race.r"), ":lua race.r"); more != ":lua race.round" {
		t.Error(more)
	}
}
